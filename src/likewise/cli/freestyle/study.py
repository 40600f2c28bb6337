"""likewise freestyle study: the systems of the paper, trained anew, and its tables beside ours."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from likewise.cli.command import InputError, Json, Seed, about, note, print_json, print_table, said, staged
from likewise.cli.model_notes import made_at

if TYPE_CHECKING:
    from likewise.study.freestyle import FreestyleStudy, System

__all__ = ["study"]


def study(
    lyrics: Annotated[
        list[str],
        typer.Option("--lyrics", metavar="FILE", help="Verse with its songs; may be repeated."),
    ],
    out: Annotated[
        str,
        typer.Option("--out", metavar="DIR", help="Folder for results, and for what can be gone on with."),
    ],
    systems: Annotated[
        str | None,
        typer.Option("--systems", metavar="A,B,..", help="Systems by name (default: all eleven)."),
    ] = None,
    pairs: Annotated[
        int, typer.Option("--pairs", min=1, help="Training pairs of each system; the paper had 200,000.")
    ] = 50_000,
    segmental: Annotated[
        int, typer.Option("--segmental", min=1, help="Adjacent pairs that segments are learnt from.")
    ] = 20_000,
    challenges: Annotated[
        int, typer.Option("--challenges", min=1, help="Lines of held-back songs to respond to.")
    ] = 85,
    ratings: Annotated[
        str | None,
        typer.Option(
            "--ratings", metavar="FILE", help="Rated segments that a campaign with items.jsonl gave."
        ),
    ] = None,
    dictionary: Annotated[
        str | None,
        typer.Option(
            "--dictionary", metavar="FILE", help="Pronunciations as the CMU dictionary writes them."
        ),
    ] = None,
    lang: Annotated[str, typer.Option("--lang", help="Language of the verse.")] = "en",
    seed: Seed = 12345,
    json_out: Json = False,
) -> None:
    """Train the systems of the paper anew, let them answer held-back lines, print its tables beside ours.

    Example: likewise freestyle study --lyrics lyrics.txt --out study --systems 'tg,tg+rs,istg+rs,likewise'
    """
    from likewise.study.freestyle import (
        FreestyleStudySettings,
        as_dict,
        freestyle_study,
        write_freestyle_study,
    )

    how = FreestyleStudySettings(_named(systems), challenges, pairs, segmental, lang, seed)
    with about(", ".join(lyrics)), staged() as tell:
        found = freestyle_study(lyrics, out, how, ratings=ratings, dictionary=dictionary, progress=tell)
    result = Path(out) / "study.json"
    older = made_at(result) if result.is_file() else None
    write_freestyle_study(found, out)
    if older is not None:
        note(f"replaced the results in {out} ({older})")
    said(os.path.join(out, "report.html"))
    if ratings is None:
        note(f"people's part: start a campaign with {os.path.join(out, 'items.jsonl')}, then give --ratings")
    if json_out:
        print_json({**as_dict(found), "out": out})
    else:
        _show(found)


def _named(text: str | None) -> tuple[System, ...]:
    """Systems by their names; a name may hold a comma itself (`tg, filter`)."""
    from likewise.study.freestyle import OURS, PRINTED

    known = {system.name: system for system in (*PRINTED, OURS)}
    if text is None:
        return tuple(known.values())
    chosen, rest = [], text.strip()
    while rest:
        name = max((name for name in known if _begins(rest, name)), key=len, default=None)
        if name is None:
            raise InputError(f"--systems {rest}: expected some of {'; '.join(known)}")
        chosen.append(known[name])
        rest = rest[len(name) :].strip().removeprefix(",").strip()
    return tuple(dict.fromkeys(chosen))


def _begins(text: str, name: str) -> bool:
    return text == name or text.startswith((f"{name},", f"{name} ,"))


_SHORT = ("last vowel", "perfect rhyme", "same word", "copied line", "copied verse", "stutter", "perpl.")
"""Short names of the figures, so that the table fits a terminal."""


def _show(found: FreestyleStudy) -> None:
    from likewise.study.freestyle import measured_rows, people_rows

    first = found.systems[0].figures
    rows = [[row[0], *(f"{value:.1f}" for value in row[3:])] for row in measured_rows(found)]
    heads = ["system", *(name.replace(" ", "\n") for name in _SHORT)]
    about = f"{len(found.challenges)} challenges, in percent; pronunciations: {first.pronunciations}"
    print_table("What machines measure", heads, rows, about)
    rows = [[row[0], *map(_beside, row[1::2], row[2::2])] for row in people_rows(found)]
    heads = [
        "system",
        *(f"{of}\n{level}" for of in ("fluency", "rhyming") for level in ("good", "acceptable")),
    ]
    print_table("What people say (percent)", heads, rows, "the paper / here")


def _beside(printed: float | None, ours: str | None) -> str:
    return f"{'-' if printed is None else format(printed, '.2f')} / {ours or '-'}"
