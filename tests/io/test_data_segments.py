"""Segments out of data that a program holds: many kinds, one way out, bad rows told with their place."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from likewise import data
from likewise.errors import InputError, RowError
from likewise.io import ReadLog, dump_segments, segments_of
from likewise.records import Segment

pd = pytest.importorskip("pandas", reason="needs pandas: uv sync --group test")

ROWS: list[dict[str, Any]] = [
    {"candidate": "A dog barks.", "source": "Dogs bark.", "references": ["The dog barks.", "A hound barks."]},
    {"candidate": "It rains.", "source": None, "references": ["Rain falls."], "human": {"m": 4}},
    {"candidate": "", "references": []},
]
WANTED = [
    Segment("0", "A dog barks.", "Dogs bark.", ("The dog barks.", "A hound barks.")),
    Segment("1", "It rains.", None, ("Rain falls.",), human={"m": 4.0}),
    Segment("2", ""),
]
COLUMNS: dict[str, list[Any]] = {
    "candidate": ["A dog barks.", "It rains.", ""],
    "source": ["Dogs bark.", None, None],
    "references": [["The dog barks.", "A hound barks."], ["Rain falls."], []],
    "human.m": [None, 4, None],
}
Row = namedtuple("Row", ["candidate", "source", "references", "human"])


def frame(**more: Any) -> Any:
    return pd.DataFrame({**COLUMNS, **more}, index=["a7", "a8", "a9"])


def arrays(rows: Any) -> Any:
    """As a frame that was read from Parquet: cells of lists are arrays."""
    return rows.assign(references=rows["references"].map(np.array))


def polars_frame() -> Any:
    polars = pytest.importorskip("polars", reason="needs polars: uv sync --group test")
    return polars.DataFrame(COLUMNS)


KINDS = {
    "mappings": lambda: ROWS,
    "a generator of mappings": lambda: (row for row in ROWS),
    "tuples with names": lambda: [Row(**{"source": None, "human": None, **row}) for row in ROWS],
    "columns": lambda: COLUMNS,
    "columns of arrays": lambda: {**COLUMNS, "candidate": np.array(COLUMNS["candidate"])},
    "columns that are generators": lambda: {name: iter(cells) for name, cells in COLUMNS.items()},
    "pandas": frame,
    "pandas with arrays": lambda: arrays(frame()),
    "pandas, pieces": lambda: (frame()[start : start + 1] for start in range(3)),
    "polars": polars_frame,
    "batches of columns": lambda: [
        {name: cells[:1] for name, cells in COLUMNS.items()},
        {name: cells[1:] for name, cells in COLUMNS.items()},
    ],
    "segments": lambda: iter(WANTED),
}  # fmt: skip


def refused(*arguments: Any, **options: Any) -> str:
    with pytest.raises(InputError) as caught:
        list(segments_of(*arguments, **options))
    return str(caught.value)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_gives_the_same_segments(kind: str) -> None:
    assert list(segments_of(KINDS[kind]())) == WANTED


def test_a_list_of_segments_is_given_back_as_it_is() -> None:
    rows = data.outputs()
    assert segments_of(rows) is rows
    assert segments_of([]) == []


def test_segments_are_made_as_they_are_asked_for() -> None:
    asked: list[int] = []

    def rows() -> Iterator[Mapping[str, Any]]:
        for number in range(1000):
            asked.append(number)
            yield {"candidate": str(number)}

    stream = iter(segments_of(rows()))
    assert next(stream).id == "0"
    assert asked == [0]


def test_plain_lists() -> None:
    found = segments_of(
        candidates=["a", "b"], references=["x", ["y", "z"]], sources=["s", None], systems="gpt", lang="en",
        ratings={"m": [3, None]},
    )  # fmt: skip
    assert list(found) == [
        Segment("0", "a", "s", ("x",), "gpt", {"m": 3.0}, "en"),
        Segment("1", "b", None, ("y", "z"), "gpt", {}, "en"),
    ]
    both = segments_of(candidates=["a", "b", "c"], systems=["p", "q", "p"])
    assert [(s.system, s.id) for s in both] == [("p", "0"), ("q", "0"), ("p", "1")]


def test_candidates_by_system_share_the_rest() -> None:
    found = segments_of(candidates={"p": ["a", "b"], "q": iter(["c", "d"])}, references=iter(["x", "y"]))
    assert [(s.system, s.id, s.candidate, *s.references) for s in found] == [
        ("p", "0", "a", "x"), ("p", "1", "b", "y"), ("q", "0", "c", "x"), ("q", "1", "d", "y"),
    ]  # fmt: skip


def test_columns_may_have_other_names() -> None:
    rows = frame().rename(columns={"candidate": "prediction", "human.m": "score"})
    named = {"candidate": "prediction", "human.m": "score", "source": None}
    (first, second, _) = segments_of(rows, columns=named)
    assert (first.candidate, first.source, second.human) == ("A dog barks.", None, {"m": 4.0})
    several = pd.DataFrame({"output": ["a"], "gold_a": ["x"], "gold_b": ["y"]})
    (one,) = segments_of(several, columns={"candidate": "output", "references": ["gold_a", "gold_b"]})
    assert one == Segment("0", "a", references=("x", "y"))


@pytest.mark.parametrize("missing", [None, float("nan"), pd.NA, pd.NaT, np.nan, np.float32("nan")])
def test_missing_values_are_absent(missing: Any) -> None:
    row = {
        "candidate": "a",
        "source": missing,
        "ref1": missing,
        "ref2": "x",
        "human.m": missing,
        "lang": missing,
    }
    for kind in ([row], pd.DataFrame([row]), {key: [cell] for key, cell in row.items()}):
        assert list(segments_of(kind)) == [Segment("0", "a", references=("x",))]


def test_ids_are_a_column_an_index_of_that_name_or_row_numbers() -> None:
    assert [s.id for s in segments_of(frame(id=[7, 8, 9]))] == ["7", "8", "9"]
    assert [s.id for s in segments_of(frame(id=[7, 8, 9]).set_index("id"))] == ["7", "8", "9"]
    assert [s.id for s in segments_of(frame())] == ["0", "1", "2"]
    assert [s.id for s in segments_of(frame(id=[7, 7, 7]), columns={"id": None})] == ["0", "1", "2"]


def test_a_text_as_references_is_one_or_what_bars_part() -> None:
    rows = [{"candidate": "a", "references": "x"}, {"candidate": "a", "references": "x ||| y"}]
    assert [s.references for s in segments_of(rows)] == [("x",), ("x", "y")]
    log = ReadLog()
    (only,) = segments_of(candidates=["a"], references=["x ||| y"], log=log)
    assert only.references == ("x ||| y",)
    assert "parts no references" in log.warnings()[0]


@pytest.mark.parametrize(
    ("change", "row", "expected"),
    [
        ({"candidate": ["a", 3.5, "c"]}, 1, "'candidate': expected a string, found a number"),
        ({"candidate": ["a", None, "c"]}, 1, "'candidate': missing, expected a string"),
        ({"candidate": ["a", pd.Timestamp(0), "c"]}, 1, "'candidate': expected a string, found Timestamp"),
        ({"candidate": ["a", "b\0", "c"]}, 1, "'candidate': holds a NUL character"),
        ({"source": ["a", "b", {}]}, 2, "'source': expected a string, found an object"),
        ({"references": ["a", 3, "c"]}, 1, "'references': expected a list of strings, found a number"),
        ({"references": [["a", 3], "b", "c"]}, 0, "'references[1]': expected a string, found a number"),
        ({"human.m": [1, "4", 2]}, 1, "'human.m': expected a number, found a string"),
        ({"human.m": [1, 2, np.inf]}, 2, "'human.m': expected a finite number, found inf"),
        ({"id": ["p", None, "r"]}, 1, "'id': missing, expected a string"),
        (
            {"id": ["p", "q", "p"]},
            2,
            "'id': the id 'p' was already used in row 0 (ids must differ within a system)",
        ),
    ],
)
def test_bad_rows_of_a_frame_are_named_by_row_index_and_column(
    change: dict[str, Any], row: int, expected: str
) -> None:
    assert refused(frame(**change)) == f"row {row} (index '{('a7', 'a8', 'a9')[row]}'), column {expected}"


def test_bad_rows_of_lists_are_counted_from_zero() -> None:
    assert refused([*ROWS, {"candidate": 4}]) == (
        "row 3 (counted from 0), column 'candidate': expected a string, found a number"
    )
    told = refused(candidates=["a", 2], references=["x", "y"])
    assert told == "row 1 (counted from 0), column 'candidates': expected a string, found a number"


def test_a_renamed_column_is_named_by_its_own_name() -> None:
    rows = pd.DataFrame({"output": ["a", 2]})
    told = refused(rows, columns={"candidate": "output"})
    assert told == "row 1 (counted from 0), column 'output': expected a string, found a number"


def test_near_misses_are_named_with_what_to_say() -> None:
    near = "(found 'prediction': is that it? columns={'candidate': 'prediction'})"
    assert refused(pd.DataFrame({"prediction": ["a"]})) == f"field 'candidate': no column 'candidate' {near}"
    assert near in refused([{"prediction": "a"}])
    told = refused(pd.DataFrame({"candidate": ["a"], "target": ["b"]}), require=["references"])
    assert "(found 'target': is that it? columns={'references': 'target'})" in told
    assert "no column 'nix' for 'candidate', found the columns 'a'" in refused(
        pd.DataFrame({"a": ["x"]}), columns={"candidate": "nix"}
    )
    assert "columns names the field 'candidat', expected one of id, source" in refused(
        pd.DataFrame({"a": ["x"]}), columns={"candidat": "a"}
    )


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("file.csv", "read the file with lw.read_segments(path)"),
        (5, "expected segments, rows or a table, found int"),
        (None, "there are no data"),
        ({"candidate": "a"}, "found one row: say [row]"),
        ([("a", "b")], "row 0 (counted from 0): expected a mapping or a likewise.Segment, found tuple"),
        (pd.Series(["a"]), "expected a table, found one column of it"),
        (pd.DataFrame([[1, 2]], columns=["a", "a"]), "the column 'a' is there twice"),
        ({"candidate": ["a"], "source": ["a", "b"]}, "'source' holds 2 items, 'candidate' 1: expected"),
        ({"candidate": iter(["a", "b"]), "source": iter(["a"])}, "'source' ends before 'candidate' does"),
    ],
)
def test_what_is_no_data_is_refused(given: Any, expected: str) -> None:
    assert expected in refused(given)


@pytest.mark.parametrize(
    ("lists", "expected"),
    [
        ({"candidates": ["a", "b"], "references": ["x"]}, "references holds 1 items, candidates 2"),
        ({"candidates": ["a", "b"], "references": [["x", "y"]]}, "list(zip(*references))"),
        ({"candidates": "a"}, "candidates: expected a list, found a text"),
        ({"references": ["a"]}, "references= needs candidates= beside it"),
        ({"candidates": {"p": ["a"]}, "systems": ["p"]}, "systems cannot stand beside candidates by system"),
        (
            {"data": [], "candidates": ["a"]},
            "expected data, or lists by keyword, found data beside candidates",
        ),
    ],
)
def test_lists_that_do_not_fit_are_refused(lists: dict[str, Any], expected: str) -> None:
    assert expected in refused(**lists)


def test_broken_rows_may_be_left_out() -> None:
    log = ReadLog(skip_broken=True)
    found = list(segments_of(frame(candidate=["a", 2, None]), log=log))
    assert [s.id for s in found] == ["0"]
    assert log.skipped == 2
    assert isinstance(log.first[0], RowError)
    assert (log.first[0].row, log.first[0].index) == (1, "a8")
    assert (
        "2 broken rows were left out; the first: row 1 (index 'a8'), column 'candidate'" in log.warnings()[0]
    )
    assert "no row is left" in refused([{"candidate": 1}], log=ReadLog(skip_broken=True))


class TestHuggingFace:
    """A stand-in with the parts of `datasets.Dataset` that are used, under its module and name."""

    @staticmethod
    def dataset(columns: dict[str, list[Any]]) -> Any:
        class Dataset:
            @property
            def column_names(self) -> list[str]:
                return list(columns)

            def with_format(self, kind: None) -> Any:
                return self

            def select_columns(self, names: list[str]) -> Any:
                return TestHuggingFace.dataset({name: columns[name] for name in names})

            def __len__(self) -> int:
                return len(columns["candidate"])

            def __getitem__(self, rows: slice) -> dict[str, list[Any]]:
                return {name: cells[rows] for name, cells in columns.items()}

        Dataset.__module__ = "datasets.arrow_dataset"
        return Dataset()

    def test_a_dataset(self) -> None:
        assert list(segments_of(self.dataset(COLUMNS))) == WANTED

    def test_all_parts_of_one_are_refused(self) -> None:
        kind = type("DatasetDict", (dict,), {"__module__": "datasets.dataset_dict"})
        told = refused(kind(train=self.dataset(COLUMNS), test=self.dataset(COLUMNS)))
        assert (
            told == "expected one part of a dataset, found all of them: choose one, data['..'] of train, test"
        )


def test_an_arrow_table_is_read_in_slices() -> None:
    class Column(list[Any]):
        def slice(self, start: int, size: int) -> Column:
            return Column(self[start : start + size])

        def to_pylist(self) -> list[Any]:
            return list(self)

    class Table:
        schema = type("Schema", (), {"names": list(COLUMNS)})
        num_rows = 3

        def column(self, place: int) -> Column:
            return Column(list(COLUMNS.values())[place])

    Table.__module__ = "pyarrow.lib"
    assert list(segments_of(Table())) == WANTED


def test_only_segments_are_written(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    with pytest.raises(RowError, match=r"found str \(rows and frames go through lw.segments_of\)"):
        dump_segments(frame(), path)
    assert not path.exists()
    assert dump_segments(segments_of(frame()), path) == 3
