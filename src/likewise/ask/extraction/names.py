"""Names of people, places and organisations by their shape: endings, surnames, foreign names in Chinese.

Beside the tags of the word tools. The lists are in `likewise/data/ask/name_parts.tsv`.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from likewise.ask.question import AnswerType
from likewise.data import path as data_path

__all__ = ["name_type"]

_FOREIGN = re.compile(r"[㐀-鿿々A-Za-zÀ-ɏァ-ヺー.’'-]+(?:\s?[·・•‧=＝]\s?[㐀-鿿々A-Za-zÀ-ɏァ-ヺー.’'-]+)+")
_LATIN_NAME = re.compile(r"[A-ZÀ-Þ][\w.’'-]*(?: (?:de|of|von|van|der|al|la|el|[A-ZÀ-Þ][\w.’'-]*))+")


@cache
def _parts() -> dict[str, tuple[str, ...]]:
    parts = dict[str, tuple[str, ...]]()
    for line in Path(data_path("ask/name_parts.tsv")).read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            key, words = line.split("\t")
            parts[key] = (*parts.get(key, ()), *words.split())
    return parts


@cache
def _endings() -> dict[str, AnswerType]:
    kinds: tuple[AnswerType, ...] = ("location", "organization", "person")
    return {word: kind for kind in kinds for word in _parts().get(kind, ())}


@cache
def _sets() -> tuple[frozenset[str], frozenset[str]]:
    return frozenset(_parts()["surname"]), frozenset("".join(_parts()["transliteration"]))


def name_type(text: str, tags: tuple[str, ...], lang: str) -> AnswerType | None:
    """Whether a text looks like the name of a person, a place or an organisation."""
    endings = _endings()
    for length in (4, 3, 2, 1):
        kind = endings.get(text[-length:]) if len(text) > length else None
        if kind and (length > 1 or any(tag in ("LOC", "ORG", "PER", "nz", "n") for tag in tags)):
            return kind
    tagged: dict[str, AnswerType] = {"PER": "person", "LOC": "location", "ORG": "organization"}
    known = [tagged[tag] for tag in tags if tag in tagged]
    if known and tags[0] in (*tagged, "nz") and all(tag in (*tagged, "nz", "s", "w", "m") for tag in tags):
        return known[-1]
    if _FOREIGN.fullmatch(text) and all(tag in (*tagged, "nz", "nw", "n", "w") for tag in tags):
        return "person"
    if not lang.startswith("zh"):
        return None
    surnames, foreign = _sets()
    if 2 <= len(text) <= 8 and sum(char in foreign for char in text) >= 0.8 * len(text):
        return "person"
    if (
        2 <= len(text) <= 4
        and (text[0] in surnames or text[:2] in surnames)
        and set(tags) <= {"PER", "nz", "n"}
    ):
        return "person" if "nz" in tags else None
    return "person" if _LATIN_NAME.fullmatch(text) else None
