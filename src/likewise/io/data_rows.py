"""Rows out of what a program holds: mappings, tables, iterables of either; missing values are absent.

What stands in which column is told by the names that files have, or by `columns`.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn

from likewise.errors import InputError, RowError, row_place
from likewise.io.data_tables import Chunk, DataTable, table_of
from likewise.io.field_names import near_name, near_names, reference_names
from likewise.io.jsonl import Row

__all__ = ["Columns", "DataRow", "data_rows", "near_column", "plain_value"]

Plan = dict[str, Hashable]
"""By field the column that it is read from."""


@dataclass(slots=True)
class DataRow(Row):
    """A row of data; `line` counts from 0, `index` is the row's label in a frame."""

    index: object = None
    plan: Plan = field(default_factory=dict)
    names: Collection[Any] = ()

    def place(self) -> str:
        """The row by its number and label."""
        return row_place(self.line, self.index)

    def near(self, field: str, others: Iterable[str] = ()) -> str:
        """Whether a field that is missing may be there under another name, and how to say so."""
        read = set(self.plan.values())
        names = [name for name in self.names if name not in read]
        return near_column(field, names, [other for other in others if not self.values.get(other)])

    def refuse(self, field: str | None, message: str) -> NoReturn:
        """Raise `RowError` about a field of this row, by the name of its column."""
        raise RowError(message, row=self.line, index=self.index, field=self._column(field))

    def _column(self, field: str | None) -> str | None:
        if field is None:
            return None
        base, bracket, rest = field.partition("[")
        return str(self.plan.get(base, base)) + bracket + rest


def near_column(field: str, names: Iterable[Any], others: Iterable[str] = ()) -> str:
    """The end of a complaint: the column that a field may be in, and how to say that it is.

    The columns of `others` are named beside it, but for id and system, without which rows can do.
    """
    texts = [name for name in names if isinstance(name, str)]
    criterion = field.removeprefix("human.")
    name = criterion if field != criterion and criterion in texts else near_name(criterion, texts)
    if name is None:
        return ""
    rest = near_names((other for other in others if other not in (field, "id", "system")), texts)
    found = {field: name} | {other: column for other, column in rest.items() if column != name}
    return f" (found '{name}': is that it? columns={found})"


class Columns:
    """Which column holds which field: by the fields' own names, but for what `chosen` says.

    A field that is chosen as None is not read; references may be chosen as a list of columns.
    """

    def __init__(
        self, fields: Collection[str], needed: Collection[str], chosen: Mapping[str, Any] | None = None
    ) -> None:
        self._fields, self._needed, self._chosen = fields, needed, dict(chosen or {})
        for name in self._chosen:
            if not self._is_field(name):
                known = ", ".join(fields)
                raise InputError(f"columns names the field '{name}', expected one of {known}", field=name)

    def plan(self, names: Sequence[Any]) -> Plan:
        """By field the column, of a row or a table with these columns."""
        found: Plan = {name: name for name in names if isinstance(name, str) and self._is_field(name)}
        for name, column in self._chosen.items():
            found.pop(name, None)
            if isinstance(column, list | tuple):
                found |= {f"ref{place + 1}": one for place, one in enumerate(column)}
            elif column is not None:
                found[name] = column
        for name, column in found.items():
            if column not in names:
                raise InputError(f"no column '{column}' for '{name}', found {_listed(names)}", field=name)
        return found

    def check_table(self, plan: Plan, names: Sequence[Any]) -> None:
        """Refuse a table that lacks a column which every row needs."""
        for name in self._needed:
            if name not in plan:
                others = [field for field in self._fields if field not in plan]
                found = near_column(name, names, others) or f", found {_listed(names)}"
                raise InputError(f"no column '{name}'{found}", field=name)

    def _is_field(self, name: str) -> bool:
        if name in self._fields:
            return True
        if "references" not in self._fields:
            return False
        return name.startswith("human.") or bool(reference_names([name]))


def _listed(names: Sequence[Any]) -> str:
    shown = ", ".join(f"'{name}'" for name in names[:12])
    return "the columns " + (shown + ", .." if len(names) > 12 else shown or "none")


def data_rows(data: object, columns: Columns) -> Iterator[DataRow | Any]:
    """The rows of the data, in order; an item that has a candidate itself (a `Segment`) is given as it is."""
    table = table_of(data)
    if table is not None:
        yield from _table_rows(table, columns, 0)
        return
    number = 0
    plans: dict[tuple[Any, ...], Plan] = {}
    for item in _items(data):
        part = table_of(item)
        if part is not None:
            for row in _table_rows(part, columns, number):
                number = row.line + 1
                yield row
            continue
        values = item._asdict() if hasattr(item, "_asdict") else item
        if isinstance(values, Mapping):
            names = (*values,)
            if (plan := plans.get(names)) is None:
                plan = plans[names] = columns.plan(names)
            yield _row([values[column] for column in plan.values()], plan, names, number)
        elif hasattr(item, "candidate"):
            yield item
        else:
            kind = type(item).__name__
            message = f"expected a mapping or a likewise.Segment, found {kind}"
            raise RowError(message + " (lists go by keyword: candidates=.., references=..)", row=number)
        number += 1


def _items(data: object) -> Iterable[Any]:
    if isinstance(data, str | bytes | os.PathLike):
        raise InputError("expected segments, found a name: read the file with lw.read_segments(path)")
    if isinstance(data, Mapping):
        raise InputError("expected rows or columns, found one row: say [row]")
    if not isinstance(data, Iterable):
        raise InputError(f"expected segments, rows or a table, found {type(data).__name__}")
    return data


def _table_rows(table: DataTable, columns: Columns, first: int) -> Iterator[DataRow]:
    plan = columns.plan(table.names)
    columns.check_table(plan, table.names)
    for chunk in table.chunks(list(plan.values())):
        labels = _labels(chunk, first)
        for values in zip(*chunk.columns, strict=True):
            yield _row(values, plan, table.names, first, next(labels))
            first += 1


def _labels(chunk: Chunk, first: int) -> Iterator[object]:
    """The labels of rows, None where they say no more than the number does."""
    for number, label in enumerate(chunk.labels or [None] * len(chunk.columns[0]), start=first):
        yield None if type(label) is int and label == number else label


def _row(
    cells: Sequence[Any], plan: Plan, names: Collection[Any], number: int, label: object = None
) -> DataRow:
    values: dict[str, Any] = {}
    human: dict[str, Any] = {}
    for name, cell in zip(plan, cells, strict=True):
        value = cell if type(cell) is str else plain_value(cell)
        if value is None:
            continue
        if name.startswith("human."):
            human[name.removeprefix("human.")] = value
        else:
            values[name] = value
    if human and isinstance(values.setdefault("human", {}), dict):
        values["human"] = {**values["human"], **human}
    return DataRow(values, "data", number, label, plan, names)


def plain_value(cell: Any) -> Any:
    """A cell as JSON has it: scalars and arrays of numpy and others as Python's own, missing as None."""
    if cell is None or isinstance(cell, str):
        return cell if cell is None else str(cell)
    if type(cell).__name__ in {"NAType", "NaTType"}:
        return None
    for name in ("tolist", "to_list", "as_py"):
        if hasattr(cell, name):
            cell = getattr(cell, name)()
            break
    if isinstance(cell, float):
        return None if cell != cell else cell
    if isinstance(cell, Mapping):
        kept = ((key, plain_value(value)) for key, value in cell.items())
        return {key: value for key, value in kept if value is not None}
    if isinstance(cell, list | tuple):
        return [value for value in map(plain_value, cell) if value is not None]
    return cell
