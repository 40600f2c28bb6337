"""likewise tour: the whole loop on the embedded corpora in under a minute."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, Annotated

import typer

from likewise import data
from likewise.cli.command import Json, Seed, aside, check_outputs, note, print_json, print_table

if TYPE_CHECKING:
    from likewise.study import Tour

__all__ = ["tour"]

SHOWN = "clip-01"


def tour(
    report: Annotated[
        str, typer.Option("--report", help="Where to write the HTML report.")
    ] = "likewise-report.html",
    seed: Seed = 12345,
    json_out: Json = False,
) -> None:
    """Train a paraphraser on the embedded corpus, let it speak, score it, hold the scores against ratings.

    Example: likewise tour --report tour.html
    """
    from likewise.paraphrase import precompiled
    from likewise.report import write_report
    from likewise.study import take_tour

    check_outputs(report, json_out=json_out)
    started = time.perf_counter()
    with precompiled():
        result = take_tour(seed=seed, say=note)
        write_report(result.report, report)
    seconds = time.perf_counter() - started
    if json_out:
        print_json(result.as_dict(report, seconds))
    elif report != "-":
        _show(result)
        _farewell(report, seconds)


def _show(result: Tour) -> None:
    from likewise.study import CRITERION

    said = [segment for segment in result.own if segment.id == SHOWN]
    lines = [["the source", said[0].source], *([segment.system, segment.candidate] for segment in said)]
    print_table("1. Paraphrase: the dial says how new the words shall be", ["", "text"], lines)
    scored = [*result.scores.rows(), ("people", result.people)]
    rows = [[name, row.n, row["bleu"].score, row["pinc"].score, _remark(name)] for name, row in scored]
    heads = ["system", "n", "BLEU", "PINC", ""]
    print_table("2. Score: overlap with the references (BLEU), new words (PINC)", heads, rows)
    judgement = result.judgement
    table = [[name, f"{correlation.pearson:.2f}"] for name, correlation in judgement.metrics.items()]
    table += [[name, f"{value:.2f}"] for name, value in judgement.combined.items()]
    table += [[name, f"{fit.pearson:.2f}"] for name, fit in judgement.fitted.items()]
    table += [[f"judge {p.a} against judge {p.b}", f"{p.pearson or 0:.2f}"] for p in judgement.judges]
    print_table(f"3. Judge: who follows the ratings '{CRITERION}'?", ["metric", "Pearson"], table)
    changed = [
        [name, f"{row.score:.0f}", ", ".join(f"{kind} {n}" for kind, n in list(row.kinds.items())[:4])]
        for name, row in result.changed.items()
    ]
    print_table("4. Diff: what became of the meaning?", ["system", "kept, %", "changes found"], changed)


def _remark(system: str) -> str:
    return {
        "copycat": "keeps everything, changes nothing",
        "swapper": "swaps words one by one",
        "free": "new words, same meaning: up and to the right",
        "broken": "new words, meaning lost",
        "people": "each description against the others",
    }.get(system, "just trained, on other clips" if system.startswith("novelty") else "")


def _farewell(report: str, seconds: float) -> None:
    # `uv run` tells its children where it is; the commands below should work as they are printed.
    program = "uv run likewise" if os.environ.get("UV") else "likewise"
    outputs, clusters, patterns, table = map(
        data.path, ("outputs.jsonl", "clusters.jsonl", "patterns.jsonl", "scores.csv")
    )
    aside(
        f"{data.NOTE}\n\nThe report is in {report} (open it in a browser). Done in {seconds:.1f} s. "
        "Where to go next:"
    )
    aside(f"  {program} paraphrase train --data {clusters} --out model")
    aside(f"  {program} explain {outputs} --id clip-07 --system free")
    aside(f"  {program} compare {outputs} --metrics bleu,chrf")
    aside(f"  {program} judge {outputs} --human meaning --metrics bleu,pinc,chrf,ter")
    aside(f"  {program} score --clusters {clusters} --lowercase")
    aside(f"  {program} agree {table} --report agree.html")
    aside(f"  {program} dimple {patterns} --explain")
    aside(f"  {program} diff 'The dog chased the cat.' 'The cat chased the dog.'")
    aside(f"  {program} score {outputs} --metrics negation --by system")
    aside(f"  {program} studio")
