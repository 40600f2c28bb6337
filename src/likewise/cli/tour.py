"""likewise tour."""

from __future__ import annotations

import os
import time
from typing import Annotated

import typer

from likewise import data
from likewise.cli import options
from likewise.cli.console import check_outputs, note, print_json, print_table
from likewise.evaluate import compare, judge, score, score_clusters
from likewise.metrics import resolve

__all__ = ["tour"]

CRITERION = "overall"


def tour(
    report: Annotated[
        str, typer.Option("--report", help="Where to write the HTML report.")
    ] = "likewise-report.html",
    seed: options.Seed = 12345,
    json_out: options.Json = False,
) -> None:
    """Score four imaginary systems on the embedded corpus, hold the scores against ratings, write a report.

    Example: likewise tour --report tour.html
    """
    from likewise.report import Explorer, scores_report, write_report

    check_outputs(report, json_out=json_out)
    started = time.perf_counter()
    metrics = resolve("bleu,pinc", {"lowercase": True})
    segments = data.outputs()
    note("the first run compiles its kernels, which takes some ten seconds; later runs do not")
    note(f"scoring {len(segments)} outputs of four imaginary systems (BLEU, PINC) with intervals")
    explorer = Explorer(metrics)
    scores = score(segments, metrics, by="system", bootstrap=1000, seed=seed, on_batch=explorer.add)
    people = score_clusters(data.clusters(), metrics)
    note(f"holding the scores against the ratings '{CRITERION}'")
    judgement = judge(segments, CRITERION, metrics, seed=seed, curve=True)
    comparisons = compare(segments, metrics, seed=seed)
    page = scores_report(
        scores, explorer, title="A tour of Likewise", notes=[data.NOTE],
        judgement=judgement, comparisons=comparisons, people=people,
    )  # fmt: skip
    write_report(page, report)
    seconds = time.perf_counter() - started
    result = {
        "report": report,
        "bleu": scores["bleu"].score,
        "pinc": scores["pinc"].score,
        "seconds": seconds,
        "note": data.NOTE,
        **scores.as_dict(),
        "people": people.as_dict(),
        "judge": judgement.as_dict(),
    }
    if json_out:
        print_json(result)
        return
    if report == "-":
        return
    rows = [[name, row.n, row["bleu"].score, row["pinc"].score, _remark(name)] for name, row in scores.rows()]
    rows.append(
        [
            "people",
            people.n,
            people["bleu"].score,
            people["pinc"].score,
            "each description against the others",
        ]
    )
    print_table(
        "1. Score: keep the meaning (BLEU), change the words (PINC)",
        ["system", "n", "BLEU", "PINC", ""],
        rows,
    )
    table = [[name, f"{found.pearson:.2f}"] for name, found in judgement.metrics.items()]
    table += [[name, f"{value:.2f}"] for name, value in judgement.combined.items()]
    table += [[name, f"{fit.pearson:.2f}"] for name, fit in judgement.fitted.items()]
    table += [[f"judge {p.a} against judge {p.b}", f"{p.pearson or 0:.2f}"] for p in judgement.judges]
    print_table(f"2. Judge: who follows the ratings '{CRITERION}'?", ["metric", "Pearson"], table)
    _farewell(report, seconds)


def _remark(system: str) -> str:
    return {
        "copycat": "keeps everything, changes nothing",
        "swapper": "swaps words one by one",
        "free": "new words, same meaning: up and to the right",
        "broken": "new words, meaning lost",
    }.get(system, "")


def _farewell(report: str, seconds: float) -> None:
    # `uv run` tells its children where it is; the commands below should work as they are printed.
    program = "uv run likewise" if os.environ.get("UV") else "likewise"
    outputs, clusters, patterns, table = map(
        data.path, ("outputs.jsonl", "clusters.jsonl", "patterns.jsonl", "scores.csv")
    )
    print(
        f"{data.NOTE}\n\nThe report is in {report} (open it in a browser). Done in {seconds:.1f} s. "
        "Where to go next:"
    )
    print(f"  {program} explain {outputs} --id clip-07 --system free")
    print(f"  {program} compare {outputs} --metrics bleu,chrf")
    print(f"  {program} judge {outputs} --human meaning --metrics bleu,pinc,chrf,ter")
    print(f"  {program} score --clusters {clusters} --lowercase")
    print(f"  {program} agree {table} --report agree.html")
    print(f"  {program} dimple {patterns} --explain")
