"""Which instructions, maps and followers a sub-command works with."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated, Any

import typer

from likewise.cli.command import InputError, note
from likewise.io import read_model

if TYPE_CHECKING:
    from likewise.navigate import Corpus, Follower
    from likewise.worlds import Map, Pose

__all__ = [
    "Data",
    "Grammar",
    "Lang",
    "Maps",
    "Method",
    "Parser",
    "corpus_of",
    "follower_of",
    "map_of",
    "maps_of",
    "pose_of",
]

Data = Annotated[
    str | None,
    typer.Option(
        "--data", metavar="DIR", help="Folder with maps and instructions (default: the embedded ones)."
    ),
]
Lang = Annotated[
    str, typer.Option("--lang", help="Language of the instructions, by code or by name (en, English).")
]
Maps = Annotated[str | None, typer.Option("--maps", metavar="A,B", help="Only instructions on these maps.")]
Method = Annotated[str, typer.Option("--method", metavar="sgoll|gill", help="How the lexicon is learnt.")]
Parser = Annotated[str, typer.Option("--parser", metavar="best|krisp", help="What reads the instructions.")]
Grammar = Annotated[
    str,
    typer.Option("--grammar", metavar="original|expanded", help="With --parser krisp: the grammar of plans."),
]


def corpus_of(data: str | None, lang: str, maps: str | None = None, **files: str | None) -> Corpus:
    """The instructions of a folder in one language; on some of its maps only, where these are named."""
    from likewise.data import navigation_folder
    from likewise.navigate import read_corpus

    corpus = read_corpus(data or navigation_folder(), lang=lang, **files)
    if maps is None:
        return corpus
    names = [name.strip() for name in maps.split(",")]
    for name in names:
        if name not in corpus.maps:
            raise InputError(f"unknown map '{name}', expected {', '.join(corpus.maps)}", field="maps")
    chosen = corpus.on(names)
    if not chosen.sentences:
        raise InputError(f"holds no instruction in '{lang}' on {', '.join(names)}", file=data)
    return chosen


def follower_of(folder: str | None, lang: str | None) -> Follower:
    """The saved follower; without a folder a small one, learnt from the embedded routes, with a note."""
    from likewise.loading import load
    from likewise.navigate import embedded, embedded_corpus
    from likewise.text import same_language

    if folder is None:
        embedded_corpus(lang or "en")  # a language that it lacks is told first
        note("no --model: a small one, trained on the embedded examples, to try it out")
        return embedded(lang or "en")
    model: Any = load(folder)
    if not hasattr(model, "follow"):
        wrong = f"holds a model of kind '{read_model(folder).kind}', which follows no instructions"
        raise InputError(wrong, file=folder)
    if lang is not None and not same_language(lang, model.lang):
        raise InputError(f"its language is '{model.lang}', not '{lang}'", file=folder)
    follower: Follower = model
    return follower


def map_of(name: str, data: str | None) -> Map:
    """A map by its file, or by its name in a folder of data."""
    from likewise.worlds import load_map

    # What looks like a file is one, so that a slip in its name is told.
    if name == "-":
        raise InputError("--map -: a map is read from a file, standard input holds the instructions")
    if os.path.isfile(name) or {"/", os.sep} & set(name) or name.endswith((".json", ".xml", ".gz")):
        return load_map(name)
    maps = maps_of(data)
    if name not in maps:
        raise InputError(f"unknown map '{name}', expected {', '.join(maps)}, or a file", field="map")
    return maps[name]


def maps_of(data: str | None) -> dict[str, Map]:
    """The maps of a folder of data by name; without one, the embedded maps."""
    from likewise.data import navigation_folder
    from likewise.worlds import load_maps

    base = data or navigation_folder()
    if not os.path.isdir(base):
        raise InputError("no such folder", file=base)
    inner = os.path.join(base, "maps")
    return load_maps(inner if os.path.isdir(inner) else base)


def pose_of(text: str) -> Pose:
    """A start, `x,y,heading`."""
    from likewise.worlds import Pose

    parts = [part.strip() for part in text.split(",")]
    try:
        x, y, heading = (int(part) for part in parts)
    except ValueError:
        raise InputError(f"--start {text}: expected x,y,heading, for example 0,3,90") from None
    if heading == -1:
        raise InputError(f"--start {text}: where the walker looks must be known: 0, 90, 180 or 270")
    return Pose(x, y, heading)
