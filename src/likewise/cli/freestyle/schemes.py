"""likewise freestyle schemes: which lines of verses rhyme, where stanzas begin, and how sure that is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from likewise.cli.command import (
    InputError,
    Json,
    about,
    note,
    print_json,
    print_tables,
    progress,
    staged,
)
from likewise.io import SEED
from likewise.text import code_of, find_language, unknown_language

if TYPE_CHECKING:
    from likewise.freestyle import Verse
    from likewise.freestyle.rhyme import RhymeScheme, SchemeScores

__all__ = ["schemes"]

_FEW = 2000
"""Lines from which on words rhyme again often enough to be learnt by their names alone, roughly."""


def schemes(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="Plain verse, lyrics or JSON lines; - is standard input.")
    ],
    gold: Annotated[
        str | None,
        typer.Option(
            "--gold",
            help="Score against these: JSON lines of the same verses (FILE itself, too), or a scheme a line.",
        ),
    ] = None,
    mode: Annotated[
        str, typer.Option("--mode", metavar="best|paper", help="paper: no knowledge of sounds.")
    ] = "best",
    train: Annotated[
        list[str] | None,
        typer.Option("--train", metavar="FILE", help="More verse to learn from; labels are ignored."),
    ] = None,
    lang: Annotated[
        str | None, typer.Option("--lang", help="With --mode best: the language, else it is guessed.")
    ] = None,
    dictionary: Annotated[
        str | None,
        typer.Option("--dictionary", metavar="FILE", help="With --mode best: pronunciations of your own."),
    ] = None,
    commas: Annotated[
        bool, typer.Option("--commas", help="With --mode paper: learn from words before commas too.")
    ] = False,
    bootstrap: Annotated[
        int | None, typer.Option("--bootstrap", min=0, help="With --gold: resamples for intervals (1000).")
    ] = None,
    seed: Annotated[
        int | None, typer.Option("--seed", min=0, help="With --gold: seed of the resamples (12345).")
    ] = None,
    json_out: Json = False,
) -> None:
    """Find the rhyme scheme of each verse; nothing is learnt from labels, even where FILE has some.

    Example: likewise freestyle schemes verses.txt
    """
    from likewise.freestyle.rhyme import find_schemes, score_schemes, with_gold

    files = [file, *(train or []), *([gold] if gold else [])]
    if files.count("-") > 1:
        raise InputError("only one of the files can be standard input (-)")
    if lang is not None and find_language(lang) is None:
        raise unknown_language(lang)
    lang = None if lang is None else code_of(lang)
    verses = _read(file)
    more = [verse for path in train or [] for verse in _read(path)]
    if mode == "paper" and (lines := sum(len(verse.lines) for verse in [*verses, *more])) < _FEW:
        note(f"paper learns which words rhyme from the text alone: {lines} lines are few, --train adds more")
    # Before the work, so that gold which does not fit is told at once.
    marked = with_gold(verses, gold) if gold else []
    with about(file), staged() as tell:
        answers = find_schemes(
            verses, mode=mode, more=more, lang=lang, dictionary=dictionary, commas=commas, progress=tell,
        )  # fmt: skip
    if gold is None:
        _show(verses, answers, json_out)
        return
    with about(gold):
        scores = score_schemes(
            marked,
            answers,
            bootstrap=1000 if bootstrap is None else bootstrap,
            seed=SEED if seed is None else seed,
        )
    unlabelled = sum(verse.labels is None for verse in marked)
    if unlabelled:
        note(f"{unlabelled} of {len(marked)} verses have no scheme that fits, and are not scored")
    _show_scores(scores, mode, unlabelled, json_out)


def _read(path: str) -> list[Verse]:
    from likewise.freestyle import read_verses

    with progress("reading", path) as advance:
        return list(read_verses(path, progress=advance))


def _show(verses: Sequence[Verse], answers: Sequence[RhymeScheme], json_out: bool) -> None:
    if json_out:
        rows = [
            {"id": verse.id, "song": verse.song, **answer.as_dict()}
            for verse, answer in zip(verses, answers, strict=True)
        ]
        print_json({"verses": rows})
        return
    print("class, how sure, line; - begins a stanza")
    for verse, answer in zip(verses, answers, strict=True):
        print(f"\n{verse.song or 'verse'} ({verse.id})")
        width = max(map(len, answer.labels), default=1)
        starts = {0, *answer.cuts}
        for place, line in enumerate(verse.lines):
            mark = "-" if place in starts else " "
            print(f"{mark} {answer.labels[place]:{width}} {100 * answer.confidence[place]:4.0f} %  {line}")


def _show_scores(scores: SchemeScores, mode: str, unlabelled: int, json_out: bool) -> None:
    if json_out:
        print_json({**scores.as_dict(), "mode": mode, "not_scored": unlabelled})
        return
    print_tables([replace(table, title=f"Rhyme schemes, mode {mode}") for table in scores.tables()])
