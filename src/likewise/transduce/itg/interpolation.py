"""Two grammars as one (Wu et al. 2013, section 4.1): p(r) = a * p_a(r) + (1 - a) * p_b(r) over all rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from likewise.errors import InputError
from likewise.text import Ints
from likewise.transduce.itg.grammar import Floats, TransductionGrammar
from likewise.transduce.itg.ragged import joined, lexicographic_ranks

__all__ = ["interpolate"]


def interpolate(
    first: TransductionGrammar, second: TransductionGrammar, weight: float
) -> TransductionGrammar:
    """The mixture with `weight` on the first grammar; a rule that one lacks has probability 0 there.

    Weight 1 is the first grammar, weight 0 the second: rules of the other alone are left out.
    """
    if not 0.0 <= weight <= 1.0:
        raise InputError(f"expected a number from 0 to 1, found {weight}", field="weight")
    mixed = [(g, share) for g, share in ((first, weight), (second, 1.0 - weight)) if share > 0.0]
    renumbered = _one_vocabulary([grammar for grammar, _ in mixed])
    source = joined([(grammar.source_ids, grammar.source_bounds) for grammar in renumbered])
    target = joined([(grammar.target_ids, grammar.target_bounds) for grammar in renumbered])
    every = replace(
        renumbered[0],
        straight=sum(share * grammar.straight for grammar, share in mixed),
        inverted=sum(share * grammar.inverted for grammar, share in mixed),
        source_ids=source[0],
        source_bounds=source[1],
        target_ids=target[0],
        target_bounds=target[1],
        probability=np.concatenate([share * grammar.probability for grammar, share in mixed]),
    )
    rows, sums = _summed(lexicographic_ranks(source, target), every.probability)
    return replace(every.only(rows), probability=sums)


def _summed(ranks: Ints, probability: Floats) -> tuple[Ints, Floats]:
    """The first row of each rank, in the order of ranks, and the sums of probabilities."""
    order = np.argsort(ranks, kind="stable")
    starts = np.flatnonzero(np.diff(ranks[order], prepend=-1))
    sums = np.add.reduceat(probability[order], starts) if len(starts) else probability
    return order[starts], sums


def _one_vocabulary(grammars: Sequence[TransductionGrammar]) -> list[TransductionGrammar]:
    """The grammars with ids of one vocabulary a side, or of one for both where they all have one."""
    sources = sorted({word for grammar in grammars for word in grammar.source_vocabulary})
    targets = sorted({word for grammar in grammars for word in grammar.target_vocabulary})
    if all(grammar.shared for grammar in grammars):
        sources = targets = sorted({*sources, *targets})
    return [
        replace(
            grammar,
            source_vocabulary=sources,
            target_vocabulary=targets,
            source_ids=_numbers(grammar.source_vocabulary, sources)[grammar.source_ids],
            target_ids=_numbers(grammar.target_vocabulary, targets)[grammar.target_ids],
        )
        for grammar in grammars
    ]


def _numbers(vocabulary: Sequence[str], words: Sequence[str]) -> Ints:
    """For each word of a vocabulary its place among the words."""
    places = {word: place for place, word in enumerate(words)}
    return np.fromiter((places[word] for word in vocabulary), np.int32, len(vocabulary))
