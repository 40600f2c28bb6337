"""The sound of English word ends, from phones as the CMU Pronouncing Dictionary writes them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from likewise.freestyle.rhyme.sounds.ending import Ending
from likewise.freestyle.rhyme.sounds.sound_table import shipped_sounds

__all__ = ["WEAK_WORDS", "ending_of_phones", "english_endings", "modern_spellings"]

_CLASSES = {
    **dict.fromkeys(["P", "B", "T", "D", "K", "G"], "stop"),
    **dict.fromkeys(["F", "V", "TH", "DH"], "fricative"),
    **dict.fromkeys(["S", "Z", "SH", "ZH", "CH", "JH"], "sibilant"),
    **dict.fromkeys(["M", "N", "NG"], "nasal"),
}
_WEAK = """a an and at em her him huh in it me my of on or so that the them then this to too uh up us with ya
you your"""
WEAK_WORDS = frozenset(_WEAK.split())
"""Words that carry no stress at the end of a line if the word before them rhymes."""
_CONTRACTED = {
    "o'er": "ore",
    "ne'er": "nair",
    "e'er": "air",
    "whate'er": "air",
    "where'er": "air",
    "howe'er": "air",
    "whene'er": "air",
    "i'th": "with",
}


def ending_of_phones(phones: Sequence[str]) -> Ending | None:
    """The end of a word from its phones; None without a vowel. A perfect rhyme begins at stress 1 or 2."""
    vowels = [place for place, phone in enumerate(phones) if phone[-1].isdigit()]
    if not vowels:
        return None
    stressed = [place for place in vowels if phones[place][-1] in "12"] or vowels[-1:]
    bare = [phone.rstrip("012") for phone in phones]
    last = vowels[-1]
    coda = bare[last + 1 :]
    return Ending(
        " ".join(bare[stressed[-1] :]),
        " ".join(bare[last:]),
        bare[last],
        " ".join(coda),
        bare[vowels[-2]] if len(vowels) > 1 else "",
        bare[last - 1] if last and last - 1 not in vowels else "",
        " ".join(_CLASSES.get(phone, phone) for phone in coda),
    )


@lru_cache(maxsize=65536)
def english_endings(word: str) -> tuple[Ending, ...]:
    """The ways to say the end of a word by the table of the package; unknown words are guessed."""
    table = shipped_sounds()
    spelling = next((one for one in modern_spellings(word) if table.knows(one)), "")
    if not spelling:
        *_, spelling = modern_spellings(word)
    endings = (ending_of_phones(phones) for phones in table.readings(spelling))
    return tuple(dict.fromkeys(ending for ending in endings if ending is not None))


def modern_spellings(word: str) -> Iterator[str]:
    """Spellings under which a dictionary may have a word, the word itself first, the best guess last.

    Verse contracts (crown'd, heav'n, o'er) and is old (vaine, loue, ioy); of a compound the last part counts.
    """
    yield word
    word = _CONTRACTED.get(word, word)
    word = re.sub("'d$", "ed", word)
    word = re.sub("'n$", "en", re.sub("'st$", "est", word))
    yield word
    if "-" in word.strip("-"):
        word = word.strip("-").rpartition("-")[2]
        yield word
    if re.search("[a-z]in$", word):
        yield f"{word}g"
    yield re.sub("(?<=[aeio])u(?=e)", "v", word)
    yield word.removesuffix("e")
    yield re.sub("^i(?=[aeou])", "j", word)
    yield re.sub("ie(?=s?$)", "y", word)
    yield re.sub("(?<=[a-z])y(?=[mnrt]de?$|[dlmnrt]e?$)", "i", word)
    yield word
