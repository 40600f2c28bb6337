"""The meaning diff on triples, scrambled pairs and inference pairs, beside metrics of overlap and nearness.

A triple is a text, nearly the same words that mean something else (changed), and other words that mean
the same (paraphrase). Direct: the text is the source, the paraphrase must score above the changed text.
Reverse: the paraphrase is the source, the text must score above the changed one. Peers run beside: BLEU,
chrF++, the best partner of each word by the encoder, cosines of sentences (MiniLM, and the multilingual
Universal Sentence Encoder) where these are installed, and how long the texts are (longer wins), which no
metric may live on.

    python benchmarks/meaning.py [--only triples|scrambled|inference|sick|rated] [--most 400]

Intervals are Wilson's for shares, of a thousand draws for AUC. LIKEWISE_HIDE=encoder measures the default
install.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import json
import random
import sys
import time
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from scipy.stats import rankdata

import likewise as lw
from likewise.metrics.meaning import KINDS, MeaningDiff, diff_many
from likewise.metrics.meaning.read_text import read_texts
from likewise.metrics.meaning.text_diff import nearness
from likewise.records import Segment
from likewise.text import encoder_folder, installed_encoder, multilingual_encoder, multilingual_folder

ROOT = Path(__file__).resolve().parents[1]
sys.path.append(str(ROOT / "tests" / "machine"))
import parts  # noqa: E402, F401 (hides what LIKEWISE_HIDE names)

DATA = ROOT.parent / "shared" / "data"
TRIPLES = {"shared": DATA / "meaning" / "triples.jsonl", "own": ROOT / "tests/fixtures/meaning_triples.jsonl"}
DETAILS = ("added", "dropped")
LONGEST = 256
"""Pieces of a sentence that the encoder reads for its cosine."""
NAMED = {"time": ("date", "tense"), "number": ("unit",), "antonym": ("predicate",)}
Pairs = Sequence[tuple[str, str]]


def diffs(pairs: Pairs) -> list[MeaningDiff]:
    return [one for k in range(0, len(pairs), 64) for one in diff_many(pairs[k : k + 64])]


def by_metric(name: str, **settings: Any) -> Callable[[Pairs], list[float]]:
    """Scores of second texts with the first as reference."""

    def scores(pairs: Pairs) -> list[float]:
        rows = [Segment(id=str(k), candidate=b, references=(a,)) for k, (a, b) in enumerate(pairs)]
        metric = lw.metrics.get(name, **settings)
        found = lw.score(rows, [metric], bootstrap=0)[name].segments
        assert found is not None
        return [float(value) for value in found]

    return scores


def near_words(pairs: Pairs) -> list[float]:
    """The best partner of each word, by the encoder."""
    first, second = (read_texts([pair[side] for pair in pairs], "en") for side in (0, 1))
    return nearness(first, second)


def minilm(pairs: Pairs) -> list[float]:
    """The cosine of two sentences: the mean of the last layer's pieces."""
    encoder = installed_encoder()

    def rows(texts: Sequence[str]) -> Any:
        numbers = [encoder.numbers(text.split())[0][:LONGEST] for text in texts]
        batches = [numbers[k : k + 64] for k in range(0, len(numbers), 64)]
        means = [layers[-1].mean(0) for part in batches for layers in encoder.layers_of_batch(part)]
        return np.array([row / np.linalg.norm(row) for row in means])

    return _cosines(pairs, rows)


def universal(pairs: Pairs) -> list[float]:
    """The cosine of two sentences by the multilingual Universal Sentence Encoder."""
    return _cosines(pairs, multilingual_encoder().sentences)


def _cosines(pairs: Pairs, rows: Callable[[Sequence[str]], Any]) -> list[float]:
    sides = (rows([pair[side] for pair in pairs]) for side in (0, 1))
    return [float(value) for value in np.einsum("ij,ij->i", *sides)]


PEERS: dict[str, Callable[[Pairs], Sequence[float]]] = {
    "bleu": by_metric("bleu"),
    "chrf++": by_metric("chrf", word_order=2),
    "near words": near_words,
    **({"MiniLM": minilm} if encoder_folder() else {}),
    **({"USE": universal} if multilingual_folder() else {}),
    "length": lambda pairs: [float(len(b.split())) for _, b in pairs],
}


