"""Clusters out of what a program holds: records, lists of texts, mappings, tables, iterables of these."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from likewise.errors import InputError, RowError
from likewise.io.clusters import cluster_of_row
from likewise.io.data_rows import Columns, DataRow, data_rows, plain_value
from likewise.io.data_tables import table_of
from likewise.records import Cluster

__all__ = ["clusters_of"]

_FIELDS = ("id", "texts")


def clusters_of(data: object) -> Iterator[Cluster]:
    """The clusters of data, as they are asked for.

    `data` is an iterable of `Cluster`, of lists of texts, or of mappings with `texts` (and `id`); or a table
    with these columns. Clusters without an id are numbered from 0.
    """
    if table_of(data) is not None:
        yield from (_cluster(row, row.line) for row in data_rows(data, Columns(_FIELDS, ("texts",))))
        return
    if isinstance(data, str | bytes | Mapping) or not isinstance(data, Iterable):
        kind = type(data).__name__
        raise InputError(f"expected clusters: lists of texts, or mappings with texts, found one {kind}")
    for number, item in enumerate(data):
        if isinstance(item, Cluster):
            yield item
        else:
            yield _cluster(_row(item, number), number)


def _row(item: Any, number: int) -> DataRow:
    """A row of an item: its values are lists, so that a mapping is no table here."""
    values = item._asdict() if hasattr(item, "_asdict") else item
    if isinstance(values, list | tuple):
        values = {"texts": values}
    if not isinstance(values, Mapping):
        message = f"expected a likewise.Cluster, a list of texts or a mapping, found {type(item).__name__}"
        raise RowError(message, row=number)
    known = {name: plain_value(value) for name, value in values.items() if name in _FIELDS}
    return DataRow(known, "data", number, names=(*values,))


def _cluster(row: DataRow, number: int) -> Cluster:
    row.values.setdefault("id", str(number))
    return cluster_of_row(row)
