"""Ctrl-C in `likewise parses study`: worker processes end at once, whatever they are at."""

from __future__ import annotations

import multiprocessing
import signal
import time
from collections.abc import Iterator

import pytest

from likewise.cli.parses.study import _interruptible


@pytest.fixture
def by_default() -> Iterator[None]:
    """Interrupts as a program finds them at its start; those who run tests may have changed that."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("by_default")
def test_workers_end_with_it() -> None:
    worker = multiprocessing.get_context("spawn").Process(target=time.sleep, args=(3600,), daemon=True)
    worker.start()
    with pytest.raises(KeyboardInterrupt), _interruptible():
        signal.raise_signal(signal.SIGINT)
    worker.join()
    assert worker.exitcode == -signal.SIGKILL
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.usefixtures("by_default")
def test_one_that_ignores_interrupts_goes_on_to() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with _interruptible():
        signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
