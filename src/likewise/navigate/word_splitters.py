"""The words of an instruction, and the sentences of a route.

Every part above works on words alone, so a language needs nothing but its words here: runs of letters and
digits, lower-cased, with no marks; characters where no blanks stand between words (`text.languages` says
where). A language that wants another way can be registered.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from likewise.text import find_language, split_sentences

__all__ = ["is_registered", "register", "sentences", "words"]

_RUN = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_MARKS = re.compile(r"[\W_]+")
_CUTS = re.compile(r"(?<=[。！？；!?;])|(?<=\.\.)(?=\s)|(?<=\.)(?=\s\.)")
_ALONE = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff"
_PIECES = re.compile(f"[{_ALONE}]|[^{_ALONE}]+")
_registered: dict[str, Callable[[str], list[str]]] = {}


def runs(text: str) -> list[str]:
    """Lower-cased runs of letters and digits; "pink-flowered" is two words, "don't" is one."""
    return _RUN.findall(text.lower().replace("’", "'"))


def characters(text: str) -> list[str]:
    """Each character, whether or not blanks stand between words; runs of other letters stay whole.

    Characters and not a segmenter's words: nothing needs to be installed, a text reads the same with blanks
    and without, and learners that look at several in a row find what belongs together.
    """
    parts = _MARKS.sub(" ", text.lower()).split()
    return [piece for part in parts for piece in _PIECES.findall(part)]


def register(lang: str, split: Callable[[str], list[str]]) -> None:
    """Split the texts of a language in another way than by runs or characters."""
    _registered[_key(lang)] = split


def is_registered(lang: str) -> bool:
    """Whether another way was registered for a language in this process."""
    return _key(lang) in _registered


def words(text: str, lang: str = "en") -> tuple[str, ...]:
    """The words of a text; of a language that is not known as of English."""
    return tuple((_registered.get(_key(lang)) or _usual(lang))(text))


def _usual(lang: str) -> Callable[[str], list[str]]:
    language = find_language(lang)
    return characters if language is not None and not language.is_spaced else runs


def _key(lang: str) -> str:
    language = find_language(lang)
    return lang.split("-")[0].lower() if language is None else language.code


def sentences(text: str, lang: str = "en") -> list[str]:
    """The sentences of a route, cut behind semicolons and dots too; none without words."""
    spans = split_sentences(text, lang)
    parts = (part.strip() for start, end in spans for part in _CUTS.split(text[start:end]))
    return [part for part in parts if words(part, lang)]
