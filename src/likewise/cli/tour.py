"""likewise tour."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any

import typer

from likewise import data
from likewise.cli import options
from likewise.cli.console import check_outputs, note, print_json, print_table
from likewise.evaluate import Scores, compare, judge, score, score_clusters
from likewise.evaluate.judge import Judgement
from likewise.metrics import resolve
from likewise.records import Segment

__all__ = ["tour"]

CRITERION = "overall"
NOVELTIES = (0.2, 0.4, 0.6)
DEFAULT = 0.4
"""The novelty whose BLEU and PINC the result names."""
PARTS = 2
"""A clip is paraphrased by a model that learned from the other parts of the corpus."""
SHOWN = "clip-01"


def tour(
    report: Annotated[
        str, typer.Option("--report", help="Where to write the HTML report.")
    ] = "likewise-report.html",
    seed: options.Seed = 12345,
    json_out: options.Json = False,
) -> None:
    """Train a paraphraser on the embedded corpus, let it speak, score it, hold the scores against ratings.

    Example: likewise tour --report tour.html
    """
    from likewise.paraphrase.precompile import compiled, precompiled

    check_outputs(report, json_out=json_out)
    started = time.perf_counter()
    if not compiled():
        note("the first run compiles its kernels, which takes most of a minute; later runs take seconds")
    with precompiled():
        own, scores, people, judgement = _loop(report, seed)
    seconds = time.perf_counter() - started
    if json_out:
        print_json(_result(report, seconds, scores, people, judgement))
    elif report != "-":
        _show(own, scores, people, judgement)
        _farewell(report, seconds)


def _loop(report: str, seed: int) -> tuple[list[Segment], Scores, Scores, Judgement]:
    """Learn, generate, score, judge, and write the report."""
    from likewise.report import Explorer, scores_report, write_report

    metrics = resolve("bleu,pinc", {"lowercase": True})
    rated = data.outputs()
    own = _paraphrased(rated, seed)
    segments = [*rated, *own]
    note(f"scoring {len(segments)} outputs of four imaginary systems and ours (BLEU, PINC) with intervals")
    explorer = Explorer(metrics)
    scores = score(segments, metrics, by="system", bootstrap=1000, seed=seed, on_batch=explorer.add)
    people = score_clusters(data.clusters(), metrics)
    note(f"holding the scores against the ratings '{CRITERION}'")
    judgement = judge(rated, CRITERION, metrics, seed=seed, curve=True)
    compared = [s for s in segments if s.human or s.system == _system(DEFAULT)]
    page = scores_report(
        scores, explorer, title="A tour of Likewise", notes=[data.NOTE, _HOW],
        judgement=judgement, comparisons=compare(compared, metrics, seed=seed), people=people,
    )  # fmt: skip
    write_report(page, report)
    return own, scores, people, judgement


_HOW = (
    f"novelty 0.2, 0.4 and 0.6 are a paraphraser that was just trained on the embedded clusters, in {PARTS} "
    "parts: each clip is paraphrased by a model that has not seen it. So small a corpus teaches few words."
)


def _system(novelty: float) -> str:
    return f"novelty {novelty:g}"


def _paraphrased(rated: Sequence[Segment], seed: int) -> list[Segment]:
    """The sources of the rated outputs in our own words, at each novelty, by models that do not know them."""
    from likewise.paraphrase import train
    from likewise.paraphrase.embedded import SMALL

    clusters = data.clusters()
    sources = {segment.id: replace(segment, human={}) for segment in rated}
    part_of = {cluster.id: place % PARTS for place, cluster in enumerate(clusters)}
    found: dict[tuple[float, str], Segment] = {}
    for part in range(PARTS):
        rest = [cluster for cluster in clusters if part_of[cluster.id] != part]
        note(
            f"training a paraphraser on {len(rest)} clips, then paraphrasing the others ({part + 1}/{PARTS})"
        )
        model = train(rest, seed=seed, **SMALL)
        mine = [segment for segment in sources.values() if part_of[segment.id] == part]
        for novelty in NOVELTIES:
            outputs = model.stream([segment.source or "" for segment in mine], novelty=novelty)
            for segment, (best, *_) in zip(mine, outputs, strict=True):
                found[novelty, segment.id] = replace(segment, candidate=best.text, system=_system(novelty))
    return [found[novelty, identity] for novelty in NOVELTIES for identity in sources]


def _result(
    report: str, seconds: float, scores: Scores, people: Scores, judgement: Judgement
) -> dict[str, Any]:
    assert scores.systems is not None
    ours = scores.systems[_system(DEFAULT)]
    return {
        "report": report,
        "system": _system(DEFAULT),
        "bleu": ours["bleu"].score,
        "pinc": ours["pinc"].score,
        "seconds": seconds,
        "note": data.NOTE,
        **scores.as_dict(),
        "people": people.as_dict(),
        "judge": judgement.as_dict(),
    }


def _show(own: Sequence[Segment], scores: Scores, people: Scores, judgement: Judgement) -> None:
    said = [segment for segment in own if segment.id == SHOWN]
    lines = [["the source", said[0].source], *([segment.system, segment.candidate] for segment in said)]
    print_table("1. Paraphrase: the dial says how new the words shall be", ["", "text"], lines)
    rows = [[name, row.n, row["bleu"].score, row["pinc"].score, _remark(name)] for name, row in scores.rows()]
    all_people = "each description against the others"
    rows.append(["people", people.n, people["bleu"].score, people["pinc"].score, all_people])
    print_table(
        "2. Score: keep the meaning (BLEU), change the words (PINC)",
        ["system", "n", "BLEU", "PINC", ""],
        rows,
    )
    table = [[name, f"{found.pearson:.2f}"] for name, found in judgement.metrics.items()]
    table += [[name, f"{value:.2f}"] for name, value in judgement.combined.items()]
    table += [[name, f"{fit.pearson:.2f}"] for name, fit in judgement.fitted.items()]
    table += [[f"judge {p.a} against judge {p.b}", f"{p.pearson or 0:.2f}"] for p in judgement.judges]
    print_table(f"3. Judge: who follows the ratings '{CRITERION}'?", ["metric", "Pearson"], table)


def _remark(system: str) -> str:
    return {
        "copycat": "keeps everything, changes nothing",
        "swapper": "swaps words one by one",
        "free": "new words, same meaning: up and to the right",
        "broken": "new words, meaning lost",
    }.get(system, "just trained, on other clips" if system.startswith("novelty") else "")


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
    print(f"  {program} paraphrase train --data {clusters} --out model")
    print(f"  {program} explain {outputs} --id clip-07 --system free")
    print(f"  {program} compare {outputs} --metrics bleu,chrf")
    print(f"  {program} judge {outputs} --human meaning --metrics bleu,pinc,chrf,ter")
    print(f"  {program} score --clusters {clusters} --lowercase")
    print(f"  {program} agree {table} --report agree.html")
    print(f"  {program} dimple {patterns} --explain")
    print(f"  {program} score {outputs} --metrics negation --by system")
    print(f"  {program} studio")
