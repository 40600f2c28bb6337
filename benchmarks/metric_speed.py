"""chrF, chrF++, TER and WER of segments, and whole clusters: `lw.score`, `lw.score_clusters` against peers.

The peers are sacrebleu and jiwer, sentence by sentence, and for PINC our own of one pair; all in one process.
"""

from __future__ import annotations

import csv
import gzip
import os
from collections import defaultdict
from functools import partial
from html import unescape
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import jiwer
import numpy as np
from sacrebleu.metrics import BLEU, CHRF, TER

import likewise as lw
from msvd import CSV, arguments, timed, with_references

DATA = CSV.parents[1]
OUTPUTS = DATA / "mt-human" / "newstest2017.de-en.outputs.tsv.gz"
CHINESE = DATA / "parallel-zh-en" / "train.tsv.gz"
SEGMENTS = 16_000
PEER_TEXTS = 12_000
"""References that the peer is given in all, since it is slow."""
CLUSTERS = 40
"""Clusters whose every pair is scored, spread over the corpus."""


class Jiwer:
    """WER by jiwer, of the closest reference."""

    def sentence_score(self, candidate: str, references: tuple[str, ...]) -> SimpleNamespace:
        return SimpleNamespace(score=100 * min(jiwer.wer(text, candidate) for text in references))


class OnePair:
    """PINC of one pair by our own metric."""

    def sentence_score(self, candidate: str, sources: tuple[str, ...]) -> SimpleNamespace:
        return SimpleNamespace(score=lw.metrics.PINC().segment(sources[0], candidate))


METRICS: list[tuple[str, str, dict[str, Any], Any]] = [
    ("chrF", "chrf", {}, CHRF()),
    ("chrF++", "chrf", {"word_order": 2}, CHRF(word_order=2)),
    ("TER", "ter", {}, TER()),
    ("WER", "wer", {"tokenize": "whitespace"}, Jiwer()),
]
ALL_PAIRS: list[tuple[str, dict[str, Any], Any]] = [
    ("bleu", {}, BLEU(effective_order=True)),
    ("chrf", {}, CHRF()),
    ("ter", {}, TER()),
    ("wer", {"tokenize": "whitespace"}, Jiwer()),
    ("pinc", {}, OnePair()),
]


