"""The filter of Tier-1 sentences on MSVD: trained without some workers, measured on them.

Five parts of the workers are held back in turn. What a held-back worker wrote is judged by a filter, and
beside clusters, that hold nothing of any held-back worker. Intervals resample workers.
"""

from __future__ import annotations

import argparse
import csv
import sys
import time
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

import likewise as lw
from likewise.collect.sentence_filter import SentenceFilter, WorkerSentence, examples_of
from msvd import CSV

Floats = npt.NDArray[np.float64]
BINS = 2000
KINDS = ("tier 2", "tier 1, never promoted", "tier 1, promoted", "tier 2, other item")


@dataclass(frozen=True)
class Judged:
    """A sentence of a held-back worker; `kept` says whether it passed."""

    kind: str
    text: str
    worker: str
    item: str
    probability: float
    kept: bool


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=CSV, help="the MSVD CSV")
    parser.add_argument("--folds", type=int, default=5)
    parser.add_argument("--keep", type=float, default=0.85, help="share of trusted sentences to keep")
    parser.add_argument("--seed", type=int, default=12345)
    parser.add_argument("--sample", type=Path, help="write 60 kept and 60 dropped sentences to read here")
    chosen = parser.parse_args()
    if not chosen.data.exists():
        sys.exit(f"{chosen.data} is not there; name the MSVD CSV by --data")
    clusters = list(lw.read_clusters(chosen.data, tier="all"))
    judged: list[Judged] = []
    for fold in range(chosen.folds):
        judged += judge_fold(clusters, fold, chosen)
    figures(judged, chosen.seed)
    if chosen.sample:
        write_sample(judged, clusters, chosen.sample, chosen.seed)


def judge_fold(clusters: list[lw.Cluster], fold: int, chosen: argparse.Namespace) -> list[Judged]:
    """Train without the workers of this part, judge what they wrote."""
    promoted = sorted({d.worker or "" for c in clusters for d in c.texts if d.tier == "2"})
    others = sorted({d.worker or "" for c in clusters for d in c.texts} - set(promoted))
    rng = np.random.default_rng(chosen.seed)
    # Promoted workers are dealt out apart: there are few, and every part must hold some.
    held = {w for group in (promoted, others) for w in rng.permutation(group)[fold :: chosen.folds]}
    examples = list(examples_of(clusters))
    start = time.perf_counter()
    model = SentenceFilter.fit(
        (e for e in examples if e.worker not in held), keep=chosen.keep, seed=chosen.seed
    )
    seconds = time.perf_counter() - start
    around = {c.id: [d.text for d in c.texts if d.tier == "2" and d.worker not in held] for c in clusters}
    items = sorted(item for item in around if around[item])
    rows: list[Judged] = []
    for cluster in clusters:
        for d in cluster.texts:
            if d.worker in held:
                kind = KINDS[0] if d.tier == "2" else KINDS[2 if d.worker in set(promoted) else 1]
                rows.append(row(model, kind, WorkerSentence(d.text, str(d.worker), cluster.id, True), around))
                if d.tier == "2" and (item := items[rng.integers(len(items))]) != cluster.id:
                    rows.append(
                        row(model, KINDS[3], WorkerSentence(d.text, str(d.worker), item, True), around)
                    )
    print(f"part {fold + 1}: {len(held)} workers held back, trained in {seconds:.1f} s", flush=True)
    return rows


def row(model: SentenceFilter, kind: str, example: WorkerSentence, around: dict[str, list[str]]) -> Judged:
    probability = model.probability(example.text, around[example.item])
    return Judged(
        kind, example.text, example.worker, example.item, probability, probability >= model.threshold
    )


def figures(judged: list[Judged], seed: int) -> None:
    """Shares kept; precision, recall, F1 and AUC of Tier 2 against each kind of negative."""
    workers = {worker: place for place, worker in enumerate(sorted({j.worker for j in judged}))}
    spread = {kind: np.zeros((len(workers), BINS)) for kind in KINDS}
    kept = {kind: np.zeros(len(workers)) for kind in KINDS}
    for j in judged:
        spread[j.kind][workers[j.worker], min(BINS - 1, int(j.probability * BINS))] += 1
        kept[j.kind][workers[j.worker]] += j.kept
    rng = np.random.default_rng(seed)
    draws = [np.ones(len(workers))]
    draws += [
        np.bincount(rng.integers(len(workers), size=len(workers)), minlength=len(workers))
        for _ in range(1000)
    ]
    results: dict[str, list[float]] = defaultdict(list)
    for weights in draws:
        totals = {kind: weights @ spread[kind] for kind in KINDS}
        passed = {kind: float(weights @ kept[kind]) for kind in KINDS}
        for kind in KINDS:
            results[f"kept of {kind}"].append(passed[kind] / totals[kind].sum())
        for kind in (KINDS[1], KINDS[3]):
            recall = passed[KINDS[0]] / totals[KINDS[0]].sum()
            precision = passed[KINDS[0]] / (passed[KINDS[0]] + passed[kind])
            results[f"against {kind}: precision"].append(precision)
            results[f"against {kind}: recall"].append(recall)
            results[f"against {kind}: F1"].append(2 * precision * recall / (precision + recall))
            results[f"against {kind}: AUC"].append(area(totals[KINDS[0]], totals[kind]))
    for kind in KINDS:
        print(f"{kind:<26} {int(spread[kind].sum()):>7,} sentences")
    for name, values in results.items():
        low, high = np.quantile(values[1:], [0.025, 0.975])
        print(f"{name:<46} {values[0]:.3f}  [{low:.3f}, {high:.3f}]")


def area(positive: Floats, negative: Floats) -> float:
    """The share of pairs of a positive and a negative in which the positive is the likelier."""
    below = np.cumsum(negative) - negative
    return float(positive @ (below + negative / 2) / (positive.sum() * negative.sum()))


def write_sample(judged: list[Judged], clusters: list[lw.Cluster], path: Path, seed: int) -> None:
    """Sentences of workers never promoted, mixed, each beside three Tier-2 sentences of its item."""
    rng = np.random.default_rng(seed)
    trusted = {c.id: [d.text for d in c.texts if d.tier == "2"] for c in clusters}
    rows: list[Judged] = []
    for kept in (True, False):
        pool = [j for j in judged if j.kind == KINDS[1] and j.kept == kept and trusted[j.item]]
        rows += [pool[i] for i in rng.choice(len(pool), 60, replace=False)]
    with path.open("w", encoding="utf-8", newline="") as stream:
        out = csv.writer(stream)
        out.writerow(["sentence", "beside", "kept", "probability"])
        for i in rng.permutation(len(rows)):
            some = rng.permutation(trusted[rows[i].item])[:3]
            out.writerow([rows[i].text, " / ".join(some), int(rows[i].kept), f"{rows[i].probability:.3f}"])


if __name__ == "__main__":
    main()
