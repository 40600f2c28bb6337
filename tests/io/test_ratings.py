"""Ratings by several raters: the same ones from each layout, and complaints that name the place."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas
import pytest

from likewise import InputError, Rating, Segment, read_ratings, read_segments
from likewise.io import ReadLog, ratings_of

WANTED = [
    Rating("1", "anna", "meaning", 4.0, "mine"),
    Rating("1", "ben", "meaning", 3.0, "mine"),
    Rating("2", "anna", "meaning", 2.5, "mine"),
]


def written(folder: Path, name: str, text: str) -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (
            "a.csv",
            "item,system,rater,criterion,value\n"
            "1,mine,anna,meaning,4\n1,mine,ben,meaning,3\n2,mine,anna,meaning,2.5\n",
        ),
        (
            "a.jsonl",
            '{"id": "1", "system": "mine", "ratings": {"meaning": {"anna": 4, "ben": 3}}}\n'
            '{"id": 2, "system": "mine", "ratings": {"meaning": {"anna": 2.5, "ben": null}}}\n',
        ),
        (
            "b.jsonl",
            '{"id": "1", "system": "mine", "human": {"meaning@anna": 4, "meaning@ben": 3, "overall": 1}}\n'
            '{"id": "2", "system": "mine", "human": {"meaning@anna": 2.5}}\n',
        ),
        ("b.tsv", "id\tsystem\thuman.meaning@anna\thuman.meaning@ben\n1\tmine\t4\t3\n2\tmine\t2.5\t\n"),
    ],
)
def test_layouts(tmp_path: Path, name: str, text: str) -> None:
    assert list(read_ratings(written(tmp_path, name, text))) == WANTED


def test_labels_and_what_is_not_named(tmp_path: Path) -> None:
    table = written(tmp_path, "a.csv", "id,rater,value\n1,anna,yes\n1,ben,no\n")
    assert list(read_ratings(table)) == [
        Rating("1", "anna", "rating", "yes"), Rating("1", "ben", "rating", "no")
    ]  # fmt: skip
    lines = written(tmp_path, "a.jsonl", '{"id": "1", "ratings": {"same": {"a": true, "b": " good "}}}\n')
    assert [one.value for one in read_ratings(lines)] == ["true", "good"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("item,annotator,value\n1,a,2\n", r"a.csv:1: .*'rater'.*found 'annotator': is that it"),
        ("item,rater,value\n1,a,2\n1,a,3\n", r"a.csv:3: .*'a' rated '1' on 'rating' already on line 2"),
        (
            "item,rater,value\n1,a,2\n1,b,3o\n",
            "a.csv:3: .*expected a number as on line 2, found a label",
        ),
        ("item,rater,value\n1,,2\n", r"a.csv:2: .*rater.*empty, expected a name"),
        ('item,rater,value\n1,a,"3,5"\n', r"a.csv:2: .*value.*'3,5', a decimal comma: expected a point, 3.5"),
        ('id,human.m@a\n1,"-0,5"\n', r"a.csv:2: .*human.m@a.*a decimal comma: expected a point, -0.5"),
        ("item,anna,ben\n1,2,3\n", r"if each rater has a column, call it human.rating@NAME"),
        ("item,rater,value\n1,a,nan\n", r"a.csv:2: .*found 'nan'"),
        ("item,rater,value\n", "holds a header but no row"),
    ],
)
def test_bad_tables(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        list(read_ratings(written(tmp_path, "a.csv", text)))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"id": "1", "ratings": {"m": 3}}', r"a.jsonl:1: .*ratings.m.*expected an object \{rater: rating\}"),
        ('{"id": "1", "ratings": [3]}', r"expected an object \{criterion"),
        ('{"id": "1", "ratings": {"m": {"a": [1]}}}', r"ratings.m.a.*expected a number, found a list"),
        ('{"ratings": {"m": {"a": 1}}}', r"a.jsonl:1: .*id"),
    ],
)
def test_bad_lines(tmp_path: Path, line: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        list(read_ratings(written(tmp_path, "a.jsonl", line + "\n")))


def test_broken_rows_may_be_left_out(tmp_path: Path) -> None:
    log = ReadLog(skip_broken=True)
    path = written(tmp_path, "a.csv", "item,rater,value\n1,a,2\n1,a,3\n1,b,x\n1,b,1\n")
    assert [one.value for one in read_ratings(path, log=log)] == [2.0, 1.0]
    assert log.skipped == 2


def test_ratings_of_a_segment_are_human_scores(tmp_path: Path) -> None:
    line = '{"id": "1", "candidate": "a", "human": {"overall": 2}, "ratings": {"m": {"x": 3, "y": null}}}\n'
    segment = next(iter(read_segments(written(tmp_path, "a.jsonl", line))))
    assert segment.human == {"overall": 2, "m@x": 3}
    log = ReadLog()
    labels = '{"id": "1", "candidate": "a", "ratings": {"m": {"x": "good"}}}\n'
    assert next(iter(read_segments(written(tmp_path, "b.jsonl", labels), log=log))).human == {}
    assert "labels in 'ratings.m' are no human scores" in log.warnings()[0]
    assert not log.unread
    for line, message in (
        ('{"id": "1", "candidate": "a", "ratings": {"m": 3}}', r"ratings.m.*expected an object \{rater"),
        (
            '{"id": "1", "candidate": "a", "human": {"m@x": 1}, "ratings": {"m": {"x": 1}}}',
            "ratings.m.x.*is in 'human.m@x' too",
        ),
    ):
        with pytest.raises(InputError, match=message):
            list(read_segments(written(tmp_path, "c.jsonl", line)))


def test_ratings_of_ones_own() -> None:
    rows: list[dict[str, Any]] = [
        {"item": 1, "rater": "anna", "value": 4, "criterion": "meaning", "system": "mine"},
        {"item": "1", "rater": "ben", "value": 3.0, "criterion": "meaning", "system": "mine"},
        {"item": "2", "rater": "anna", "value": 2.5, "criterion": "meaning", "system": "mine"},
        {"item": "2", "rater": "ben", "value": None, "criterion": "meaning", "system": "mine"},
    ]
    assert list(ratings_of(rows)) == WANTED
    assert list(ratings_of(iter(rows))) == WANTED
    assert list(ratings_of({key: [row[key] for row in rows] for key in rows[0]})) == WANTED
    assert list(ratings_of(WANTED)) == WANTED
    frame = pandas.DataFrame(rows).rename(columns={"rater": "annotator"})
    assert list(ratings_of(frame, columns={"rater": "annotator"})) == WANTED
    segments = [Segment("1", "a", system="mine", human={"meaning@anna": 4, "meaning@ben": 3})]
    assert list(ratings_of(segments)) == WANTED[:2]
    wide = {"id": ["1"], "candidate": ["a"], "system": ["mine"], "human.meaning@anna": [4]}
    assert list(ratings_of(wide)) == WANTED[:1]
    with pytest.raises(InputError, match=r"no column 'rater' \(found 'annotator': is that it"):
        list(ratings_of(frame))
    with pytest.raises(InputError, match=r"row 0.*value.*expected a number, found a list"):
        list(ratings_of([{"item": "1", "rater": "a", "value": [1]}]))
    assert list(ratings_of([{"item": "1", "rater": "a", "value": True}])) == [
        Rating("1", "a", "rating", "true")
    ]


def test_empty_cells_are_ratings_that_were_not_given(tmp_path: Path) -> None:
    path = written(tmp_path, "a.csv", "item,rater,value\n1,a,2\n1,b,\n2,a, \n2,b,3\n")
    log = ReadLog()
    assert [one.value for one in read_ratings(path, log=log)] == [2.0, 3.0]
    assert log.warnings() == [f"{path}: 2 rows have no value: taken as ratings that were not given"]
    with pytest.warns(UserWarning, match="2 rows have no value"):
        list(read_ratings(path))
    log = ReadLog()
    assert len(list(ratings_of(pandas.read_csv(path), log=log))) == 2
    assert log.warnings() == ["data: 2 rows have no value: taken as ratings that were not given"]
    wide = written(tmp_path, "b.csv", "id,human.m@a,human.m@b\n1,2, \n")
    assert list(read_ratings(wide)) == [Rating("1", "a", "m", 2.0)]


def test_a_text_that_reads_as_a_number_is_one_wherever_it_stands(tmp_path: Path) -> None:
    """A column that holds yes and no for another criterion makes texts of all ratings in a frame."""
    text = "item,rater,criterion,value\n1,a,m,4\n1,a,fine,yes\n1,b,m, 3.5\n1,b,fine,no\n"
    path = written(tmp_path, "a.csv", text)
    wanted = [
        Rating("1", "a", "m", 4.0), Rating("1", "a", "fine", "yes"),
        Rating("1", "b", "m", 3.5), Rating("1", "b", "fine", "no"),
    ]  # fmt: skip
    frame = pandas.read_csv(path)
    lines = '{"id": "1", "ratings": {"m": {"a": "4", "b": "3.5"}, "fine": {"a": "yes", "b": "no"}}}\n'
    for data in (path, Path(path), read_ratings(path), frame, frame.to_dict("records")):
        assert list(ratings_of(data)) == wanted
    by_place = sorted(read_ratings(written(tmp_path, "a.jsonl", lines)), key=lambda one: one.rater)
    assert [one.value for one in by_place] == [4.0, "yes", 3.5, "no"]
    rows = [{"item": "1", "rater": "a", "value": "3,5"}]
    with pytest.raises(InputError, match=r"row 0.*'3,5', a decimal comma: expected a point, 3.5"):
        list(ratings_of(rows))


def test_frames_with_a_column_a_rater() -> None:
    frame = pandas.DataFrame({"id": ["1", "2"], "human.m@a": [4, 3], "human.m@b": [5, None]})
    assert list(ratings_of(frame)) == [
        Rating("1", "a", "m", 4.0), Rating("1", "b", "m", 5.0), Rating("2", "a", "m", 3.0)
    ]  # fmt: skip
    with pytest.raises(InputError, match=r"no columns 'rater' and 'value'.*frame.melt\('item'"):
        list(ratings_of(pandas.DataFrame({"item": [1], "anna": [2], "ben": [3]})))
