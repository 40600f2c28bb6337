"""BLEU of segments: the public `lw.score` against sacrebleu, one process each, tokenisation included."""

from __future__ import annotations

import random

import numpy as np
from sacrebleu.metrics import BLEU

import likewise as lw
from msvd import arguments, timed, with_references

PEER_SEGMENTS = 4000
GOALS = {16: 40, 43: 60}


def main() -> None:
    chosen = arguments(__doc__ or "")
    clusters = list(lw.read_clusters(chosen.data, tier="all"))
    ours([*with_references(clusters[:3], 5)])  # warm up: load or compile the kernels
    print("BLEU of segments (lower-cased, 13a), sentences per CPU second")
    heads = ("references", "segments", "sacrebleu", "likewise", "ratio", "must", "max difference")
    print("{:>10} {:>9} {:>10} {:>10} {:>7} {:>5} {:>15}".format(*heads))
    for count, must in GOALS.items():
        # 16 references: the Tier-2 descriptions, as in the paper; 43: all English ones.
        source = list(lw.read_clusters(chosen.data)) if count == 16 else clusters
        rows = with_references(source, count)
        report(rows, count, must, chosen.repeat)
        random.Random(1).shuffle(rows)
        report(rows, count, must, chosen.repeat, " (shuffled)")
    growth(clusters, chosen.repeat)


def report(rows: list[lw.Segment], count: int, must: int, repeat: int, remark: str = "") -> None:
    sample = rows[:PEER_SEGMENTS]
    peer_seconds, expected = timed(lambda: theirs(sample), repeat)
    seconds, scores = timed(lambda: ours(rows), repeat)
    difference = float(np.abs(scores[: len(sample)] - expected).max())
    peer_rate, rate = len(sample) / peer_seconds, len(rows) / seconds
    print(
        f"{count:>10} {len(rows):>9} {peer_rate:>10,.0f} {rate:>10,.0f} {rate / peer_rate:>6.0f}x {must:>4}x"
        f" {difference:>15.1e}{remark}"
    )


def theirs(rows: list[lw.Segment]) -> np.ndarray:
    # A fresh object in every run: sacrebleu keeps the last 65,536 lines it tokenised, we keep none.
    metric = BLEU(lowercase=True, effective_order=True)
    return np.array([metric.sentence_score(r.candidate, r.references).score for r in rows])


def ours(rows: list[lw.Segment]) -> np.ndarray:
    scores = lw.score(rows, ["bleu"], settings={"lowercase": True})["bleu"].segments
    assert scores is not None
    return scores


def growth(clusters: list[lw.Cluster], repeat: int) -> None:
    """Time against the number of references and of sentences; linear growth keeps the last column flat."""
    print("\nGrowth with the number of references (16,000 segments)")
    print(f"{'references':>10} {'seconds':>9} {'ns a reference':>15}")
    for count in (1, 2, 4, 8, 16, 32):
        rows = (with_references(clusters, count) * 10)[:16000]
        seconds, _ = timed(lambda rows=rows: ours(rows), repeat)
        print(f"{count:>10} {seconds:>9.4f} {1e9 * seconds / (len(rows) * count):>15.0f}")
    print("\nGrowth with the number of sentences (8 references)")
    print(f"{'segments':>10} {'seconds':>9} {'us a segment':>15}")
    every = with_references(clusters, 8)
    random.Random(1).shuffle(every)
    rows = every
    for size in (1000, 2000, 4000, 8000, 16000, 64000, 256000):
        while len(rows) < size:
            rows = rows + [lw.Segment(s.id, s.candidate + " again", None, s.references) for s in rows]
        part = rows[:size]
        seconds, _ = timed(lambda part=part: ours(part), repeat)
        print(f"{size:>10} {seconds:>9.4f} {1e6 * seconds / size:>15.2f}")


if __name__ == "__main__":
    main()
