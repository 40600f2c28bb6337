"""Songs in three parts: to learn from, to judge fluency by, and to take challenges from."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from likewise.errors import InputError
from likewise.freestyle import Verse, line_words

__all__ = ["SongSplit", "split_songs"]

_WORDS = range(4, 13)
"""Words of a line that may become a challenge."""


@dataclass(frozen=True)
class SongSplit:
    """Verses to learn from, those of other songs (for a language model that no system knows), challenges."""

    training: tuple[Verse, ...]
    other: tuple[Verse, ...]
    challenges: tuple[str, ...]


def split_songs(verses: Sequence[Verse], challenges: int, *, seed: int) -> SongSplit:
    """Split by songs, so that no line of a challenge's song is learnt from: a tenth each is held back."""
    songs = sorted({verse.song for verse in verses})
    if len(songs) < 3:
        raise InputError(
            f"holds {len(songs)} songs, expected at least 3: to learn from, to judge and to ask by"
        )
    rng = random.Random(seed)
    rng.shuffle(songs)
    part = max(1, len(songs) // 10)
    asked, heard = set(songs[:part]), set(songs[part : 2 * part])
    known = {tuple(line_words(line)) for verse in verses if verse.song not in asked for line in verse.lines}
    lines = [line for verse in verses if verse.song in asked for line in verse.lines]
    split = ((line, line_words(line)) for line in lines)
    fit = dict.fromkeys(line for line, words in split if _fits(words) and tuple(words) not in known)
    if len(fit) < challenges:
        why = "of 4 to 12 words, not said twice, in the songs held back and in no other song"
        raise InputError(f"holds only {len(fit)} lines fit to be challenges ({why}), expected {challenges}")
    return SongSplit(
        tuple(verse for verse in verses if verse.song not in asked | heard),
        tuple(verse for verse in verses if verse.song in heard),
        tuple(rng.sample(list(fit), challenges)),
    )


def _fits(words: Sequence[str]) -> bool:
    return len(words) in _WORDS and len({*words}) > len(words) // 2
