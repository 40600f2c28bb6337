"""Tables of scores: one row a system, one column a metric (CSV)."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from likewise.errors import InputError
from likewise.io.foreign import read_corpus_scores
from likewise.io.lines import Source, name_of, write_text
from likewise.io.read_log import ReadLog
from likewise.io.tables import cell_number, read_table

__all__ = ["ScoreTable", "dump_scores", "read_scores"]


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """Systems by metrics; `values[s][m]` is system s under metric m."""

    systems: tuple[str, ...]
    metrics: tuple[str, ...]
    values: tuple[tuple[float, ...], ...]


def read_scores(path: Source, *, log: ReadLog | None = None) -> ScoreTable:
    """Read a score table: the first column names the system, every other column is a metric.

    A file called `.json` is one of sacrebleu's (`sacrebleu -f json`). A `log` may allow that broken rows are
    left out.
    """
    name, log = name_of(path), log or ReadLog()
    systems: list[str] = []
    values: list[tuple[float, ...]] = []
    metrics: tuple[str, ...] = ()
    for line, cells in _rows(path, name.removesuffix(".gz").lower(), log):
        columns = list(cells)
        if metrics and metrics != tuple(columns[1:]):
            raise InputError("has other metrics than the first system", file=name, line=line)
        metrics = tuple(columns[1:])
        try:
            row = tuple(_number(cells[metric], name, line, metric) for metric in metrics)
            systems.append(_system(cells[columns[0]], systems, name, line, columns[0]))
        except InputError as error:
            log.leave_out(error)
            continue
        values.append(row)
    if not systems:
        log.none_left(name)
        raise InputError("holds no row, expected one row a system", file=name)
    return ScoreTable(tuple(systems), metrics, tuple(values))


def _system(system: str, known: Sequence[str], name: str, line: int, column: str) -> str:
    if not system:
        raise InputError("is empty, expected the system's name", file=name, line=line, field=column)
    if system in known:
        raise InputError(f"system '{system}' stands twice", file=name, line=line, field=column)
    return system


def _rows(path: Source, name: str, log: ReadLog) -> Iterator[tuple[int, dict[str, str]]]:
    if name.endswith(".json"):
        return read_corpus_scores(path)
    return read_table(path, delimiter="\t" if name.endswith((".tsv", ".tab")) else ",", log=log)


def _number(cell: str, name: str, line: int, metric: str) -> float:
    value = cell_number(cell)
    if value is None:
        raise InputError(f"expected a finite number, found '{cell}'", file=name, line=line, field=metric)
    return value


def dump_scores(scores: Mapping[str, Mapping[str, float]], path: Source) -> None:
    """Write {system: {metric: score}} as a score table; every system must have every metric."""
    metrics = list(dict.fromkeys(metric for row in scores.values() for metric in row))
    for system, row in scores.items():
        for metric in metrics:
            if metric not in row:
                raise InputError(f"system '{system}' has no score under '{metric}'", file=name_of(path))
    with write_text(path) as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(["system", *metrics])
        for system, row in scores.items():
            writer.writerow([system, *(row[metric] for metric in metrics)])
