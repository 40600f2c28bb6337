"""Help for one who reads English: what an answer means, how it is read, the words around it one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

__all__ = ["ReaderHelp", "for_reader"]

Word = tuple[int, int, str, str]
"""Where a word begins and ends, its reading, its English."""


@dataclass(frozen=True, slots=True)
class ReaderHelp:
    """What tells the English and the reading of a text, and the words of one."""

    english: Callable[[str], str]
    reading: Callable[[str], str]
    gloss: Callable[[str], Iterable[Word]]


def for_reader(row: Mapping[str, Any], help: ReaderHelp) -> dict[str, Any]:
    """Answers as plain data with `english` and `reading`, and with `words` for the first place of each."""
    return {**row, "answers": [_helped(one, help) for one in row["answers"]]}


def _helped(answer: Mapping[str, Any], help: ReaderHelp) -> dict[str, Any]:
    text = answer["text"]
    extra = {
        "english": answer.get("english") or help.english(text),
        "reading": answer.get("reading") or help.reading(text),
    }
    places = [dict(one) for one in answer["evidence"]]
    for place in places[:1]:
        place["words"] = [list(word) for word in help.gloss(place["snippet"])]
    # What says the same as the answer itself helps nobody.
    return {
        **answer,
        **{name: said for name, said in extra.items() if said and said != text},
        "evidence": places,
    }
