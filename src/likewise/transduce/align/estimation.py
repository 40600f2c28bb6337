"""Alignment models learnt from a bitext by expectation maximisation, each from the simpler one before it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from likewise.errors import InputError
from likewise.io import Advance
from likewise.transduce.align.agreement import Both, expect_both
from likewise.transduce.align.aligner import Aligner, Positions, expect
from likewise.transduce.align.cells import Cells
from likewise.transduce.align.hmm import Jumps
from likewise.transduce.align.ibm1 import Uniform
from likewise.transduce.align.ibm2 import Diagonal
from likewise.transduce.align.lexicon import Lexicon
from likewise.transduce.bitext import Bitext

__all__ = ["MODELS", "fit", "fit_both"]

MODELS = ("ibm1", "ibm2", "hmm")
PRIOR = 20.0
"""How often a source word is taken to have been seen beforehand, with target words by their frequency."""


def fit(
    bitext: Bitext,
    *,
    model: str = "hmm",
    ibm1: int = 4,
    ibm2: int = 4,
    hmm: int = 4,
    progress: Advance | None = None,
) -> Aligner:
    """Learn p(target | source); for the other direction hand in the bitext swapped, for both see `fit_both`.

    `ibm1`, `ibm2` and `hmm` are rounds of learning: the models "ibm2" and "hmm" begin with those of "ibm1".
    `progress` is called after each round with the number of pairs.
    """
    rounds = _rounds(model, ibm1, ibm2, hmm)
    aligner, cells = _start(bitext)
    for positions in rounds:
        aligner = expect(bitext, _begun(aligner, positions), cells=cells).maximise()
        if progress is not None:
            progress(len(bitext))
    return aligner


def fit_both(
    bitext: Bitext,
    *,
    model: str = "hmm",
    ibm1: int = 4,
    ibm2: int = 4,
    hmm: int = 4,
    agree: bool = True,
    progress: Advance | None = None,
) -> Both:
    """Learn both directions side by side, on two threads; the second aligner is that of the swapped bitext.

    `agree` lets them learn from each other after the rounds of IBM model 1, which makes links more precise.
    """
    rounds = _rounds(model, ibm1, ibm2, hmm)
    sides = (bitext, bitext.swapped())
    with ThreadPoolExecutor(2) as pool:
        forward, backward = pool.map(_start, sides)
        aligners, cells = (forward[0], backward[0]), (forward[1], backward[1])
        for at, positions in enumerate(rounds):
            aligners = _begun(aligners[0], positions), _begun(aligners[1], positions)
            if agree and at >= ibm1:
                one, other = expect_both(bitext, aligners, cells=cells, pool=pool)
            else:
                one, other = pool.map(lambda s, a, c: expect(s, a, cells=c), sides, aligners, cells)
            aligners = one.maximise(), other.maximise()
            if progress is not None:
                progress(len(bitext))
    return aligners


def _start(bitext: Bitext) -> tuple[Aligner, Cells]:
    lexicon = Lexicon.uniform(bitext)
    return Aligner(lexicon, Uniform()), Cells.of(bitext, lexicon)


def _begun(aligner: Aligner, positions: Positions | None) -> Aligner:
    return aligner if positions is None else replace(aligner, positions=positions, prior=PRIOR)


def _rounds(model: str, ibm1: int, ibm2: int, hmm: int) -> list[Positions | None]:
    """For each round the positions that it begins with, or None: those of the round before."""
    if model not in MODELS:
        raise InputError(f"unknown alignment model '{model}', expected one of: {', '.join(MODELS)}")
    for name, times in (("ibm1", ibm1), ("ibm2", ibm2), ("hmm", hmm)):
        if times < 0:
            raise InputError(f"rounds of {name} are {times}, expected 0 or more")
    rounds: list[Positions | None] = [None] * ibm1
    begin: dict[str, tuple[Positions, int]] = {"ibm2": (Diagonal(), ibm2), "hmm": (Jumps.near(), hmm)}
    if model in begin and begin[model][1] > 0:
        positions, times = begin[model]
        rounds += [positions, *[None] * (times - 1)]
    return rounds
