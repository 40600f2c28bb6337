"""Ratings by several raters: the same ones from each layout, and complaints that name the place."""

from __future__ import annotations

from pathlib import Path

import pytest

from likewise import InputError, Rating, read_ratings
from likewise.io import ReadLog

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
        ("item,rater,value\n1,a,\n", r"a.csv:2: .*value.*empty, expected a rating"),
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
