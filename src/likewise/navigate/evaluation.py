"""Evaluation by leaving one map out: learn on the other maps, follow on this one; folds weigh by their size.

Each fold is worked on by a process of its own in which linear algebra has one thread, so the figures do not
depend on how many processes run at a time.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from threading import Lock
from typing import Any

import likewise
from likewise.draw import Figure, ResultTable, Tabular
from likewise.errors import InputError
from likewise.io import LEARNER_SEED, Progress
from likewise.navigate.corpus import Corpus
from likewise.navigate.folds import Fold, Setting, measured
from likewise.navigate.partial_correctness import PlanPoints, Points
from likewise.navigate.word_splitters import is_registered
from likewise.text import code_of, same_language

__all__ = ["NavigationResult", "evaluate"]

_THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")


@dataclass(frozen=True, slots=True, repr=False)
class NavigationResult(Tabular):
    """The folds of an evaluation, what was evaluated, and the seconds it took from first to last."""

    folds: tuple[Fold, ...]
    setting: Setting
    seconds: float

    @property
    def plans(self) -> PlanPoints | None:
        """Points of the refined training plans; none without gold plans."""
        return _added([fold.plans for fold in self.folds])

    @property
    def parser(self) -> PlanPoints | None:
        """Points of the plans of unseen sentences; none without gold plans."""
        return _added([fold.parser for fold in self.folds])

    @property
    def single(self) -> float | None:
        """Percent of sentences that end in the right place and heading."""
        return _percent([(fold.single, fold.sentences) for fold in self.folds])

    @property
    def complete(self) -> float | None:
        """Percent of routes that end in the right place; none where there are no routes."""
        return _percent([(fold.complete, fold.routes) for fold in self.folds])

    def as_dict(self) -> dict[str, Any]:
        """The object that `--json` prints; shares are in percent."""
        parts = {
            part: sum(fold.seconds[part] for fold in self.folds)
            for part in ("lexicon", "parser", "following")
        }
        return {
            "plans": _shown(self.plans),
            "parser": _shown(self.parser),
            "single": self.single,
            "complete": self.complete,
            "seconds": {**parts, "total": self.seconds},
            "folds": {fold.map: _fold(fold) for fold in self.folds},
        }

    def table(self) -> tuple[list[str], list[list[Any]]]:
        """Heads and rows: each map left out, then all of them."""
        heads = ["map left out", "sentences", "single", "routes", "complete", "plans F1", "parser F1"]
        whole = [_row(fold.map, NavigationResult((fold,), self.setting, 0.0)) for fold in self.folds]
        return heads, [*whole, _row("all", self)]

    def tables(self) -> Sequence[ResultTable]:
        """A row for each map left out, and one for all."""
        heads, rows = self.table()
        cells = [[Figure.of(c, 1) if isinstance(c, float) else c for c in row] for row in rows]
        seconds = self.as_dict()["seconds"]
        parts = ", ".join(f"{name} {value:.1f}" for name, value in seconds.items())
        return [ResultTable("Navigation", heads, cells, f"percent; seconds: {parts}")]


def evaluate(
    corpus: Corpus,
    *,
    method: str = "sgoll",
    parser: str = "best",
    grammar: str = "original",
    lang: str = "en",
    seed: int = LEARNER_SEED,
    progress: Progress | None = None,
    processes: int = 2,
) -> NavigationResult:
    """Leave one map out. `progress` hears what is being done and the share of the whole that is done.

    `processes` is how many folds run at a time. With 0 they run here, one after another; so they do for a
    language that was registered here, which other processes would not know.
    """
    begun = time.perf_counter()
    lang = code_of(lang)
    setting = Setting(method, parser, grammar, lang, seed)
    setting.check()
    tasks = [(*fold, setting) for fold in _folds(corpus, lang)]
    tell = _shares(progress, len(tasks))
    if processes < 1 or is_registered(lang):
        folds = [measured(*task, partial(tell, k)) for k, task in enumerate(tasks)]
    else:
        folds = _Workers(tell).run(tasks, processes)
    return NavigationResult(tuple(folds), setting, time.perf_counter() - begun)


def _folds(corpus: Corpus, lang: str) -> list[tuple[str, Corpus, Corpus]]:
    """The folds of the instructions in one language."""
    kept = replace(
        corpus,
        sentences=tuple(s for s in corpus.sentences if same_language(s.lang, lang)),
        routes=tuple(r for r in corpus.routes if same_language(r.lang, lang)),
    )
    if not kept.sentences:
        there = ", ".join(sorted({s.lang for s in corpus.sentences})) or "no language"
        raise InputError(f"holds no instruction in '{lang}', only in {there}", field="lang")
    folds = kept.folds()
    if len(folds) < 2:
        raise InputError(
            f"one map is left out, so instructions on at least two are needed, found only '{folds[0][0]}'",
            field="map",
        )
    return folds


def _shares(progress: Progress | None, folds: int) -> Callable[[int, str, float], None]:
    """Progress of the whole out of that of each fold, whichever thread it comes from."""
    done, lock = [0.0] * folds, Lock()

    def tell(fold: int, what: str, share: float) -> None:
        with lock:
            done[fold] = share
            if progress is not None:
                progress(what, sum(done) / folds)

    return tell


class _Workers:
    """Processes that measure folds; ended together where one fails or the user does not want to wait."""

    def __init__(self, tell: Callable[[int, str, float], None]) -> None:
        self._tell, self._ended, self._lock = tell, False, Lock()
        self._running: list[subprocess.Popen[bytes]] = []

    def run(self, tasks: Sequence[tuple[Any, ...]], processes: int) -> list[Fold]:
        """All folds in order, so many at a time."""
        with ThreadPoolExecutor(min(processes, len(tasks))) as pool:
            waiting = [pool.submit(self._measured, k, task) for k, task in enumerate(tasks)]
            try:
                return [one.result() for one in waiting]
            except BaseException:
                self._end()
                raise

    def _measured(self, number: int, task: tuple[Any, ...]) -> Fold:
        worker = self._started()
        assert worker.stdin is not None
        assert worker.stdout is not None
        try:
            with worker.stdin as stdin:
                pickle.dump(task, stdin)
            while True:
                kind, *rest = pickle.load(worker.stdout)
                if kind == "progress":
                    self._tell(number, *rest)
                elif kind == "refused":
                    raise InputError(rest[0], field=rest[1])
                else:
                    fold: Fold = rest[0]
                    return fold
        except (EOFError, OSError, pickle.UnpicklingError):
            raise RuntimeError(f"the process of fold {task[0]} ended early") from None
        finally:
            worker.stdout.close()
            worker.wait()

    def _started(self) -> subprocess.Popen[bytes]:
        paths = [str(Path(likewise.__file__).parents[1]), *filter(None, [os.environ.get("PYTHONPATH")])]
        settings = {**dict.fromkeys(_THREADS, "1"), "PYTHONPATH": os.pathsep.join(paths)}
        command = [sys.executable, "-c", "from likewise.navigate.folds import serve; serve()"]
        with self._lock:
            if self._ended:
                raise RuntimeError("ended")
            worker = subprocess.Popen(
                command, env={**os.environ, **settings}, stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
            self._running.append(worker)
            return worker

    def _end(self) -> None:
        with self._lock:
            self._ended = True
            for worker in self._running:
                worker.kill()


def _added(points: Sequence[PlanPoints | None]) -> PlanPoints | None:
    known = [one for one in points if one is not None]
    return sum(known, PlanPoints()) if known else None


def _percent(sums: Sequence[tuple[float, int]]) -> float | None:
    size = sum(n for _, n in sums)
    return 100 * sum(right for right, _ in sums) / size if size else None


def _shown(points: PlanPoints | None) -> dict[str, Any] | None:
    if points is None:
        return None
    return {**_rates(points.partial), "types": _rates(points.types), "exact": _rates(points.exact)}


def _rates(points: Points) -> dict[str, float]:
    return {"precision": 100 * points.precision, "recall": 100 * points.recall, "f1": 100 * points.f1}


def _fold(fold: Fold) -> dict[str, Any]:
    return {
        "plans": _shown(fold.plans),
        "parser": _shown(fold.parser),
        "single": _percent([(fold.single, fold.sentences)]),
        "complete": _percent([(fold.complete, fold.routes)]),
        "sentences": fold.sentences,
        "routes": fold.routes,
        "seconds": dict(fold.seconds),
    }


def _row(name: str, result: NavigationResult) -> list[Any]:
    figures = [None if p is None else 100 * p.partial.f1 for p in (result.plans, result.parser)]
    sizes = [sum(f.sentences for f in result.folds), sum(f.routes for f in result.folds)]
    return [name, sizes[0], result.single, sizes[1], result.complete, *figures]
