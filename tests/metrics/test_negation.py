"""The metric `negation`: named readings, laws of comparing, references, settings, and planted negations."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import likewise as lw
from likewise import data
from likewise.errors import InputError
from likewise.metrics import Batch, NegationAgreement, get
from likewise.metrics.negation import compare, polarity, read, text_denials
from likewise.metrics.negation.denial_finder import sentences
from likewise.metrics.negation.word_lists import keys_of
from likewise.negation import tokens_of
from likewise.records import Segment

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"

# (what it shows, candidate, reference, kind of the flag or "same")
READINGS = [
    ("plain not", "He is not eating.", "He is eating.", "gained"),
    ("not dropped", "He is eating.", "He is not eating.", "lost"),
    ("another wording", "He is not eating.", "He does not have dinner.", "same"),
    ("contraction", "He doesn't eat.", "He does not eat.", "same"),
    ("typographic apostrophe", "He doesn’t eat.", "He eats.", "gained"),
    ("apostrophe forgotten", "a man isnt walking", "A man is not walking.", "same"),
    ("never", "He never answered.", "He did not answer.", "same"),
    ("nobody and no one", "Nobody came.", "No one came.", "same"),
    ("nobody and somebody", "Nobody came.", "Somebody came.", "gained"),
    ("no over a noun", "There is no man cutting a tomato.", "A man is cutting a tomato.", "gained"),
    ("no and not", "There is no man cutting a tomato.", "A man is not cutting a tomato.", "same"),
    ("neither nor", "Neither the cat nor the dog moved.", "The cat and the dog did not move.", "same"),
    ("neither nor lost", "The cat and the dog moved.", "Neither the cat nor the dog moved.", "lost"),
    ("moved", "John is not eating but Mary sleeps.", "John is eating but Mary does not sleep.", "moved"),
    ("moved over and", "The dog is not barking and the cat sits.",
     "The dog is barking and the cat does not sit.", "moved"),
    ("no longer", "She no longer lives here.", "She does not live here any more.", "same"),
    ("no longer gained", "She no longer lives here.", "She lives here.", "gained"),
    ("without", "He left without his hat.", "He left and did not take his hat.", "same"),
    ("without and with", "He left without his hat.", "He left with his hat.", "gained"),
    ("un- and not", "She is unhappy.", "She is not happy.", "same"),
    ("un- and plain", "She is happy.", "She is unhappy.", "lost"),
    ("un- and another word", "She is unhappy.", "She is sad.", "same"),
    ("im- and not", "It is impossible to win.", "It is not possible to win.", "same"),
    ("-less and without", "A shirtless man jumps.", "A man without a shirt jumps.", "same"),
    ("-less that denies nothing here", "Regardless of the rain he came.", "He came in the rain.", "same"),
    ("not un-", "She is not unhappy.", "She is happy.", "same"),
    ("not un- and un-", "She is not unhappy.", "She is unhappy.", "lost"),
    ("not without", "The man is not without money.", "The man has money.", "same"),
    ("never without", "He never leaves without his hat.", "He always leaves with his hat.", "same"),
    ("not nothing", "I don't know nothing.", "I know something.", "same"),
    ("did not fail", "He did not fail to stop.", "He stopped.", "same"),
    ("did not fail and failed", "He did not fail to stop.", "He failed to stop.", "lost"),
    ("fails to", "He fails to stop.", "He does not stop.", "same"),
    ("fails to and plain", "He fails to stop.", "He stops.", "gained"),
    ("fails without to", "He fails the exam.", "He wrote a bad exam.", "same"),
    ("refuses to", "A boy refuses to eat.", "A boy will not eat.", "same"),
    ("refusal", "His refusal to go angered her.", "He refused to go and that angered her.", "same"),
    ("unable to", "He is unable to swim.", "He can swim.", "gained"),
    ("unable to and cannot", "He is unable to swim.", "He cannot swim.", "same"),
    ("prevents from", "The fence prevents the dog from leaving.", "The dog is leaving.", "gained"),
    ("prevents a thing", "The drug prevents damage.", "The drug protects against damage.", "same"),
    ("keeps a dog", "He keeps a dog from Spain.", "He has a dog from Spain.", "same"),
    ("lacks", "The room lacks windows.", "The room has no windows.", "same"),
    ("lacks and has", "The room lacks windows.", "The room has windows.", "gained"),
    ("avoids doing", "He avoids paying.", "He pays.", "gained"),
    ("hardly", "He could hardly see.", "He could not see.", "same"),
    ("hardly and plain", "He could hardly see.", "He could see.", "gained"),
    ("rarely", "She rarely smokes.", "She does not smoke often.", "same"),
    ("instead of", "He walks instead of driving.", "He drives.", "gained"),
    ("yet to", "It has yet to work.", "It has not worked.", "same"),
    ("unless", "They act unless it is repealed.", "If it is not repealed, they act.", "same"),
    ("tries to", "A man tries to start the car.", "The car does not start.", "lost"),
    ("quoted no", 'He said "no" and left.', "He declined and left.", "same"),
    ("quoted no and yes", 'He said "no" and left.', 'He said "yes" and left.', "gained"),
    ("quoted speech", '"I will not come," he said.', "He said that he would not come.", "same"),
    ("answer", "No, he did not come.", "He did not come.", "same"),
    ("answers differ", "No.", "Yes.", "gained"),
    ("number", "He is No 4 in the list.", "He is number 4 in the list.", "same"),
    ("no doubt", "There is no doubt that he came.", "He came.", "same"),
    ("not only but", "She is not only clever but kind.", "She is clever and kind.", "same"),
    ("nothing but", "He did nothing but sleep.", "He slept.", "same"),
    ("cannot help", "He cannot help laughing.", "He laughs.", "same"),
    ("or not", "Ask whether he comes or not.", "Ask whether he comes.", "same"),
    ("yes-no question", "Isn't she lovely?", "Is she lovely?", "same"),
    ("yes-no question with not", "Is he not coming?", "Is he coming?", "same"),
    ("tag question", "He came, didn't he?", "He came.", "same"),
    ("tag question with not", "He came, did he not?", "He came.", "same"),
    ("a statement before a tag", "He did not come, did he?", "He came.", "gained"),
    ("question with why", "Why did he not come?", "Why did he come?", "gained"),
    ("two sentences", "He came. She did not see him.", "He came. She saw him.", "gained"),
    ("goes and go", "He goes home.", "He does not go home.", "lost"),
    ("ate and eat", "He ate the apple.", "He did not eat the apple.", "lost"),
    ("do as the verb itself", "He does it.", "He does not do it.", "lost"),
    ("done", "He has not done it.", "He did it.", "gained"),
    ("do that helps", "Does it work?", "Does it not work?", "same"),
    ("went and go", "He went.", "He did not go.", "lost"),
    ("gone and go", "He has not gone.", "He did not go.", "same"),
    ("irregular and moved", "He does not eat, she went.", "He ate, she did not go.", "moved"),
    ("un- and an irregular form", "The glass is unbroken.", "The glass did not break.", "same"),
    ("a form of two verbs", "A man does not saw wood.", "A man saws wood.", "gained"),
    ("the other verb of that form", "He saw it.", "He did not see it.", "lost"),
    ("subjects change places", "She is not here and he is here.", "He is not here and she is here.", "moved"),
    ("subjects of verbs", "He eats and she does not eat.", "She eats and he doesn't eat.", "moved"),
    ("clauses change places", "The dog is not wet and the cat is wet.",
     "The cat is wet and the dog is not wet.", "same"),
    ("says and would not say", "He said it rained, but he would not say why.",
     "He said it rained, but he would not confirm why.", "same"),
    ("known error: think", "I do not think that he came.", "I think that he did not come.", "moved"),
    ("known error: happier", "He could not have been happier.", "He was very happy.", "gained"),
    ("empty candidate", "", "He does not eat.", "lost"),
]  # fmt: skip
TEXTS = sorted({text for _, a, b, _ in READINGS for text in (a, b)})


@pytest.mark.parametrize(
    ("candidate", "reference", "kind"), [r[1:] for r in READINGS], ids=[r[0] for r in READINGS]
)
def test_reading(candidate: str, reference: str, kind: str) -> None:
    flags = compare(read(candidate), read(reference))
    assert [flag.kind for flag in flags] == ([] if kind == "same" else [kind])


@given(st.sampled_from(TEXTS), st.sampled_from(TEXTS))
@settings(max_examples=150)
def test_what_one_side_lost_the_other_gained(one: str, other: str) -> None:
    turned = {"lost": "gained", "gained": "lost", "moved": "moved"}
    there = sorted(flag.kind for flag in compare(read(one), read(other)))
    back = sorted(turned[flag.kind] for flag in compare(read(other), read(one)))
    assert there == back


WORDS = (
    "a man does not no never run runs unhappy without hat fails to and but , . ? nobody is careless hardly"
)


@given(st.lists(st.sampled_from(WORDS.split()), max_size=14).map(" ".join))
@settings(max_examples=60)
def test_every_text_agrees_with_itself(text: str) -> None:
    assert compare(read(text), read(text)) == []
    assert NegationAgreement().flags(Segment("1", text, text)) == []


IRREGULAR = [
    ("He goes home.", "He does not go home.", "goes"),
    ("He ate the apple.", "He did not eat the apple.", "ate"),
    ("He does it.", "He does not do it.", "does"),
    ("He went.", "He did not go.", "went"),
    ("He does not eat, she went.", "He ate, she did not go.", "ate went"),
]


@pytest.mark.parametrize(("candidate", "source", "said"), IRREGULAR, ids=[row[2] for row in IRREGULAR])
def test_forms_of_one_verb_are_told_as_the_opposite(candidate: str, source: str, said: str) -> None:
    (flag,) = NegationAgreement(strict=False).differences(Segment("1", candidate, source))
    assert flag.said == tuple(said.split())
    assert "denies nothing of the kind" not in flag.reason


def test_the_table_of_irregular_verbs() -> None:
    lines = Path(data.path("irregular_verbs.txt")).read_text(encoding="utf-8").splitlines()
    rows = [line.split() for line in lines if not line.startswith("#")]
    forms = [form for row in rows for form in row]
    assert len(rows) >= 120
    assert len(set(forms)) == len(forms)
    assert rows == sorted(rows)
    for plain, *others in rows:
        assert others
        regular = f"{plain[:-1]}ies" if plain.endswith("ly") else plain + ("es" if plain[-1] in "oh" else "s")
        for form in (*others, regular):
            assert keys_of(form)[0] == keys_of(plain)[0], form
        assert keys_of(plain.upper()) == keys_of(plain)


def test_subjects_that_change_places_are_named() -> None:
    (flag,) = NegationAgreement().differences(
        Segment("1", "She is not here and he is here.", "He is not here and she is here.")
    )
    assert flag.reason == "'not' stands over 'She is here' here, 'not' over 'He is here' in the source"
    assert flag.said == ("she", "is", "here")


def test_a_flag_names_cue_event_and_reference() -> None:
    segment = Segment("1", "He stops.", None, ("He fails to stop.", "He does not stop.", "He never stopped."))
    (flag,) = get("negation").flags(segment)
    assert flag == {
        "kind": "lost", "cue": "fails", "cue_kind": "implicit", "event": ["stop"], "reference": 0,
        "said": ["stops"], "reason": "reference 1 has 'fails' over 'stop'; the candidate says 'stops'",
    }  # fmt: skip
    (moved,) = NegationAgreement().differences(
        Segment("1", "A is not red, B is blue.", "A is red, B is not blue.")
    )
    assert (moved.cue, moved.event, moved.other_cue, moved.other_event) == ("not", ("red",), "not", ("blue",))
    assert moved.reason == "'not' stands over 'red' here, 'not' over 'blue' in the source"
    (affix,) = NegationAgreement().differences(Segment("1", "She is happy.", "She is unhappy."))
    assert (affix.cue, affix.cue_kind, affix.event) == ("un-", "affix", ("happy",))


def test_one_reference_that_agrees_is_enough() -> None:
    references = ("The cat sleeps on the mat.", "The cat does not move.")
    assert NegationAgreement().flags(Segment("1", "The cat is not moving.", None, references)) == []
    assert NegationAgreement().flags(Segment("1", "A cat sleeps.", None, references)) == []


def test_a_silent_reference_does_not_save_what_another_contradicts() -> None:
    references = ("A man pulls a cord.", "The engine does not start.")
    (flag,) = NegationAgreement().differences(Segment("1", "The engine starts.", None, references))
    assert (flag.kind, flag.reference, flag.said) == ("lost", 1, ("starts",))


def test_texts_to_hold_against() -> None:
    segment = Segment("1", "He eats.", "He does not eat.", ("He eats.",))
    flagged = {against: bool(get("negation", against=against).flags(segment)) for against in
               ("auto", "references", "source", "both")}  # fmt: skip
    assert flagged == {"auto": False, "references": False, "source": True, "both": False}
    assert NegationAgreement().flags(Segment("1", "He eats.", "He does not eat."))
    with pytest.raises(InputError, match="setting against=all is unknown"):
        get("negation", against="all")


def test_not_strict_flags_only_what_the_other_text_says() -> None:
    silent, plain = (
        Segment("1", "He left and did not pay.", "He left."),
        Segment("1", "He paid.", "He never paid."),
    )
    assert [bool(NegationAgreement().flags(s)) for s in (silent, plain)] == [True, True]
    assert [bool(NegationAgreement(strict=False).flags(s)) for s in (silent, plain)] == [False, True]


@pytest.mark.parametrize(
    ("segment", "message"),
    [
        (Segment("x", "Er isst nicht.", "Er isst.", lang="de"), "in 'de'"),
        (Segment("x", "He eats.", "Er isst.", source_lang="de"), "in 'de'"),
        (Segment("x", "猫不吃鱼。", None, ("猫吃鱼。",)), "in another script than English"),
        (Segment("x", "The cat eats.", None, ("猫吃鱼。",)), "in another script than English"),
    ],
)
def test_what_is_not_english_is_not_read_and_has_no_score(segment: Segment, message: str) -> None:
    english = [Segment("1", "He eats.", None, ("He does not eat.",)), Segment("2", "He eats.", "He eats.")]
    found = lw.score([segment, *english], "negation")
    assert found["negation"].score == 50.0
    assert found["negation"].segments is not None
    assert np.isnan(found["negation"].segments[0])
    assert found["negation"].details["unread"] == 1
    told = "negation: 1 of 3 segments are not English, so they are not read and left out"
    assert f"{told} (first: segment 'x', {message})" in found.warnings
    assert NegationAgreement().flags(segment) == [
        {"kind": "unread", "reason": f"{message}: negation is read in English only"}
    ]
    assert polarity(segment) == {}
    assert "negation" not in lw.explain(segment, "chrf" if segment.references else "pinc")
    assert np.isnan(lw.score([segment], "negation")["negation"].score)


def test_what_has_nothing_to_be_held_against_is_refused() -> None:
    segment = Segment("x", "He eats.")
    with pytest.raises(InputError, match="segment 'x' has nothing to hold its negations against"):
        lw.score([segment], "negation")
    assert polarity(segment) == {}


def test_english_by_any_name_and_other_sources_beside_references() -> None:
    for lang in ("en", "en-GB", "EN_us"):
        assert lw.score(
            [Segment("1", "He eats.", "Er isst.", ("He eats.",), lang=lang, source_lang="de")], "negation"
        )


def test_score_is_the_share_kept_with_counts_beside() -> None:
    rows = [
        Segment("1", "He eats.", "He does not eat."),
        Segment("2", "He never eats.", "He eats."),
        Segment("3", "He does not eat.", "He never eats."),
        Segment("4", "He eats.", "A man eats."),
    ]
    found = lw.score(rows, "negation")["negation"]
    assert found.score == 50.0
    assert found.segments is not None
    assert found.segments.tolist() == [0.0, 0.0, 100.0, 100.0]
    assert found.details == {"lost": 1, "gained": 1, "moved": 0, "negated": 3, "unread": 0}
    assert found.as_dict()["lost"] == 1
    assert str(found.signature).startswith("negation|against:auto|strict:yes|")


def test_texts_without_a_word_that_denies_ask_no_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_denials, "_read", lambda text: pytest.fail(f"read: {text}"))
    rows = [Segment(str(k), f"A man cuts {k} tomatoes.", "A cook slices tomatoes.") for k in range(2000)]
    assert lw.score(rows, "negation")["negation"].score == 100.0


def test_evidence_shows_both_sides() -> None:
    segment = Segment("1", "She is not unhappy.", None, ("She is sad.", "She is unhappy."))
    part = lw.explain(segment, "bleu")["negation"]
    assert part == lw.explain(segment, "negation")["negation"]
    rows = part["negations"]["candidate"]["negations"]
    assert [(row["kind"], row["cancelled"]) for row in rows] == [("word", True), ("affix", True)]
    assert rows[1]["parts"]["cue"] == [{"text": "un"}]
    assert lw.explain(segment, "negation")["metrics"]["negation"]["flags"] == part["flags"]


def test_a_long_text_and_odd_marks_are_read() -> None:
    text = "He did not go, " * 40 + '" ... -- ?! ) not'
    assert read(text).denials
    assert compare(read(text), read(text)) == []
    for odd in ("not", "no", "n't", "un-", '"no"', "neither", "not not", "without", "fails to", "?", " "):
        assert compare(read(odd), read(odd)) == []


@pytest.fixture
def planting(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.syspath_prepend(BENCHMARKS)
    import negation_flags

    yield negation_flags
    sys.modules.pop("negation_flags", None)


def test_planted_negations_are_caught_and_paraphrases_left_alone(planting: Any) -> None:
    clusters = data.clusters()
    changed = [segment for _, segment in planting.changed(clusters)]
    assert len(changed) > 600
    flagged, size, missed = planting.caught(changed, NegationAgreement("source"))
    assert flagged == size, missed
    flagged, size, missed = planting.caught(changed, NegationAgreement("both"))
    assert flagged >= 0.95 * size, missed
    plain = list(planting.unchanged(clusters))
    flagged, size, _ = planting.caught(plain, NegationAgreement())
    assert flagged <= 0.02 * size, [s.candidate for s in plain if NegationAgreement().flags(s)]


def test_the_negations_of_the_embedded_systems_are_caught() -> None:
    rows = data.outputs()
    assert Batch(rows).segments == rows
    flagged = {(s.id, s.system) for s in rows if NegationAgreement("both").flags(s)}
    planted = {(f"clip-{n:02}", "broken") for n in (2, 10, 15, 20, 29)}
    assert flagged >= planted | {("clip-30", "swapper"), ("clip-37", "swapper")}
    assert len(flagged) <= 12


def test_the_text_is_read_sentence_by_sentence() -> None:
    text = "He did not see Mr. Smith of Acme Inc. today; she did. We left"
    found = [" ".join(part)[-7:] for part in sentences(text, tokens_of(text))]
    assert found == ["today ;", "e did .", "We left"]
    one, other = (
        read("She was at Acme Inc. on Monday. He did not eat.").denials,
        read("He did not eat.").denials,
    )
    assert [denial.shifted(9).scope for denial in other] == [denial.scope for denial in one]
