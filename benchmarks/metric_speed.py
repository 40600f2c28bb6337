"""chrF, chrF++ and TER of segments: the public `lw.score` against sacrebleu, in one process."""

from __future__ import annotations

import csv
import gzip
from collections import defaultdict
from html import unescape
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from sacrebleu.metrics import CHRF, TER

import likewise as lw
from msvd import CSV, arguments, timed, with_references

DATA = CSV.parents[1]
OUTPUTS = DATA / "mt-human" / "newstest2017.de-en.outputs.tsv.gz"
CHINESE = DATA / "parallel-zh-en" / "train.tsv.gz"
SEGMENTS = 16_000
PEER_TEXTS = 12_000
"""References that the peer is given in all, since it is slow."""
METRICS: list[tuple[str, str, dict[str, Any], Any]] = [
    ("chrF", "chrf", {}, CHRF()),
    ("chrF++", "chrf", {"word_order": 2}, CHRF(word_order=2)),
    ("TER", "ter", {}, TER()),
]


def main() -> None:
    chosen = arguments(__doc__ or "")
    clusters = list(lw.read_clusters(chosen.data, tier="all"))
    texts = {("MSVD", count): with_references(clusters, count)[:SEGMENTS] for count in (1, 4, 16, 43)}
    texts |= {("WMT17", count): translations(count) for count in (1, 4) if OUTPUTS.exists()}
    if CHINESE.exists():
        texts["Chinese", 1] = chinese(CHINESE)
    print("sentences per CPU second; every segment's score is compared")
    heads = ("metric", "texts", "references", "segments", "sacrebleu", "likewise", "ratio", "max difference")
    print("{:<7} {:<8} {:>10} {:>9} {:>10} {:>10} {:>7} {:>15}".format(*heads))
    for name, metric, settings, peer in METRICS:
        for (source, count), rows in texts.items():
            report((name, source, count), rows, (metric, settings), peer, chosen.repeat)


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
