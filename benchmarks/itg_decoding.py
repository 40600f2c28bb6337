"""Decoding with a transduction grammar beside the phrase decoder: responses a second, growth with the words.

    uv run python benchmarks/itg_decoding.py

Both get the same made-up rules of one word into one (drawn by seed: words by rank as in natural text, about
40 options a word), the same 4-gram model of made-up lines, and the same sources. First without singletons,
where both search the same space (monotone; the phrase decoder at limit 0): the ratio of their speeds, and by
how much the best scores differ. Then what only the grammar has: insertions and deletions, constraints,
inversion. Last the time that a grammar of many rules takes to be made ready.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable, Sequence

import numpy as np

from likewise.transduce.decode import Decoder
from likewise.transduce.itg import TransductionGrammar
from likewise.transduce.itg.decode import Constraints, GrammarDecoder
from likewise.transduce.lm import LanguageModel, train
from likewise.transduce.phrases import PhraseTable

OPTIONS = 40
STRAIGHT = 0.25
WEIGHTS = {"tm": 1.0, "lm": 1.2, "words": 0.5, "copies": 0.0}
Line = list[str]
Rules = dict[tuple[tuple[int, ...], tuple[int, ...]], float]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--vocabulary", type=int, default=3000)
    parser.add_argument("--lines", type=int, default=40_000, help="lines of the language model")
    parser.add_argument("--sources", type=int, default=200)
    parser.add_argument("--rules", type=int, default=3_000_000, help="of the large grammar")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    rng = np.random.default_rng(chosen.seed)
    words = [f"w{i}" for i in range(chosen.vocabulary)]
    lm = train(drawn(words, chosen.lines, 8, rng), order=4)
    pairs = one_to_one(len(words), rng)
    sources = drawn(words, chosen.sources, 10, rng)
    same_space(pairs, words, lm, sources)
    its_own(pairs, words, lm, sources, rng)
    growth(pairs, words, lm, rng)
    large(chosen.rules, rng)


def drawn(words: Sequence[str], count: int, length: int, rng: np.random.Generator) -> list[Line]:
    """Lines of words by rank."""
    shares = 1.0 / np.arange(1, len(words) + 1)
    ids = rng.choice(len(words), (count, length), p=shares / shares.sum())
    return [[words[i] for i in line] for line in ids.tolist()]


def one_to_one(size: int, rng: np.random.Generator) -> Rules:
    """Rules of one word into one."""
    shares = 1.0 / np.arange(1, size + 1)
    rules: Rules = {}
    for source in range(size):
        for target in rng.choice(size, OPTIONS, replace=False, p=shares / shares.sum()).tolist():
            rules[(source,), (target,)] = float(rng.uniform(1e-7, 1e-4))
    return rules


def grammar_of(rules: Rules, words: list[str]) -> TransductionGrammar:
    return TransductionGrammar.of_rules(rules, words, words, straight=STRAIGHT, inverted=0.25)


def table_of(rules: Rules, words: list[str]) -> PhraseTable:
    """The phrase table of the same options, the best first."""
    order = sorted(rules, key=lambda pair: (pair[0], -rules[pair]))
    size = np.arange(len(words), dtype=np.int32)
    rows = np.searchsorted([pair[0][0] for pair in order], np.arange(len(words) + 1)).astype(np.int32)
    scores = np.zeros((len(order), 4), np.float32)
    scores[:, 0] = np.log([rules[pair] for pair in order])
    targets = np.array([pair[1][0] for pair in order], np.int32)
    bounds = np.arange(len(words) + 1, dtype=np.int32)
    counts = np.ones(len(order), np.int32)
    return PhraseTable(words, words, size, bounds, size, bounds, rows, targets, counts, scores, longest=1)


def rate(decode: Callable[[Line], object], sources: Sequence[Line]) -> float:
    """Sources a CPU second, after one to warm up."""
    decode(sources[0])
    started = time.process_time()
    for source in sources:
        decode(source)
    return len(sources) / (time.process_time() - started)


def same_space(rules: Rules, words: list[str], lm: LanguageModel, sources: list[Line]) -> None:
    """Both decoders on the same options."""
    named = {"phrase": 1.0, "phrase-inverse": 0.0, "lexical": 0.0, "lexical-inverse": 0.0, "lm": 1.2}
    named |= {"words": 0.5, "phrases": math.log(STRAIGHT)}
    grammar, table = grammar_of(rules, words), table_of(rules, words)
    print(f"{len(rules):,} rules, {OPTIONS} a word; {len(sources)} sources of 10 words; a CPU second")
    print(f"{'kept':>6}{'grammar':>10}{'phrases':>10}{'ratio':>8}{'difference of the best scores':>32}")
    for kept in (50, 100, 200):
        ours = GrammarDecoder(grammar, lm, WEIGHTS, pop_limit=kept, insertions=0)
        peer = Decoder(table, lm, named, beam=kept, per_span=OPTIONS, width=1e6)
        gaps = [
            ours.nbest(source)[0].score - (float(peer.nbest(source).scores[0]) - math.log(STRAIGHT))
            for source in sources
        ]
        one, other = rate(ours.nbest, sources), rate(peer.nbest, sources)
        print(f"{kept:>6}{one:>10.0f}{other:>10.0f}{one / other:>8.2f}{np.mean(gaps):>32.4f}")


def its_own(
    rules: Rules, words: list[str], lm: LanguageModel, sources: list[Line], rng: np.random.Generator
) -> None:
    """Singletons, constraints, inversion, several outputs."""
    more: Rules = {**rules, **{((i,), ()): 1e-5 for i in range(0, len(words), 2)}}
    more |= {((), (i,)): float(rng.uniform(1e-6, 1e-4)) for i in range(200)}
    grammar = grammar_of(more, words)
    ends = dict.fromkeys(words[:50], 1.0)
    asked = Constraints(ends, end_only=True, length=(6, 12), required=[words[7]], no_repeated_bigram=True)
    monotone = GrammarDecoder(grammar, lm, WEIGHTS)
    free = GrammarDecoder(grammar, lm, WEIGHTS, pop_limit=100, monotone=False)
    print("with insertions and deletions, pop limit 200:")
    print(f"  best                           {rate(monotone.nbest, sources):6.0f}")
    print(f"  20 best                        {rate(lambda s: monotone.nbest(s, 20), sources):6.0f}")
    print(f"  all constraints                {rate(lambda s: monotone.nbest(s, 1, asked), sources):6.0f}")
    print(f"  inversion, pop limit 100       {rate(free.nbest, sources[:20]):6.0f}")


def growth(rules: Rules, words: list[str], lm: LanguageModel, rng: np.random.Generator) -> None:
    """Time by number of words."""
    print("words  monotone ms  free ms (pop limit 50)")
    for length in (10, 20, 40, 60):
        lines = drawn(words, 5, length, rng)
        monotone = GrammarDecoder(grammar_of(rules, words), lm, WEIGHTS)
        free = GrammarDecoder(monotone.grammar, lm, WEIGHTS, pop_limit=50, monotone=False)
        print(f"{length:>5}{1e3 / rate(monotone.nbest, lines):>13.1f}{1e3 / rate(free.nbest, lines):>9.1f}")


def large(count: int, rng: np.random.Generator) -> None:
    """Seconds until a large grammar is ready."""
    size = 40_000
    pairs = np.unique((size * rng.random(count) ** 3).astype(np.int64) * size
                      + (size * rng.random(count) ** 3).astype(np.int64))  # fmt: skip
    words, bounds = [f"w{i}" for i in range(size)], np.arange(len(pairs) + 1)
    source, target = (pairs // size).astype(np.int32), (pairs % size).astype(np.int32)
    probability = rng.uniform(1e-9, 1e-6, len(pairs))
    grammar = TransductionGrammar(words, words, 0.25, 0.25, source, bounds, target, bounds, probability)
    decoder = GrammarDecoder(grammar, train(drawn(words, 20_000, 8, rng), order=4))
    started = time.process_time()
    decoder.nbest(words[:5])
    print(
        f"{len(pairs):,} rules and the language model are ready after {time.process_time() - started:.1f} s"
    )


if __name__ == "__main__":
    main()
