"""Changes of meaning by kind, on hand-worked pairs; laws; what is not a change."""

from __future__ import annotations

import pytest

from likewise.metrics.meaning import opposite_words
from likewise.metrics.meaning.change import DETAILS
from likewise.metrics.meaning.changes import LEAST, find_changes, unread
from likewise.metrics.meaning.detectors.roles import order_changes
from likewise.metrics.meaning.opposite_words import are_opposites
from likewise.metrics.meaning.read_text import read_texts
from likewise.metrics.meaning.word_alignment import align_words

CHANGED = [
    ("role-swap", "The dog bit the man.", "The man bit the dog."),
    ("role-swap", "Pour the hot syrup over the cold cake.", "Pour the cold syrup over the hot cake."),
    ("role-swap", "Leo is taller than Sam.", "Sam is taller than Leo."),
    ("negation", "The museum is open on holidays.", "The museum is not open on holidays."),
    ("negation", "I have never been to Lisbon.", "I have been to Lisbon."),
    ("negation", "The company paid a dividend this year.", "The company paid no dividend this year."),
    ("negation", "There is no woman riding a horse", "A woman is riding a horse"),
    ("antonym", "House prices rose sharply in May.", "House prices fell sharply in May."),
    ("antonym", "The manager is popular.", "The manager is unpopular."),
    ("number", "The recipe needs three eggs.", "The recipe needs thirty eggs."),
    ("number", "The river is half a mile wide.", "The river is a mile wide."),
    ("unit", "She ran ten kilometres before breakfast.", "She ran ten miles before breakfast."),
    ("date", "The results come out on Monday.", "The results come out on Tuesday."),
    ("date", "Take the medicine before meals.", "Take the medicine after meals."),
    ("name", "Anna wrote to the council.", "Maria wrote to the council."),
    ("name", "The pipeline in Slovakia was damaged.", "The pipeline in Slovenia was damaged."),
    ("modality", "Visitors must sign in at reception.", "Visitors may sign in at reception."),
    ("modality", "It will probably rain on Saturday.", "It will certainly rain on Saturday."),
    ("quantifier", "All the windows were broken.", "Some of the windows were broken."),
    ("quantifier", "At least ten people were hurt.", "At most ten people were hurt."),
    ("quantifier", "Both brothers served in the navy.", "One of the brothers served in the navy."),
    ("condition", "You can return the shoes if they are unworn.", "You can return the shoes."),
    ("tense", "The committee approved the plan.", "The committee will approve the plan."),
    ("modality", "The guide persuaded the group to stay.", "The guide wanted to persuade the group to stay."),
]
MIRRORED = {"role-lost": "role-added", "role-added": "role-lost", "added": "dropped", "dropped": "added"}
SAME = [
    ("A man is slicing an onion", "An onion is being sliced by a man"),
    ("Leo is taller than Sam.", "Sam is shorter than Leo."),
    ("Marta lent Ben the car.", "Ben borrowed the car from Marta."),
    ("Anna met Ben in Rome.", "Ben met Anna in Rome."),
    ("Anna and Ben came early.", "Ben and Anna came early."),
    ("The capital of France is Paris.", "Paris is the capital of France."),
    ("The flight lasts an hour and a half.", "The flight lasts ninety minutes."),
    ("The shop opens at 4:30 pm.", "The shop opens at half past four in the afternoon."),
    ("The soup is not hot.", "The soup is cold."),
    ("A man with no shirt is jumping over a log", "A shirtless man is jumping over a log"),
    ("Ten miles were left.", "Sixteen kilometres were left."),
]


def kinds(a: str, b: str) -> list[str]:
    """The kinds of change from A to B, the surest first."""
    return [change.kind for change in find_changes(*read_texts([a, b]))]


@pytest.mark.parametrize(("kind", "a", "b"), CHANGED)
def test_the_kind_is_named_in_both_directions(kind: str, a: str, b: str) -> None:
    assert kinds(a, b)[:1] == [kind]
    assert kinds(b, a)[:1] == [kind]


