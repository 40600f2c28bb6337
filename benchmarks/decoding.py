"""Phrase decoding of paraphrases: Likewise against sil-thot, speed and BLEU in one run.

The peer is for this comparison only. With uv it needs no installing:

    uv run --with sil-thot python benchmarks/decoding.py

Both decoders get the same phrase pairs with the same counts (taken from MSVD clusters, aligned by us) and
n-grams of the same texts and order. What cannot be shared is each one's own: thot smooths its language model
by interpolation and weighs phrases by word models that it learns itself from the same pairs. Both have their
weights tuned for BLEU by the same line searches on the same sources, and are then timed on others. Reordering
is off, then on without tuning.
"""

from __future__ import annotations

import argparse
import os
import resource
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

import likewise as lw
from likewise.metrics import BLEU, Batch
from likewise.text.vocabulary import Tokenization, Words, words_of
from likewise.transduce.align import fit, symmetrise
from likewise.transduce.bitext import Bitext
from likewise.transduce.decode import Decoder, weight_vector
from likewise.transduce.lm import train
from likewise.transduce.phrases import PhraseTable, extract_phrases
from likewise.transduce.tuning import Objective, Pools, tune
from likewise.transduce.tuning.lines import searched
from msvd import CSV

PEER = "sil-thot is needed: uv run --with sil-thot python benchmarks/decoding.py"
WORDS = Tokenization("words", lowercase=True)
HELD_OUT = 10  # every tenth cluster
ORDER = 3
BEAM = 20
METRIC = BLEU("words")
Item = tuple[str, tuple[str, ...]]
Line = tuple[str, ...]


@dataclass(frozen=True)
class Data:
    """Pairs of texts to learn from, all their texts, and sources with references to tune and to test on."""

    bitext: Bitext
    texts: Words
    tuning: list[Item]
    testing: list[Item]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, default=CSV, help="the MSVD CSV")
    parser.add_argument("--pairs", type=int, default=50_000)
    parser.add_argument("--sources", type=int, default=300, help="sources to tune on, and to test on")
    parser.add_argument("--rounds", type=int, default=4, help="of tuning")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    if not chosen.data.exists():
        sys.exit(f"{chosen.data} is not there; name the MSVD CSV by --data")
    if find_spec("thot") is None:
        sys.exit(PEER)
    data = prepare(chosen.data, chosen.pairs, chosen.sources, chosen.seed)
    started = time.process_time()
    table = ours_learnt(data)
    print(
        f"{len(data.bitext):,} pairs, {len(table):,} phrase pairs ({time.process_time() - started:.0f} CPU s)"
    )
    print(f"{len(data.tuning)} sources to tune on, {len(data.testing)} to test on; n-grams up to {ORDER}")
    copies = objective(data.testing)
    print(
        f"BLEU of copies: {copies.score(copies.measure(range(len(data.testing)), lines(data.testing))):.2f}"
    )
    print(f"{'':28}{'sentences a CPU s':>18}{'n-best 50':>11}{'BLEU':>8}{'untuned':>9}")
    with tempfile.TemporaryDirectory() as folder:
        files = thot_files(data, table, folder)
        for limit in (0, 4):
            rounds = 0 if limit else chosen.rounds  # thot would take very long
            a = row("likewise", limit, ours(data, table, limit, rounds), data)
            b = row("thot", limit, theirs(data, files, limit, rounds), data)
            print(f"likewise is {a[0] / b[0]:.1f}x as fast as thot, {a[1] / b[1]:.1f}x for 50 outputs")
            print(f"BLEU {a[2]:.2f} against {b[2]:.2f}")
        both_cores(data, table)
    print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6:.1f} GB")


def prepare(path: Path, pairs: int, sources: int, seed: int) -> Data:
    """Pairs drawn by seed from clusters; sources of other clusters with the rest of those as references."""
    rng = np.random.default_rng(seed)
    clusters = [[WORDS.line(d.text) for d in c.texts] for c in lw.read_clusters(path)]
    learnt = [texts for at, texts in enumerate(clusters) if at % HELD_OUT]
    kept = [[t for t in texts if t] for at, texts in enumerate(clusters) if not at % HELD_OUT]
    words = words_of([text for texts in learnt for text in texts], Tokenization("whitespace"))
    drawn, first = [], 0
    for texts in learnt:
        a, b = np.divmod(np.arange(len(texts) ** 2), max(len(texts), 1))
        drawn.append(np.stack((a, b))[:, a != b] + first)
        first += len(texts)
    every = np.concatenate(drawn, axis=1)
    some = every[:, np.sort(rng.permutation(every.shape[1])[:pairs])]

    def items(clusters: Sequence[list[str]]) -> list[Item]:
        found = [(t, (*c[:k], *c[k + 1 :])) for c in clusters if len(c) > 1 for k, t in enumerate(c)]
        return [found[k] for k in np.sort(rng.permutation(len(found))[:sources])]

    return Data(Bitext.drawn(words, *some), words, items(kept[::2]), items(kept[1::2]))


