"""Work in a process of its own: answers, complaints, a process that dies, and jobs that end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from likewise.errors import InputError, RefusedError
from likewise.studio.worker_process import WorkerProcess, run_job

ODD = """
import os, sys, time
from likewise.errors import InputError
from likewise.studio.worker_process import serve, serve_job

def work(question):
    act = question["act"]
    if act == "complain":
        raise InputError("is odd", line=7, field="text")
    if act == "die":
        os._exit(3)
    if act == "sleep":
        time.sleep(60)
    if act == "break":
        raise RuntimeError("broken within")
    return {"process": os.getpid(), "none": float("nan"), "threads": os.environ.get("ODD_THREADS")}
"""


@pytest.fixture
def modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "odd_work.py").write_text(ODD, encoding="utf-8")
    for name, run in (("odd_process", "serve"), ("odd_job", "serve_job")):
        text = f"from odd_work import {run}, work\nif __name__ == '__main__':\n    {run}(work)\n"
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))


@pytest.fixture
def process(modules: None) -> Iterator[WorkerProcess]:
    made = WorkerProcess("odd_process", busy="too busy", silent="no answer", settings={"ODD_THREADS": "1"})
    yield made
    made.close()


def test_a_process_stays_from_question_to_question(process: WorkerProcess) -> None:
    assert not process.alive
    first = process.ask({"act": "answer"})
    assert process.alive
    assert first["threads"] == "1"
    with pytest.raises(InputError, match="is odd") as complaint:
        process.ask({"act": "complain"})
    assert complaint.value.field == "text"
    assert process.ask({"act": "answer"})["process"] == first["process"]
    process.close()
    assert not process.alive


def test_a_process_that_dies_is_told_and_the_next_question_starts_another(process: WorkerProcess) -> None:
    first = process.ask({"act": "answer"})["process"]
    with pytest.raises(RefusedError, match="no answer"):
        process.ask({"act": "die"})
    assert process.ask({"act": "answer"})["process"] != first


def test_a_process_that_says_nothing_is_ended(process: WorkerProcess) -> None:
    process.ask({"act": "answer"})
    with pytest.raises(RefusedError, match="no answer"):
        process.ask({"act": "sleep"}, seconds=0.2)
    assert not process.alive


@pytest.mark.usefixtures("modules")
def test_a_job_ends_with_its_result_or_with_what_is_wrong() -> None:
    done = run_job("odd_job", {"act": "answer"})
    assert done["none"] is None, "JSON knows no NaN"
    assert run_job("odd_job", {"act": "answer"})["process"] != done["process"]
    with pytest.raises(InputError, match="is odd") as complaint:
        run_job("odd_job", {"act": "complain"})
    assert (complaint.value.line, complaint.value.field) == (7, "text")
    with pytest.raises(RuntimeError, match="broken within"):
        run_job("odd_job", {"act": "break"})
    with pytest.raises(InputError, match="took more than 1 seconds"):
        run_job("odd_job", {"act": "sleep"}, seconds=1)