def share(right: Sequence[float]) -> str:
    """A share in percent with Wilson's interval."""
    n, p, z = len(right), float(np.mean(right)), 1.96
    middle, half = p + z * z / (2 * n), z * np.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    low, high = ((middle + sign * half) / (1 + z * z / n) for sign in (-1, 1))
    return f"{100 * p:5.1f} [{max(0.0, 100 * low):.0f}, {min(100.0, 100 * high):.0f}]"


def auc(truth: Sequence[int], scores: Sequence[float]) -> str:
    """Area under the curve, ties half, with an interval of a thousand draws."""
    y, s = np.array(truth, bool), np.array(scores)

    def area(y: Any, s: Any) -> float:
        ranks, good = rankdata(s), int(y.sum())
        return float((ranks[y].sum() - good * (good + 1) / 2) / (good * (len(y) - good)))

    draws = np.random.default_rng(0).integers(0, len(y), (1000, len(y)))
    low, high = np.percentile([area(y[d], s[d]) for d in draws if 0 < y[d].sum() < len(y)], [2.5, 97.5])
    return f"{area(y, s):.3f} [{low:.3f}, {high:.3f}]"


def is_held(sentence: str) -> bool:
    """Sentences that the net has not learnt from (the same rule as in training/meaning_pairs.py)."""
    return zlib.crc32(" ".join(sorted(sentence.lower().split())).encode()) % 5 == 0


def is_free(text: str) -> bool:
    """Second texts of pairs that no weight was learnt from either (as in training/meaning_weights.py)."""
    return zlib.crc32(text.encode()) % 2 == 0


def alarms(found: Sequence[MeaningDiff]) -> list[float]:
    return [float(any(c.kind not in DETAILS for c in one.changes)) for one in found]


def triples(_: int) -> None:
    for name, path in TRIPLES.items():
        rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        ways = {
            way: [(row[way[0]], row[way[1]]) for row in rows]
            for way in (
                ("base", "changed"),
                ("base", "paraphrase"),
                ("paraphrase", "base"),
                ("paraphrase", "changed"),
            )
        }
        start = time.perf_counter()
        found = {way: diffs(pairs) for way, pairs in ways.items()}
        spent = 1000 * (time.perf_counter() - start) / (4 * len(rows))
        print(f"\n{name}: {len(rows)} triples, {spent:.0f} ms a pair")
        scores: dict[str, Any] = {"meaning": {way: [one.score for one in own] for way, own in found.items()}}
        scores |= {peer: {way: ask(pairs) for way, pairs in ways.items()} for peer, ask in PEERS.items()}
        for metric, own in scores.items():
            direct = _wins(own["base", "paraphrase"], own["base", "changed"])
            back = _wins(own["paraphrase", "base"], own["paraphrase", "changed"])
            print(f"  {metric:12} direct {share(direct)}   reverse {share(back)}")
            if metric == "meaning":
                kept = direct, back
        sizes = [(len(row["paraphrase"].split()), len(row["changed"].split())) for row in rows]
        short = [k for k, (right, wrong) in enumerate(sizes) if right <= wrong]
        won = share([kept[0][k] for k in short])
        print(f"  direct where the paraphrase is no longer: {won} of {len(short)}")
        named = [
            float(any(c.kind in (row["kind"], *NAMED.get(row["kind"], ())) for c in one.changes))
            for row, one in zip(rows, found["base", "changed"], strict=True)
        ]
        false = alarms(found["base", "paraphrase"])
        print(f"  kind named right {share(named)}   false alarms on paraphrases {share(false)}")
        for kind in dict.fromkeys(row["kind"] for row in rows):
            own = [k for k, row in enumerate(rows) if row["kind"] == kind]
            columns = zip(("direct", "reverse", "named", "alarms"), (*kept, named, false), strict=True)
            print(f"    {kind:10} {len(own):3}", *(f"{n} {share([c[k] for k in own])}" for n, c in columns))


def _wins(good: Sequence[float], bad: Sequence[float]) -> list[float]:
    return [float(a > b) for a, b in zip(good, bad, strict=True)]


def scrambled(most: int) -> None:
    with gzip.open(DATA / "meaning/paws_wiki_dev.tsv.gz", "rt", encoding="utf-8") as lines:
        rows = [line.rstrip("\n").split("\t") for line in lines][1:]
    rows = _some([row for row in rows if is_held(row[1]) and is_free(row[2])], most)
    pairs, truth = [(row[1], row[2]) for row in rows], [int(row[3]) for row in rows]
    print(f"\nPAWS-Wiki, held back: {len(rows)} pairs, AUC")
    _areas(pairs, truth)


