"""Segmental grammars by splitting rules, after Saers, Addanki and Wu (2013); Algorithm 1 of Wu et al. (2013).

The first grammar has a rule for each pair of sentences. A biaffix that rules share is made a rule of its own,
and each rule that has it becomes biaffix and remainder under A -> [A A] or A -> <A A>, where that makes the
description length smaller. Masses are how often the derivations of the corpus use a rule, so a new rule has
the mass of those it stands for, and probabilities are relative frequencies.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from likewise.errors import InputError
from likewise.io import LEARNER_SEED, Progress
from likewise.transduce.bitext import Bitext
from likewise.transduce.itg.grammar import TransductionGrammar
from likewise.transduce.itg.ragged import gathered
from likewise.transduce.itg.segmentation.biaffixes import collect_biaffixes
from likewise.transduce.itg.segmentation.columns import INVERTED, STRAIGHT
from likewise.transduce.itg.segmentation.description_length import (
    DescriptionLength,
    description_length,
    symbol_bits,
)
from likewise.transduce.itg.segmentation.rule_store import (
    RuleStore,
    distinct_pairs,
    live_rows,
    starting_store,
    with_room,
)

__all__ = ["SegmentalResult", "SegmentationRound", "learn_segmental_grammar"]


@dataclass(frozen=True, slots=True)
class SegmentationRound:
    """The grammar after a round: its description length and size, and what the round did."""

    length: DescriptionLength
    rules: int
    candidates: int
    """Biaffixes that would each have made the description shorter."""
    committed: int
    """Biaffixes that did, after those before them."""


@dataclass(frozen=True)
class SegmentalResult:
    """A segmental grammar and how it came about; the first of `rounds` is the grammar of whole pairs."""

    grammar: TransductionGrammar
    rounds: list[SegmentationRound]


def learn_segmental_grammar(
    bitext: Bitext,
    *,
    longest: int = 10,
    rounds: int = 100,
    most: int | None = None,
    singletons: bool = False,
    seed: int = LEARNER_SEED,
    progress: Progress | None = None,
) -> SegmentalResult:
    """Split the rules of a bitext until no biaffix shortens the description, or for so many `rounds`.

    Biaffixes have at most `longest` words a side; remainders may be longer. No part of a split has an empty
    side, unless `singletons` says so: the description is shorter then, by words that are split off one side
    alone, but fewer rules of words into words are left. Of more than `most` pairs so many are drawn by
    `seed`, which is used for nothing else. Pairs without any words are left out.
    """
    for name, value, least in (("longest", longest, 1), ("rounds", rounds, 0), ("most", most, 1)):
        if value is not None and value < least:
            raise InputError(f"expected a number from {least}, found {value}", field=name)
    if most is not None and most < len(bitext):
        drawn = np.random.default_rng(seed).choice(len(bitext), most, replace=False)
        bitext = bitext.select(np.sort(drawn))
    pairs, counts = distinct_pairs(bitext)
    store = starting_store(pairs, counts)
    records = [SegmentationRound(description_length(store, counts), len(counts), 0, 0)]
    for number in range(rounds):
        if progress is not None:
            progress("rule segmentation", number / rounds)
        store = with_room(store)
        candidates, committed = _split_once(store, longest, int(not singletons))
        if not committed:
            break
        length = description_length(store, counts)
        records.append(SegmentationRound(length, len(live_rows(store)), candidates, committed))
    if progress is not None:
        progress("rule segmentation", 1.0)
    return SegmentalResult(_grammar(store, bitext), records)


def _split_once(store: RuleStore, longest: int, least: int) -> tuple[int, int]:
    """One round: biaffixes that pay, the best first, and how many of them still paid when their turn came."""
    from likewise.transduce.itg.segmentation._kernels import commit_segmentations, segmentation_changes

    biaffixes = collect_biaffixes(store, longest, least)
    total = int(store.mass.sum() + store.counters[STRAIGHT] + store.counters[INVERTED])
    bits = symbol_bits(store)
    changes = segmentation_changes(store, *biaffixes, total, bits)
    paying = np.flatnonzero(changes < 0.0)
    chosen = paying[np.argsort(changes[paying], kind="stable")]
    committed, _, _ = commit_segmentations(store, *biaffixes, chosen, total, bits)
    return len(chosen), int(committed)


def _grammar(store: RuleStore, bitext: Bitext) -> TransductionGrammar:
    """The live rules; probabilities are masses over the mass of all rules, structural ones among them."""
    rows = live_rows(store)
    mass = store.mass[rows]
    straight, inverted = store.counters[STRAIGHT], store.counters[INVERTED]
    total = max(int(mass.sum() + straight + inverted), 1)
    first, end, target_first, target_end = store.spans[rows].T.astype(np.int64)
    shared = bitext.source.pool is bitext.target.pool
    words = bitext.source.vocabulary
    return TransductionGrammar.of_arrays(
        words,
        words if shared else bitext.target.vocabulary,
        float(straight / total),
        float(inverted / total),
        *gathered(store.source, first, end - first),
        *gathered(store.target, target_first, target_end - target_first),
        mass / total,
    )
