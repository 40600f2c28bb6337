"""Languages: one table of what is known of them (`languages.tsv`, a line a language).

A language may be called by its code or by its name, in English or in the language itself: `en`, `eng`,
`English`, `deutsch`, `Tagalog`. Whoever takes a language asks here, so that it means the same everywhere.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache, lru_cache
from importlib import resources

from likewise.errors import InputError

__all__ = [
    "ENGLISH",
    "Language",
    "all_languages",
    "code_of",
    "find_language",
    "is_english",
    "language_of_script",
    "name_of",
    "nearest_languages",
    "same_language",
    "unknown_language",
]

ENGLISH = "English"
"""The language that is meant where none is named."""

_RIGHT_TO_LEFT = {"Arabic", "Hebrew"}
_UNSPACED = {"CJK", "Hiragana", "Thai", "Lao", "Khmer", "Myanmar", "Tibetan"}


@dataclass(frozen=True, slots=True)
class Language:
    """What is known of a language."""

    code: str
    name: str
    own_name: str
    script: str
    """As Unicode calls it; of several the one that no other language of the table has."""
    stemmer: str | None
    """Snowball's name of its stemmer, if there is one (`likewise.text.stem`)."""
    tokenizer: str
    """The tokeniser that fits it (`likewise.text.tokenize`)."""
    others: tuple[str, ...] = ()
    """Other codes and names."""

    @property
    def direction(self) -> str:
        """How it is written, as HTML says it: `ltr` or `rtl`."""
        return "rtl" if self.script in _RIGHT_TO_LEFT else "ltr"

    @property
    def is_spaced(self) -> bool:
        """Whether blanks stand between its words."""
        return self.script not in _UNSPACED


@cache
def all_languages() -> tuple[Language, ...]:
    """All languages of the table."""
    text = resources.files("likewise.text").joinpath("languages.tsv").read_text(encoding="utf-8")
    return tuple(_language(line.split("\t")) for line in text.splitlines() if not line.startswith("#"))


def _language(cells: list[str]) -> Language:
    code, name, own_name, script, stemmer, tokenizer, others = cells
    usual = "char" if script in _UNSPACED else "13a" if script == "Latin" else "intl"
    return Language(code, name, own_name, script, stemmer or None, tokenizer or usual, tuple(others.split()))


@cache
def _by_name() -> dict[str, Language]:
    return {_folded(name): one for one in all_languages() for name in _names(one)}


def _names(one: Language) -> tuple[str, ...]:
    return (one.code, one.name, one.own_name, *one.others)


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold().strip()


@lru_cache(maxsize=1024)
def find_language(name: str) -> Language | None:
    """The language of a code or a name, in any case; a region or a script after it is not looked at."""
    known = _by_name()
    folded = _folded(name)
    return known.get(folded) or known.get(folded.replace("_", "-").split("-")[0])


@lru_cache(maxsize=1024)
def code_of(name: str) -> str:
    """The code of a language that is called by a code or a name; what the table lacks stays as it is.

    So does a code with a region (`pt-BR`): to tell the two apart may have been the point.
    """
    one = _by_name().get(_folded(name))
    return name if one is None else one.code


def name_of(name: str) -> str:
    """The English name of a language that is called by a code or a name; what the table lacks stays."""
    one = _by_name().get(_folded(name))
    return name if one is None else one.name


def same_language(one: str, other: str) -> bool:
    """Whether two codes or names call the same language."""
    return one == other or code_of(one) == code_of(other)


def is_english(name: str) -> bool:
    """Whether a code or a name, whatever its region, is one of English."""
    one = find_language(name)
    return one is not None and one.code == "en"


def language_of_script(script: str) -> str | None:
    """The code of the language that is most often written in a script."""
    return next((one.code for one in all_languages() if one.script == script), None)


def nearest_languages(name: str, most: int = 3) -> list[str]:
    """The English names of the languages whose names are spelt most like this."""
    known = _by_name()
    close = get_close_matches(_folded(name), known, n=4 * most, cutoff=0.6)
    return list(dict.fromkeys(known[spelt].name for spelt in close))[:most]


def unknown_language(name: str, *, file: str | None = None) -> InputError:
    """The complaint about a language that nobody knows, with those whose names are spelt like it."""
    near = nearest_languages(name)
    hint = f"the nearest names: {', '.join(near)}" if near else "expected a code (en) or a name (English)"
    return InputError(f"unknown language '{name}', {hint}", file=file, field="lang")
