"""From an aligned bitext to a phrase table: consistent pairs, relative frequencies, lexical weights, pruning.

Koehn, Och & Marcu (2003), sections 2.2 and 4.4: a phrase pair is consistent when no word of one side is linked
to a word outside the other; unlinked words at the edges may join. Where a pair was seen with several
alignments, the best lexical weight counts.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError
from likewise.transduce.align import Alignment, Lexicon
from likewise.transduce.bitext import Bitext
from likewise.transduce.phrases._kernels import Lexicon as Rows
from likewise.transduce.phrases._kernels import Links, Texts, extract, gather
from likewise.transduce.phrases.table import PhraseTable

__all__ = ["FLOOR", "extract_phrases"]

FLOOR = 1e-7
"""Least lexical probability of a word."""
LONGEST = 60
"""Longer phrases are not extracted: the decoder marks covered words by the bits of a number."""

Array = npt.NDArray[Any]


def extract_phrases(
    bitext: Bitext,
    alignment: Alignment,
    forward: Lexicon,
    backward: Lexicon,
    *,
    longest: int = 7,
    options: int = 40,
    least: float = 1e-4,
    seldom: int = 1,
) -> PhraseTable:
    """The phrase table of an aligned bitext.

    Of each source phrase the `options` most probable renderings with p(target|source) of at least `least`
    are kept. Pairs whose source phrase has over two words are dropped when seen fewer than `seldom` times.
    """
    if not 1 <= longest <= LONGEST:
        raise InputError(f"the longest phrase may have 1 to {LONGEST} words, not {longest}")
    widest = max((int(side.lengths.max(initial=0)) for side in (bitext.source, bitext.target)))
    sources, targets, pairs = extract(
        Texts(bitext.source.ids, bitext.source.bounds),
        Texts(bitext.target.ids, bitext.target.bounds),
        Links(alignment.bounds, alignment.source, alignment.target),
        *(Rows(side.starts, side.targets, side.probabilities) for side in (forward, backward)),
        longest,
        widest,
        FLOOR,
    )
    source, target, counts, lexical, inverse = pairs
    total_source = np.bincount(source, counts, len(sources[0]))
    total_target = np.bincount(target, counts, len(targets[0]))
    phrase, back = counts / total_source[source], counts / total_target[target]
    keep = (phrase >= least) & ((counts >= seldom) | (sources[1][source] <= 2))
    chosen = np.flatnonzero(keep)
    order = np.lexsort((target[chosen], -back[chosen], -phrase[chosen], source[chosen]))
    chosen = chosen[order]
    chosen = chosen[_rank(source[chosen]) < options]
    scores = np.column_stack((np.log(phrase), np.log(back), lexical, inverse))[chosen].astype(np.float32)
    used_source, row_source = np.unique(source[chosen], return_inverse=True)
    used_target, row_target = np.unique(target[chosen], return_inverse=True)
    source_words, source_bounds = gather(bitext.source.ids, sources[0][used_source], sources[1][used_source])
    target_words, target_bounds = gather(bitext.target.ids, targets[0][used_target], targets[1][used_target])
    return PhraseTable(
        bitext.source.vocabulary, bitext.target.vocabulary,
        source_words, source_bounds, target_words, target_bounds,
        np.searchsorted(row_source, np.arange(len(used_source) + 1)).astype(np.int32),
        row_target.astype(np.int32), counts[chosen], scores, longest,
    )  # fmt: skip


def _rank(groups: Array) -> Array:
    """Place of each element within its run of equal neighbours."""
    if not len(groups):
        return groups
    starts = np.flatnonzero(np.concatenate(([True], groups[1:] != groups[:-1])))
    sizes = np.diff(np.append(starts, len(groups)))
    return np.asarray(np.arange(len(groups)) - np.repeat(starts, sizes))
