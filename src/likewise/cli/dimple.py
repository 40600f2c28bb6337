"""likewise dimple."""

from __future__ import annotations

from typing import Annotated

import typer

from likewise.cli import options
from likewise.cli.console import print_json, print_table
from likewise.evaluate import dimple as score_patterns
from likewise.io import read_patterns
from likewise.metrics.patterns import explain_terms

__all__ = ["dimple"]


def dimple(
    patterns: Annotated[str, typer.Argument(metavar="PATTERNS.jsonl", help="Ranked patterns with labels.")],
    k: Annotated[int, typer.Option("-k", min=1, help="How many ranks count.")] = 10,
    judgement: Annotated[
        str, typer.Option("--judgement", help="Labels to use: strict or lenient.")
    ] = "strict",
    explain: Annotated[
        bool, typer.Option("--explain", help="Show what each pattern gains, and why.")
    ] = False,
    bootstrap: options.Bootstrap = 1000,
    seed: options.Seed = 12345,
    json_out: options.Json = False,
) -> None:
    """Score ranked paraphrase patterns: EP, EPR and DIMPLE at k.

    Example: likewise dimple patterns.jsonl -k 10 --explain
    """
    rows = list(read_patterns(patterns, judgement))
    result = score_patterns(rows, k, samples=bootstrap, seed=seed)
    if json_out:
        print_json(result.as_dict())
        return
    table = [[t.source, t.n, f"{t.ep:.3f}", f"{t.epr:.3f}", f"{t.dimple:.3f}"] for t in result.terms.values()]
    mean = result.mean
    table.append(["mean", mean.terms, f"{mean.ep:.3f}", f"{mean.epr:.3f}", f"{mean.dimple:.3f}"])
    print_table(f"Paraphrase patterns at k = {k}", ["term", "n", "EP", "EPR", "DIMPLE"], table)
    if explain:
        for source, evidence in explain_terms(rows, k).items():
            lines = [[e.rank, e.paraphrase, f"{e.q:.2f}", e.d, f"{e.share:.3f}", e.why] for e in evidence]
            print_table(source, ["rank", "paraphrase", "Q", "D", "part", "why"], lines)
