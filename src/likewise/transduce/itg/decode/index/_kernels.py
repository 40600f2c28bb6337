"""Rules by source phrase, the best first. Twins are in tests/transduce/itg/decode/test_kernels.py."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from likewise.kernel import kernel
from likewise.transduce.decode.stacks._kernels import sort_by
from likewise.transduce.itg.decode.records import COPIES, LM, SINGLETONS, TM, WORDS
from likewise.transduce.lm._kernels import advance
from likewise.transduce.phrases._kernels import extend_hash

NEVER = -1e30
"""Score of a rule of probability 0, which is not used."""


@kernel()
def source_phrases(ids: Any, bounds: Any) -> Any:
    """Where the rules of each source phrase begin (rules are sorted by it), and the phrases' keys."""
    rules = len(bounds) - 1
    starts, keys, number = np.zeros(rules + 1, np.int64), np.zeros(rules, np.uint64), 0
    last = np.uint64(0)
    for rule in range(rules):
        key = np.uint64(0)
        for place in range(bounds[rule], bounds[rule + 1]):
            key = extend_hash(key, ids[place])
        if rule == 0 or key != last:
            starts[number], keys[number] = rule, key
            number += 1
        last = key
    starts[number] = rules
    return starts[: number + 1], keys[:number]


@kernel()
def same_words(source_ids: Any, source_bounds: Any, target_ids: Any, target_bounds: Any, same: Any) -> Any:
    """For each rule whether both sides are alike; `same` gives the target id of a source word, or -1."""
    alike = np.zeros(len(source_bounds) - 1, np.bool_)
    for rule in range(len(alike)):
        begin, length = source_bounds[rule], source_bounds[rule + 1] - source_bounds[rule]
        first = target_bounds[rule]
        if length == target_bounds[rule + 1] - first:
            alike[rule] = True
            for place in range(length):
                if same[source_ids[begin + place]] != target_ids[first + place]:
                    alike[rule] = False
    return alike


@kernel()
def fixed_scores(probability: Any, source_bounds: Any, target_bounds: Any, alike: Any, weights: Any) -> Any:
    """Weighted score of each rule without the language model."""
    scores = np.empty(len(probability))
    for rule in range(len(scores)):
        words = target_bounds[rule + 1] - target_bounds[rule]
        score = NEVER
        if probability[rule] > 0.0:
            score = weights[TM] * math.log(probability[rule]) + weights[WORDS] * words
            if words == 0 or source_bounds[rule + 1] == source_bounds[rule]:
                score += weights[SINGLETONS]
            if alike[rule]:
                score += weights[COPIES]
        scores[rule] = score
    return scores


@kernel()
def ranked_rules(
    starts: Any, fixed: Any, target_ids: Any, target_bounds: Any, model: Any, tables: Any, weights: Any
) -> Any:
    """All rules, those of one source phrase side by side, best first, words scored without context.

    Gives the rules and, in the same order, their scores with the sign turned.
    """
    ranked, estimates = np.arange(len(fixed)).astype(np.int32), np.empty(len(fixed))
    context, backoffs = np.zeros(tables.order, np.int32), np.zeros(tables.order, np.float32)
    for rule in range(len(fixed)):
        estimate, kept = fixed[rule], 0
        for place in range(target_bounds[rule], target_bounds[rule + 1]):
            score, kept, _ = advance(
                tables.keys, tables.logprob, tables.backoff, context, backoffs, kept, model[target_ids[place]]
            )
            estimate += weights[LM] * score
        estimates[rule] = -estimate
    for phrase in range(len(starts) - 1):
        sort_by(estimates[starts[phrase] : starts[phrase + 1]], ranked[starts[phrase] : starts[phrase + 1]])
    return ranked, estimates
