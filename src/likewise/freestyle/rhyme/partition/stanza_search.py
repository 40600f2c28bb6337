"""The likeliest schemes of stanzas: from a beam over lines, the usual ones, and those of the same poem.

A scheme is as likely as its evidence and its prior make it: how often the poem's other stanzas of that length
have it, smoothed by how often verse of that length has it, smoothed by the chain of gaps.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from likewise.freestyle.rhyme.partition.scheme_statistics import SchemeStatistics
from likewise.freestyle.rhyme.partition.stanza_schemes import StanzaSchemes
from likewise.io import Progress

__all__ = ["PartitionSettings", "sweep"]


@dataclass(frozen=True)
class PartitionSettings:
    """What the search is allowed; tuned by hand on staged verse."""

    rounds: int = 3
    """Of EM."""
    beam: int = 24
    from_beam: int = 12
    usual: int = 60
    """Schemes of the repertory that are tried for each length."""
    longest: int = 40
    """Longer stanzas have no repertory."""
    chain_weight: float = 60.0
    """So many stanzas is the chain worth against the repertory."""
    verse_weight: float = 3.0
    """So many stanzas is the repertory worth against those of the same poem."""
    unrhymed: float = 0.45
    """For each line of a stanza, the least probability that none of them rhyme."""
    least: float = 0.01
    """Schemes less likely than this are not counted."""


class _Usual:
    """Schemes by length, with their counts."""

    def __init__(self) -> None:
        self.counts: defaultdict[int, defaultdict[bytes, float]] = defaultdict(lambda: defaultdict(float))
        self.totals: defaultdict[int, float] = defaultdict(float)

    def add(self, schemes: Mapping[bytes, float]) -> None:
        for scheme, weight in schemes.items():
            self.counts[len(scheme)][scheme] += weight
            self.totals[len(scheme)] += weight

    def shares(
        self, keys: Sequence[bytes], length: int, taken: Mapping[bytes, float], prior: Any, weight: float
    ) -> Any:
        """The share of each scheme among those of a length, without what is `taken`, smoothed by a prior."""
        counts = self.counts.get(length)
        if not counts:
            return prior
        seen = np.array([counts.get(key, 0.0) - taken.get(key, 0.0) for key in keys])
        total = max(self.totals[length] - sum(taken.values()), 0.0)
        return (np.maximum(seen, 0.0) + weight * prior) / (total + weight)

    def top(self, length: int, wanted: int) -> list[bytes]:
        """The commonest schemes of a length; ties by their gaps."""
        ranked = sorted(self.counts.get(length, {}).items(), key=lambda item: (-item[1], item[0]))
        return [scheme for scheme, weight in ranked[:wanted] if weight > 0.5]


def sweep(
    bounds: Any,
    pairs: Any,
    songs: Sequence[str],
    known: SchemeStatistics,
    before: Sequence[StanzaSchemes],
    settings: PartitionSettings,
    progress: Progress,
    *,
    counted: bool = False,
) -> list[StanzaSchemes]:
    """The likely schemes of each stanza, given what is known and the last answers for the other stanzas.

    `counted` tells that the last answers are in the repertory: a stanza's own share is then taken out for it.
    """
    search = _Search(known, settings)
    memories = [answer.remembered(settings.least) for answer in before]
    for song, memory in zip(songs, memories, strict=False):
        search.remember(song, memory)
    answers = []
    for number, song in enumerate(songs):
        if number % 1000 == 0:
            progress("rhyme schemes", number / len(songs))
        lines = pairs[bounds[number] : bounds[number + 1]]
        answers.append(search.stanza(lines, song, memories[number] if memories else {}, counted))
    return answers


class _Search:
    """What all stanzas of a sweep share: log odds, and schemes of all verse and of each poem."""

    def __init__(self, known: SchemeStatistics, settings: PartitionSettings) -> None:
        self.settings = settings
        self.by_category, self.by_rimes, self.chain = known.odds
        self.alone, self.shared = np.log(known.classes / known.classes.sum())
        self.usual, self.poems = _Usual(), defaultdict[str, _Usual](_Usual)
        self.usual.add(known.repertory)
        self.tops: dict[int, list[bytes]] = {}

    def remember(self, song: str, schemes: Mapping[bytes, float]) -> None:
        """Take in the last answer for a stanza of a song."""
        if song:
            self.poems[song].add(schemes)

    def stanza(self, pairs: Any, song: str, mine: Mapping[bytes, float], counted: bool) -> StanzaSchemes:
        """The likely schemes of a stanza; `mine` is its own last answer."""
        from likewise.freestyle.rhyme.partition import _kernels

        lines = len(pairs)
        evidence = np.zeros((lines, _kernels.WINDOW))
        _kernels.pair_evidence(pairs, self.by_category, self.by_rimes, evidence)
        poem = self.poems[song] if song else _Usual()
        keys = self._candidates(evidence, poem)
        schemes = np.frombuffer(b"".join(keys), np.int8).reshape(len(keys), lines)
        scores = np.zeros((len(keys), 2))
        _kernels.score_schemes(schemes, evidence, self.chain, self.alone, self.shared, scores)
        prior = np.exp(np.maximum(scores[:, 1], -600.0))
        if lines <= self.settings.longest:
            taken = mine if counted else {}
            prior = self.usual.shares(keys, lines, taken, prior, self.settings.chain_weight)
            prior = poem.shares(keys, lines, mine, prior, self.settings.verse_weight)
        prior = np.where(schemes.any(1), prior, np.maximum(prior, self.settings.unrhymed**lines))
        final = np.log(np.maximum(prior, 1e-300)) + scores[:, 0]
        weights = np.exp(final - final.max())
        likelihood = float(final.max() + np.log(weights.sum()))
        return StanzaSchemes(schemes, weights / weights.sum(), int(final.argmax()), likelihood)

    def _candidates(self, evidence: Any, poem: _Usual) -> list[bytes]:
        """Schemes worth a score: the best of the beam, the usual ones, those of the poem."""
        from likewise.freestyle.rhyme.partition._kernels import best_schemes

        lines, settings = len(evidence), self.settings
        beam = best_schemes(evidence, self.chain, self.alone, self.shared, settings.beam, settings.from_beam)
        keys = dict.fromkeys([bytes(lines), *(row.tobytes() for row in beam)])
        if lines <= settings.longest:
            if lines not in self.tops:
                self.tops[lines] = self.usual.top(lines, settings.usual)
            keys |= dict.fromkeys([*self.tops[lines], *poem.top(lines, settings.usual)])
        return list(keys)