def lines(items: Sequence[Item]) -> list[Line]:
    return [tuple(source.split()) for source, _ in items]


def objective(items: Sequence[Item]) -> Objective:
    """BLEU as the tuner takes it."""

    def statistics(sentences: Sequence[int], outputs: Sequence[Line]) -> Any:
        segments = [
            lw.Segment(str(k), " ".join(output), *items[sentence])
            for k, (sentence, output) in enumerate(zip(sentences, outputs, strict=True))
        ]
        return METRIC.statistics(Batch(segments))

    return Objective(statistics, METRIC.score_totals, METRIC.score_segments)


@dataclass(frozen=True)
class System:
    """A decoder before and after tuning: the best output of each line, and how many of its n best."""

    untuned: Callable[[Sequence[Line]], list[Line]]
    tuned: Callable[[Sequence[Line]], list[Line]]
    nbest: Callable[[Sequence[Line]], int]


def row(name: str, limit: int, system: System, data: Data) -> tuple[float, float, float]:
    """Sentences a second for the best output and for 50 of them, BLEU; printed."""
    sources, one = lines(data.testing), objective(data.testing)
    before = one.score(one.measure(range(len(sources)), system.untuned(sources)))
    seconds, outputs = timed(lambda: system.tuned(sources))
    many, _ = timed(lambda: system.nbest(sources))
    after = one.score(one.measure(range(len(sources)), outputs))
    speed, wide = len(sources) / seconds, len(sources) / many
    shown = f"{name}, {'no reordering' if not limit else f'reordering {limit}'}"
    print(f"{shown:28}{speed:>18.0f}{wide:>11.0f}{after:>8.2f}{before:>9.2f}", flush=True)
    return speed, wide, after


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """CPU seconds of the faster of two runs, and what it gave."""
    best = float("inf")
    for _ in range(2):
        started = time.process_time()
        result = work()
        best = min(best, time.process_time() - started)
    return best, result


def ours_learnt(data: Data) -> PhraseTable:
    forward, backward = (fit(one) for one in (data.bitext, data.bitext.swapped()))
    links = symmetrise(forward.align(data.bitext), backward.align(data.bitext.swapped()), data.bitext)
    return extract_phrases(data.bitext, links, forward.lexicon, backward.lexicon, options=20)


def ours(data: Data, table: PhraseTable, limit: int, rounds: int) -> System:
    decoder = Decoder(table, train(data.texts, order=ORDER), beam=BEAM, limit=limit)
    weights = weight_vector()
    if rounds:
        found = tune(decoder, lines(data.tuning), objective(data.tuning), rounds=rounds, k=50, workers=1)
        weights = weight_vector(found.weights)

    def outputs(sources: Sequence[Line], weights: Any = None) -> list[Line]:
        return [decoder.text(found, 0) for found in decoder.many(sources, 1, weights, workers=1)]

    return System(
        outputs,
        lambda sources: outputs(sources, weights),
        lambda sources: sum(len(found) for found in decoder.many(sources, 50, weights, workers=1)),
    )


def both_cores(data: Data, table: PhraseTable) -> None:
    """Wall-clock speed of one thread and of two."""
    decoder = Decoder(table, train(data.texts, order=ORDER), beam=BEAM)
    sources, speeds = lines(data.testing) * 3, []
    for workers in (1, 2):
        elapsed, used = float("inf"), 0.0
        for _ in range(3):
            started, cpu = time.perf_counter(), time.process_time()
            sum(len(found) for found in decoder.many(sources, 50, workers=workers))
            if time.perf_counter() - started < elapsed:
                elapsed = time.perf_counter() - started
                used = (time.process_time() - cpu) / elapsed
        speeds.append(len(sources) / elapsed)
        print(f"by the clock, 50 outputs, threads: {workers}: {speeds[-1]:.0f} a second on {used:.2f} cores")
    print(f"two threads are {speeds[1] / speeds[0]:.2f}x as fast as one")


