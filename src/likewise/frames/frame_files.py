"""Frames from files: CoNLL-U Plus, CoNLL-2009, bracketed role lines, and JSON lines as `likewise frames`
prints them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain

from likewise.errors import InputError
from likewise.frames.conll_2009 import COLUMNS, conll_2009_sentences
from likewise.frames.frame_json import json_sentences
from likewise.frames.framed_sentence import FramedSentence
from likewise.frames.role_lines import role_line_sentences
from likewise.frames.treebank import framed_by_people
from likewise.io import Advance, Source, conllu_plus_sentences, name_of, read_lines

__all__ = ["FRAME_FORMATS", "read_frames"]

Line = tuple[int, str]


def _conllu_plus(lines: Iterable[Line], name: str, lang: str) -> Iterator[FramedSentence]:
    return (framed_by_people(sentence, lang) for sentence in conllu_plus_sentences(lines, name))


_READERS: dict[str, Callable[[Iterable[Line], str, str], Iterator[FramedSentence]]] = {
    "conllu-plus": _conllu_plus,
    "conll-2009": conll_2009_sentences,
    "role-lines": role_line_sentences,
    "json-lines": json_sentences,
}
FRAME_FORMATS = tuple(_READERS)
"""What `read_frames` reads."""


def read_frames(
    path: Source, *, format: str = "auto", lang: str = "en", progress: Advance | None = None
) -> Iterator[FramedSentence]:
    """Every sentence of a file with its frames (`.gz` and `-` too).

    `format` is one of `FRAME_FORMATS`; `auto` finds it by the first line that is no comment: an object of
    JSON, columns with tabs (fourteen and more, without a line that names them, are CoNLL-2009), else role
    lines. In those a sentence with several frames has a line for each, the same words with other brackets:
    see `likewise.frames.role_lines`.
    """
    if format != "auto" and format not in _READERS:
        raise InputError(f"{format}: expected one of auto, {', '.join(_READERS)}", field="format")
    name, lines = name_of(path), read_lines(path, progress=progress)
    if format == "auto":
        format, lines = _found(lines)
    some = False
    for sentence in _READERS[format](lines, name, lang):
        some = True
        yield sentence
    if not some:
        raise InputError(f"holds no sentence, expected {format}", file=name)


def _found(lines: Iterator[Line]) -> tuple[str, Iterator[Line]]:
    """The format of lines, and all of them again."""
    seen, named = list[Line](), False
    for number, line in lines:
        seen.append((number, line))
        named = named or (line.startswith("#") and "global.columns" in line)
        if line.strip() and not line.startswith("#"):
            break
    return _format_of(seen[-1][1] if seen else "", named), chain(seen, lines)


def _format_of(line: str, named: bool) -> str:
    if line.startswith("{"):
        return "json-lines"
    if "\t" not in line:
        return "role-lines"
    return "conll-2009" if not named and line.count("\t") + 1 >= len(COLUMNS) else "conllu-plus"
