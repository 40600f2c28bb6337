"""Models and a database that version 0.1.0 wrote still open and give the same (tests/fixtures/before)."""

from __future__ import annotations

import io
import json
import sqlite3
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import likewise as lw
from likewise.cli.main import run
from likewise.collect.migrations import HEAD
from likewise.collect.schema import metadata
from likewise.collect.store import Store
from likewise.deep import Analysis
from likewise.loading import KINDS

FOLDER = Path(__file__).parent / "fixtures/before"
JOBS: list[dict[str, Any]] = json.loads((FOLDER / "jobs.json").read_text(encoding="utf-8"))
LATER = {
    "context-vectors", "freestyle", "question-translator", "robot-reader", "score-differences",
    "translation-table",
}  # fmt: skip
"""Kinds of models that version 0.1.0 did not have."""
SCORES = [-1.2919321948067726, 1.8087050727294842]  # of the selector, for a flat tree and a deep one


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with all that was written; the working folder of the test."""
    with zipfile.ZipFile(FOLDER / "written.zip") as archive:
        archive.extractall(tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def said(arguments: list[str], lines: str, capsys: pytest.CaptureFixture[str]) -> str:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines.encode()), encoding="utf-8"))
        code = run(arguments)
    out, err = capsys.readouterr()
    assert code == 0, err
    return out


def values(text: str) -> Iterator[Any]:
    """The lines as they are, JSON apart: its numbers may differ in what rounding leaves."""
    for line in text.splitlines():
        yield _near(json.loads(line)) if line.startswith("{") else line


def _near(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _near(part) for key, part in value.items()}
    if isinstance(value, list):
        return [_near(part) for part in value]
    return pytest.approx(value, rel=1e-9) if isinstance(value, float) else value


def kept(now: Any, before: Any) -> Any:
    """What is there now without what came since: results and signatures may tell more than they did."""
    if isinstance(now, dict) and isinstance(before, dict):
        return {key: kept(now[key], before[key]) for key in before if key in now}
    if isinstance(now, list) and isinstance(before, list) and len(now) == len(before):
        return [kept(one, other) for one, other in zip(now, before, strict=True)]
    if isinstance(now, str) and "|likewise:" in now and {*before.split("|")} <= {*now.split("|")}:
        return before
    return now


def test_there_is_one_of_every_kind() -> None:
    with zipfile.ZipFile(FOLDER / "written.zip") as archive:
        names = {name.split("/")[1] for name in archive.namelist() if name.endswith("/model.json")}
    assert names == set(KINDS) - LATER
    assert names - {job["name"] for job in JOBS} == {"parse-selector"}  # tested below


@pytest.mark.usefixtures("written")
@pytest.mark.parametrize("kind", sorted(set(KINDS) - LATER))
def test_every_model_loads(kind: str) -> None:
    assert json.loads(Path(f"models/{kind}/model.json").read_text())["version"] == "0.1.0"
    assert lw.load(f"models/{kind}") is not None


@pytest.mark.usefixtures("written")
@pytest.mark.parametrize("job", JOBS, ids=[job["name"] for job in JOBS])
def test_it_gives_what_it_gave(job: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    output = said(job["arguments"], job["lines"], capsys)
    if job["name"] == "ledger":  # columns may have been added at its end
        width = job["output"].splitlines()[0].count(",") + 1
        output = "".join(",".join(line.split(",")[:width]) + "\n" for line in output.splitlines())
    assert kept(list(values(output)), list(values(job["output"]))) == list(values(job["output"]))


@pytest.mark.usefixtures("written")
def test_the_parse_selector_chooses_as_before() -> None:
    words = '(the_1 0 1 ("the")) (owl_n1 1 2 ("owl"))'
    trees = [
        f'(root (sb_c 0 3 {words} (runs_v1 2 3 ("runs"))))',
        f'(root (sb-hd_mc_c 0 3 (sp-hd_n_c 0 2 {words}) (runs_v1 2 3 ("runs"))))',
    ]
    selector = lw.load("models/parse-selector")
    scores = [selector.score(Analysis("The owl runs.", derivation=tree)) for tree in trees]
    assert scores == pytest.approx(SCORES, rel=1e-9)


def test_the_database_is_brought_up_to_date(written: Path) -> None:
    with Store(f"sqlite:///{written / 'collection.db'}") as store:
        store.create()
    with sqlite3.connect(written / "collection.db") as database:
        assert database.execute("SELECT version_num FROM alembic_version").fetchall() == [(HEAD,)]
        for table in metadata.tables.values():
            columns = [row[1] for row in database.execute(f"PRAGMA table_info({table.name})")]
            assert sorted(columns) == sorted(column.name for column in table.columns)
