"""Gold for verses from a second file: annotated verse, or a scheme a line; it must fit verse by verse."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from likewise.errors import InputError
from likewise.freestyle.annotated_verse import stanza_classes
from likewise.freestyle.verse import Verse, end_word, read_verses
from likewise.io import Source, name_of, read_lines

__all__ = ["with_gold"]

_NONE = frozenset(".-")
"""In a line of a scheme: a line of verse without a rhyme."""


def with_gold(verses: Sequence[Verse], path: Source) -> list[Verse]:
    """The verses with the labels of a file: JSON lines with the same verses, or a scheme a line, as ABAB.

    Classes are letters, or names between blanks; `.` and `-` are no class; a scheme that ends in `*` repeats.
    """
    lines = [(number, text.strip()) for number, text in read_lines(path) if text.strip()]
    if not lines:
        raise InputError("is empty, expected gold schemes", file=name_of(path))
    if lines[0][1].startswith("{"):
        return _annotated(verses, path)
    if len(lines) != len(verses):
        found = f"{len(lines)} schemes for {len(verses)} verses"
        raise InputError(f"{found}, expected one a line for each verse", file=name_of(path))
    return [
        replace(verse, labels=_classes(verse, text, number, name_of(path)))
        for verse, (number, text) in zip(verses, lines, strict=True)
    ]


def _annotated(verses: Sequence[Verse], path: Source) -> list[Verse]:
    gold = list(read_verses(path))
    name = name_of(path)
    if len(gold) != len(verses):
        raise InputError(f"{len(gold)} verses, expected the {len(verses)} of the input", file=name)
    for verse, other in zip(verses, gold, strict=True):
        if len(verse.lines) != len(other.lines):
            found = f"verse {other.id} has {len(other.lines)} lines, its twin {verse.id} {len(verse.lines)}"
            raise InputError(f"{found}: the gold is of other verse", file=name)
    if all(verse.labels is None for verse in gold):
        raise InputError("holds no rhyme labels, expected gold schemes", file=name)
    for verse, other in zip(verses, gold, strict=True):
        ends = zip(map(end_word, verse.lines), map(end_word, other.lines), strict=True)
        unlike = next((pair for pair in ends if pair[0] != pair[1]), None)
        if unlike is not None:
            found = (
                f"a line of verse {other.id} ends in '{unlike[1]}', its twin of {verse.id} in '{unlike[0]}'"
            )
            raise InputError(f"{found}: the gold is of other verse", file=name)
    return [replace(verse, labels=other.labels) for verse, other in zip(verses, gold, strict=True)]


def _classes(verse: Verse, text: str, number: int, name: str) -> tuple[str, ...]:
    parts = text.split()
    names = tuple(parts if len(parts) > 1 else text)
    classes = stanza_classes(names, len(verse.lines))
    if classes is None:
        found = f"a scheme of {len(names)} classes for the {len(verse.lines)} lines of verse {verse.id}"
        raise InputError(f"{found}, expected a class a line", file=name, line=number)
    return tuple("" if one in _NONE else one for one in classes)