def inference(most: int) -> None:
    with gzip.open(DATA / "meaning/nli.jsonl.gz", "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    kept = ("entailment", "contradiction")
    rows = [row for row in rows if row["label"] in kept and is_held(row["premise"])]
    rows = _some([row for row in rows if is_free(row["hypothesis"])], 2 * most)
    pairs = [(row["premise"], row["hypothesis"]) for row in rows]
    truth = [int(row["label"] == "entailment") for row in rows]
    print(f"\ninference, held back: {len(rows)} pairs, AUC of entailment against contradiction")
    scores = _areas(pairs, truth)
    for name in dict.fromkeys(row["set"] for row in rows):
        own = [k for k, row in enumerate(rows) if row["set"] == name]
        if 0 < sum(truth[k] for k in own) < len(own):
            print(f"    {name:20} {len(own):4} {auc([truth[k] for k in own], [scores[k] for k in own])}")


def _areas(pairs: Pairs, truth: Sequence[int]) -> list[float]:
    scores = [one.score for one in diffs(pairs)]
    print(f"  {'meaning':12} {auc(truth, scores)}")
    for peer, ask in PEERS.items():
        print(f"  {peer:12} {auc(truth, ask(pairs))}")
    return scores


def sick(most: int) -> None:
    with gzip.open(DATA / "sick/SICK_train.txt.gz", "rt", encoding="utf-8") as lines:
        rows = [line.rstrip("\n").split("\t") for line in lines]
    rows = [row for row in rows if is_held(row[1])]
    same = _some([r for r in rows if r[4] == "ENTAILMENT" and float(r[3]) >= 4.7], most)
    against = _some([r for r in rows if r[4] == "CONTRADICTION"], most)
    first, second = (diffs([(row[1], row[2]) for row in part]) for part in (same, against))
    low = [float(one.score < 50.0) for one in second]
    caught = [float(a or b) for a, b in zip(alarms(second), low, strict=True)]
    print(f"\nSICK, held back: false alarms on {len(same)} entailments from 4.7 on: {share(alarms(first))}")
    print(f"  of {len(against)} contradictions: a change named {share(alarms(second))}")
    print(f"    score under 50 {share(low)}, either {share(caught)}")


def rated(most: int) -> None:
    """MSRPC's positives and captions of one clip: what is named where people say the same or saw the same."""
    with gzip.open(DATA / "msrpc/msr_paraphrase_train.txt.gz", "rt", encoding="utf-8-sig") as lines:
        rows = [line.rstrip("\n").split("\t") for line in lines]
    clips: dict[tuple[str, str], list[str]] = {}
    with gzip.open(DATA / "msvd/msvd_train.csv.gz", "rt", encoding="utf-8") as text:
        for row in csv.DictReader(text):
            if row["Language"] == "English" and row["Source"] == "clean" and row["Description"]:
                clips.setdefault((row["VideoID"], row["Start"]), []).append(row["Description"])
    sets = {
        "MSRPC positives": _some([(r[3], r[4]) for r in rows[1:] if r[0] == "1"], most),
        "two captions of an MSVD clip": _some([(c[0], c[1]) for c in clips.values() if len(c) > 1], most),
    }
    found = {name: diffs(pairs) for name, pairs in sets.items()}
    print("\nshare of pairs with a change of each kind, percent")
    print(f"  {'':16}", *(f"{name} ({len(own)})" for name, own in found.items()), sep="   ")
    print(f"  {'any but details':16}", *(share(alarms(own)) for own in found.values()), sep="   ")
    for kind in KINDS:
        held = [[float(any(c.kind == kind for c in one.changes)) for one in own] for own in found.values()]
        print(f"  {kind:16}", *map(share, held), sep="   ")
    low = [[float(one.score < 50.0) for one in own] for own in found.values()]
    print(f"  {'score under 50':16}", *map(share, low), sep="   ")


def _some(rows: Sequence[Any], most: int) -> list[Any]:
    return random.Random(0).sample(list(rows), min(most, len(rows)))


PARTS = {"triples": triples, "scrambled": scrambled, "inference": inference, "sick": sick, "rated": rated}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", choices=PARTS)
    parser.add_argument("--most", type=int, default=400, help="pairs of each set")
    options = parser.parse_args()
    if not DATA.is_dir():
        sys.exit(f"{DATA}: not there, expected the data sets")
    diffs([("A dog ran.", "A cat ran.")])  # what is read once is no part of the time of a pair
    for name, part in PARTS.items():
        if options.only in (None, name):
            part(options.most)


if __name__ == "__main__":
    main()
