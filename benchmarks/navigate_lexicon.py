"""Lexicon learning for route instructions: raw landmarks plans, GILL and SGOLL in one run.

    uv run python benchmarks/navigate_lexicon.py [--data DIR] [--choose]

Leave one map out: a lexicon is learnt from the sentences of two maps, their landmarks plans are refined with
it and held against the gold plans, which nothing else here looks at. Figures of the folds are weighted by
size. Times are of the processor. Then: half the examples against all of them; and the examples one by one,
and in shards that are merged, against all at once.

`--choose` tries the two numbers of refinement and the reach of landmarks plans by a criterion without gold
plans: a lexicon of one training map reads the sentences of the other, each with its own landmarks plan and
with those of five other sentences. Percent of pairs in which its own plan explains more of the words.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Sequence
from itertools import permutations, product
from pathlib import Path

from likewise.navigate.corpus import Corpus, read_corpus
from likewise.navigate.landmarks_plan import REACH, Reach, landmarks
from likewise.navigate.lexicon import GILL, SGOLL, PlanLexicon
from likewise.navigate.partial_correctness import PlanPoints, partial_correctness
from likewise.navigate.refinement import CAUTION, PRICE, refine, refined, worth
from likewise.navigate.word_splitters import words
from likewise.worlds import Plan

SAIL = Path(__file__).resolve().parents[2] / "shared" / "data" / "sail"
Pairs = list[tuple[tuple[str, ...], Plan]]
LEARNERS: dict[str, type[GILL] | type[SGOLL]] = {"GILL": GILL, "SGOLL": SGOLL}


def examples(corpus: Corpus, reach: Reach = REACH) -> Pairs:
    """Words and landmarks plan of every sentence."""
    return [(words(s.text, s.lang), landmarks(corpus.maps[s.map], s.path, reach)) for s in corpus.sentences]


def judged(corpus: Corpus, plans: Sequence[Plan]) -> PlanPoints:
    """Points against the gold plans, where there are any."""
    pairs = zip(plans, corpus.sentences, strict=True)
    return partial_correctness((plan, s.plan) for plan, s in pairs if s.plan is not None)


def fitted(learner: type[GILL] | type[SGOLL], data: Pairs) -> tuple[PlanLexicon, float]:
    """A lexicon and the seconds it took."""
    start = time.process_time()
    return learner.fit(data).lexicon(), time.process_time() - start


def show(name: str, found: PlanPoints, note: str = "") -> None:
    """One line of figures."""
    p = found.partial
    figures = f"P {100 * p.precision:5.1f}  R {100 * p.recall:5.1f}  F1 {100 * p.f1:5.1f}"
    print(
        f"{name:16} {figures}  types {100 * found.types.f1:5.1f}  exact {100 * found.exact.f1:5.1f}  {note}"
    )


def compare(corpus: Corpus) -> None:
    """Quality and time, fold by fold and in all."""
    total = {name: PlanPoints() for name in ("raw", *LEARNERS)}
    seconds = dict.fromkeys(LEARNERS, 0.0)
    for held_out, training, _ in corpus.folds():
        data = examples(training)
        total["raw"] += judged(training, [plan for _, plan in data])
        for name, learner in LEARNERS.items():
            lexicon, took = fitted(learner, data)
            found = judged(training, [refine(text, plan, lexicon) for text, plan in data])
            total[name] += found
            seconds[name] += took
            show(f"{held_out} {name}", found, f"{len(lexicon)} entries, {took:.2f} s")
    for name, found in total.items():
        show(f"all {name}", found)
    print(f"GILL takes {seconds['GILL'] / seconds['SGOLL']:.1f} times as long as SGOLL")


def laws(corpus: Corpus) -> None:
    """Linear in examples; one by one, shuffled, merged: the same."""
    _, training, _ = corpus.folds()[0]
    data = examples(training)
    random.Random(0).shuffle(data)
    half = min(fitted(SGOLL, data[: len(data) // 2])[1] for _ in range(3))
    whole = min(fitted(SGOLL, data)[1] for _ in range(3))
    print(f"half the examples {half:.2f} s, all {whole:.2f} s, ratio {whole / half:.2f}")
    online, merged = SGOLL(), SGOLL()
    expected = SGOLL.fit(data).lexicon()
    for k, example in enumerate(reversed(data)):
        online.update(example)
        if k % 500 == 0:
            online.lexicon()
    for part in range(3):
        merged.merge(SGOLL.fit(data[part::3]))
    print(f"online = batch: {online.lexicon() == expected}; merged = batch: {merged.lexicon() == expected}")


def told_apart(corpus: Corpus, one: str, other: str, reach: Reach, caution: float, price: float) -> float:
    """Share of pairs in which a sentence of the other map fits its own plan better than a stranger's."""
    lexicon = SGOLL.fit(examples(corpus.on([one]), reach)).lexicon()
    data = examples(corpus.on([other]), reach)
    rng = random.Random(0)

    def fit(text: tuple[str, ...], plan: Plan) -> float:
        choices = refined(text, plan, lexicon, caution=caution, price=price).choices
        return sum(worth(c.entry, caution, price) * len(c.entry.gram) for c in choices)

    won, pairs = 0.0, 0
    for text, plan in rng.sample(data, min(len(data), 200)):
        own = fit(text, plan)
        for _, stranger in rng.choices(data, k=5):
            if stranger != plan:
                rival = fit(text, stranger)
                won += (own > rival) + 0.5 * (own == rival)
                pairs += 1
    return won / max(pairs, 1)


def choose(corpus: Corpus) -> None:
    """Every setting, for each map left out."""
    numbers = [(REACH, c, p) for c, p in product((0.0, 1.0, 2.0, 3.0), (0.0, 0.05, 0.1, 0.15))]
    reaches = [Reach(things=1), Reach(first=True), Reach(walls=None), Reach(floors=1), Reach(crossings=None)]
    used = [name for name, _, _ in corpus.folds()]
    for reach, caution, price in numbers + [(r, CAUTION, PRICE) for r in reaches]:
        pairs = {(a, b): told_apart(corpus, a, b, reach, caution, price) for a, b in permutations(used, 2)}
        folds = [50 * sum(value for pair, value in pairs.items() if name not in pair) for name in used]
        shown = "  ".join(f"{name} {value:5.1f}" for name, value in zip(used, folds, strict=True))
        mean = sum(folds) / len(folds)
        print(f"caution {caution:.0f} price {price:.2f}  {shown}  mean {mean:5.1f}  {reach}", flush=True)


def main() -> None:
    """Run it all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--data", type=Path, default=SAIL, help="folder of the corpus")
    parser.add_argument("--choose", action="store_true", help="how the settings were chosen")
    options = parser.parse_args()
    corpus = read_corpus(options.data)
    if options.choose:
        choose(corpus)
    else:
        compare(corpus)
        laws(corpus)


if __name__ == "__main__":
    main()
