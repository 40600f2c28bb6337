"""Forms of English words: by what they are known again, and whether two of them have one root.

Endings are joined by a stemmer, irregular verbs by the list in `likewise.data`, derived words (European,
Europe; approval, approve) by their common beginning.
"""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path

from likewise.data import path as data_path
from likewise.text import stem

__all__ = ["akin", "lemma", "lines_of", "plain_form", "stripped"]

_IRREGULAR = {
    "children": "child", "men": "man", "women": "woman", "people": "person", "feet": "foot", "teeth": "tooth",
    "mice": "mouse", "geese": "goose", "lives": "life", "wives": "wife", "knives": "knife", "leaves": "leaf",
    "better": "good", "best": "good", "worse": "bad", "worst": "bad", "n't": "not", "n’t": "not", "ca": "can",
    "wo": "will", "'ll": "will", "’ll": "will", "'re": "be", "’re": "be", "'m": "be", "’m": "be",
    "'ve": "have", "’ve": "have", "am": "be", "is": "be", "are": "be", "was": "be", "were": "be",
    "been": "be", "being": "be", "has": "have", "had": "have", "an": "a", "mum": "mother", "mom": "mother",
    "dad": "father", "grandpa": "grandfather", "granddad": "grandfather", "grandma": "grandmother",
    "kid": "child", "kids": "child", "cannot": "can",
}  # fmt: skip
_KEPT = frozenset(
    ["better", "best", "worse", "worst", "leaves", "lives", "left", "found", "saw", "felt", "lit"]
)
"""Forms that are words of their own, or whose difference from the plain form is one of meaning."""
_PREFIXES = ("un", "in", "im", "ir", "il", "dis", "non")
_ROOT = 4


def lines_of(name: str) -> list[str]:
    """The lines of a data file of the diff, without comments."""
    text = Path(data_path(f"meaning/{name}")).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


@cache
def _plain_forms() -> dict[str, str]:
    lines = Path(data_path("irregular_verbs.txt")).read_text(encoding="utf-8").splitlines()
    rows = [line.split() for line in lines if line and not line.startswith("#")]
    return {form: plain for plain, *forms in rows for form in forms} | _IRREGULAR


def plain_form(word: str) -> str:
    """The plain form of an irregular word in small letters; other words as they are."""
    return _plain_forms().get(word, word)


@lru_cache(maxsize=1 << 16)
def lemma(word: str) -> str:
    """By what a word is known again: the stem of its plain form."""
    low = word.lower()
    if not low.isascii() or not low.isalpha():
        low = plain_form(low)
        return stem(low, "english") if low.isalpha() else low
    return low if low in _KEPT else stem(plain_form(low), "english")


@lru_cache(maxsize=1 << 16)
def stripped(word: str) -> tuple[str, ...]:
    """Plain forms that a word may be an inflection of, itself first: larger, large; tries, try."""
    low = plain_form(word.lower())
    forms = [low]
    for ending, put in (
        ("ies", "y"), ("ied", "y"), ("ier", "y"), ("iest", "y"), ("ily", "y"), ("es", ""), ("s", ""),
        ("ed", ""), ("ed", "e"), ("ing", ""), ("ing", "e"), ("er", ""), ("er", "e"), ("est", ""),
        ("est", "e"),
        ("ly", ""), ("ly", "le"), ("en", ""), ("ening", ""), ("ened", ""),
    ):  # fmt: skip
        if low.endswith(ending) and len(low) - len(ending) >= 2:
            bare = low[: -len(ending)]
            forms.append(bare + put)
            if not put and len(bare) > 2 and bare[-1] == bare[-2] and bare[-1] not in "aeiou":
                forms.append(bare[:-1])
    return tuple(dict.fromkeys(forms))


@lru_cache(maxsize=1 << 16)
def akin(one: str, other: str) -> bool:
    """Whether two words share a root: a long common beginning, and no denying prefix on one of them only."""
    a, b = lemma(one), lemma(other)
    if a == b:
        return True
    if not a.isalpha() or not b.isalpha():
        return False
    common = next((k for k, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
    return common >= max(_ROOT, max(len(a), len(b)) - 4) or (
        common >= 5 and common >= 0.6 * max(len(a), len(b))
    )


def affixed_opposite(one: str, other: str) -> bool:
    """Whether one word is the other with un-, in-, dis- and the like, or with -less where that has -ful."""
    for a in stripped(one):
        for b in stripped(other):
            for prefix in _PREFIXES:
                if a == prefix + b or b == prefix + a:
                    return min(len(a), len(b)) > 2
            if {a[-4:], b[-3:]} == {"less", "ful"} and a[:-4] == b[:-3]:
                return True
            if {b[-4:], a[-3:]} == {"less", "ful"} and b[:-4] == a[:-3]:
                return True
    return False
