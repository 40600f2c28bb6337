"""Language model: training, queries and numbers against KenLM, on MSVD (every tenth cluster held back).

    uv run --with kenlm python benchmarks/lm_speed.py

KenLM's Python module reads the ARPA file that we write. Its trainer `lmplz` is no part of that module; it
is compared with where it is on the path.
"""

from __future__ import annotations

import math
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
from numba import njit

import likewise as lw
from likewise.text import Tokenization, Words, words_of
from likewise.transduce.lm import LanguageModel, dump_arpa, load_arpa, train
from likewise.transduce.lm._kernels import advance, begin, sentence_scores, state_length, word_score
from msvd import arguments, timed

WORDS = Tokenization("words", lowercase=True)
BLANKS = Tokenization("whitespace")


def main() -> None:
    chosen = arguments((__doc__ or "").splitlines()[0])
    clusters = list(lw.read_clusters(chosen.data, tier="all"))
    texts = [[WORDS.line(d.text) for d in c.texts] for c in clusters]
    learned = [line for k, lines in enumerate(texts) if k % 10 for line in lines]
    held = [line for k, lines in enumerate(texts) if not k % 10 for line in lines]
    train(words_of(held, BLANKS), order=2).perplexity(words_of(held, BLANKS))  # load or compile the kernels
    with tempfile.TemporaryDirectory() as folder:
        training(learned, held, Path(folder), chosen.repeat)
        model = train(words_of(learned, BLANKS), order=4)
        queries(model, held, Path(folder), chosen.repeat)
        kernels(model, words_of(held, BLANKS), chosen.repeat)
        storage(model, Path(folder), chosen.repeat)


def training(learned: list[str], held: list[str], folder: Path, repeat: int) -> None:
    """From lines of text to a model, CPU seconds; and the perplexity of the lines held back."""
    corpus = folder / "corpus.txt"
    corpus.write_text("".join(f"{line}\n" for line in learned), encoding="utf-8")
    heads = ("order", "words", "likewise", "lmplz", "ratio", "perplexity", "lmplz", "difference")
    print("Training, CPU seconds (lmplz writes an ARPA file as well; ours stays in memory)")
    print("{:>5} {:>10} {:>9} {:>9} {:>7} {:>11} {:>9} {:>11}".format(*heads))
    program = shutil.which("lmplz")
    for copies, order in ((1, 3), (1, 4), (1, 5), (4, 4)):
        lines = learned * copies
        seconds, model = timed(lambda lines=lines, order=order: from_lines(lines, order), repeat)
        shown = f"{order:>5} {sum(line.count(' ') + 1 for line in lines):>10,} {seconds:>9.2f}"
        if copies > 1:
            print(f"{shown} (the same texts, {copies} times)")
            continue
        value = model.perplexity(words_of(held, BLANKS))
        if program is None:
            print(f"{shown} {'-':>9} {'-':>7} {value:>11.4f}")
            continue
        before = sum(os.times()[2:4])
        arpa = folder / "peer.arpa"
        command = [program, "-o", str(order), "-S", "1G", "--text", str(corpus), "--arpa", str(arpa)]
        subprocess.run(command, check=True, capture_output=True)
        peer = sum(os.times()[2:4]) - before
        expected = load_arpa(arpa).perplexity(words_of(held, BLANKS))
        print(
            f"{shown} {peer:>9.2f} {peer / seconds:>6.1f}x {value:>11.4f} {expected:>9.4f}"
            f" {abs(value - expected):>11.1e}"
        )
    if program is None:
        print("lmplz is not on the path")


def from_lines(lines: list[str], order: int) -> LanguageModel:
    return train(words_of(lines, BLANKS), order=order)


