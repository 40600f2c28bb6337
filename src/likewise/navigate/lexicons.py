"""Lexicons on disk, whichever learner made them: SGOLL's counts, so that it can go on; GILL's entries."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from likewise.errors import InputError
from likewise.io.lines import Source
from likewise.io.models import ModelCard, read_model, write_model
from likewise.navigate.lexicon import Entry, Lexicon
from likewise.navigate.lexicon.saving import KIND as COUNTED
from likewise.navigate.lexicon.sgoll import SGOLL

__all__ = ["KIND", "load_entries", "load_lexicon", "save_entries"]

KIND = "navigation-entries"
_ENTRIES = "entries.jsonl"


def save_entries(lexicon: Lexicon, folder: Source, *, data: str = "") -> None:
    """Save the entries of a lexicon, one a line."""
    rows = [
        [e.gram, e.meaning, e.score, e.together, e.with_gram, e.with_meaning, e.examples] for e in lexicon
    ]
    text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    write_model(folder, ModelCard(KIND, {"entries": len(rows)}, data), {_ENTRIES: text.encode("utf-8")})


def load_entries(folder: Source) -> Lexicon:
    """A lexicon that `save_entries` saved: without hints, good to look at rather than to refine with."""
    try:
        if read_model(folder).kind != KIND:
            raise ValueError
        lines = (Path(folder) / _ENTRIES).read_text(encoding="utf-8").splitlines()
        return Lexicon(_entry(json.loads(line)) for line in lines)
    except (OSError, ValueError, TypeError, AttributeError):
        raise InputError(f"is no saved {KIND}", file=str(folder)) from None


def load_lexicon(folder: Source) -> Lexicon:
    """A saved lexicon of either learner."""
    kind = read_model(folder).kind
    if kind == COUNTED:
        return SGOLL.load(folder).lexicon()
    if kind == KIND:
        return load_entries(folder)
    raise InputError(f"holds a model of kind '{kind}', which is no lexicon", file=str(folder))


def _entry(row: list[Any]) -> Entry:
    gram, meaning, *rest = row
    nodes = tuple((str(action), tuple(map(str, found))) for action, found in meaning)
    return Entry(tuple(map(str, gram)), nodes, float(rest[0]), *map(int, rest[1:]))
