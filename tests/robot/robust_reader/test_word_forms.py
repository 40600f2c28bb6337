"""How words are taken: as themselves, as known ones, as misspelt, or as unknown."""

from __future__ import annotations

import math

import pytest

from likewise.robot import RobotVocabulary, WordMeaning, command_words, robot_vocabulary
from likewise.robot.robust_reader.word_forms import NOTHING, UNKNOWN, WordForms
from likewise.robot.robust_reader.word_sequences import WordSequences
from likewise.robot.robust_reader.wordings import Wording, Wordings

COUNTS = {"take": 9, "the": 20, "red": 9, "blue": 7, "cube": 12, "prism": 4, "on": 8, "yellow": 3}
KINDS = {
    "take": "action", "the": "x", "red": "color", "blue": "color", "cube": "type", "prism": "type",
    "on": "relation", "yellow": "color",
}  # fmt: skip
FORMS = WordForms(COUNTS, KINDS, robot_vocabulary())


def wordings(text: str, forms: WordForms = FORMS) -> list[Wording]:
    return Wordings(forms, WordSequences({})).of(command_words(text))


def keys(wording: Wording) -> list[str]:
    return [form.key for form in wording.forms]


def test_words_that_were_learnt_stand_for_themselves() -> None:
    (only,) = wordings("take the red cube")
    assert keys(only) == ["take", "the", "red", "cube"]
    assert [form.kind for form in only.forms] == ["action", "x", "color", "type"]
    assert (only.log_chance, only.notes) == (0.0, ())


@pytest.mark.parametrize(
    ("typed", "read"),
    [("take the yelllow cube", "yellow"), ("take teh cube", "the"), ("take the bleu cube", "blue"),
     ("take the cbue", "cube"), ("tkae the cube", "take")],
)  # fmt: skip
def test_a_misspelt_word_is_the_known_one_and_it_is_told(typed: str, read: str) -> None:
    best, *others = wordings(typed)
    (note,) = best.notes
    assert note.endswith(f" read as '{read}'")
    assert read in keys(best)
    assert UNKNOWN not in keys(best)
    assert all(one.log_chance < best.log_chance for one in others)


def test_two_words_written_as_one() -> None:
    best = wordings("take the redcube")[0]
    assert keys(best) == ["take", "the", "red", "cube"]
    assert [form.place for form in best.forms] == [0, 1, 2, 2]
    assert best.notes == ("'redcube' read as 'red cube'",)


def test_a_word_written_as_two() -> None:
    best = wordings("take the yel low cube")[0]
    assert keys(best) == ["take", "the", "yellow", "cube"]
    assert [(form.place, form.width) for form in best.forms] == [(0, 1), (1, 1), (2, 2), (4, 1)]
    assert best.notes == ("'yel low' read as 'yellow'",)


def test_misspelt_words_written_as_one() -> None:
    best = wordings("takethe redd cubeon it")[0]
    assert keys(best)[:6] == ["take", "the", "red", "cube", "on", keys(best)[5]]


def test_an_unknown_word() -> None:
    (only,) = wordings("take the zorgle cube")
    assert keys(only) == ["take", "the", UNKNOWN, "cube"]
    assert only.forms[2].word == "zorgle"
    assert only.notes == ("'zorgle' is not known",)


def test_a_word_of_the_vocabulary_is_read_like_the_learnt_word_for_the_same() -> None:
    (only,) = wordings("take the crimson brick")
    assert keys(only) == ["take", "the", "red", "cube"]
    assert [form.word for form in only.forms] == ["take", "the", "crimson", "brick"]
    assert only.notes == ()


def test_a_meaning_that_was_never_seen_is_read_like_others_of_its_kind() -> None:
    form = wordings("take the magenta cube")[0].forms[2]
    assert (form.key, form.kind) == ("red", "color")
    assert form.other == (WordMeaning("color", "magenta"),)


def test_words_that_mean_nothing() -> None:
    form = wordings("please take it")[0].forms[0]
    assert (form.key, form.kind) == (NOTHING, "x")


def test_signs_and_numbers_are_never_corrected() -> None:
    for word, key in (("17", UNKNOWN), ("%", NOTHING), ("§§", NOTHING)):
        (only,) = wordings(f"take {word}")
        assert keys(only) == ["take", key]


def test_masked_words_are_taken_as_if_they_had_not_been_learnt() -> None:
    assert FORMS.form("blue", 0).key == "blue"
    masked = FORMS.form("cube", 3, masked=True)
    assert masked.key != "cube"
    assert masked.place == 3
    assert WordForms(COUNTS, KINDS, RobotVocabulary()).form("blue", 0, masked=True).key == UNKNOWN


def test_ways_are_few_and_in_order() -> None:
    found = wordings("tkae teh yelllow cbue on teh rde prsim")
    assert 1 < len(found) <= 4
    chances = [one.log_chance for one in found]
    assert chances == sorted(chances, reverse=True)
    assert sum(map(math.exp, chances)) <= 1 + 1e-9
    assert UNKNOWN not in keys(found[0])


def heard(text: str) -> list[str]:
    return [word.text for word in Wordings(FORMS, WordSequences({})).heard(command_words(text)).words]


def test_words_are_heard_as_the_known_ones() -> None:
    assert heard("take teh crimson cube") == ["take", "the", "red", "cube"]
    assert heard("take the redcube") == ["take", "the", "red cube"]
    assert heard("take the yel low cube") == ["take", "the", "yellow", "", "cube"]
    assert heard("take the zorgle cube") == ["take", "the", "zorgle", "cube"]


def test_it_is_told_how_much_was_mended() -> None:
    wordings = Wordings(FORMS, WordSequences({}))
    plain, mended = (
        wordings.heard(command_words(text))
        for text in ("take the cube", "take teh cube on the yel low prism")
    )
    assert (plain.mended, plain.unsure) == (0, 0.0)
    assert mended.mended == 2
    assert mended.unsure >= 0


def test_phrases_without_a_meaning_are_passed_over() -> None:
    best = wordings("take the cube right now")[0]
    assert keys(best) == ["take", "the", "cube", NOTHING, NOTHING]
    assert best.notes == ()
