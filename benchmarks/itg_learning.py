"""Token grammars by EM: seconds and likelihood by round, growth with the length and the number of pairs.

    uv run python benchmarks/itg_learning.py [--pairs 200000] [--data ../shared/data/lyrics/hiphop_en.txt.gz]

Pairs are neighbouring lines of at most 10 words of the lyrics, both ways round, or random ones of the same
lengths where the lyrics are not there (growth is always shown on random pairs). Seconds are by the clock,
with CPU seconds beside them: the rounds run on all cores.
"""

from __future__ import annotations

import argparse
import time
from itertools import pairwise
from pathlib import Path

import numpy as np

from likewise.freestyle import line_words, read_verses
from likewise.text import Tokenization
from likewise.transduce import Bitext
from likewise.transduce.itg import learn_token_grammar

DATA = Path("../shared/data/lyrics/hiphop_en.txt.gz")
LIMIT_MINUTES = 15.0
BLANKS = Tokenization("whitespace")


def lyric_pairs(path: Path, wanted: int, longest: int) -> list[tuple[str, str]]:
    """Neighbouring lines of verses, both ways round."""
    pairs: list[tuple[str, str]] = []
    for verse in read_verses(path):
        lines = [line_words(line) for line in verse.lines]
        for one, other in pairwise(lines):
            if 0 < len(one) <= longest and 0 < len(other) <= longest:
                pairs += [(" ".join(one), " ".join(other)), (" ".join(other), " ".join(one))]
        if len(pairs) >= wanted:
            break
    return pairs[:wanted]


def random_pairs(wanted: int, lengths: tuple[int, int], seed: int = 0) -> list[tuple[str, str]]:
    """Lines of words drawn by Zipf's law from 20,000, of lengths from the first to the second."""
    rng = np.random.default_rng(seed)
    weights = 1.0 / np.arange(1, 20_001)
    sizes = rng.integers(lengths[0], lengths[1] + 1, 2 * wanted)
    drawn = rng.choice(len(weights), int(sizes.sum()), p=weights / weights.sum())
    lines = [" ".join(f"w{i}" for i in part) for part in np.split(drawn, np.cumsum(sizes)[:-1])]
    return list(zip(lines[::2], lines[1::2], strict=True))


def learn(pairs: list[tuple[str, str]], iterations: int, shown: bool = False) -> tuple[float, float]:
    """Seconds and CPU seconds of learning; with what is learnt, if `shown`."""
    bitext = Bitext.of(pairs, BLANKS, shared=True)
    before, before_cpu = time.perf_counter(), time.process_time()
    ends: list[float] = []
    learnt = learn_token_grammar(
        bitext,
        iterations=iterations,
        progress=lambda _, share: ends.append(time.perf_counter() - before),
    )
    seconds, cpu = time.perf_counter() - before, time.process_time() - before_cpu
    if shown:
        words = len(bitext.source.ids) + len(bitext.target.ids)
        print(f"{'round':>5} {'seconds':>8} {'log-likelihood':>18} {'nats a word':>12}")
        for at, (end, log) in enumerate(zip(ends, learnt.log_likelihoods, strict=True), 1):
            print(f"{at:>5} {end:>8.1f} {log:>18,.1f} {-log / words:>12.4f}")
        grammar = learnt.grammar
        print(
            f"{len(grammar):,} rules kept; straight {grammar.straight:.4f}, inverted {grammar.inverted:.4f}"
        )
        falls = (np.diff(learnt.log_likelihoods) < 0).any()
        print(f"The likelihood {'FALLS' if falls else 'never falls'}.")
    return seconds, cpu


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--pairs", type=int, default=200_000)
    parser.add_argument("--longest", type=int, default=10)
    parser.add_argument("--iterations", type=int, default=6)
    parser.add_argument("--data", type=Path, default=DATA)
    chosen = parser.parse_args()
    learn(random_pairs(50, (0, 5)), 1)  # load or compile the kernels
    if chosen.data.exists():
        pairs, name = lyric_pairs(chosen.data, chosen.pairs, chosen.longest), str(chosen.data.name)
    else:
        pairs, name = random_pairs(chosen.pairs, (1, chosen.longest)), "random words"
    print(f"{len(pairs):,} pairs of at most {chosen.longest} words ({name}), {chosen.iterations} rounds")
    seconds, cpu = learn(pairs, chosen.iterations, shown=True)
    verdict = "held" if seconds < 60 * LIMIT_MINUTES else "MISSED"
    print(f"{seconds:.1f} s, {cpu:.1f} CPU s; under {LIMIT_MINUTES:.0f} minutes wanted: {verdict}")
    print(f"\nGrowth with length, random pairs, one round\n{'words':>5} {'pairs':>7} {'CPU ms a pair':>14}")
    for length, count in ((5, 20_000), (10, 4_000), (20, 200), (30, 30)):
        _, cpu = learn(random_pairs(count, (length, length)), 1)
        print(f"{length:>5} {count:>7,} {cpu / count * 1e3:>14.4f}")
    print(
        f"\nGrowth with pairs of 1 to 10 random words, one round\n{'pairs':>7} {'CPU s':>7} {'ms a pair':>10}"
    )
    for count in (5_000, 10_000, 20_000, 40_000):
        _, cpu = learn(random_pairs(count, (1, 10)), 1)
        print(f"{count:>7,} {cpu:>7.2f} {cpu / count * 1e3:>10.4f}")


if __name__ == "__main__":
    main()
