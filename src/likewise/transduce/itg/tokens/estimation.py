"""Token grammars by expectation maximisation over all biparses (Wu 1997; Wu et al. 2013, section 4.2).

The paper gives neither the first grammar nor the number of rounds. Here all rules of words that stand in one
pair begin alike (or as IBM model 1 has them), and the exact sum over all biparses is taken.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from likewise.errors import InputError
from likewise.io import SEED, Progress
from likewise.transduce.bitext import Bitext
from likewise.transduce.itg.grammar import TransductionGrammar
from likewise.transduce.itg.tokens.expectation import expect_tokens, pieces_of
from likewise.transduce.itg.tokens.token_rules import TokenRules

__all__ = ["LearntGrammar", "learn_token_grammar"]


Initial = Literal["uniform", "ibm1"]


@dataclass(frozen=True)
class LearntGrammar:
    """A grammar, and the log-likelihood (natural) of the bitext before each round of learning it."""

    grammar: TransductionGrammar
    log_likelihoods: tuple[float, ...]


def learn_token_grammar(
    bitext: Bitext,
    *,
    iterations: int = 6,
    initial: Initial = "uniform",
    beam: int | None = None,
    straight: float = 0.25,
    inverted: float = 0.25,
    monotone: bool = False,
    floor: float = 1e-9,
    workers: int | None = None,
    seed: int = SEED,
    progress: Progress | None = None,
) -> LearntGrammar:
    """Learn a grammar of rules with at most one word a side from pairs of texts; nothing in it is random.

    The rules begin equally likely, or (`initial="ibm1"`) as IBM model 1 links words. A `beam` is for long
    texts: it keeps so many cells of each number of words, and the likelihood may then fall from one round to
    the next. `straight` and `inverted` are the first probabilities of the structural rules; `monotone` leaves
    inverted rules out, their share goes to straight ones. At the end pairs of words below `floor` go, and a
    word's deletion or insertion is lifted to it. Pairs of two empty texts are left out.
    """
    if monotone:
        straight, inverted = straight + inverted, 0.0
    bitext = bitext.select(np.flatnonzero((bitext.source.lengths > 0) | (bitext.target.lengths > 0)))
    _check(bitext, iterations, straight, inverted, floor)
    rules = _first(bitext, initial, straight, inverted)
    pieces = pieces_of(bitext, rules)
    likelihoods = []
    for at in range(iterations):
        counts = expect_tokens(bitext, rules, pieces=pieces, beam=beam, workers=workers)
        rules = counts.maximise(rules)
        likelihoods.append(counts.log_likelihood)
        if progress is not None:
            progress("Learning word rules", (at + 1) / iterations)
    return LearntGrammar(rules.floored(floor, bitext).grammar(bitext), tuple(likelihoods))


def _first(bitext: Bitext, initial: Initial, straight: float, inverted: float) -> TokenRules:
    starts = {"uniform": TokenRules.uniform, "ibm1": TokenRules.of_ibm1}
    if initial not in starts:
        raise InputError(f"expected one of {', '.join(starts)}, found {initial!r}", field="initial")
    return starts[initial](bitext, straight, inverted)


def _check(bitext: Bitext, iterations: int, straight: float, inverted: float, floor: float) -> None:
    if iterations < 1:
        raise InputError(f"expected at least 1, found {iterations}", field="iterations")
    if straight < 0.0 or inverted < 0.0 or not 0.0 < straight + inverted < 1.0:
        found = f"found {straight} and {inverted}"
        raise InputError(f"straight and inverted rules share what is between 0 and 1, {found}")
    if not 0.0 <= floor < 1.0:
        raise InputError(f"expected a number from 0 to under 1, found {floor}", field="floor")
    if not len(bitext):
        raise InputError("there are no pairs of texts to learn a grammar from")
