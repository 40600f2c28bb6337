"""Which resolver a sub-command works with, and which deep analyses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from likewise.cli.command import InputError, note
from likewise.negation import Method

if TYPE_CHECKING:
    from likewise.negation import Resolver
    from likewise.negation.crawler import Scorer

__all__ = [
    "Encoder",
    "MethodName",
    "Model",
    "ParsesFile",
    "SelectorFolder",
    "Threshold",
    "encoder_heard",
    "open_resolver",
]

Model = Annotated[
    str | None,
    typer.Option("--model", metavar="DIR", help="Folder of a model that train has saved (default: ours)."),
]
MethodName = Annotated[
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


def open_resolver(
    folder: str | None, method: str, parses: str | None, threshold: float | None, selector: str | None,
    encoder: bool | None = None,
) -> Resolver:  # fmt: skip
    """The saved resolver, or the one that comes with the package, with the analyses that its method needs."""
    chosen = _checked(method)
    if chosen.is_deep and parses is None:
        raise InputError(f"--method {method} needs deep analyses of the sentences: add --parses FILE")
    _check_threshold(threshold, chosen)
    if selector is not None and parses is None:
        raise InputError("--selector ranks the readings of --parses FILE, which is missing")
    resolver = _saved_or_embedded(folder, encoder)
    if parses is None:
        return resolver
    if not chosen.is_deep:
        unused = "--parses is" if selector is None else "--parses and --selector are"
        note(f"{unused} not used by --method {method}; {_listed(Method.deep())} read it")
        return resolver
    from likewise.negation.crawler import Parses

    return replace(resolver, parses=Parses.read(parses, _scorer(selector)), threshold=threshold)


def _checked(name: str) -> Method:
    if name not in list(Method):
        raise InputError(f"--method {name}: expected one of {', '.join(Method)}")
    return Method(name)


def _saved_or_embedded(folder: str | None, encoder: bool | None) -> Resolver:
    from likewise.negation import Resolver, embedded, with_encoder

    if folder is None:
        return embedded(encoder)
    resolver = Resolver.load(folder)
    return with_encoder(resolver) if encoder else resolver


def encoder_heard(resolver: Resolver, method: str, encoder: bool | None, given: bool = False) -> bool:
    """Whether the encoder takes part; a note where it was asked for in vain."""
    heard = resolver.encoded(method, given)
    if encoder and not heard:
        trees = "with given trees" if given else "with this model"
        note(f"--encoder takes no part in --method {method} {trees}")
    return heard


def _listed(names: Sequence[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}"


def _check_threshold(threshold: float | None, method: Method) -> None:
    if threshold is None:
        return
    if not 0 <= threshold <= 1:
        raise InputError(f"--threshold {threshold:g}: expected a number from 0 to 1")
    if not method.takes_threshold:
        raise InputError("--threshold goes with --method crawler or crawler-p")


def _scorer(selector: str | None) -> Scorer | None:
    if selector is None:
        return None
    from likewise.deep.selection import ParseSelector

    return ParseSelector.load(selector).score