def main() -> None:
    os.environ["LIKEWISE_KERNELS"] = "compiled"  # a few texts to warm up with would not compile any
    chosen = arguments(__doc__ or "")
    clusters = list(lw.read_clusters(chosen.data, tier="all"))
    texts = {("MSVD", count): with_references(clusters, count)[:SEGMENTS] for count in (1, 4, 16, 43)}
    texts |= {("WMT17", count): translations(count) for count in (1, 4) if OUTPUTS.exists()}
    if CHINESE.exists():
        texts["Chinese", 1] = chinese(CHINESE)
    print("sentences per CPU second; every segment's score is compared")
    heads = ("metric", "texts", "references", "segments", "peer", "likewise", "ratio", "max difference")
    print("{:<7} {:<8} {:>10} {:>9} {:>10} {:>10} {:>7} {:>15}".format(*heads))
    for name, metric, settings, peer in METRICS:
        for (source, count), rows in texts.items():
            if peer is not METRICS[-1][-1] or source != "Chinese":  # without blanks, a line is a word
                report((name, source, count), rows, (metric, settings), peer, chosen.repeat)
    all_pairs(clusters[:: max(1, len(clusters) // CLUSTERS)], chosen.repeat)
    seconds, scores = timed(lambda: lw.score_clusters(clusters), chosen.repeat)
    pairs = sum(len(c.texts) * (len(c.texts) - 1) for c in clusters)
    print(f"\nAll {len(clusters):,} clusters, {scores.n:,} texts, {pairs:,} pairs:", end=" ")
    print(f"BLEU and PINC in {seconds:.2f} s")


def all_pairs(clusters: list[lw.Cluster], repeat: int) -> None:
    """Clusters by `lw.score_clusters` and segment by segment by the peers."""
    print(f"\n{len(clusters)} clusters: each text against all others (PINC: each ordered pair)")
    print(
        "{:<7} {:>9} {:>10} {:>10} {:>7} {:>15}".format(
            "metric", "scores", "peer", "likewise", "ratio", "max difference"
        )
    )
    left_out, pairs = list(lw.leave_one_out(clusters)), list(lw.ordered_pairs(clusters))
    for metric, settings, peer in ALL_PAIRS:
        rows = (
            [lw.Segment(s.id, s.candidate, None, (s.source or "",)) for s in pairs]
            if metric == "pinc"
            else left_out
        )
        step = max(1, sum(len(row.references) for row in rows) // PEER_TEXTS)
        sample = rows[::step]
        peer_seconds, expected = timed(partial(theirs, sample, peer))
        seconds, scores = timed(partial(in_clusters, clusters, metric, settings), repeat)
        peer_rate, rate = len(sample) / peer_seconds, len(rows) / seconds
        print(
            f"{metric:<7} {len(rows):>9,} {peer_rate:>10,.0f} {rate:>10,.0f} {rate / peer_rate:>6.0f}x"
            f" {np.abs(scores[::step] - expected).max():>15.1e}",
            flush=True,
        )


def in_clusters(clusters: list[lw.Cluster], metric: str, settings: dict[str, Any]) -> np.ndarray:
    scores = lw.score_clusters(clusters, [metric], settings=settings, keep_segments=True)[metric].segments
    assert scores is not None
    return scores


def report(
    heads: tuple[str, str, int],
    rows: list[lw.Segment],
    own: tuple[str, dict[str, Any]],
    peer: Any,
    repeat: int,
) -> None:
    ours(rows[:100], *own)  # warm up: load or compile the kernels
    step = max(1, len(rows) * (heads[-1] + 4) // PEER_TEXTS)
    sample = rows[::step]
    peer_seconds, expected = timed(lambda: theirs(sample, peer), min(repeat, 2))
    seconds, scores = timed(lambda: ours(rows, *own), repeat)
    difference = float(np.abs(scores[::step] - expected).max())
    peer_rate, rate = len(sample) / peer_seconds, len(rows) / seconds
    print(
        "{:<7} {:<8} {:>10}".format(*heads),
        f"{len(rows):>9} {peer_rate:>10,.0f} {rate:>10,.0f} {rate / peer_rate:>6.1f}x {difference:>15.1e}",
        flush=True,
    )


def theirs(rows: list[lw.Segment], peer: Any) -> np.ndarray:
    return np.array([peer.sentence_score(r.candidate, r.references).score for r in rows])


def ours(rows: list[lw.Segment], metric: str, settings: dict[str, Any]) -> np.ndarray:
    scores = lw.score(rows, [metric], settings=settings)[metric].segments
    assert scores is not None
    return scores


def translations(count: int) -> list[lw.Segment]:
    """Outputs of the systems of WMT17 against the reference, and further outputs where more are asked for."""
    texts: defaultdict[str, dict[str, str]] = defaultdict(dict)
    with gzip.open(OUTPUTS, "rt", encoding="utf-8") as lines:
        for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            texts[row["sid"]][row["system"]] = unescape(row["text"])
    rows = []
    for sid, by_system in texts.items():
        reference = by_system.pop("REFERENCE")
        by_system.pop("SOURCE")
        outputs = list(by_system.values())
        own, others = outputs[: len(outputs) // 2], outputs[len(outputs) // 2 :]
        for text in own:
            rows.append(lw.Segment(sid, text, None, (reference, *others[: count - 1])))
    return rows[:SEGMENTS]


def chinese(path: Path) -> list[lw.Segment]:
    """Chinese sentences, each against the next one: thousands of different characters."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        texts = [row["zh"] for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)]
    return [lw.Segment(str(i), a, None, (b,)) for i, (a, b) in enumerate(pairwise(texts[:SEGMENTS]))]


if __name__ == "__main__":
    main()
