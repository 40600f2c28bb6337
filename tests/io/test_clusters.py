"""Clusters: JSON lines and the MSVD table as published."""

from __future__ import annotations

import gzip
import json
import os
import tempfile
import threading
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from likewise.errors import InputError
from likewise.io import dump_clusters, read_clusters
from likewise.io.clusters import MSVD_COLUMNS, read_msvd
from likewise.records import Cluster, Description

HEADER = ",".join(MSVD_COLUMNS)
MSVD = [
    HEADER,
    "mv89psg6zh4,33,46,588702,unverified,55,Slovene,Papagaj se umiva.",
    "mv89psg6zh4,33,46,362812,clean,11,English,A bird in a sink.",
    "other,0,9,1,clean,5,English,A man sings.",
    'mv89psg6zh4,33,46,968828,clean,84,English,"A faucet runs,\nand a bird stands under it."',
    "mv89psg6zh4,33,46,203142,unverified,14,English,A bird gets washed.",
    "mv89psg6zh4,50,61,203142,clean,14,German,Ein Vogel.",
]

text = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=10)
descriptions = st.builds(Description, text, st.none() | text, st.none() | text, st.none() | text)
clusters = st.builds(Cluster, text, st.lists(descriptions, max_size=4).map(tuple))


def written(folder: str | Path, *rows: Any, name: str = "clusters.jsonl") -> Path:
    path = Path(folder) / name
    lines = (row if isinstance(row, str) else json.dumps(row) for row in rows)
    path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    return path


def refused(path: Path, **options: Any) -> str:
    with pytest.raises(InputError) as caught:
        list(read_clusters(path, **options))
    return str(caught.value).removeprefix(str(path))


class TestJsonLines:
    def test_by_hand(self, tmp_path: Path) -> None:
        texts = ["plain", {"text": "full", "worker": 7, "tier": 2, "lang": "en", "other": 1}, {"text": ""}]
        path = written(tmp_path, {"id": 1, "texts": texts}, "", {"id": "b", "texts": []})
        assert list(read_clusters(path)) == [
            Cluster("1", (Description("plain"), Description("full", "7", "2", "en"), Description(""))),
            Cluster("b"),
        ]

    @given(rows=st.lists(clusters, min_size=1, max_size=4))
    @settings(max_examples=60, deadline=None)
    def test_what_is_written_is_read(self, rows: list[Cluster]) -> None:
        with tempfile.TemporaryDirectory() as folder:
            for name in ("c.jsonl", "c.jsonl.gz"):
                path = Path(folder, name)
                assert dump_clusters(rows, path) == len(rows)
                assert list(read_clusters(path)) == rows

    def test_choice_of_language_and_tier(self, tmp_path: Path) -> None:
        texts = [
            {"text": "a", "lang": "en", "tier": "1"},
            {"text": "b", "lang": "en", "tier": "2"},
            {"text": "c", "lang": "de", "tier": "2"},
            "d",
        ]
        path = written(tmp_path, {"id": "1", "texts": texts})

        def kept(**options: str) -> list[str]:
            return [d.text for c in read_clusters(path, **options) for d in c.texts]

        assert kept() == ["a", "b", "c", "d"]
        assert kept(lang="all", tier="all") == ["a", "b", "c", "d"]
        assert kept(lang="en") == ["a", "b"]
        assert kept(tier="2") == ["b", "c"]
        assert kept(lang="de", tier="1") == []
        assert kept(lang="English") == ["a", "b"]
        assert kept(lang="Deutsch") == ["c"]
        with pytest.raises(InputError, match="unknown language 'Germn', the nearest names: German"):
            kept(lang="Germn")

    @pytest.mark.parametrize(
        ("row", "expected"),
        [
            ({"texts": []}, ":1: field 'id': missing, expected a string"),
            ({"id": "1"}, ":1: field 'texts': expected a list of objects with a text, found null"),
            ({"id": "1", "texts": "a"}, ":1: field 'texts': expected a list of objects with a text"),
            ({"id": "1", "texts": ["a", 3]}, ":1: field 'texts[1]': expected an object with a text"),
            ({"id": "1", "texts": ["a", {}]}, ":1: field 'texts[1].text': missing, expected a string"),
            ({"id": "1", "texts": [{"text": 1}]}, ":1: field 'texts[0].text': expected a string"),
            (
                {"id": "1", "texts": [{"text": "a", "tier": True}]},
                ":1: field 'texts[0].tier': expected a string",
            ),
            (
                {"id": "1", "texts": [{"text": "a", "lang": 1}]},
                ":1: field 'texts[0].lang': expected a string",
            ),
            ({"id": "1", "texts": [{"text": "\ud800"}]}, ":1: field 'texts[0].text': holds a lone surrogate"),
            ({"id": "1", "texts": ["\0"]}, ":1: field 'texts[0]': holds a NUL character"),
        ],
    )
    def test_refused(self, tmp_path: Path, row: Any, expected: str) -> None:
        assert refused(written(tmp_path, row)).startswith(expected)

    @pytest.mark.parametrize(
        "raw", [b"\x1f\x8b\x00", gzip.compress(b'{"id": 1, "texts": []}\n' * 900)[:-9]], ids=["broken", "cut"]
    )
    def test_broken_gzip(self, tmp_path: Path, raw: bytes) -> None:
        (tmp_path / "c.jsonl.gz").write_bytes(raw)
        assert "broken gzip data" in refused(tmp_path / "c.jsonl.gz")

    def test_empty_missing_and_folder(self, tmp_path: Path) -> None:
        assert refused(written(tmp_path)) == ": is empty, expected JSON lines (one object a line)"
        assert refused(tmp_path / "absent") == ": no such file"
        assert refused(tmp_path) == ": is a folder, expected a file"

    def test_a_pipe_is_read_from_its_beginning(self, tmp_path: Path) -> None:
        """Opened once: a second look would wait for ever, or miss what the first one took."""
        pipe = tmp_path / "pipe"
        os.mkfifo(pipe)
        line = json.dumps({"id": "1", "texts": ["a"]}) + "\n"
        found: list[Cluster] = []
        reader = threading.Thread(target=lambda: found.extend(read_clusters(pipe)), daemon=True)
        reader.start()
        pipe.write_text(line * 3)
        reader.join(timeout=120)
        assert len(found) == 3

    def test_what_could_not_be_read_is_not_written(self, tmp_path: Path) -> None:
        with pytest.raises(InputError, match=r"texts\[0\]\.text.*lone surrogate"):
            dump_clusters([Cluster("1", (Description("\ud800"),))], tmp_path / "c.jsonl")
        assert os.listdir(tmp_path) == []


