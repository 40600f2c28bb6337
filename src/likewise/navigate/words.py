"""The words of an instruction, and the sentences of a route: one small plug-in a language.

Every part above works on words alone, so a language needs nothing but its words here. Unknown languages are
split like English: runs of letters and digits, lower-cased, with no marks.
"""

from __future__ import annotations

import re
from collections.abc import Callable

__all__ = ["LANGUAGES", "register", "sentences", "words"]

_RUN = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_MARKS = re.compile(r"[\W_]+")
_ENDS = re.compile(r"(?<=[。！？；!?;])|(?<=\.)(?=\s|$)|[\r\n]+")
_PIECES = re.compile(r"[㐀-䶿一-鿿]|[^㐀-䶿一-鿿]+")


def english(text: str) -> list[str]:
    """Lower-cased runs of letters and digits; "pink-flowered" is two words, "don't" is one."""
    return _RUN.findall(text.lower().replace("’", "'"))


def chinese(text: str) -> list[str]:
    """Each character, whether or not blanks stand between words; runs of other letters stay whole.

    Characters and not a segmenter's words: nothing needs to be installed, a text reads the same with blanks
    and without, and learners that look at several in a row find what belongs together.
    """
    parts = _MARKS.sub(" ", text.lower()).split()
    return [piece for part in parts for piece in _PIECES.findall(part)]


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