def thot_files(data: Data, table: PhraseTable, folder: str) -> tuple[str, str]:
    """Our phrase pairs, n-grams of the same texts, word models of the same pairs, as thot reads them."""
    import thot.alignment as ta

    prefix, lm = os.path.join(folder, "tm"), os.path.join(folder, "lm")
    with open(f"{prefix}.ttable", "w", encoding="utf-8") as out:
        for p in range(len(table.rows) - 1):
            rows = range(table.rows[p], table.rows[p + 1])
            seen = table.counts[rows[0]] / np.exp(float(table.scores[rows[0], 0]))
            for r in rows:
                target, source = table.target_phrase(int(table.targets[r])), table.source_phrase(p)
                out.write(f"{target} ||| {source} ||| {seen:.8f} {table.counts[r]:.8f}\n")
    for name, text in (
        ("lambda", "0.7 0.7"),
        ("srcsegmlentable", "Uniform"),
        ("trgcutstable", "0.999"),
        ("trgsegmlentable", "Geometric"),
    ):
        Path(f"{prefix}.{name}").write_text(text, encoding="utf-8")
    for side, bitext in (("_invswm", data.bitext), ("_swm", data.bitext.swapped())):
        model = ta.Ibm1AlignmentModel()
        for source, target in zip(spelled(bitext.source), spelled(bitext.target), strict=True):
            model.add_sentence_pair(source, target)
        model.start_training()
        for _ in range(5):
            model.train()
        model.end_training()
        model.print(prefix + side)
    thot_counts(spelled(data.texts), lm)
    return prefix, lm


def spelled(words: Words) -> list[list[str]]:
    flat = [words.vocabulary[i] for i in words.ids]
    return [flat[a:b] for a, b in zip(words.bounds[:-1], words.bounds[1:], strict=True)]


def thot_counts(texts: Sequence[list[str]], path: str) -> None:
    """N-grams, each with the count of its beginning and its own; the first sight of a word is unknown."""
    grams: Counter[tuple[str, ...]] = Counter()
    seen: set[str] = set()
    for text in texts:
        words = ["<s>", *(w if w in seen else "<unk>" for w in text), "</s>"]
        seen.update(text)
        for n in range(1, ORDER + 1):
            grams.update(tuple(words[i : i + n]) for i in range(len(words) - n + 1))
    total = sum(count for gram, count in grams.items() if len(gram) == 1)
    with open(path, "w", encoding="utf-8") as out:
        for gram, count in grams.items():
            out.write(f"{' '.join(gram)} {grams[gram[:-1]] if len(gram) > 1 else total} {count}\n")
    Path(f"{path}.weights").write_text(f"{ORDER} 1 10 {' '.join(['0.7'] * ORDER)}\n", encoding="utf-8")


def theirs(data: Data, files: tuple[str, str], limit: int, rounds: int) -> System:
    """Its decoder, set to the fastest of many settings that lose nothing in score; tuned as ours is."""
    import thot.alignment as ta
    import thot.translation as tt

    model = tt.SmtModel(ta.AlignmentModelType.IBM1)
    if not model.load_translation_model(files[0]) or not model.load_language_model(files[1]):
        sys.exit("thot could not load the model")
    model.non_monotonicity = limit
    model.heuristic, model.a, model.e, model.w = 0, 7, 2, 20  # phrases up to 7 words, 20 options each
    start = np.array([1.0] * 7 + [0.0])  # its trainer's
    model.weights = [1.0] * len(start)  # from then on it tells the components of a score without weights
    decoder = tt.SmtDecoder(model)
    decoder.s, decoder.is_breadth_first = 10, True
    one, weights, best = objective(data.tuning), start, (-1.0, start)
    pools, rng = Pools(one), np.random.default_rng(0)
    for number in range(rounds + 1):
        model.weights = weights.tolist()
        found = decoder.translate_n_batch([source for source, _ in data.tuning], 50)
        first = [tuple(outputs[0].target) for outputs in found]
        score = one.score(one.measure(range(len(first)), first))
        best = max(best, (score, weights), key=lambda pair: pair[0])
        if number < rounds:
            pools.add(
                (k, tuple(output.target), np.array(output.score_components))
                for k, outputs in enumerate(found)
                for output in outputs
            )
            weights = searched(pools, weights, pools.varying, rng)

    def outputs(sources: Sequence[Line], weights: Any) -> list[Line]:
        model.weights = weights.tolist()
        return [tuple(found.target) for found in decoder.translate_batch([" ".join(s) for s in sources])]

    def nbest(sources: Sequence[Line]) -> int:
        model.weights = best[1].tolist()
        return sum(len(found) for found in decoder.translate_n_batch([" ".join(s) for s in sources], 50))

    return System(lambda sources: outputs(sources, start), lambda sources: outputs(sources, best[1]), nbest)


if __name__ == "__main__":
    main()
