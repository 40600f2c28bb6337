"""Items from files: JSON lines of several shapes, and [incr tsdb()] profiles.

A line of JSON has `text` and either one analysis (`derivation`, `mrs`) or a list of them (`parses` or
`analyses`, each with `derivation`, `mrs` and perhaps `score`). Its id is `id`, or `chapter` and `sentence`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from likewise.deep.analyses import Analysis, Item
from likewise.errors import InputError
from likewise.io import Advance, Row, Source, json_kind, read_rows

if TYPE_CHECKING:
    from delphin.itsdb import TestSuite

__all__ = ["AnalysisSource", "read_items", "read_jsonl_items", "read_profile"]


class AnalysisSource(Protocol):
    """Anything that gives analyses of sentences: a parser, a service, a file that remembers them."""

    def analyse(self, texts: list[str]) -> Iterator[Item]:
        """An item for each text, in order."""
        ...


def read_items(path: Source, *, progress: Advance | None = None) -> Iterator[Item]:
    """Items of a profile (a folder with a file `relations`) or of a JSON-lines file."""
    if os.path.isdir(path):
        return read_profile(path)
    return read_jsonl_items(path, progress=progress)


def read_jsonl_items(path: Source, *, progress: Advance | None = None) -> Iterator[Item]:
    """Items of a JSON-lines file."""
    for row in read_rows(path, progress=progress):
        text = row.text("text") or ""
        yield Item(_id(row), text, tuple(_analysis(row, text, *place) for place in _places(row)))


def _id(row: Row) -> str:
    if row.values.get("id") is None and row.values.get("chapter") is not None:
        return f"{row.label('chapter')}/{row.label('sentence')}"
    return row.label("id") or ""


def _places(row: Row) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each analysis of a row, with where in the row it stands."""
    name = next((name for name in ("parses", "analyses") if name in row.values), None)
    if name is None:
        yield "", row.values
        return
    listed = row.values[name]
    if not isinstance(listed, list):
        row.refuse(name, f"expected a list of analyses, found {json_kind(listed)}")
    for number, values in enumerate(listed):
        if not isinstance(values, dict):
            row.refuse(f"{name}[{number}]", f"expected an object, found {json_kind(values)}")
        yield f"{name}[{number}].", values


def _analysis(row: Row, text: str, where: str, values: dict[str, Any]) -> Analysis:
    halves = {}
    for name in ("derivation", "mrs"):
        value = values.get(name)
        if value is not None and not isinstance(value, str):
            row.refuse(f"{where}{name}", f"expected a string, found {json_kind(value)}")
        halves[name] = value or ""
    if not any(halves.values()):
        row.refuse(f"{where}derivation", "missing: an analysis needs a derivation, an mrs, or both")
    score = values.get("score")
    return Analysis(text, **halves, score=None if score is None else row.number(f"{where}score", score))


def read_profile(path: Source) -> Iterator[Item]:
    """Items of a profile, with the results in their order; needs no parser, PyDelphin reads it."""
    from delphin.exceptions import PyDelphinException

    name = os.fspath(path)
    if not (Path(path) / "relations").is_file():
        raise InputError("is no profile: it holds no file 'relations'", file=name)
    try:
        from delphin.itsdb import TestSuite

        suite = TestSuite(Path(path))
        try:
            yield from _profile_items(suite)
        finally:
            for table in ("item", "parse", "result"):
                suite[table].close()
    except (PyDelphinException, KeyError, OSError, ValueError) as error:
        said = " ".join(str(error).split())
        raise InputError(f"broken profile ({said})", file=name) from None


def _profile_items(suite: TestSuite) -> Iterator[Item]:
    results: dict[Any, list[Any]] = {}
    for row in suite["result"]:
        results.setdefault(row["parse-id"], []).append(row)
    items = {row["parse-id"]: row["i-id"] for row in suite["parse"]}
    by_item: dict[Any, list[Any]] = {}
    for parse, rows in results.items():
        by_item.setdefault(items.get(parse, parse), []).extend(rows)
    for row in suite["item"]:
        text = row["i-input"] or ""
        ordered = sorted(by_item.get(row["i-id"], []), key=lambda r: r["result-id"] or 0)
        analyses = (Analysis(text, r["derivation"] or "", r["mrs"] or "") for r in ordered)
        yield Item(str(row["i-id"]), text, tuple(a for a in analyses if a.derivation or a.mrs))
