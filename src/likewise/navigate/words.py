"""The words of an instruction, and the sentences of a route: one small plug-in a language.

Every part above works on words alone, so a language needs nothing but its words here. Unknown languages are
split like English: runs of letters and digits, lower-cased, with no marks.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any

__all__ = ["LANGUAGES", "register", "sentences", "words"]

_RUN = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_MARKS = re.compile(r"[\W_]+")
_ENDS = re.compile(r"(?<=[。！？；!?;])|(?<=\.)(?=\s|$)|[\r\n]+")
_HAN = re.compile(r"[㐀-䶿一-鿿]+")


def english(text: str) -> list[str]:
    """Lower-cased runs of letters and digits; "pink-flowered" is two words, "don't" is one."""
    return _RUN.findall(text.lower().replace("’", "'"))


def chinese(text: str) -> list[str]:
    """Words between blanks where the text has them; else by jieba, or single characters without it."""
    parts = [part for part in _MARKS.sub(" ", text.lower()).split() if part]
    if len(text.split()) > 1:
        return parts
    return [word for part in parts for word in _segmented(part)]


def _segmented(text: str) -> list[str]:
    cut = _jieba()
    if cut is not None:
        return [word for word in cut(text) if word.strip()]
    found: list[str] = []
    end = 0
    for run in _HAN.finditer(text):
        found += [text[end : run.start()], *run.group()]
        end = run.end()
    return [part for part in [*found, text[end:]] if part]


@cache
def _jieba() -> Callable[[str], list[str]] | None:
    try:
        import jieba  # type: ignore[import-not-found, import-untyped, unused-ignore]
    except ImportError:
        return None
    cut: Any = jieba.Tokenizer()
    found: Callable[[str], list[str]] = cut.lcut
    return found


LANGUAGES: dict[str, Callable[[str], list[str]]] = {"en": english, "zh": chinese}
"""Language: what splits its text into words."""


def register(lang: str, split: Callable[[str], list[str]]) -> None:
    """Add a language, or another way to split one."""
    LANGUAGES[lang] = split


def words(text: str, lang: str = "en") -> tuple[str, ...]:
    """The words of a text; of a language that is not known as of English."""
    return tuple(LANGUAGES.get(lang.split("-")[0].lower(), english)(text))


def sentences(text: str, lang: str = "en") -> list[str]:
    """The sentences of a route, split at end marks, semicolons, new lines; none without words."""
    parts = (part.strip() for part in _ENDS.split(text))
    return [part for part in parts if words(part, lang)]
