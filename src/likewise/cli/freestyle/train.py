"""likewise freestyle train: a model out of verse."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated

import typer

from likewise.cli.command import InputError, Json, Seed, about, note, print_json, progress, staged
from likewise.cli.model_notes import older_model, said_model
from likewise.io import check_model_place

if TYPE_CHECKING:
    from likewise.freestyle import Verse

__all__ = ["train"]

_NAMES = {"en": "English", "fr": "French"}


def train(
    lyrics: Annotated[
        list[str],
        typer.Option(
            "--lyrics", metavar="FILE", help="Verse, a blank line between verses; .gz too; may be repeated."
        ),
    ],
    target: Annotated[str, typer.Option("--out", metavar="DIR", help="Folder that the model goes to.")],
    model: Annotated[
        str,
        typer.Option(
            "--model", metavar="tg|istg|phrase", help="Word rules, mixed with segments, or phrases."
        ),
    ] = "istg",
    select: Annotated[
        str,
        typer.Option("--select", metavar="rhyme|adjacent", help="Lines that rhyme, or neighbouring lines."),
    ] = "rhyme",
    disfluency: Annotated[
        str,
        typer.Option(
            "--disfluency", metavar="correct|filter|none", help="What is done about stuttered lines."
        ),
    ] = "correct",
    pairs: Annotated[
        int, typer.Option("--pairs", min=1, help="Most pairs of lines to learn from.")
    ] = 100_000,
    paper: Annotated[
        bool,
        typer.Option("--paper", help="As in the paper: nothing draws towards rhymes or away from copies."),
    ] = False,
    lang: Annotated[str, typer.Option("--lang", help="The language of the verse.")] = "en",
    seed: Seed = 12345,
    json_out: Json = False,
) -> None:
    """Learn to respond from verse, without any knowledge of sounds.

    Example: likewise freestyle train --lyrics verses.txt --out model
    """
    from likewise.freestyle import PAPER, Freestyler, FreestyleSettings, read_verses
    from likewise.freestyle.rhyme.sounds import other_language

    settings = {
        "model": model,
        "select": select,
        "disfluency": disfluency,
        "lang": lang,
        "seed": seed,
        "pairs": pairs,
        **(PAPER if paper else {}),
    }
    FreestyleSettings.of(**settings)
    check_model_place(target)
    started = time.perf_counter()
    if lyrics.count("-") > 1:
        raise InputError("only one of the files can be standard input (-)")
    verses: list[Verse] = []
    for path in lyrics:
        with progress("reading", path) as advance:
            verses += read_verses(path, progress=advance)
    with about(", ".join(lyrics)), staged() as tell:
        freestyler = Freestyler.fit(verses, progress=tell, **settings)
    older = older_model(target)
    freestyler.save(target)
    seconds = time.perf_counter() - started
    said_model(target, older)
    sizes = dict(freestyler.sizes)
    if sizes["select"] != select:
        note(
            "no two lines were found to rhyme (that takes words that rhyme again and again: some hundred "
            "lines or more): it learnt from neighbouring lines"
        )
    other = other_language((line for verse in verses for line in verse.lines), lang)
    if other:
        note(f"the verse looks {_NAMES[other]}: --lang {other} reads its rhymes in evaluate")
    if json_out:
        print_json({**sizes, "seconds": round(seconds, 3), "out": target})
        return
    counts = ", ".join(f"{sizes[name]:,} {name}" for name in ("lines", "pairs", "rules"))
    print(f"{counts}, in {seconds:.1f} s.")
