"""Opposites, verbs that tell an event from the other side, and verbs whose two sides may change places."""

from __future__ import annotations

from collections import defaultdict
from functools import cache, lru_cache

from likewise.metrics.meaning.word_forms import affixed_opposite, lines_of, stripped
from likewise.text import wordnet_antonyms

__all__ = ["are_converse", "are_opposites", "is_symmetric"]


@cache
def _antonyms() -> dict[str, frozenset[str]]:
    table: dict[str, set[str]] = defaultdict(set)
    for line in lines_of("antonyms.txt"):
        word, *opposites = line.split()
        for other in opposites:
            table[word].add(other)
            table[other].add(word)
    return {word: frozenset(others) for word, others in table.items()}


@cache
def _converse() -> tuple[frozenset[tuple[str, str]], frozenset[str]]:
    pairs: set[tuple[str, str]] = set()
    symmetric: set[str] = set()
    for line in lines_of("converse_verbs.txt"):
        if line.startswith("symmetric"):
            symmetric.update(line.split()[1:])
        else:
            one, other = line.split()
            pairs |= {(one, other), (other, one)}
    return frozenset(pairs), frozenset(symmetric)


@lru_cache(maxsize=1 << 16)
def are_opposites(one: str, other: str) -> bool:
    """Whether two words in small letters cannot both be true of a thing: by list, by a WordNet where one is
    installed, or by their beginnings."""
    table = _antonyms()
    theirs = set(stripped(other))
    if any(not theirs.isdisjoint(table.get(form, ())) for form in stripped(one)):
        return True
    if any(not theirs.isdisjoint(wordnet_antonyms(form)) for form in stripped(one)):
        return True
    return affixed_opposite(one, other)


@lru_cache(maxsize=1 << 14)
def are_converse(one: str, other: str) -> bool:
    """Whether two verbs tell the same from the two sides: buy and sell."""
    pairs = _converse()[0]
    return any((x, y) in pairs for x in stripped(one) for y in stripped(other))


@lru_cache(maxsize=1 << 14)
def is_symmetric(word: str) -> bool:
    """Whether the two sides of a verb may change places: to meet, to marry."""
    return not _converse()[1].isdisjoint(stripped(word))
