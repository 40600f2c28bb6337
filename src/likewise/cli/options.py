"""Options that several commands share, each written once."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from likewise.errors import InputError

__all__ = [
    "Bootstrap",
    "Candidate",
    "Format",
    "Json",
    "Lowercase",
    "Metrics",
    "References",
    "Seed",
    "Segments",
    "Settings",
    "SourceFile",
    "Tokenize",
    "parse_settings",
]

Segments = Annotated[
    str | None,
    typer.Argument(
        metavar="SEGMENTS", help="Segments: JSON lines, CSV or TSV, .gz too; - is standard input."
    ),
]
Metrics = Annotated[
    str, typer.Option("--metrics", "-m", help="Metrics by name (or ./folder of a saved one), with commas.")
]
Settings = Annotated[
    list[str] | None,
    typer.Option(
        "--set", metavar="KEY=VALUE", help="A metric's setting: smooth=floor, or bleu.smooth=floor."
    ),
]
Tokenize = Annotated[
    str | None,
    typer.Option("--tokenize", help="Tokeniser: 13a, whitespace, words, intl, zh, char, ja-mecab."),
]
Lowercase = Annotated[bool, typer.Option("--lowercase", help="Lower-case all text first.")]
Format = Annotated[
    str | None, typer.Option("--format", help="jsonl, csv or tsv (default: by the file's name).")
]
SourceFile = Annotated[
    str | None, typer.Option("--source", metavar="FILE", help="Parallel text: sources, one a line.")
]
Candidate = Annotated[
    str | None, typer.Option("--candidate", metavar="FILE", help="Parallel text: the candidates, one a line.")
]
References = Annotated[
    list[str] | None,
    typer.Option("--reference", metavar="FILE", help="Parallel text: references; may be repeated."),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
Seed = Annotated[int, typer.Option("--seed", min=0, help="Seed of everything random.")]
Bootstrap = Annotated[
    int, typer.Option("--bootstrap", min=0, help="Resamples for confidence intervals; 0 for none.")
]


def parse_settings(pairs: list[str] | None, tokenize: str | None, lowercase: bool) -> dict[str, Any]:
    """Metric settings from `--set`, `--tokenize` and `--lowercase`."""
    settings: dict[str, Any] = {}
    if tokenize is not None:
        settings["tokenize"] = tokenize
    if lowercase:
        settings["lowercase"] = True
    for pair in pairs or []:
        key, equals, value = pair.partition("=")
        if not equals or not key:
            raise InputError(f"--set {pair}: expected KEY=VALUE, for example smooth=floor")
        settings[key] = value
    return settings
