"""EM over rhyme schemes: look for the likely schemes of all stanzas, count them, look again."""

from __future__ import annotations

from collections.abc import Sequence

from likewise.freestyle.rhyme.partition.scheme_statistics import SchemeStatistics, start_statistics
from likewise.freestyle.rhyme.partition.stanza_schemes import StanzaSchemes
from likewise.freestyle.rhyme.partition.stanza_search import PartitionSettings, sweep
from likewise.freestyle.rhyme.partition.verse_ends import EndingsOf, ends_of_verses
from likewise.freestyle.verse import Verse
from likewise.io import Progress, part_of

__all__ = ["learn_schemes"]

_DRAWN = 200_000


def learn_schemes(
    verses: Sequence[Verse],
    endings: EndingsOf,
    prior: SchemeStatistics | None,
    settings: PartitionSettings,
    seed: int,
    progress: Progress,
) -> SchemeStatistics:
    """What verse teaches, on top of what was known before."""
    ends = ends_of_verses(verses, endings)
    chance = ends.by_chance(min(_DRAWN, 20 * len(ends.ends)), seed)
    if prior is None:
        prior = start_statistics(chance + 0.5)
    else:
        prior.chance = prior.chance * (20_000 / prior.chance.sum()) + chance
    prior = prior.over(ends.rime_counts())
    pairs = ends.compared(prior.rimes)
    songs = [verse.song for verse in verses]
    known, answers = prior, list[StanzaSchemes]()
    for number in range(settings.rounds if verses else 0):
        telling = part_of(progress, number / settings.rounds, (number + 1) / settings.rounds)
        answers = sweep(ends.bounds, pairs, songs, known, answers, settings, telling, counted=True)
        known = prior.copied()
        for verse, answer in enumerate(answers):
            lines = pairs[ends.bounds[verse] : ends.bounds[verse + 1]]
            known.add(answer, lines, settings.least, settings.longest)
    return known
