"""Learning the grammar of responses: words by EM, segments by splitting rules, and the two mixed.

In the paper the segmental grammar learns from random pairs of adjacent lines, whatever the token grammar
learns from (Wu et al. 2013, section 5). By default here it learns from the selected pairs, which rhyme.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from likewise.freestyle.line_corpus import LineCorpus
from likewise.freestyle.pair_selection import adjacent_pairs, both_ways, drawn_pairs, short_pairs
from likewise.freestyle.settings import FreestyleSettings
from likewise.io import Progress, part_of
from likewise.transduce import Bitext
from likewise.transduce.itg import (
    TransductionGrammar,
    interpolate,
    learn_segmental_grammar,
    learn_token_grammar,
)

__all__ = ["learn_grammar"]

_PER_SOURCE = 100
"""Rules that are kept of each source side: the search looks at fewer."""
_SEEN = 2
"""A segmental rule is kept if the derivations of the corpus use it so often: most are used once."""


def learn_grammar(
    corpus: LineCorpus, sizes: Sequence[int], settings: FreestyleSettings, progress: Progress
) -> TransductionGrammar:
    """The grammar of the corpus' pairs; `sizes` are the lines of each verse."""
    mixed = settings.model == "istg"
    tokens = learn_token_grammar(
        _bitext(corpus, corpus.pairs),
        iterations=settings.rounds,
        monotone=settings.monotone,
        progress=part_of(progress, 0.0, 0.6 if mixed else 1.0),
    ).grammar.pruned(per_source=_PER_SOURCE)
    if not mixed:
        return tokens
    segments = _segments(corpus, sizes, settings, part_of(progress, 0.6, 1.0))
    return tokens if segments is None else interpolate(tokens, segments, settings.mixture)


def _segments(
    corpus: LineCorpus, sizes: Sequence[int], settings: FreestyleSettings, progress: Progress
) -> TransductionGrammar | None:
    """The segmental grammar, of rules that were used more than once; None if there is nothing to learn from.

    A line that is sung again, or ends as the one before it, would only teach to copy.
    """
    if settings.segments == "selected":
        pairs = corpus.pairs[::2]  # each stands there in both directions
    else:
        pairs = short_pairs(corpus.lines.lengths, adjacent_pairs(sizes), settings.longest)
    pairs = pairs[corpus.end_ids[pairs[:, 0]] != corpus.end_ids[pairs[:, 1]]]
    drawn = both_ways(drawn_pairs(pairs, settings.segmental_pairs, settings.seed))
    if not len(drawn):
        return None
    grammar = learn_segmental_grammar(_bitext(corpus, drawn), seed=settings.seed, progress=progress).grammar
    once = float(grammar.probability.min(initial=1.0))
    return grammar.pruned(per_source=_PER_SOURCE, least=(_SEEN - 0.5) * once)


def _bitext(corpus: LineCorpus, pairs: np.ndarray) -> Bitext:
    return Bitext.drawn(corpus.lines, pairs[:, 0], pairs[:, 1])
