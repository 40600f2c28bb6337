"""Tables of several criteria as one: a column more, that says which criterion a row is of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from likewise.draw import ResultTable

__all__ = ["CriterionTable", "joined_tables"]


@dataclass(frozen=True, slots=True)
class CriterionTable:
    """A table of one criterion, and the title that it has when it is joined with those of others."""

    table: ResultTable
    title: str


def joined_tables(criteria: Mapping[str, Sequence[CriterionTable]]) -> list[ResultTable]:
    """The tables of one criterion as they are; those of several joined, each with its like."""
    if len(criteria) == 1:
        return [one.table for tables in criteria.values() for one in tables if one.table.rows]
    places = range(max(map(len, criteria.values())))
    joined = [_joined({name: tables[place] for name, tables in criteria.items()}) for place in places]
    return [table for table in joined if table.rows]


def _joined(parts: Mapping[str, CriterionTable]) -> ResultTable:
    first = next((one for one in parts.values() if one.table.rows), next(iter(parts.values())))
    rows = [(name, *row) for name, one in parts.items() for row in one.table.rows]
    captions = {name: one.table.caption for name, one in parts.items() if one.table.caption}
    same = len(set(captions.values())) == 1 and len(captions) == len(parts)
    told = next(iter(captions.values())) if same else "\n".join(f"{n}: {c}" for n, c in captions.items())
    return ResultTable(first.title, ("criterion", *first.table.columns), rows, told)
