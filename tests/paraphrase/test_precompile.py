"""Kernels compiled ahead: the toy model has the types of a learnt one, so that what it compiles is of use."""

from __future__ import annotations

import subprocess
from typing import Any

import pytest

from likewise.kernel import Kernel
from likewise.paraphrase import _kernels as choosing, precompile
from likewise.paraphrase.embedded_model import embedded
from likewise.transduce.decode import _kernels as decoding
from likewise.transduce.lm import _kernels as modelling


def signatures() -> dict[str, set[Any]]:
    """The types that each kernel was compiled for."""
    return {
        f"{module.__name__}.{name}": set(kernel.compiled.signatures)
        for module in (decoding, choosing, modelling)
        for name, kernel in vars(module).items()
        if isinstance(kernel, Kernel)
    }


def test_the_toy_model_asks_for_no_other_types_than_a_learnt_one() -> None:
    for novelty in (None, 0.5):
        embedded().nbest("a cat sits", 2, novelty)
    before = signatures()
    precompile.main()
    new = {name: found - before[name] for name, found in signatures().items() if found - before[name]}
    assert new == {}
    assert len(before) > 20


def test_a_second_process_is_started_only_where_nothing_was_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[str] = []

    class Child:
        def __init__(self, command: list[str], **streams: Any) -> None:
            started.append(command[-1])

        def kill(self) -> None:
            started.append("ended")

        def wait(self) -> None: ...

    monkeypatch.setattr(subprocess, "Popen", Child)
    embedded()
    assert precompile.compiled()
    with precompile.precompiled():
        pass
    assert started == []
    monkeypatch.setattr(precompile, "compiled", lambda: False)
    with pytest.raises(KeyboardInterrupt), precompile.precompiled():
        raise KeyboardInterrupt
    assert started == ["likewise.paraphrase.precompile", "ended"]
