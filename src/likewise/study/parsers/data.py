"""The data of a parser study: items with several candidates, and the gold analysis of each.

The data are a file of candidates, a profile, or a folder that holds both kinds of files: those whose lines
list analyses are candidates, the others gold. Gold is also looked for beside a single file. What was found
that way must have the same text as the item, since numbers of items come again in other corpora.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from likewise.deep import Analysis, Item, read_items
from likewise.errors import InputError
from likewise.io import Source, fingerprint, read_rows

__all__ = ["HEADS", "StudyData", "read_study"]

HEADS = "rules.hds"
"""The file beside the data that says which daughter of a rule is its head."""

_LISTS = ("parses", "analyses")


@dataclass(frozen=True)
class StudyData:
    """Items with two or more candidates, their gold analyses, and how many others there were."""

    items: list[Item]
    golds: list[Analysis]
    single: int
    """Items with one candidate, between which no parser can choose, or with none."""
    without_gold: int
    meaning: bool
    """Whether there are MRSs on both sides."""

    @property
    def fingerprint(self) -> str:
        """A short name for the data."""
        pairs = zip(self.items, self.golds, strict=True)
        return fingerprint([i.id, [_halves(a) for a in (g, *i.analyses)]] for i, g in pairs)


def _halves(analysis: Analysis) -> list[str]:
    return [analysis.text, analysis.derivation, analysis.mrs]


def read_study(data: Source, gold: Sequence[Source] = (), *, most: int | None = None) -> StudyData:
    """Read items and their gold; `most` keeps the first so many that have candidates to choose between."""
    candidates, beside = _files(Path(data))
    several, single = _several(candidates)
    if not several:
        raise InputError("holds no item with two or more analyses to choose between", file=os.fspath(data))
    found = _golds(several, list(gold) or beside, same_text=not gold)
    if not found:
        hint = "name the gold analyses by --gold" if not gold else "expected some with the same ids"
        raise InputError(f"no item has a gold analysis; {hint}", file=os.fspath(data))
    kept = list(islice((item for item in several if item.id in found), most))
    golds = [found[item.id] for item in kept]
    meaning = any(a.mrs for i in kept for a in i.analyses) and any(g.mrs for g in golds)
    return StudyData(kept, golds, single, len(several) - len(found), meaning)


def _several(files: Sequence[Path]) -> tuple[list[Item], int]:
    """The items with two or more candidates, and how many have fewer."""
    several, single, seen = [], 0, set()
    for path in files:
        for item in read_items(path):
            if item.id in seen:
                raise InputError(f"item {item.id} stands twice", file=str(path))
            seen.add(item.id)
            single += len(item.analyses) < 2
            if len(item.analyses) > 1:
                several.append(item)
    return several, single


def _files(path: Path) -> tuple[list[Path], list[Source]]:
    """The files of candidates, and those in which gold may be."""
    if not path.exists():
        raise InputError("no such file or folder", file=str(path))
    if (path / "relations").is_file():
        return [path], []
    if path.is_file():
        others = [other for other in _jsonl(path.parent) if other.name != path.name]
        return [path], [other for other in _nearest(path, others) if not _lists(other)]
    listed = [(other, _lists(other)) for other in _jsonl(path)]
    candidates = [other for other, several in listed if several]
    if not candidates:
        raise InputError("is no profile and holds no JSON lines with lists of analyses", file=str(path))
    return candidates, list(_nearest(candidates[0], [other for other, several in listed if not several]))


def _jsonl(folder: Path) -> list[Path]:
    return sorted(other for other in folder.iterdir() if other.name.endswith((".jsonl", ".jsonl.gz")))


def _nearest(path: Path, others: Sequence[Path]) -> Iterator[Path]:
    """Files whose names begin most like this one first: they are most likely of the same corpus."""
    yield from sorted(others, key=lambda other: (-_alike(path.name, other.name), other.name))


def _alike(one: str, other: str) -> int:
    """With how many same characters two names begin."""
    return next((place for place, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), len(one))


def _lists(path: Path) -> bool:
    """Whether the first line has a list of analyses; a file of another kind is none of ours."""
    try:
        row = next(iter(read_rows(path)), None)
    except InputError:
        return False
    return row is not None and any(name in row.values for name in _LISTS)


def _golds(items: Sequence[Item], files: Sequence[Source], *, same_text: bool) -> dict[str, Analysis]:
    """The gold analysis of each item that has one; reading stops when all are found."""
    wanted = {item.id: item.text for item in items}
    golds: dict[str, Analysis] = {}
    for path in files:
        rows = read_items(path)
        while len(golds) < len(wanted):
            try:
                item = next(rows, None)
            except InputError:
                if not same_text:
                    raise
                item = None  # a stranger in the folder, not a file that was asked for
            if item is None:
                break
            if item.id not in wanted or item.id in golds or not item.analyses:
                continue
            if not same_text or item.text == wanted[item.id]:
                golds[item.id] = item.analyses[0]
    return golds
