"""Files that translation tables are learnt from: parallel texts, and dictionaries like CC-CEDICT."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from likewise.errors import InputError
from likewise.io import read_lines

__all__ = ["read_dictionary", "read_parallel"]

_ENTRY = re.compile(r"(\S+) (\S+) \[[^\]]*\] /(.+)/\s*$")
_REMARK = re.compile(r"\([^)]*\)")


def read_parallel(path: str | Path) -> Iterator[tuple[str, str]]:
    """Pairs of a source and a target text: two columns with a tab between them."""
    for number, text in read_lines(path):
        if not text.strip():
            continue
        columns = text.split("\t")
        if len(columns) != 2:
            raise InputError(
                f"expected a source, a tab and a target, found {len(columns)} columns",
                file=str(path),
                line=number,
            )
        yield columns[0], columns[1]


def read_dictionary(path: str | Path) -> Iterator[tuple[str, str]]:
    """Entries with each of their meanings: CC-CEDICT's lines (`傳統 传统 [chuan2 tong3] /tradition/`), or two
    columns with a tab between them. Lines that begin with # are remarks."""
    for number, text in read_lines(path):
        if not text.strip() or text.startswith("#"):
            continue
        if entry := _ENTRY.match(text):
            meanings = (_REMARK.sub("", meaning).strip() for meaning in entry[3].split("/"))
            yield from ((entry[2], meaning) for meaning in meanings if meaning)
        elif text.count("\t") == 1:
            word, _, meaning = text.partition("\t")
            yield word, meaning
        else:
            raise InputError("neither an entry of CC-CEDICT nor two columns", file=str(path), line=number)
