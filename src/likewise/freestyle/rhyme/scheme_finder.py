"""Find the schemes of verses: learn from them, and from more verse if there is some, then look at each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from likewise.errors import InputError
from likewise.freestyle.rhyme.scheme import RhymeScheme
from likewise.freestyle.verse import Verse
from likewise.io import SEED, Progress, Source, part_of

__all__ = ["MODES", "find_schemes"]

MODES = ("best", "paper")


def find_schemes(
    verses: Sequence[Verse],
    *,
    mode: str = "best",
    more: Sequence[Verse] = (),
    lang: str | None = None,
    dictionary: Source | None = None,
    commas: bool = False,
    seed: int = SEED,
    progress: Progress | None = None,
) -> list[RhymeScheme]:
    """The schemes of verses, learnt from them and from `more` verse without a look at any label.

    `mode`: `best`, or `paper`, which knows words only by name. `lang` and `dictionary` (a file of
    pronunciations) go with `best`, `commas` (words before commas end lines too) with `paper`.
    """
    _check(mode, lang, dictionary, commas)
    plain = [replace(verse, labels=None) for verse in verses]
    known = {verse.lines for verse in plain}
    # Verse that is among both would count as evidence for itself.
    learnt = plain + [replace(verse, labels=None) for verse in more if verse.lines not in known]
    learning, looking = part_of(progress, 0.0, 0.8), part_of(progress, 0.8, 1.0)
    if mode == "paper":
        from likewise.freestyle.rhyme.paper_detector import PaperDetector

        paper = PaperDetector.fit(learnt, seed=seed, commas=commas, progress=learning)
        return paper.detect_all(plain, progress=looking)
    from likewise.freestyle.rhyme.best_detector import BestDetector

    best = BestDetector.fit(learnt, lang=lang, dictionary=dictionary, seed=seed, progress=learning)
    return best.detect_all(plain, progress=looking)


def _check(mode: str, lang: str | None, dictionary: Source | None, commas: bool) -> None:
    if mode not in MODES:
        raise InputError(f"expected one of {', '.join(MODES)}, found '{mode}'", field="mode")
    if mode == "paper" and (lang is not None or dictionary is not None):
        option = "lang" if lang is not None else "dictionary"
        raise InputError("goes with mode best; paper knows words only by name", field=option)
    if mode == "best" and commas:
        raise InputError("goes with mode paper", field="commas")
