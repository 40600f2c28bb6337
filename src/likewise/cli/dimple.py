"""likewise dimple: EP, EPR and DIMPLE of paraphrase patterns."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from likewise.cli.command import (
    Bootstrap,
    Json,
    Seed,
    about,
    print_json,
    print_table,
    print_tables,
    read_log,
    warn,
)
from likewise.evaluate import dimple as score_patterns
from likewise.io import read_patterns
from likewise.metrics import explain_terms
from likewise.text import is_in_script

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
    bootstrap: Bootstrap = 1000,
    seed: Seed = 12345,
    json_out: Json = False,
) -> None:
    """Score ranked paraphrase patterns: EP, EPR and DIMPLE at k.

    Example: likewise dimple patterns.jsonl -k 10 --explain
    """
    rows = list(read_patterns(patterns, judgement, log=read_log()))
    foreign = sum(not is_in_script(f"{row.source} {row.paraphrase}", "Latin") for row in rows)
    if foreign:
        many = f"{foreign} of {len(rows)} patterns are in another script than English"
        warn(f"{many}: their content words are not read, so D and DIMPLE say little of them")
    with about(patterns):
        result = score_patterns(rows, k, samples=bootstrap, seed=seed)
    evidence = explain_terms(rows, k) if explain else {}
    if json_out:
        grades = {source: [asdict(row) for row in lines] for source, lines in evidence.items()}
        print_json({**result.as_dict(), **({"evidence": grades} if explain else {})})
        return
    print_tables(result)
    for source, gains in evidence.items():
        lines = [[e.rank, e.paraphrase, f"{e.q:.2f}", e.d, f"{e.share:.3f}", e.why] for e in gains]
        print_table(source, ["rank", "paraphrase", "Q", "D", "part", "why"], lines)
