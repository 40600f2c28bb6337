"""A running stand-in, both adapters against it, and a guard: nothing may speak to any other machine."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from likewise.collect.market import Backoff, MechanicalTurk, Prolific
from likewise.testing import StandinMarketplace

PATIENCE = 60
"""Seconds for an answer: no answer of the stand-in is late because the machine is busy."""
SECRET_KEY = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYSTANDINKEY"
ACCESS_KEY = "AKIASTANDINSTANDIN01"
TOKEN = "prolific-secret-0123456789"
WORKSPACE = "6" * 24


@pytest.fixture(autouse=True)
def only_this_machine(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Every connection is looked at; one that leaves this machine fails the test."""
    seen: list[Any] = []
    connect = socket.socket.connect

    def guarded(self: socket.socket, address: Any) -> None:
        seen.append(address)
        assert address[0] == "127.0.0.1", f"a connection to {address}"
        connect(self, address)

    monkeypatch.setattr(socket.socket, "connect", guarded)
    return seen


@pytest.fixture(autouse=True)
def dummy_credentials(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", ACCESS_KEY)
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", SECRET_KEY)
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    monkeypatch.setenv("AWS_CONFIG_FILE", str(tmp_path / "no-config"))
    monkeypatch.setenv("AWS_SHARED_CREDENTIALS_FILE", str(tmp_path / "no-credentials"))
    monkeypatch.setenv("PROLIFIC_TOKEN", TOKEN)
    # A proxy would carry the request off this machine; for 127.0.0.1 none is used.
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")


@pytest.fixture
def standin() -> Iterator[StandinMarketplace]:
    with StandinMarketplace(token=TOKEN) as running:
        yield running


@pytest.fixture
def pauses() -> list[float]:
    return []


@pytest.fixture
def turk(standin: StandinMarketplace, pauses: list[float]) -> MechanicalTurk:
    return MechanicalTurk(endpoint_url=standin.url, timeout=PATIENCE, backoff=Backoff(4, sleep=pauses.append))


@pytest.fixture
def prolific(standin: StandinMarketplace, pauses: list[float], tmp_path: Path) -> Prolific:
    return Prolific(
        WORKSPACE,
        tmp_path / "journal.db",
        base_url=standin.url,
        timeout=PATIENCE,
        backoff=Backoff(4, sleep=pauses.append),
    )
