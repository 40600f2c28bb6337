"""The sound of a word's end, as the rhyme detector compares it."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Ending"]


class Ending(NamedTuple):
    """One way to say the end of a word; the fields are names of sounds, compared for equality only."""

    full_sound: str
    """What a perfect rhyme shares: from the last stressed vowel on; in French also gender and a silent s."""
    rime: str
    """The last vowel and what follows."""
    vowel: str
    coda: str
    """The consonants after the last vowel; empty if there are none."""
    vowel_before: str
    """The vowel before the last one; empty if there is none."""
    onset: str
    """The consonant before the last vowel."""
    coda_class: str
    """The kinds of the consonants of the coda: stops, fricatives, nasals, .."""
