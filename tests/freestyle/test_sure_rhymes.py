"""Sure rhymes: words whose partners agree, even if they were never seen together."""

from __future__ import annotations

import math

import pytest

from likewise.freestyle.rhyme_ends import likely_ends, sure_ends, wished_end, wished_words
from likewise.freestyle.rhyme_partners import RhymePartners
from likewise.freestyle.sure_rhymes import SureRhymes

PARTNERS = {
    "night": {"light": 0.4, "kite": 0.4, "dog": 0.2},
    "light": {"night": 0.5, "kite": 0.5},
    "kite": {"light": 0.5, "night": 0.5},
    "height": {"light": 0.5, "kite": 0.5},
    "dog": {"log": 0.7, "night": 0.3},
    "log": {"dog": 1.0},
    "good-night": {"light": 0.5, "kite": 0.5},
}


@pytest.fixture(scope="module")
def surely() -> SureRhymes:
    return SureRhymes(RhymePartners.of(PARTNERS, lambda word, k: list(PARTNERS[word].items())[:k]))


def test_agreement_by_hand(surely: SureRhymes) -> None:
    """night: light, kite and itself 0.4, dog 0.2 of 1.4; dog: log and itself 0.7, night 0.3 of 1.7."""
    common = math.sqrt(0.4 * 0.3) + math.sqrt(0.2 * 0.7)
    agreement = common / math.sqrt(1.4 * 1.7) * 2 / (2 + 2)  # two in common: half of it counts
    assert surely.of("night", 0.0)["dog"] == pytest.approx(agreement, abs=1e-6)


def test_a_class_is_surer_than_a_strong_partner_by_chance(surely: SureRhymes) -> None:
    rhymes = surely.of("night", 0.4)
    assert next(iter(rhymes)) == "light"
    assert {"light", "kite"} <= set(rhymes)
    assert "dog" not in rhymes
    assert list(rhymes.values()) == sorted(rhymes.values(), reverse=True)


def test_words_never_seen_together_rhyme_by_their_partners(surely: SureRhymes) -> None:
    assert "height" not in PARTNERS["night"]
    assert "height" in surely.of("night", 0.4)


def test_neither_the_word_itself_nor_behind_a_hyphen(surely: SureRhymes) -> None:
    assert not {"night", "good-night"} & set(surely.of("night", 0.0))


def test_unknown_words_borrow_or_have_none(surely: SureRhymes) -> None:
    assert surely.of("xyz", 0.0) == {}
    assert "light" in surely.of("fright", 0.3)
    assert SureRhymes(RhymePartners.none()).of("night", 0.0) == {}


def test_ends_of_a_search() -> None:
    sure = sure_ends("night", {"light": 0.6, "kite": 0.2, "shite": 0.2}, {"shite"}, 1.0, 0.5)
    assert sure.only
    assert set(sure.bonus) == {"light", "kite"}
    assert [rule.probability for rule in sure.rules] == pytest.approx([0.375, 0.125])
    likely = likely_ends("night", {"light": 0.1, "dog": 1e-5}, (), 2.0, 0.5, other=True)
    assert not likely.only
    assert likely.bonus["light"] == pytest.approx(2.0 * math.log(1000))
    assert likely.bonus["night"] < 0.0
    assert "dog" not in likely.bonus
    assert likely_ends("night", {"light": 0.1}, (), 0.0, 0.5, other=False).bonus == {}
    assert wished_end("night", "sea", 0.5).bonus == {"sea": 0.0}


def test_wished_words_come_between_or_instead() -> None:
    rules = wished_words(["the", "old", "the"], {"sea"})
    assert [(rule.source, rule.target) for rule in rules] == [
        ((), ("sea",)), (("the",), ("sea",)), (("old",), ("sea",)),
    ]  # fmt: skip
