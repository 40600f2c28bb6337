"""Options that the sub-commands share: which model, and what a response shall be like."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from likewise.cli.command import InputError, note, staged
from likewise.text import code_of

if TYPE_CHECKING:
    from likewise.freestyle import Freestyler

__all__ = ["Clean", "Lang", "Model", "Words", "listed", "numbered", "open_model", "word_range"]

Model = Annotated[
    str | None, typer.Option("--model", metavar="DIR", help="Folder of a model that train has saved.")
]
Lang = Annotated[
    str | None,
    typer.Option("--lang", help="Without --model: poems of this language, en (the default) or fr."),
]
Words = Annotated[
    str | None, typer.Option("--words", metavar="MIN-MAX", help="Least and most number of words of a line.")
]
Clean = Annotated[bool, typer.Option("--clean", help="No profanity.")]


def open_model(folder: str | None, lang: str | None) -> Freestyler:
    """The saved freestyler; without a folder the one of the embedded poems, with a note."""
    from likewise.freestyle import open_freestyler

    if folder is not None:
        return open_freestyler(folder)
    from likewise.freestyle import kept_at

    kept = kept_at(code_of(lang or "en")).is_dir()
    note("no --model: one of old poems is used, to try it out" + ("" if kept else "; it is learnt first"))
    with staged() as tell:
        return open_freestyler(None, lang or "en", progress=tell)


def word_range(text: str | None) -> tuple[int, int] | None:
    """`MIN-MAX`, or one number for both."""
    if text is None:
        return None
    least, dash, most = text.partition("-")
    most = most if dash else least
    if not (least.isdecimal() and most.isdecimal() and len(least + most) < 8):
        raise InputError(f"--words {text}: expected MIN-MAX, such as 6-9")
    return int(least), int(most)


def listed(text: str | None, option: str) -> list[str]:
    """Words between commas."""
    if text is None:
        return []
    words = [part.strip() for part in text.split(",")]
    if not all(words):
        raise InputError(f"{option} {text}: expected words between commas")
    return words


def numbered(values: list[str] | None, option: str) -> dict[int, str]:
    """`N=TEXT` for lines counted from 1, as a mapping that counts from 0."""
    lines: dict[int, str] = {}
    for value in values or []:
        number, equals, text = value.partition("=")
        if not equals or not number.strip().isdecimal() or not text.strip() or int(number) < 1:
            raise InputError(f"{option} {value}: expected N=TEXT, N a line from 1")
        if int(number) - 1 in lines:
            raise InputError(f"{option} {value}: line {int(number)} is given twice")
        lines[int(number) - 1] = text.strip()
    return lines
