"""The record of requests that must not be sent twice."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from likewise.collect.market import Journal
from likewise.errors import RefusedError


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    return Journal(tmp_path / "journal.db")


def test_a_request_from_note_to_end(journal: Journal, tmp_path: Path) -> None:
    assert journal.note("k", "pay 5").state == "open"
    assert journal.refer("k", "batch") == "batch"
    assert journal.start("k")
    assert journal.look("k").state == "sending"
    assert [noted.reference for noted in journal.unsettled()] == ["batch"]
    assert journal.finish("k")
    assert journal.unsettled() == []
    # Another process finds it as it was left.
    assert Journal(tmp_path / "journal.db").note("k", "pay 5").state == "done"


def test_a_key_belongs_to_one_request(journal: Journal) -> None:
    journal.note("k", "pay 5")
    with pytest.raises(RefusedError) as caught:
        journal.note("k", "pay 6")
    assert caught.value.code == "conflict"


def test_the_first_reference_wins(journal: Journal) -> None:
    journal.note("k", "pay 5")
    assert [journal.refer("k", one) for one in ("a", "b")] == ["a", "a"]


def test_released_means_anew(journal: Journal) -> None:
    journal.note("k", "pay 5")
    journal.refer("k", "a")
    assert not journal.release("k")
    assert journal.start("k")
    assert journal.release("k")
    assert journal.look("k").reference is None
    assert journal.start("k")
    assert journal.finish("k")
    assert not journal.release("k")
    assert not journal.start("k")


def test_an_unknown_key(journal: Journal) -> None:
    assert not journal.start("k")
    with pytest.raises(RefusedError) as caught:
        journal.look("k")
    assert caught.value.code == "not-found"


def test_of_many_one_starts(journal: Journal) -> None:
    journal.note("k", "pay 5")
    started: list[bool] = []
    threads = [threading.Thread(target=lambda: started.append(journal.start("k"))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(started) == [False] * 7 + [True]