@pytest.mark.parametrize(("a", "b"), SAME)
def test_no_alarm_where_the_meaning_is_the_same(a: str, b: str) -> None:
    assert [kind for kind in kinds(a, b) if kind not in DETAILS] == []


@pytest.mark.parametrize("text", [*(a for _, a, _ in CHANGED), "", "?!", "NO WAY", "不", "a " * 300])
def test_a_text_has_no_changes_against_itself(text: str) -> None:
    assert kinds(text, text) == []


def test_details_mirror() -> None:
    a, b = "The museum bought the painting.", "The museum bought the painting at auction next week."
    forth, back = kinds(a, b), kinds(b, a)
    assert forth
    assert sorted(MIRRORED[kind] for kind in forth) == sorted(back)


def test_sentences_and_sides() -> None:
    a, b = read_texts(["The recipe needs three eggs.", "The recipe needs thirty eggs."])
    (change,) = find_changes(a, b)
    assert change.sentence == "three became thirty"
    assert change.a is not None
    assert a.text[slice(*change.a.span)] == change.a.text == "three"
    a, b = read_texts(["They will meet in Rome next week.", "They will meet in Rome."])
    (change,) = find_changes(a, b)
    assert (change.kind, change.role, change.sentence) == ("role-lost", "WHEN", "WHEN 'next week' is lost")
    (change, *_) = find_changes(*read_texts(["The dog bit the man.", "The man bit the dog."]))
    assert change.sentence == "WHO and WHOM are swapped"


@pytest.mark.parametrize(
    ("lang", "text", "kind"),
    [
        ("de", "Wir trafen uns am Montag mit dreißig Leuten.", None),
        ("de", "Wir trafen uns am Dienstag mit dreißig Leuten.", "date"),
        ("de", "Wir trafen uns am Montag mit dreizehn Leuten.", "number"),
        ("de", "Wir trafen uns am Montag nicht mit dreißig Leuten.", "negation"),
        ("fr", "Nous avons rencontré trente personnes lundi.", None),
        ("es", "El martes nos reunimos con treinta personas.", "date"),
        ("zh", "我们星期一和三十个人见面了。", None),
        ("zh", "我们星期一没有和三十个人见面。", "negation"),
        ("ja", "月曜日に三十人に会いました。", None),
    ],
)
def test_numbers_dates_and_denials_across_languages(lang: str, text: str, kind: str | None) -> None:
    (a,) = read_texts(["We met with thirty people on Monday."])
    (b,) = read_texts([text], lang)
    assert [change.kind for change in find_changes(a, b)] == ([kind] if kind else [])
    assert "role-swap" in unread(a, b)
    assert "number" not in unread(a, b)


def test_unread_names_what_cannot_be_read() -> None:
    english, russian = read_texts(["A dog."]) + read_texts(["Собака."], "ru")
    assert unread(english, english) == ()
    assert "number" in unread(english, russian)


def test_the_same_words_in_another_order_may_be_a_swap() -> None:
    a, b = read_texts(
        ["Since the pump failed, the cellar flooded.", "Since the cellar flooded, the pump failed."]
    )
    (change,) = order_changes(a, b, align_words(a, b))
    assert change.kind == "role-swap"
    assert change.confidence < LEAST  # told only where the net says so too
    assert order_changes(a, a, align_words(a, a)) == []


def test_opposites_of_an_installed_wordnet_are_known(monkeypatch: pytest.MonkeyPatch) -> None:
    table = {"gnarly": frozenset(["smooth"])}
    are_opposites.cache_clear()
    monkeypatch.setattr(opposite_words, "wordnet_antonyms", lambda word: table.get(word, frozenset()))
    assert are_opposites("gnarly", "smooth")
    monkeypatch.undo()
    are_opposites.cache_clear()
    assert not are_opposites("gnarly", "smooth")