def queries(model: LanguageModel, held: list[str], folder: Path, repeat: int) -> None:
    """From lines of text to their log-probabilities."""
    events = sum(len(line.split()) + 1 for line in held)
    ids, bounds = model.encode(words_of(held, BLANKS))
    inner, _ = timed(lambda: sentence_scores(*model.tables, ids, bounds, True), repeat)
    seconds, scores = timed(lambda: model.scores(words_of(held, BLANKS)), repeat)
    value = math.exp(-scores.sum() / events)
    print(f"\nScores of {len(held):,} lines held back, {events:,} words and ends, order {model.order}")
    print(f"likewise {events / seconds:>12,.0f} words a CPU second, perplexity {value:.6f}")
    print(f"         {events / inner:>12,.0f} from word ids on")
    try:
        import kenlm
    except ImportError:
        sys.exit("kenlm is not installed; run: uv run --with kenlm python benchmarks/lm_speed.py")
    dump_arpa(model, folder / "ours.arpa")
    settings = kenlm.Config()
    settings.show_progress = False
    peer = kenlm.Model(str(folder / "ours.arpa"), settings)
    peer_seconds, _ = timed(lambda: [peer.score(line, bos=True, eos=True) for line in held], repeat)
    # Word by word, since kenlm adds the words of a line up in single precision.
    each = np.array([found[0] for line in held for found in peer.full_scores(line)]) * math.log(10)
    other = math.exp(-each.sum() / events)
    print(f"kenlm    {events / peer_seconds:>12,.0f} words a CPU second, perplexity {other:.6f}")
    print(
        f"ratio    {peer_seconds / seconds:>12.2f}x from lines of text, {peer_seconds / inner:.2f}x from ids"
    )
    ours = model.event_scores(ids, bounds).logprob
    starts = bounds[:-1] + np.arange(len(held))
    sizes = np.diff(bounds) + 1
    lines = [np.exp(-np.add.reduceat(s, starts) / sizes) for s in (ours, each)]
    relative = np.abs(lines[0] / lines[1] - 1).max()
    print(
        f"largest difference: perplexity {abs(value - other):.1e}, of one line {relative:.1e} of its value,"
    )
    print(f"                    log-probability of a word {np.abs(ours - each).max():.1e}")


@njit
def by_words(keys: Any, logprob: Any, backoff: Any, order: int, ids: Any, minimise: bool) -> float:
    """All words as one text, each asked with its context; with the shortest context where asked for."""
    total, n = 0.0, 0
    context = np.zeros(order, np.int64)
    for word in ids:
        total += word_score(keys, logprob, backoff, context, n, word)
        for place in range(order - 2, 0, -1):
            context[place] = context[place - 1]
        context[0] = word
        n = min(n + 1, order - 1)
        if minimise:
            n = state_length(keys, context, n)
    return total


@njit
def by_states(keys: Any, logprob: Any, backoff: Any, order: int, ids: Any) -> float:
    """The same by `advance`."""
    total, n = 0.0, 0
    context, weights = np.zeros(order, np.int64), np.zeros(order, np.float32)
    begin(keys, backoff, context, weights)
    for word in ids:
        score, n, _ = advance(keys, logprob, backoff, context, weights, n, word)
        total += score
    return total


def kernels(model: LanguageModel, words: Words, repeat: int) -> None:
    """What a decoder calls, from compiled code; in random order too, as the memory cache sees it then."""
    ids, _ = model.encode(words)
    mixed = np.random.default_rng(1).permutation(ids)
    print("\nKernels, million words a CPU second")
    print(f"{'':>28} {'text':>7} {'shuffled':>9}")
    ways = {
        "word_score": lambda i: by_words(*model.tables, i, False),
        "word_score and state_length": lambda i: by_words(*model.tables, i, True),
        "advance": lambda i: by_states(*model.tables, i),
    }
    for name, way in ways.items():
        way(ids[:10])
        rates = [len(i) / timed(lambda way=way, i=i: way(i), repeat)[0] / 1e6 for i in (ids, mixed)]
        print(f"{name:>28} {rates[0]:>7.1f} {rates[1]:>9.1f}")


def storage(model: LanguageModel, folder: Path, repeat: int) -> None:
    data = model.dumps()
    grams = sum(len(level) for level in model.levels)
    print(f"\n{grams:,} n-grams: {len(data) / 1e6:.1f} MB as bytes, {len(data) / grams:.1f} bytes an n-gram,")
    arpa = folder / "ours.arpa"
    loaded, _ = timed(lambda: LanguageModel.loads(data).tables, repeat)
    read, _ = timed(lambda: load_arpa(arpa))
    print(f"{arpa.stat().st_size / 1e6:.1f} MB as ARPA; loaded in {loaded:.3f} s and {read:.1f} s")


if __name__ == "__main__":
    main()
