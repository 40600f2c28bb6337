"""Tables that a program holds: columns, frames, Arrow tables, Hugging Face datasets.

Each is known by its class, so that none of these packages is imported here. It is read some thousand rows at
a time, only the columns that are wanted: no copy of the whole is made.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from likewise.errors import InputError

__all__ = ["DataTable", "table_of"]

_ROWS = 4096


@dataclass(frozen=True, slots=True)
class Chunk:
    """Some rows of a table: a list of cells a column, and the labels of the rows where they have any."""

    columns: Sequence[Sequence[Any]]
    labels: Sequence[Any] | None = None


@dataclass(frozen=True, slots=True)
class DataTable:
    """A table: the names of its columns, and a function that reads those of them that it is given."""

    names: list[Any]
    chunks: Callable[[Sequence[Hashable]], Iterator[Chunk]]


def table_of(data: object) -> DataTable | None:
    """The data as a table, or None where they are none; a mapping is one whose values are columns."""
    for kind in type(data).__mro__:
        known = _KINDS.get((kind.__module__.partition(".")[0], kind.__name__))
        if known is not None:
            return known(data)
    if isinstance(data, Mapping) and _holds_columns(data):
        return _columns(data)
    return None


def _holds_columns(data: Mapping[Any, Any]) -> bool:
    """Whether it is columns by name: a row holds at least one text, number or nothing."""
    return bool(data) and all(_is_column(value) for value in data.values())


def _is_column(value: object) -> bool:
    return isinstance(value, Iterable) and not isinstance(value, str | bytes | Mapping)


def _pandas(frame: Any) -> DataTable:
    """A frame; the levels of its index that have a name are columns too."""
    levels = [name for name in frame.index.names if name is not None and name not in frame.columns]

    def chunks(chosen: Sequence[Hashable]) -> Iterator[Chunk]:
        for start in range(0, len(frame), _ROWS):
            rows = slice(start, start + _ROWS)
            index = frame.index[rows]
            columns = [
                index.get_level_values(name) if name in levels else frame[name].iloc[rows] for name in chosen
            ]
            yield Chunk([column.tolist() for column in columns], index.tolist())

    return DataTable(_once([*frame.columns, *levels]), chunks)


def _polars(frame: Any) -> DataTable:
    def chunks(chosen: Sequence[Hashable]) -> Iterator[Chunk]:
        for start in range(0, len(frame), _ROWS):
            yield Chunk([frame.get_column(name).slice(start, _ROWS).to_list() for name in chosen])

    return DataTable(list(frame.columns), chunks)


def _arrow(table: Any) -> DataTable:
    names = _once(list(table.schema.names))

    def chunks(chosen: Sequence[Hashable]) -> Iterator[Chunk]:
        places = [names.index(name) for name in chosen]
        for start in range(0, table.num_rows, _ROWS):
            yield Chunk([table.column(place).slice(start, _ROWS).to_pylist() for place in places])

    return DataTable(names, chunks)


def _hugging_face(dataset: Any) -> DataTable:
    def chunks(chosen: Sequence[Hashable]) -> Iterator[Chunk]:
        # Without a format cells are plain Python; columns that are not read (sounds, images) are not decoded.
        plain = dataset.with_format(None).select_columns(list(chosen))
        for start in range(0, len(dataset), _ROWS):
            part = plain[start : start + _ROWS]
            yield Chunk([part[name] for name in chosen])

    return DataTable(list(dataset.column_names), chunks)


def _columns(data: Mapping[Any, Any]) -> DataTable:
    sizes = {name: len(column) for name, column in data.items() if hasattr(column, "__len__")}
    first = next(iter(sizes), None)
    for name, size in sizes.items():
        if size != sizes[first]:
            raise InputError(f"'{name}' holds {size} items, '{first}' {sizes[first]}: expected as many")

    def chunks(chosen: Sequence[Hashable]) -> Iterator[Chunk]:
        cells = [iter(data[name]) for name in chosen]
        while True:
            columns = [list(islice(column, _ROWS)) for column in cells]
            if len({len(column) for column in columns}) > 1:
                ends = sorted(zip(map(len, columns), map(str, chosen), strict=True))
                raise InputError(
                    f"'{ends[0][1]}' ends before '{ends[-1][1]}' does, expected as many items in both"
                )
            if not columns or not columns[0]:
                return
            yield Chunk(columns)

    return DataTable(list(data), chunks)


def _once(names: list[Any]) -> list[Any]:
    for place, name in enumerate(names):
        if name in names[:place]:
            raise InputError(f"the column '{name}' is there twice", field=str(name))
    return names


def _refused(message: str) -> Callable[[Any], DataTable]:
    def refuse(data: Any) -> DataTable:
        raise InputError(message.format(splits=", ".join(map(str, data)) if isinstance(data, dict) else ""))

    return refuse


_SPLITS = "expected one part of a dataset, found all of them: choose one, data['..'] of {splits}"
_ONE_COLUMN = "expected a table, found one column of it: hand it over by keyword, candidates=.., or the frame"
_KINDS: dict[tuple[str, str], Callable[[Any], DataTable]] = {
    ("pandas", "DataFrame"): _pandas,
    ("pandas", "Series"): _refused(_ONE_COLUMN),
    ("polars", "DataFrame"): _polars,
    ("polars", "LazyFrame"): _refused("expected a frame, found a lazy one: say .collect() first"),
    ("polars", "Series"): _refused(_ONE_COLUMN),
    ("pyarrow", "Table"): _arrow,
    ("pyarrow", "RecordBatch"): _arrow,
    ("datasets", "Dataset"): _hugging_face,
    ("datasets", "DatasetDict"): _refused(_SPLITS),
    ("datasets", "IterableDatasetDict"): _refused(_SPLITS),
}
"""What is known as a table, by the package and the name of its class (or of one that it derives from)."""
