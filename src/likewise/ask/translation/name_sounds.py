"""Names by their sound: what words of the collection an English name may be, as they are read aloud.

No dictionary has all names, but most are written as they sound: Tesla is te-si-la (特斯拉) or te-su-ra
(テスラ). Both sides become plain sounds, and an edit distance says how near they are; vowels that a syllable
needs to be written at all cost little, and so do sounds that the other language has not (l and r, v and w).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache

import numpy as np
import numpy.typing as npt

from likewise.ask.question import Keyword
from likewise.ask.translated import TranslationCandidate
from likewise.ask.translation.candidate_source import found_candidates
from likewise.ask.translation.chinese_script import to_simplified
from likewise.ask.translation.kana import romaji_of_kana
from likewise.data import path as data_path
from likewise.io import read_table

__all__ = ["SoundedNames", "english_sounds", "name_distance", "word_sounds"]

_LETTERS = (
    ("tch", "C"), ("sch", "S"), ("sh", "S"), ("ch", "C"), ("ph", "f"), ("th", "T"),
    ("gh(?=[^aeiou]|$)", ""), ("ck", "k"), ("^kn", "n"), ("^wr", "r"), ("mb$", "m"), ("qu", "kw"),
    ("q", "k"), ("x", "ks"), ("(?<=.)tion", "Son"), ("c(?=[eiy])", "s"), ("c", "k"), ("g(?=[eiy])", "j"),
    ("y(?=[aeiou])", "Y"), ("y", "i"), (r"([a-z])\1", r"\1"), ("(?<=[^aeiou])e$", ""), ("ou", "u"),
    ("ee|ea", "i"), ("oo", "u"), ("au|aw", "o"),
)  # fmt: skip
"""Letters of English to sounds; C is as in chin, S as in shin, T as in thin, Y as in yes."""
_PINYIN = (
    ("zh", "j"), ("ch", "C"), ("sh", "S"), ("x", "S"), ("q", "C"), ("z", "z"), ("c", "s"), ("ng$", "n"),
    ("^y(?=[aeou])", "Y"), ("^yi", "i"), ("^y", "i"), ("^wu", "u"),
    ("uo", "o"), ("ao", "o"), ("ei", "e"), ("ia", "ia"), ("er$", "r"),
)  # fmt: skip
_ROMAJI = (("sh", "S"), ("ch", "C"), ("ts", "t"), ("y", "Y"), (r"([a-z])\1", r"\1"))
_SOUNDS = "aeioubpdtTkgszSCjlrmnfvwhY"
_VOWELS = "aeiou"
_NEAR = {
    "bp": 0.4, "dt": 0.4, "kg": 0.4, "sz": 0.3, "sS": 0.3, "SC": 0.4, "Cj": 0.4, "zj": 0.4, "lr": 0.1,
    "mn": 0.5, "fv": 0.4, "vw": 0.3, "vb": 0.3, "fh": 0.5, "Ts": 0.2, "Tt": 0.2, "Td": 0.4, "TS": 0.4,
    "wh": 0.5, "kh": 0.6, "zS": 0.5, "zC": 0.5, "sC": 0.5, "jY": 0.5, "jg": 0.5, "tC": 0.5, "dj": 0.5,
    "wu": 0.2, "iY": 0.2, "jS": 0.5, "wo": 0.3, "fw": 0.5, "Ck": 0.6, "zT": 0.4, "vu": 0.5,
}  # fmt: skip
_LEFT_OUT = {"r": 0.5, "l": 0.5, "h": 0.4, "w": 0.5, "Y": 0.4, "g": 0.8, "n": 0.8}
"""What it costs that a sound has nothing on the other side; other consonants cost 1."""
_ADDED_VOWEL, _LOST_VOWEL, _OTHER_VOWEL = 0.15, 0.25, 0.2
_LONGEST = 24
_SHORTEST = 4
"""Letters that a name must have: shorter ones sound like too many words."""
_DOTS = re.compile(r"[·・•‧=＝゠]")
_KATAKANA = re.compile(r"[ァ-ヺー]{2,}")

Floats = npt.NDArray[np.float32]


@lru_cache(maxsize=8192)
def english_sounds(name: str) -> str:
    """The sounds of an English name by its spelling, roughly."""
    folded = unicodedata.normalize("NFKD", name).lower()
    sounds = re.sub(r"[^a-z]", "", folded)
    for letters, sound in _LETTERS:
        sounds = re.sub(letters, sound, sounds)
    return sounds


def word_sounds(word: str, lang: str) -> str:
    """The sounds of a word that may be a foreign name; "" where it is written otherwise."""
    word = _DOTS.sub("", word)
    if lang == "ja":
        return _rewritten(romaji_of_kana(word), _ROMAJI) if _KATAKANA.fullmatch(word) else ""
    table = _name_characters()
    syllables = [table.get(sign) for sign in to_simplified(word)]
    return "".join(one for one in syllables if one) if len(word) > 1 and all(syllables) else ""


def _rewritten(text: str, rules: Sequence[tuple[str, str]]) -> str:
    for letters, sound in rules:
        text = re.sub(letters, sound, text)
    return re.sub(r"[^A-Za-z]", "", text)


@cache
def _name_characters() -> dict[str, str]:
    rows = read_table(data_path("ask/name_characters.tsv"), delimiter="\t")
    table: dict[str, str] = {}
    for _, row in rows:
        for sign in row["characters"]:
            table.setdefault(sign, _rewritten(row["pinyin"], _PINYIN))
    return table


def name_distance(english: str, word: str, lang: str) -> float:
    """How far a word sounds from an English name, from 0; 1 is as far as a name that is not there at all."""
    sounds = word_sounds(word, lang)
    return float(_distances(english_sounds(english), _as_numbers([sounds]))[0]) if sounds else 1.0


class SoundedNames:
    """Words of a collection that sound like a name, up to a distance of `farthest`."""

    name = "sounds"

    def __init__(self, words: Iterable[str], lang: str, *, nearest: int = 4, farthest: float = 0.36) -> None:
        self.lang, self.nearest, self.farthest = lang[:2], nearest, farthest
        sounds: dict[str, str] = {}
        for word in words:
            for text in (word, *_DOTS.split(word)):
                if len(text) > 1 and text not in sounds and (own := word_sounds(text, self.lang)):
                    sounds[text] = own
        self.words = list(sounds)
        self._sounds = _as_numbers(list(sounds.values()))
        self._near = lru_cache(maxsize=5000)(self._search)

    def candidates(self, keyword: Keyword) -> list[TranslationCandidate]:
        """The words that sound nearest, of the whole name and of its parts, the nearest first."""
        parts = re.findall(r"[^\W\d_]+", keyword.text)
        names = [part for part in parts if part[0].isupper() and not (part.isupper() and len(part) < 6)]
        if keyword.kind == "number" or not names:
            return []
        found = (
            [(text, 0.8 * near, "") for text, near in self._near("".join(names))] if names == parts else []
        )
        if len(names) > 1:
            found += [(text, 0.4 * near, "") for name in names for text, near in self._near(name)]
        return found_candidates(found, self.name, most=10)

    def _search(self, name: str) -> tuple[tuple[str, float], ...]:
        if len(name) < _SHORTEST or not self.words:
            return ()
        far = _distances(english_sounds(name), self._sounds)
        order = np.argsort(far, kind="stable")[: self.nearest]
        return tuple(
            (self.words[n], 1.0 - float(far[n]) / self.farthest) for n in order if far[n] < self.farthest
        )


def _as_numbers(texts: Sequence[str]) -> npt.NDArray[np.int8]:
    """Sounds as numbers, a row a word, filled up with -1."""
    numbers = np.full((len(texts), _LONGEST), -1, np.int8)
    for row, text in zip(numbers, texts, strict=True):
        own = [_SOUNDS.index(sound) for sound in text[:_LONGEST] if sound in _SOUNDS]
        row[: len(own)] = own
    return numbers


@cache
def _costs() -> tuple[Floats, Floats, Floats]:
    """What it costs to hear one sound as another, to add one, and to lose one."""
    size = len(_SOUNDS)
    other = np.ones((size, size), np.float32)
    vowels = [n for n, sound in enumerate(_SOUNDS) if sound in _VOWELS]
    other[np.ix_(vowels, vowels)] = _OTHER_VOWEL
    for pair, cost in _NEAR.items():
        one, two = (_SOUNDS.index(sound) for sound in pair)
        other[one, two] = other[two, one] = cost
    np.fill_diagonal(other, 0.0)
    added = np.array([_LEFT_OUT.get(sound, 1.0) for sound in _SOUNDS], np.float32)
    lost = added.copy()
    added[vowels], lost[vowels] = _ADDED_VOWEL, _LOST_VOWEL
    return other, added, lost


def _distances(name: str, words: npt.NDArray[np.int8]) -> Floats:
    """The edit distance of a name to each word, over that of leaving all of the name out."""
    other, added, lost = _costs()
    ids = [_SOUNDS.index(sound) for sound in name if sound in _SOUNDS]
    if not ids:
        return np.ones(len(words), np.float32)
    there = words >= 0
    adding = np.where(there, added[words], 0.0).astype(np.float32)
    row = np.concatenate([np.zeros((len(words), 1), np.float32), np.cumsum(adding, axis=1)], axis=1)
    for one in ids:
        change = other[one][words]
        following = np.empty_like(row)
        following[:, 0] = row[:, 0] + lost[one]
        for place in range(words.shape[1]):
            following[:, place + 1] = np.minimum(
                np.minimum(row[:, place] + change[:, place], row[:, place + 1] + lost[one]),
                following[:, place] + adding[:, place],
            )
        row = following
    ends = there.sum(axis=1)
    # Long words and long names may differ in more.
    whole = np.maximum(float(sum(lost[one] for one in ids)), np.where(there, added[words], 0.0).sum(axis=1))
    distances: Floats = (row[np.arange(len(words)), ends] / whole).astype(np.float32)
    return distances