class TestMsvd:
    def test_english_tier_two_unless_said_otherwise(self, tmp_path: Path) -> None:
        assert list(read_clusters(written(tmp_path, *MSVD, name="msvd.csv"))) == [
            Cluster(
                "mv89psg6zh4_33_46",
                (
                    Description("A bird in a sink.", "362812", "2", "English"),
                    Description("A faucet runs,\nand a bird stands under it.", "968828", "2", "English"),
                ),
            ),
            Cluster("other_0_9", (Description("A man sings.", "1", "2", "English"),)),
        ]

    @pytest.mark.parametrize(
        ("options", "sizes"),
        [
            ({}, [2, 1]),
            ({"tier": "1"}, [1]),
            ({"tier": "all"}, [3, 1]),
            ({"lang": "Slovene", "tier": "1"}, [1]),
            ({"lang": "German"}, [1]),
            ({"lang": "all"}, [2, 1, 1]),
            ({"lang": "all", "tier": "all"}, [4, 1, 1]),
            ({"lang": "Hindi"}, []),
            ({"lang": "en"}, [2, 1]),
            ({"lang": "english"}, [2, 1]),
            ({"lang": "deutsch"}, [1]),
            ({"lang": "sl", "tier": "1"}, [1]),
            ({"lang": "Slovenian", "tier": "1"}, [1]),
        ],
    )
    def test_choices(self, tmp_path: Path, options: dict[str, str], sizes: list[int]) -> None:
        found = read_clusters(written(tmp_path, *MSVD, name="msvd.csv"), **options)
        assert [len(c.texts) for c in found] == sizes

    def test_an_unknown_language(self, tmp_path: Path) -> None:
        with pytest.raises(InputError, match="unknown language 'Englishh', the nearest names: English"):
            list(read_clusters(written(tmp_path, *MSVD, name="msvd.csv"), lang="Englishh"))

    @pytest.mark.parametrize("name", ["msvd.csv.gz", "MSVD.CSV", "msvd.txt", "msvd"])
    def test_known_by_name_or_header(self, tmp_path: Path, name: str) -> None:
        raw = ("\ufeff" + "\r\n".join(MSVD)).encode()
        path = tmp_path / name
        path.write_bytes(gzip.compress(raw) if name.endswith(".gz") else raw)
        assert [len(c.texts) for c in read_clusters(path)] == [2, 1]

    @pytest.mark.parametrize("column", MSVD_COLUMNS)
    def test_missing_column(self, tmp_path: Path, column: str) -> None:
        rest = [c for c in MSVD_COLUMNS if c != column]
        path = written(tmp_path, ",".join(rest), ",".join("x" for _ in rest), name="msvd.csv")
        assert refused(path) == f":1: field '{column}': no column '{column}' in the header"

    @pytest.mark.parametrize(
        ("rows", "expected"),
        [
            ([HEADER], ": holds a header but no row, expected descriptions"),
            ([HEADER, "v,1,2,w,dirty,5,English,x"], ":2: field 'Source': expected clean or unverified"),
            ([HEADER, "v,1,2,w,clean,5,English"], ":2: expected 8 columns as in the header, found 7"),
            ([HEADER, 'v,1,2,w,clean,5,English,"x'], ":2: not a valid table"),
        ],
    )
    def test_refused(self, tmp_path: Path, rows: list[str], expected: str) -> None:
        assert refused(written(tmp_path, *rows, name="msvd.csv")).startswith(expected)

    @pytest.mark.parametrize("tier", ["3", "clean", ""])
    def test_unknown_tier(self, tmp_path: Path, tier: str) -> None:
        path = written(tmp_path, *MSVD, name="msvd.csv")
        with pytest.raises(InputError, match=f"unknown tier '{tier}', expected 1, 2 or all"):
            list(read_msvd(path, tier=tier))
