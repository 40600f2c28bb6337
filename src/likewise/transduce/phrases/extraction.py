"""From an aligned bitext to a phrase table: consistent pairs, relative frequencies, lexical weights, pruning.

Koehn, Och & Marcu (2003), sections 2.2 and 4.4: a phrase pair is consistent when no word of one side is
linked to a word outside the other; unlinked words at the edges may join. Where a pair was seen with several
alignments, the best lexical weight counts.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError
from likewise.transduce.align import Alignment, Lexicon
from likewise.transduce.bitext import Bitext
from likewise.transduce.phrases._kernels import LexiconRows, LinkArrays, TextArrays, extract, gather
from likewise.transduce.phrases.table import LONGEST, PhraseTable

__all__ = ["FLOOR", "extract_phrases"]

FLOOR = 1e-7
"""Least lexical probability of a word."""

Array = npt.NDArray[Any]
Group = tuple[Array, ...]


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
    if options < 1:
        raise InputError(f"options must be at least 1, not {options}")
    _check(bitext, alignment, forward, backward)
    source, target = bitext.source, bitext.target
    groups = extract(
        TextArrays(source.ids, source.bounds),
        TextArrays(target.ids, target.bounds),
        LinkArrays(alignment.bounds, alignment.source, alignment.target),
        LexiconRows(forward.starts, forward.targets, forward.probabilities),
        LexiconRows(backward.starts, backward.targets, backward.probabilities),
        longest,
        max(int(side.lengths.max(initial=0)) for side in (source, target)),
        FLOOR,
    )
    sources, targets, pairs = (tuple(np.asarray(array) for array in group) for group in groups)
    scores = _scores(*pairs)
    keep = (scores[:, 0] >= (np.log(least) if least > 0 else -np.inf)) & (
        (pairs[2] >= seldom) | (sources[1][pairs[0]] <= 2)
    )
    chosen = _best(np.flatnonzero(keep), pairs[0], pairs[1], scores, options)
    return _table(bitext, sources, targets, pairs, scores, chosen, longest)


def _check(bitext: Bitext, alignment: Alignment, forward: Lexicon, backward: Lexicon) -> None:
    """Refuse what does not belong together: kernels would read beyond their arrays."""
    if len(alignment) != len(bitext):
        raise InputError(f"an alignment of {len(alignment)} pairs for a bitext of {len(bitext)}")
    pairs = np.repeat(np.arange(len(bitext)), np.diff(alignment.bounds))
    for words, places in ((bitext.source, alignment.source), (bitext.target, alignment.target)):
        if len(places) and (places.min() < 0 or (places >= words.lengths[pairs]).any()):
            bad = int(pairs[np.flatnonzero((places < 0) | (places >= words.lengths[pairs]))[0]])
            raise InputError(f"pair {bad}: a link to a word that is not there")
    for lexicon, words in ((forward, bitext.source), (backward, bitext.target)):
        if len(lexicon.starts) != words.distinct + 2:
            raise InputError("the lexicons are not those of the bitext, forward and backward")


def _scores(source: Array, target: Array, counts: Array, lexical: Array, inverse: Array) -> Array:
    """The four scores of each pair: log relative frequencies both ways, log lexical weights both ways."""
    totals = np.bincount(source, counts, 1)[source], np.bincount(target, counts, 1)[target]
    columns = (np.log(counts / totals[0]), np.log(counts / totals[1]), lexical, inverse)
    return np.column_stack(columns)


def _best(chosen: Array, source: Array, target: Array, scores: Array, options: int) -> Array:
    """Of the chosen pairs the most probable ones of each source phrase: by source phrase, best first."""
    keys = (target[chosen], -scores[chosen, 1], -scores[chosen, 0], source[chosen])
    chosen = chosen[np.lexsort(keys)]
    return np.asarray(chosen[_rank(source[chosen]) < options])


def _table(
    bitext: Bitext, sources: Group, targets: Group, pairs: Group, scores: Array, chosen: Array, longest: int
) -> PhraseTable:
    """The table of the chosen pairs, which are sorted by source phrase."""
    used_source, row_source = np.unique(pairs[0][chosen], return_inverse=True)
    used_target, row_target = np.unique(pairs[1][chosen], return_inverse=True)
    source_words, source_bounds = gather(bitext.source.ids, *(array[used_source] for array in sources))
    target_words, target_bounds = gather(bitext.target.ids, *(array[used_target] for array in targets))
    return PhraseTable(
        bitext.source.vocabulary,
        bitext.target.vocabulary,
        source_words,
        source_bounds,
        target_words,
        target_bounds,
        np.searchsorted(row_source, np.arange(len(used_source) + 1)).astype(np.int32),
        row_target.astype(np.int32),
        pairs[2][chosen],
        scores[chosen].astype(np.float32),
        longest,
    )


def _rank(groups: Array) -> Array:
    """Place of each element within its run of equal neighbours."""
    if not len(groups):
        return groups
    starts = np.flatnonzero(np.concatenate(([True], groups[1:] != groups[:-1])))
    sizes = np.diff(np.append(starts, len(groups)))
    return np.asarray(np.arange(len(groups)) - np.repeat(starts, sizes))
