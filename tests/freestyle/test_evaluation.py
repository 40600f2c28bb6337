"""Automatic figures: rhymes by sound, copies, stutter, perplexity, and the random baseline."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import pytest

from likewise.errors import InputError
from likewise.freestyle import (
    FreestyleEvaluation,
    Freestyler,
    end_sounds,
    evaluate_freestyle,
    evaluate_responses,
)
from likewise.freestyle.rhyme.pronunciations import Pronunciations
from likewise.freestyle.rhyme.sounds.ending import Ending

Learn = Callable[..., Freestyler]
PHONES = {
    "do": [["D", "UW1"]],
    "you": [["Y", "UW1"]],
    "yesterday": [["Y", "EH1", "S", "T", "ER0", "D", "EY2"]],
    "day": [["D", "EY1"]],
    "say": [["S", "EY1"]],
    "rain": [["R", "EY1", "N"]],
    "night": [["N", "AY1", "T"]],
}
SOUNDS = Pronunciations(PHONES).endings


def test_end_rhymes_of_the_paper() -> None:
    """Wu et al. (2013), Table 3: do/you and yesterday/day rhyme, care/there by their vowel."""
    relation = Pronunciations(PHONES).relation
    assert relation("do", "you") == "perfect"
    assert relation("yesterday", "day") == "perfect"
    assert relation("day", "rain") == "vowel"


def test_french_lines_of_the_paper_rhyme_by_the_ending_rule() -> None:
    """Wu et al. (2013), Table 5: end words of challenges and responses."""
    endings, named = end_sounds("fr")
    assert "French" in named

    def vowels(word: str) -> set[str]:
        return {ending.vowel for ending in endings(word)}

    for one, other in (("trompe", "raconte"), ("livre", "vivre"), ("souffrance", "décadence")):
        assert vowels(one) & vowels(other), (one, other)
    assert not vowels("peuple") & vowels("est")
    perfect = [{e.full_sound for e in endings(word)} for word in ("livre", "vivre", "trompe")]
    assert perfect[0] & perfect[1]
    assert not perfect[0] & perfect[2]


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_other_scripts_are_unknown_where_spelling_is_read(lang: str) -> None:
    endings, _ = end_sounds(lang)
    assert not any(map(endings, ("любовь", "кровь", "光", "霜", "قلب", "🎤", "")))
    assert all(map(endings, ("night", "l'été", "décadence", "ô")))
    letters, _ = end_sounds("ru")
    assert letters("любовь")


def test_no_rhyme_is_judged_where_no_word_is_known(learn: Learn) -> None:
    endings, named = end_sounds("en")
    pairs = [("моя любовь", "твоя кровь"), ("床前明月光", "疑是地上霜")]
    result = evaluate_responses(pairs, learn(model="phrase"), endings=endings, pronunciations=named)
    assert (result.oov, result.judged) == (100.0, 0)
    assert math.isnan(result.perfect_rhyme)


def test_shares_and_what_they_are_of(learn: Learn) -> None:
    pairs = [
        ("what would i do", "just me and you"),  # perfect
        ("into the day", "out in the rain"),  # vowel
        ("all the night", "some of the day"),  # none
        ("all the day", "every day"),  # identical
        ("all the day", "every unheard"),  # unknown
        ("we all want to say what we do", "all want to say what day"),  # copied from the challenge
        ("all the night", "go go to the rain"),  # stutter
    ]
    result = evaluate_responses(pairs, learn(model="phrase"), endings=SOUNDS, pronunciations="ours")
    assert result.n == 7
    assert result.judged == result.as_dict()["judged"] == 5
    assert result.perfect_rhyme == pytest.approx(100 * 1 / 5)
    assert result.vowel_rhyme == pytest.approx(100 * 2 / 5)
    assert result.identical == result.oov == pytest.approx(100 / 7)
    assert result.copied_from_challenge == result.stutter == pytest.approx(100 / 7)
    assert result.copied_from_training == 0.0
    assert result.perplexity > 1.0
    low, high = result.intervals["vowel_rhyme"]
    assert low < result.vowel_rhyme < high
    assert 0.0 <= result.random["vowel_rhyme"] <= 100.0
    assert result.as_dict()["pronunciations"] == "ours"
    older = {name: value for name, value in result.as_dict().items() if name != "judged"}
    assert FreestyleEvaluation(**older).judged is None


def test_a_copy_of_a_training_line_is_counted(learn: Learn) -> None:
    model = learn(model="phrase")
    line = model.corpus.text(0)
    result = evaluate_responses([("all the night", line)], model, endings=SOUNDS, pronunciations="ours")
    assert result.copied_from_training == 100.0
    assert result.copied_from_challenge == 0.0
    assert math.isnan(result.random["vowel_rhyme"])


def test_a_model_is_measured(learn: Learn) -> None:
    challenges = ["we ran together to the night", "", "he wrote a letter on the day"]

    def letters(word: str) -> Sequence[Ending]:
        return [Ending(word[-3:], word[-2:], word[-2:], "", "", "", "")]

    result = evaluate_freestyle(learn(model="istg"), challenges, endings=letters, pronunciations="letters")
    assert (result.n, result.unanswered) == (2, 0)
    assert result.identical == 0.0
    assert result.per_second is not None
    with pytest.raises(InputError, match="holds no challenge"):
        evaluate_freestyle(learn(model="istg"), ["", "..."], endings=letters, pronunciations="letters")
