"""Which resolver a sub-command works with, and which deep analyses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from likewise.cli.command import InputError, note

if TYPE_CHECKING:
    from likewise.negation import Resolver
    from likewise.negation.crawler.parses import Scorer
    from likewise.negation.deeply import DeepResolver

__all__ = [
    "Encoder",
    "Method",
    "Model",
    "ParsesFile",
    "SelectorFolder",
    "Threshold",
    "encoder_heard",
    "open_deeply",
    "open_resolver",
]

Model = Annotated[
    str | None,
    typer.Option("--model", metavar="DIR", help="Folder of a model that train has saved (default: ours)."),
]
Method = Annotated[
    str,
    typer.Option(
        "--method",
        help="best (ranker and taggers together), ranker or tagger; with --parses also crawler, crawler-n, "
        "crawler-p or combined.",
    ),
]
Encoder = Annotated[
    bool | None,
    typer.Option(
        "--encoder/--no-encoder",
        help="Whether the encoder takes part; by default where it is installed, not with --model.",
    ),
]
ParsesFile = Annotated[
    str | None,
    typer.Option(
        "--parses", metavar="FILE", help="Deep analyses of the sentences: JSON lines, or a profile's folder."
    ),
]
Threshold = Annotated[
    float | None,
    typer.Option("--threshold", metavar="P", help="Trust from which the crawler's answer is taken, 0 to 1."),
]
SelectorFolder = Annotated[
    str | None,
    typer.Option(
        "--selector", metavar="DIR", help="A saved parse selector that ranks the readings of --parses anew."
    ),
]


def open_resolver(folder: str | None, method: str, encoder: bool | None = None) -> Resolver:
    """The saved resolver, or the one that comes with the package."""
    from likewise.negation import METHODS, embedded, load_resolver, with_encoder
    from likewise.negation.deeply import DEEP_METHODS

    if method not in (known := (*METHODS, *DEEP_METHODS)):
        raise InputError(f"--method {method}: expected one of {', '.join(known)}")
    if folder is None:
        return embedded(encoder)
    found: Resolver = load_resolver(folder)
    return with_encoder(found) if encoder else found


def open_deeply(
    folder: str | None, method: str, parses: str | None, threshold: float | None, selector: str | None,
    encoder: bool | None = None,
) -> DeepResolver:  # fmt: skip
    """The resolver with the analyses that its method needs."""
    from likewise.negation.deeply import DEEP_METHODS, DeepResolver

    if method in DEEP_METHODS and parses is None:
        raise InputError(f"--method {method} needs deep analyses of the sentences: add --parses FILE")
    _check_threshold(threshold, method)
    if selector is not None and parses is None:
        raise InputError("--selector ranks the readings of --parses FILE, which is missing")
    found = open_resolver(folder, method, encoder)
    _note_unused(method, parses, selector)
    if parses is None or method not in DEEP_METHODS:
        return DeepResolver(found)
    from likewise.negation.crawler import Parses

    return DeepResolver(found, Parses.read(parses, _scorer(selector)), threshold)


def encoder_heard(resolver: Resolver, method: str, encoder: bool | None, given: bool = False) -> bool:
    """Whether the encoder takes part; a note where it was asked for in vain."""
    heard = resolver.encoded(method, given)
    if encoder and not heard:
        trees = "with given trees" if given else "with this model"
        note(f"--encoder takes no part in --method {method} {trees}")
    return heard


def _note_unused(method: str, parses: str | None, selector: str | None) -> None:
    """Say which options the method does not look at."""
    from likewise.negation.deeply import DEEP_METHODS

    if parses is not None and method not in DEEP_METHODS:
        unused = "--parses is" if selector is None else "--parses and --selector are"
        note(f"{unused} not used by --method {method}; {_listed(DEEP_METHODS)} read it")


def _listed(names: Sequence[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}"


def _check_threshold(threshold: float | None, method: str) -> None:
    if threshold is None:
        return
    if not 0 <= threshold <= 1:
        raise InputError(f"--threshold {threshold:g}: expected a number from 0 to 1")
    if method not in ("crawler", "crawler-p"):
        raise InputError("--threshold goes with --method crawler or crawler-p")


def _scorer(selector: str | None) -> Scorer | None:
    if selector is None:
        return None
    from likewise.deep.selection import ParseSelector

    return ParseSelector.load(selector).score
