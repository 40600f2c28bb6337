"""Verse with rhyme classes by people: the JSON lines of three corpora, their traps met.

Chicago (Sonderegger & Reddy): a scheme that ends in `*` repeats with fresh classes; some schemes are shorter
than their stanza and are left out. Metrique en Ligne: letters are no classes in the forms `forme RegExp` and
in stanzas of more than 14 lines, and in `distiques` they alternate over ever new couplets. MCFlow: a stanza
is a section of a song, and the class of a line is that of its last rhyming syllable, stressed or not.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

from likewise.errors import InputError
from likewise.io import Row, check_values

__all__ = ["LONGEST_PERIODIC", "stanza_classes", "verses_of_rows"]

LONGEST_PERIODIC = 14
"""Longer stanzas of Metrique lack lines, and their letters begin anew over new rhymes."""

Stanza = tuple[str, tuple[str, ...], str, tuple[str, ...] | None]
"""Id, lines, song and labels, as in `Verse`."""

_KINDS = "expected a poem with 'stanzas', or a song with 'lines'"


def verses_of_rows(lines: Iterable[tuple[int, str]], name: str) -> Iterator[Stanza]:
    """The stanzas of poems and the sections of songs, one object a line."""
    for number, text in lines:
        if not text.strip():
            continue
        row = Row(_object(text, name, number), name, number)
        if "stanzas" in row.values:
            yield from _stanzas(row)
        elif "lines" in row.values:
            yield from _sections(row)
        else:
            row.refuse(None, _KINDS)


def _object(text: str, name: str, number: int) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        raise InputError("not valid JSON, expected one object a line", file=name, line=number) from None
    if not isinstance(value, dict):
        raise InputError(f"expected a JSON object, {_KINDS}", file=name, line=number)
    check_values(value, name, number)
    return value


def _stanzas(row: Row) -> Iterator[Stanza]:
    song = "/".join(
        [*(str(row.values[key]) for key in ("poet", "title") if row.values.get(key)), str(row.line)]
    )
    form = row.text("form", required=False)
    for number, stanza in enumerate(_objects(row, "stanzas"), 1):
        lines = _texts(row, stanza, "lines", number)
        scheme = _texts(row, stanza, "scheme", number) if stanza.get("scheme") is not None else None
        if lines:
            labels = None if scheme is None else stanza_classes(scheme, len(lines), form)
            yield (f"{row.line}.{number}", lines, song, labels)


def _objects(row: Row, field: str) -> list[dict[str, Any]]:
    value = row.values[field]
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        row.refuse(field, "expected a list of objects")
    return value


def _texts(row: Row, stanza: dict[str, Any], field: str, number: int) -> tuple[str, ...]:
    value = stanza.get(field)
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        row.refuse(f"stanzas[{number - 1}].{field}", "expected a list of strings")
    return tuple(value)


def stanza_classes(scheme: tuple[str, ...], lines: int, form: str | None = None) -> tuple[str, ...] | None:
    """The rhyme classes of a stanza's lines, or None where the scheme does not tell them.

    `form` is given by Metrique alone; there a verse without a letter was not annotated.
    """
    if scheme and scheme[-1] == "*":
        period = scheme[:-1]
        if not period or lines % len(period) or "*" in period:
            return None
        return tuple(f"{period[i % len(period)]}{i // len(period)}" for i in range(lines))
    if len(scheme) != lines or "*" in scheme:
        return None
    if form is None:
        return scheme
    if not all(scheme) or form.startswith("forme RegExp") or lines > LONGEST_PERIODIC:
        return None
    if form == "distiques":
        return _couplets(scheme)
    return tuple("" if letter == "x" else letter for letter in scheme)


def _couplets(scheme: tuple[str, ...]) -> tuple[str, ...]:
    """Each run of a letter is a class of its own."""
    runs = (list(run) for _, run in groupby(scheme))
    return tuple(str(number) for number, run in enumerate(runs) for _ in run)


def _sections(row: Row) -> Iterator[Stanza]:
    song = str(row.values.get("song") or row.line)
    sections = groupby(_objects(row, "lines"), key=lambda line: str(line.get("section")))
    for number, (_, group) in enumerate(sections, 1):
        section = [line for line in group if line.get("words")]
        if section:
            texts = tuple(_sung(row, line) for line in section)
            labels = tuple(str(line.get("end_rhyme") or "").casefold() for line in section)
            known = any("end_rhyme" in line for line in section)
            yield (f"{row.line}.{number}", texts, song, labels if known else None)


def _sung(row: Row, line: dict[str, Any]) -> str:
    words = line["words"]
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        row.refuse("lines.words", "expected a list of strings")
    return " ".join(words)
