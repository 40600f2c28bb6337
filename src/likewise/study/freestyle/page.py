"""The study as one HTML page: the paper's tables beside ours, what machines measured, all responses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from likewise.draw import Cell, bars, table
from likewise.report import Report, Section, figure, render, section
from likewise.study.freestyle.study import FreestyleStudy
from likewise.study.freestyle.tables import FIGURES, measured_rows, people_rows

__all__ = ["PEOPLE_HEADS", "page"]

PEOPLE_HEADS = (
    "system",
    *(f"{of} {level}, {whose}" for of in ("fluency", "rhyming") for level in ("good", "acceptable")
      for whose in ("paper", "here")),
)  # fmt: skip
_UNRATED = (
    "The paper's figures are judgements of people: percent of 255, good, and at least acceptable. Here "
    "nobody has rated yet: start a campaign with items.jsonl and give its export as --ratings."
)
_RATED = (
    "Percent of all judgements: good, and at least acceptable. In brackets the 95 % interval of a bootstrap "
    "over challenges. The paper's systems learnt from other songs and were judged by other people."
)


def page(study: FreestyleStudy) -> str:
    """The page; the same study gives the same bytes."""
    sections = [_measured(study), _people(study), _responses(study)]
    return render(Report("Learning to freestyle, again", sections=sections))


def _measured(study: FreestyleStudy) -> Section:
    chance = study.systems[0].figures.random
    sounds = study.systems[0].figures.pronunciations
    how = (
        f"{len(study.challenges)} challenges from songs that no system learnt from; {study.lines:,} lines to "
        f"learn from. Whether end words rhyme was told by {sounds}; identical end words are counted apart. "
        f"A response shares its last vowel with another challenge in {chance['vowel_rhyme']:.1f} "
        "% of pairs. Perplexity is that of a model of other songs."
    )
    heads = ["system", "pairs", "rules", *FIGURES.values()]
    rates = [one.figures.vowel_rhyme for one in study.systems]
    names = [one.system.name for one in study.systems]
    drawn = figure(bars(names, rates, title="Last vowel shared, %"), "End words that share their last vowel.")
    return _section(
        "measured", "What machines measure", how, _table("Figures", heads, measured_rows(study)), drawn
    )


def _people(study: FreestyleStudy) -> Section:
    rated = any(one.people is not None for one in study.systems)
    marked = _table("Tables 1 and 4", PEOPLE_HEADS, people_rows(study))
    return _section("people", "What people say", _RATED if rated else _UNRATED, marked)


def _responses(study: FreestyleStudy) -> Section:
    heads = ["challenge", *(one.system.name for one in study.systems)]
    rows = list(zip(study.challenges, *(one.responses for one in study.systems), strict=True))
    how = "An empty cell: the system found no response."
    return _section("responses", "All responses", how, _table("Responses", heads, rows))


def _section(name: str, title: str, how: str, *parts: str) -> Section:
    return Section(name, title, section(name, title, how, *parts))


def _table(caption: str, heads: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    cells = [[_cell(value, place == 0) for place, value in enumerate(row)] for row in rows]
    numeric = [place for place in range(len(heads)) if all(row[place].numeric for row in cells)]
    return table(heads, cells, caption, numeric=numeric, boxed=True)


def _cell(value: Any, first: bool) -> Cell:
    if isinstance(value, int | float):
        return Cell.number(float(value))
    return Cell.text("-" if value is None else str(value), header=first)
