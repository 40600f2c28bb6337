"""Partners of end words: own ones, and borrowed ones for words that never ended a line."""

from __future__ import annotations

from likewise.freestyle.rhyme_partners import RhymePartners

LEARNT = {
    "night": [("light", 0.5), ("right", 0.3)],
    "light": [("night", 0.6)],
    "right": [("night", 0.4), ("elsewhere", 0.2)],
    "day": [("way", 0.7)],
    "way": [("day", 0.7)],
}
PARTNERS = RhymePartners.of(LEARNT, lambda word, k: LEARNT[word][:k])


def test_partners_are_those_among_the_words() -> None:
    assert list(PARTNERS.partners_of("night")) == ["light", "right"]
    assert list(PARTNERS.partners_of("right")) == ["night"]
    assert PARTNERS.strength("night", "light") == 0.5
    assert PARTNERS.strength("light", "right") == 0.0


def test_whether_words_rhyme() -> None:
    assert PARTNERS.rhyme("night", "right") is True
    assert PARTNERS.rhyme("right", "night") is True  # one direction is enough
    assert PARTNERS.rhyme("night", "day") is False
    assert PARTNERS.rhyme("night", "night") is False
    assert PARTNERS.rhyme("night", "unheard") is None


def test_an_unknown_word_borrows_by_its_last_letters() -> None:
    borrowed = PARTNERS.partners_of("tonight")
    assert list(borrowed)[:2] == ["light", "right"]
    assert "night" in borrowed
    assert max(borrowed, key=borrowed.__getitem__) == "light"
    assert PARTNERS.partners_of("zoo") == {}
    assert RhymePartners.none().partners_of("night") == {}
