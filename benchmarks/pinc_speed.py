"""PINC over all ordered pairs of the clusters: Likewise against plain Python, one process each."""

from __future__ import annotations

import re

import numpy as np

import likewise as lw
from msvd import arguments, timed

PLAIN_PAIRS = 40_000
WORDS = {"tokenize": "words"}
_PUNCTUATION = re.compile(r"[^\w\s']")


def main() -> None:
    chosen = arguments(__doc__ or "")
    clusters = list(lw.read_clusters(chosen.data))
    pairs = list(lw.ordered_pairs(clusters))
    lw.score(pairs[:100], ["pinc"], settings=WORDS)
    sample = pairs[:PLAIN_PAIRS]
    plain_seconds, expected = timed(
        lambda: np.array([plain(p.source or "", p.candidate) for p in sample]), chosen.repeat
    )
    rate = len(sample) / plain_seconds
    print(f"PINC over {len(pairs):,} ordered pairs, pairs per CPU second")
    print(f"plain Python                    {rate:>12,.0f}")
    for name, work in (
        ("lw.score(segments)", lambda: lw.score(pairs, ["pinc"], settings=WORDS)),
        (
            "lw.score_clusters(clusters)",
            lambda: lw.score_clusters(clusters, ["pinc"], settings=WORDS, keep_segments=True),
        ),
    ):
        seconds, result = timed(work, chosen.repeat)
        scores = result["pinc"].segments
        assert scores is not None
        difference = np.abs(scores[: len(sample)] - expected).max()
        ours = len(pairs) / seconds
        print(
            f"{name:<31} {ours:>12,.0f}   {ours / rate:.0f}x (must 50x), largest difference {difference:.1e}"
        )


def plain(source: str, candidate: str) -> float:
    """PINC as one would write it: split, collect n-grams in sets, compare."""
    s = _PUNCTUATION.sub(" ", source.lower()).split()
    c = _PUNCTUATION.sub(" ", candidate.lower()).split()
    parts = []
    for n in range(1, 5):
        own = {tuple(c[i : i + n]) for i in range(len(c) - n + 1)}
        theirs = {tuple(s[i : i + n]) for i in range(len(s) - n + 1)}
        if own:
            parts.append(1 - len(own & theirs) / len(own))
    return 100 * sum(parts) / len(parts) if parts else 0.0


if __name__ == "__main__":
    main()
