"""Options that the sub-commands share: which paraphraser, which texts, how new the outputs shall be."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from likewise.cli.command import InputError, note

if TYPE_CHECKING:
    from likewise.paraphrase import Paraphraser

__all__ = ["Lang", "Model", "Tier", "Tokenize", "novelties", "novelty_of", "open_model"]

Model = Annotated[
    str | None, typer.Option("--model", metavar="DIR", help="Folder of a model that train has saved.")
]
Lang = Annotated[
    str | None, typer.Option("--lang", help="Texts of this language (MSVD CSV: English), or all.")
]
Tier = Annotated[str | None, typer.Option("--tier", help="Texts of this tier (MSVD CSV: 2), or all.")]
Tokenize = Annotated[
    str, typer.Option("--tokenize", help="Tokeniser: words, 13a, whitespace, intl, zh, char, ja-mecab.")
]


def open_model(folder: str | None) -> Paraphraser:
    """The saved paraphraser; without a folder a small one, learnt from the embedded corpus, with a note."""
    from likewise.paraphrase import open_paraphraser

    if folder is None:
        note("no --model: a small one is trained on the embedded examples, to try it out")
    return open_paraphraser(folder)


def novelty_of(text: str | None) -> float | None:
    """A place on the dial, 0 to 1; none for the model without it."""
    if text is None or text.strip().lower() == "none":
        return None
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0.0 <= value <= 1.0:
        raise InputError(f"--novelty {text}: expected a number from 0 to 1, or none")
    return value


def novelties(text: str | None) -> list[float | None]:
    """Several places on the dial, separated by commas."""
    parts = [None] if text is None else text.split(",")
    return list(dict.fromkeys(novelty_of(part) for part in parts))
