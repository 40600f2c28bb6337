"""Candidates that nobody writes go before combinations are weighed (Mitamura et al. 2006, section 3.2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from likewise.ask.translated import TranslationCandidate
from likewise.ask.translation.candidate_ranking import word_frequency
from likewise.ask.translation.hit_counter import HitCounter

__all__ = ["prune_rare"]

_EXEMPT = frozenset(("glossary", "names", "variant", "numeral", "corrected", "gold", "mined", "neighbours"))
"""Sources of names, of what a person said, and of what stands in the collection anyhow."""


def prune_rare(
    candidates: Sequence[TranslationCandidate], lang: str, *, least: float = 1.5,
    collection: HitCounter | None = None,
) -> list[TranslationCandidate]:  # fmt: skip
    """The candidates, with a mark on those rarer than `least` (Zipf) that stand in no document searched.

    Names are exempt: few stand in a list of words. Never are all marked: the first stays.
    """
    kept = []
    for one in candidates:
        frequency = word_frequency(one.text, lang)
        is_rare = (
            not _EXEMPT.intersection(one.sources)
            and not (collection is None and "parts" in one.sources)
            and (frequency is None or frequency < least)
            and (collection is not None or frequency is not None)
            and (collection is None or collection.pages(one.text) == 0)
        )
        kept.append(replace(one, pruned="rare in this language") if is_rare else one)
    if kept and all(one.pruned for one in kept):
        kept[0] = replace(kept[0], pruned="")
    return kept
