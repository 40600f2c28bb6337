"""Following instructions of the SAIL corpus, leave one map out: both parsers, both grammars, our follower.

    uv run python benchmarks/navigate.py [--seeds 2] [--skip-gill]

Prints single sentences (place and heading right) and complete routes (place right) beside the figures of the
papers, plans against gold, and the seconds of every part; the last line is the time of it all. No learner
sees a gold plan. `navigate_executor.py` carries out the gold plans themselves, `navigate_lexicon.py`
compares the lexicon learners.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np

from likewise.navigate import evaluate, read_corpus

DATA = Path(__file__).resolve().parents[2] / "shared" / "data" / "sail"
PAPERS = [
    ("Chen and Mooney 2011", 54.40, 16.18),
    ("Chen 2012, SGOLL", 57.09, 17.56),
    ("Chen 2012, new grammar", 57.28, 19.18),
    ("Chen 2012, new grammar, crowd data", 57.62, 20.64),
    ("Kim and Mooney 2013", 62.81, 26.57),
    ("Artzi and Zettlemoyer 2013", 65.28, 31.93),
    ("Artzi et al. 2014", 64.36, 35.44),
    ("Mei et al. 2016", 69.98, 26.07),
]


def interval(percent: float, count: int) -> float:
    """Half a 95 % interval of a share in percent."""
    return float(1.96 * np.sqrt(percent * (100 - percent) / count))


def main() -> None:
    """Run every system and print the table."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    options.add_argument("--seeds", type=int, default=2, help="seeds of the best follower (2)")
    options.add_argument("--skip-gill", action="store_true", help="leave the slow lexicon learner out")
    asked = options.parse_args()
    corpus = read_corpus(DATA)
    begun = time.perf_counter()
    print(f"{'':38} {'single':>12} {'complete':>13} {'plans F1':>9} {'parser F1':>9} {'seconds':>8}")
    for name, single, complete in PAPERS:
        print(f"{name:38} {single:6.2f}       {complete:6.2f}")
    runs = [
        ("krisp, SGOLL", {"parser": "krisp", "grammar": "original"}),
        ("krisp, SGOLL, expanded grammar", {"parser": "krisp", "grammar": "expanded"}),
    ]
    if not asked.skip_gill:
        runs.append(("krisp, GILL", {"parser": "krisp", "grammar": "original", "method": "gill"}))
    runs += [(f"best, seed {seed}", {"seed": seed}) for seed in range(asked.seeds)]
    best = []
    for name, setting in runs:
        result = evaluate(corpus, **setting)
        found = result.as_dict()
        single, complete = found["single"], found["complete"]
        if name.startswith("best"):
            best.append((single, complete))
        print(
            f"{name:38} {single:6.2f} ±{interval(single, len(corpus.sentences)):4.1f}"
            f" {complete:6.2f} ±{interval(complete, len(corpus.routes)):5.1f}"
            f" {found['plans']['f1']:9.1f} {found['parser']['f1']:9.1f} {found['seconds']['total']:8.0f}",
            flush=True,
        )
    if best:
        means = np.mean(best, axis=0)
        print(f"{'best, mean of the seeds':38} {means[0]:6.2f}       {means[1]:6.2f}")
    print(f"all in {time.perf_counter() - begun:.0f} s")


if __name__ == "__main__":
    main()
