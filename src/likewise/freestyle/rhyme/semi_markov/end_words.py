"""The end words of verses as arrays: one id a line, bounds of verses, and the song that each verse is of."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from likewise.freestyle.verse import Verse, end_word, pieces_at_commas
from likewise.text import Ints

__all__ = ["NO_SONG", "NO_WORD", "UNKNOWN", "EndWords", "rhyme_word", "song_key"]

NO_WORD = -1
"""The id of a line without a word: it rhymes with nothing."""
UNKNOWN = -2
"""The first id of words that were not learnt; further ones have -3, -4 .., so that they can be repeated."""
NO_SONG = -1
PART_LINES = 200
"""Lines of a part: more than most songs have."""
_PART_BITS = 20


@dataclass(frozen=True)
class EndWords:
    """Verse v has the lines `bounds[v]:bounds[v + 1]` of `ids`."""

    ids: Ints
    bounds: Ints
    songs: Ints
    """The number of the song of each verse; songs that were learnt from have the number they had then."""
    parts: Ints
    """The part of a learnt song that each line is in, `NO_SONG` where the song was not learnt from.

    Long songs, and text without songs or verses, have several parts: what one says counts for the others.
    """

    @classmethod
    def of(
        cls,
        verses: Sequence[Verse],
        places: Mapping[str, int],
        songs: Mapping[int, int],
        *,
        commas: bool = False,
    ) -> EndWords:
        """The end words of verses, in the ids of `places` and the numbers of `songs` (by `song_key`)."""
        new_words: dict[str, int] = {}
        new_songs: dict[int, int] = {}
        ids: list[int] = []
        parts: list[int] = []
        sizes, numbers, lengths = [0], [], Counter[int]()
        for verse in verses:
            ends = _ends(verse.lines, commas)
            ids += [_word_id(word, places, new_words) for word in ends]
            sizes.append(len(ends))
            key = song_key(verse)
            first = lengths[key]
            lengths[key] += len(ends)
            parts += _parts(songs.get(key, NO_SONG), first, len(ends))
            numbers.append(new_songs.setdefault(key, len(new_songs)))
        return cls(
            np.array(ids, np.int64), np.cumsum(sizes), np.array(numbers, np.int64), np.array(parts, np.int64)
        )


def _parts(song: int, first: int, count: int) -> list[int]:
    if song == NO_SONG:
        return [NO_SONG] * count
    return [(song << _PART_BITS) + line // PART_LINES for line in range(first, first + count)]


def _ends(lines: Sequence[str], commas: bool) -> list[str]:
    return [rhyme_word(end_word(line)) for line in (pieces_at_commas(lines)[0] if commas else lines)]


def _word_id(word: str, places: Mapping[str, int], new_words: dict[str, int]) -> int:
    if not word:
        return NO_WORD
    place = places.get(word)
    return UNKNOWN - new_words.setdefault(word, len(new_words)) if place is None else place


def vocabulary(verses: Iterable[Verse], *, commas: bool = False) -> dict[str, int]:
    """The end words of verses, numbered as they come."""
    places: dict[str, int] = {}
    for verse in verses:
        for word in _ends(verse.lines, commas):
            if word:
                places.setdefault(word, len(places))
    return places


def rhyme_word(word: str) -> str:
    """The part of a word that bears its rhyme, without what is joined to its front (l'amour, star-light)."""
    word = word.rpartition("-")[2]
    front, apostrophe, rest = word.partition("'")
    joined = apostrophe and len(rest) > 1 and (front == "qu" or (len(front) == 1 and front not in "aeiou"))
    return rest if joined else word


def song_key(verse: Verse) -> int:
    """A number for the song of a verse, or for the verse itself where it is of no song."""
    text = verse.song or "\n".join(verse.lines)
    return int.from_bytes(hashlib.blake2b(text.encode("utf-8"), digest_size=7).digest(), "big")
