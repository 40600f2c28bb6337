"""EM over rhyme schemes: look for the likely schemes of all stanzas, count them, look again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from likewise.freestyle.rhyme.partition.scheme_statistics import (
    POEM,
    SONG,
    SchemeStatistics,
    start_statistics,
)
from likewise.freestyle.rhyme.partition.stanza_schemes import StanzaSchemes
from likewise.freestyle.rhyme.partition.stanza_search import PartitionSettings, sweep
from likewise.freestyle.rhyme.partition.verse_ends import VerseEnds
from likewise.io import Progress, part_of, unheard

__all__ = ["learn_schemes", "likelier_kind", "priors_of"]

_DRAWN, _DRAWN_BEFORE, _DRAWN_ELSEWHERE = 200_000, 20_000, 100
_POEM_LINKS, _SONG_LINKS, _SHIPPED_LINKS = 50.0, 3000.0, 2000.0
_LOOKED_AT = 300


def priors_of(
    ends: VerseEnds, shipped: SchemeStatistics | None, chance: Any, seed: int
) -> list[SchemeStatistics]:
    """What may be thought of verse before it is read: that it is like poems, or like songs.

    `chance` says how alike lines are by chance in other verse: a short text cannot tell.
    """
    drawn = ends.by_chance(min(_DRAWN, 20 * len(ends.ends)), seed)
    of_all = drawn + chance * ((_DRAWN_BEFORE if shipped else _DRAWN_ELSEWHERE) / chance.sum())
    poem = start_statistics(of_all, POEM, _POEM_LINKS)
    if shipped is not None:
        poem = replace(shipped.scaled(_SHIPPED_LINKS), chance=of_all)
    return [poem, start_statistics(of_all, SONG, _SONG_LINKS)]


def likelier_kind(
    priors: Sequence[SchemeStatistics], ends: VerseEnds, songs: Sequence[str], settings: PartitionSettings
) -> SchemeStatistics:
    """The prior under which stanzas from all over the text are likelier; the first if there is no text."""
    chosen = range(0, len(songs), max(len(songs) // _LOOKED_AT, 1))
    if len(ends.ends) < 2:
        return priors[0]

    def likelihood(prior: SchemeStatistics) -> float:
        some = ends.part(chosen)
        answers = sweep(
            some.bounds, some.compared(prior.rimes), [""] * len(chosen), prior, [], settings, unheard
        )
        return sum(answer.likelihood for answer in answers)

    return max(priors, key=likelihood)


def learn_schemes(
    ends: VerseEnds,
    songs: Sequence[str],
    prior: SchemeStatistics,
    settings: PartitionSettings,
    progress: Progress,
) -> SchemeStatistics:
    """What verse teaches, on top of what was known before."""
    prior = prior.over(ends.rime_counts())
    pairs = ends.compared(prior.rimes)
    known, answers = prior, list[StanzaSchemes]()
    for number in range(settings.rounds if songs else 0):
        telling = part_of(progress, number / settings.rounds, (number + 1) / settings.rounds)
        answers = sweep(ends.bounds, pairs, songs, known, answers, settings, telling, counted=True)
        known = prior.copied()
        for verse, answer in enumerate(answers):
            lines = pairs[ends.bounds[verse] : ends.bounds[verse + 1]]
            known.add(answer, lines, settings.least, settings.longest)
    return known
