"""Names in kana: romaji by syllables with the long vowels that English leaves out, English names by spelling.

Mitamura et al. (2006, section 5.2): Yusuke may be ゆすけ or ゆうすけ, and all forms are candidates. Other
names become katakana by rules of thumb for their letters.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from itertools import product

from likewise.ask.question import Keyword
from likewise.ask.translated import TranslationCandidate
from likewise.data import path as data_path
from likewise.io import read_table

__all__ = ["Kana", "hiragana", "katakana", "katakana_of_english", "kana_of_romaji", "romaji_of_kana"]

_MOST = 8
"""Forms of one name."""
_MACRONS = str.maketrans({"ā": "aa", "ī": "ii", "ū": "uu", "ē": "ee", "ō": "ou"})
_LENGTHENED = re.compile(r".*(?:o|yu|[sc]hu|ju)$")
_SPELLINGS = (
    ("tion", "shon"), ("sch", "shu"), ("tch", "cchi"), ("ck", "kk"), ("ph", "f"), ("qu", "ku"),
    ("x", "kkusu"), ("th", "s"), ("wh", "w"), ("igh", "ai"), ("ce", "se"), ("ci", "si"), ("cy", "si"),
    ("c", "k"), ("ee", "i-"), ("ea", "i-"), ("oo", "u-"), ("ou", "au"), ("ow", "ou"), ("ay", "ei"),
    ("ey", "i-"), ("ai", "ai"), ("q", "k"),
)  # fmt: skip


def hiragana(text: str) -> str:
    """Katakana as hiragana; the mark of a long vowel stays."""
    return "".join(chr(ord(c) - 0x60) if "ァ" <= c <= "ヶ" else c for c in text)


def katakana(text: str) -> str:
    """Hiragana as katakana."""
    return "".join(chr(ord(c) + 0x60) if "ぁ" <= c <= "ゖ" else c for c in text)


@lru_cache(maxsize=4096)
def kana_of_romaji(name: str) -> tuple[str, ...]:
    """Hiragana forms of a name in romaji, the shortest first; none where it is no romaji.

    Each o, and u after y, sh, ch or j, may be long though it is not written so.
    """
    syllables = _syllables(unicodedata.normalize("NFC", name).lower().translate(_MACRONS))
    if not syllables:
        return ()
    choices: list[tuple[str, ...]] = []
    for place, (romaji, kana) in enumerate(syllables):
        following = syllables[place + 1][0] if place + 1 < len(syllables) else ""
        before = syllables[place - 1][0] if place else ""
        is_long = following in ("u", "o") or (romaji in ("u", "o") and before[-1:] == "o")
        choices.append((kana, kana + "う") if _LENGTHENED.match(romaji) and not is_long else (kana,))
    forms = sorted(product(*choices), key=lambda parts: sum(map(len, parts)))
    return tuple(dict.fromkeys("".join(parts) for parts in forms[:_MOST]))


def romaji_of_kana(text: str) -> str:
    """Kana in Latin letters, after Hepburn; other signs stay as they are."""
    table, out, at = _romaji(), [], 0
    kana = hiragana(text)
    while at < len(kana):
        if kana[at] == "っ" and at + 1 < len(kana):
            following = table.get(kana[at + 1 : at + 3]) or table.get(kana[at + 1]) or ""
            out.append("t" if following.startswith("ch") else following[:1])
            at += 1
        elif kana[at] == "ー":
            out.append(out[-1][-1:] if out and out[-1] else "")
            at += 1
        else:
            size = 2 if kana[at : at + 2] in table else 1
            out.append(table.get(kana[at : at + size], kana[at]))
            at += size
    return "".join(out)


@lru_cache(maxsize=4096)
def katakana_of_english(name: str) -> tuple[str, ...]:
    """Katakana forms of an English name by its spelling: a guess, the likelier form first."""
    folded = unicodedata.normalize("NFKD", name).lower()
    word = re.sub(r"[^a-z]", "", folded)
    if not word:
        return ()
    forms = dict.fromkeys(_spelt(respelt) for respelt in _respelt(word))
    return tuple(form for form in forms if form)


class Kana:
    """Names in kana, part by part: hiragana and katakana of romaji, katakana of what is no romaji."""

    name = "kana"

    def candidates(self, keyword: Keyword) -> list[TranslationCandidate]:
        """Forms of a name; only what begins with a capital letter is a name."""
        words = re.findall(r"[^\W\d_]+", keyword.text)
        if not words or keyword.kind == "number" or not all(word[0].isupper() for word in words):
            return []
        if any(word.isupper() and len(word) < 5 for word in words):
            return []
        own = [kana_of_romaji(word) for word in words]
        found: list[tuple[str, float]] = []
        if all(own):
            whole = ["".join(parts) for parts in product(*(forms[:4] for forms in own))][:_MOST]
            found = [(form, 0.3) for form in whole] + [(katakana(form), 0.2) for form in whole]
        foreign = [katakana_of_english(word)[:2] for word in words]
        if all(foreign):
            joined = ["・".join(parts) for parts in product(*foreign)][:4]
            found += [(form, 0.15 if all(own) else 0.25) for form in joined]
        texts = dict.fromkeys(text for text, _ in found)
        scores = dict(reversed(found))
        return [
            TranslationCandidate(text, (self.name,), score=scores[text], reading=hiragana(text))
            for text in texts
        ]


def _respelt(word: str) -> list[str]:
    """Spellings nearer to the sound: with a long vowel for -er, -or, -ar, and without."""
    plain = word
    for spelling, sound in _SPELLINGS:
        plain = plain.replace(spelling, sound)
    plain = re.sub(r"(?<=[bdfghkmnprstvwz])e$", "", plain) if len(plain) > 3 else plain
    plain = re.sub(r"y(?![aeiou])", "i", plain)
    ended = re.sub(r"[eoaui]r$", "a-", plain)
    long = re.sub(r"[eoaui]r(?![aeiou])", "a-", plain)
    return list(dict.fromkeys((ended, long, plain)))


def _spelt(word: str) -> str:
    """A respelt name in katakana, from the left by the longest syllable that kana have."""
    table, out, at = _kana(), list[str](), 0
    # A doubled m, n, l or r is no stop; l and r are one sound.
    word = re.sub(r"([mnlr])\1", r"\1", word).replace("l", "r")
    while at < len(word):
        letter, following = word[at], word[at + 1 : at + 2]
        syllable = next((word[at : at + n] for n in (3, 2, 1) if word[at : at + n] in table), "")
        if letter == "-":
            out.append("ー")
        elif letter == "n" and syllable in ("n", ""):
            out.append("ん")
        elif following == letter and letter not in "aeiour":
            out.append("っ")
        elif syllable:
            out.append(_FOREIGN.get(syllable, table[syllable]))
            at += len(syllable) - 1
        else:
            pair = word[at : at + 2]
            out.append(_ALONE.get(pair, _ALONE.get(letter, "")))
            at += pair in _ALONE
        at += 1
    return katakana("".join(out))


_ALONE = {
    "sh": "しゅ", "ch": "ち", "t": "と", "d": "ど", "m": "む", "n": "ん", "k": "く", "g": "ぐ",
    "s": "す", "z": "ず", "b": "ぶ", "p": "ぷ", "f": "ふ", "v": "ゔ", "r": "る", "j": "じ", "h": "",
    "w": "う", "y": "い",
}  # fmt: skip
"""Consonants with no vowel after them."""
_FOREIGN = {
    "ti": "てぃ", "di": "でぃ", "tu": "とぅ", "du": "でゅ", "si": "し", "wo": "うぉ", "va": "ば",
    "vi": "び", "vu": "ぶ", "ve": "べ", "vo": "ぼ",
}  # fmt: skip


@cache
def _kana() -> dict[str, str]:
    return {row["romaji"]: row["kana"] for _, row in read_table(data_path("ask/kana.tsv"), delimiter="\t")}


@cache
def _romaji() -> dict[str, str]:
    table: dict[str, str] = {}
    # Of several spellings (shi, si) the first in the table is Hepburn's.
    for romaji, kana in _kana().items():
        table.setdefault(kana, romaji)
    return {**table, "ん": "n", "を": "o", "ぁ": "a", "ぃ": "i", "ぅ": "u", "ぇ": "e", "ぉ": "o"}


def _syllables(word: str) -> list[tuple[str, str]]:
    """(romaji, kana) of each syllable; a doubled consonant is a small tsu. Empty where a part is none."""
    table, out, at = _kana(), list[tuple[str, str]](), 0
    word = word.replace("-", "").replace("'", "'")
    while at < len(word):
        if word[at] == "'":
            at += 1
            continue
        doubled = word[at : at + 2] in _DOUBLED
        start = at + 1 if doubled else at
        size = next(
            (n for n in (3, 2, 1) if len(word[start : start + n]) == n and word[start : start + n] in table),
            0,
        )
        if word[start : start + 1] == "m" and word[start + 1 : start + 2] in tuple("bpm"):
            out.append(("n", "ん"))  # Hepburn's m before b, p and m: Shimbun.
            at = start + 1
            continue
        if not size:
            if word[at] == "h" and out and out[-1][0] == "o":
                out.append(("o", "お"))  # Ohno, Ohta.
                at += 1
                continue
            return []
        romaji = word[start : start + size]
        out.append((romaji, ("っ" if doubled else "") + table[romaji]))
        at = start + size
    return out


_DOUBLED = ("kk", "ss", "tt", "pp", "tc", "gg", "dd", "bb", "zz", "jj")
