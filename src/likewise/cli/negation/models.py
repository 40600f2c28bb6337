"""Which resolver a sub-command works with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from likewise.cli.console import note
from likewise.errors import InputError

if TYPE_CHECKING:
    from likewise.negation import Resolver

__all__ = ["Method", "Model", "open_resolver"]

Model = Annotated[
    str | None, typer.Option("--model", metavar="DIR", help="Folder of a model that train has saved.")
]
Method = Annotated[
    str, typer.Option("--method", help="best (ranker and taggers together), ranker or tagger.")
]


def open_resolver(folder: str | None, method: str) -> Resolver:
    """The saved resolver; without a folder a small one, learnt from the embedded sentences, with a note."""
    from likewise.negation import METHODS, embedded, load_resolver

    if method not in METHODS:
        raise InputError(f"--method {method}: expected one of {', '.join(METHODS)}")
    if folder is None:
        note("no --model: a small one is trained on the embedded sentences, to try it out")
        return embedded()
    found: Resolver = load_resolver(folder)
    return found
