"""Rule segmentation of pairs of neighbouring lines: seconds, description length by round, growth with pairs.

    uv run python benchmarks/rule_segmentation.py

Pairs are drawn by seed from the lines of verses. The last part mixes a token grammar of random rules with a
segmental one, and writes and reads the mixture.
"""

from __future__ import annotations

import argparse
import resource
import sys
import time
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import TypeVar

import numpy as np

from likewise.freestyle import line_words, read_verses
from likewise.text import Tokenization
from likewise.transduce import Bitext
from likewise.transduce.itg import (
    SegmentalResult,
    TransductionGrammar,
    dumps,
    interpolate,
    learn_segmental_grammar,
    loads,
)

LYRICS = Path(__file__).parents[2] / "shared" / "data" / "lyrics" / "hiphop_en.txt.gz"
LIMIT = 30 * 60
Result = TypeVar("Result")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, default=LYRICS, help="verses, one line a line")
    parser.add_argument("--pairs", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--rules", type=int, default=3_000_000, help="of the token grammar that is mixed in")
    chosen = parser.parse_args()
    if not chosen.data.exists():
        sys.exit(f"{chosen.data} is not there; name a file of verses by --data")
    every = neighbours(chosen.data)
    learn_segmental_grammar(every.select(np.arange(min(len(every), 50))))  # compiles
    order = np.random.default_rng(chosen.seed).permutation(len(every))
    print(f"{len(every):,} pairs of neighbouring lines, {every.source.lengths.mean():.1f} words a line")
    print("   pairs   wall s   CPU s  rounds    rules  of the first length")
    result: SegmentalResult | None = None
    for pairs in [chosen.pairs // share for share in (8, 4, 2, 1)]:
        result = grown(every.select(np.sort(order[:pairs])), singletons=False)
    assert result is not None
    show(result)
    print("\nwith singletons")
    grown(every.select(np.sort(order[: chosen.pairs])), singletons=True)
    mixture(result.grammar, chosen.rules, chosen.seed)
    print(f"most memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20:.2f} GiB")


def neighbours(path: Path) -> Bitext:
    """Each line of a verse that has words, with the next."""
    pairs: list[tuple[str, str]] = []
    for verse in read_verses(path):
        lines = [" ".join(line_words(line)) for line in verse.lines]
        pairs.extend(pairwise(line for line in lines if line))
    return Bitext.of(pairs, Tokenization("whitespace"), shared=True)


def grown(bitext: Bitext, *, singletons: bool) -> SegmentalResult:
    wall, cpu = time.perf_counter(), time.process_time()
    result = learn_segmental_grammar(bitext, singletons=singletons)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    share = result.rounds[-1].length.total / result.rounds[0].length.total
    print(
        f"{len(bitext):>8,} {wall:>8.1f} {cpu:>7.1f} {len(result.rounds) - 1:>7} {len(result.grammar):>8,}"
        f" {share:>12.1%}  ({LIMIT} s: {'met' if wall < LIMIT else 'NOT met'})",
        flush=True,
    )
    return result


def show(result: SegmentalResult) -> None:
    """Description length by round, and what kinds of rules there are."""
    print("\nround   total bits     grammar        data    rules  candidates  committed")
    for number, one in enumerate(result.rounds):
        length = one.length
        print(
            f"{number:>5} {length.total:>12,.0f} {length.grammar:>11,.0f} {length.data:>11,.0f}"
            f" {one.rules:>8,} {one.candidates:>11,} {one.committed:>10,}"
        )
    falls = all(b.length.total < a.length.total for a, b in pairwise(result.rounds))
    print(f"falls in every round: {'yes' if falls else 'NO'}")
    grammar = result.grammar
    print(f"straight {grammar.straight:.3f}, inverted {grammar.inverted:.3f}, sum {grammar.total:.9f}")
    kinds = Counter(rule.kind for rule in grammar)
    print("rules: " + ", ".join(f"{count:,} {kind}" for kind, count in sorted(kinds.items())))
    longer = np.maximum(grammar.source_lengths, grammar.target_lengths)
    sizes = [(1, 1), (2, 3), (4, 5), (6, 8), (9, int(longer.max(initial=9)))]
    by_size = (f"{a}-{b}: {np.count_nonzero((longer >= a) & (longer <= b)):,}" for a, b in sizes)
    print("rules by words of the longer side: " + ", ".join(by_size))


def mixture(segments: TransductionGrammar, rules: int, seed: int) -> None:
    """A token grammar of so many random rules and the segmental one: mixed, pruned, written, read."""
    vocabulary = [f"w{number}" for number in range(40_000)]
    size = len(vocabulary)
    drawn = np.random.default_rng(seed)
    pairs = np.sort(drawn.choice(size * size, rules, replace=False, shuffle=False))
    masses = drawn.random(rules)
    bounds = np.arange(rules + 1)
    tokens = TransductionGrammar(
        vocabulary,
        vocabulary,
        0.25,
        0.25,
        (pairs // size).astype(np.int32),
        bounds,
        (pairs % size).astype(np.int32),
        bounds,
        masses / (2.0 * masses.sum()),
    )
    print(f"\n{rules:,} token rules and {len(segments):,} segmental ones")
    mixed = timed("mixed", lambda: interpolate(tokens, segments, 0.5))
    timed("reflexive rules found", lambda: mixed.reflexive)
    timed("pruned", lambda: mixed.pruned(per_source=20))
    text = timed("written", lambda: dumps(mixed))
    again = timed("read", lambda: loads(text))
    same = np.array_equal(np.sort(mixed.probability), np.sort(again.probability)) and dumps(again) == text
    print(f"there and back: {'the same' if same else 'NOT the same'}")


def timed(name: str, work: Callable[[], Result]) -> Result:
    start, busy = time.perf_counter(), time.process_time()
    result = work()
    wall, cpu = time.perf_counter() - start, time.process_time() - busy
    print(f"{name:<22} {wall:>6.2f} s, CPU {cpu:>6.2f} s", flush=True)
    return result


if __name__ == "__main__":
    main()
