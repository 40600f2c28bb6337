"""`cosine` and `greedy` beside BLEU and chrF: do they follow people, and how many texts a second?

Pearson's and Kendall's correlation with intervals, from one run of `judge` a set: translations of WMT17 (both
language pairs) and of TED talks, tweets, paraphrases, news pairs (same meaning or not) and related sentences.
Each setting of `greedy` and `cosine` is then judged by itself. Last: different texts a second on one core and
on all, by the clock and by the processors' time.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import html
import json
import os
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np

import likewise as lw
from likewise.metrics import Metric, get
from likewise.metrics.encoders.text_vectors import EnglishVectors
from likewise.records import Segment
from likewise.text import Encoder, installed_encoder, small_encoder

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
LONGEST = 1000
"""References that are read for the speed."""
SETUPS: dict[str, tuple[str, dict[str, object]]] = {
    "cosine small": ("cosine", {"encoder": "small"}),
    "greedy small": ("greedy", {"encoder": "small"}),
    "greedy small, idf vocabulary": ("greedy", {"encoder": "small", "idf": "vocabulary"}),
    "cosine english": ("cosine", {"encoder": "english"}),
    "greedy english": ("greedy", {"encoder": "english"}),
    "greedy english, words": ("greedy", {"encoder": "english", "unit": "words"}),
    "greedy english, idf vocabulary": ("greedy", {"encoder": "english", "idf": "vocabulary"}),
    "greedy english, idf references": ("greedy", {"encoder": "english", "idf": "references"}),
    "greedy english, recall": ("greedy", {"encoder": "english", "part": "recall"}),
    "cosine english, layer 4": ("cosine", {"encoder": "english", "layer": 4}),
    "greedy english, layer 4": ("greedy", {"encoder": "english", "layer": 4}),
    "cosine multilingual": ("cosine", {"encoder": "multilingual"}),
    "greedy multilingual": ("greedy", {"encoder": "multilingual"}),
}


def rows_of(name: str) -> Iterator[dict[str, str]]:
    """The lines of a table."""
    with gzip.open(DATA / name, "rt", encoding="utf-8-sig") as stream:
        yield from csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE)


def segment(place: int, candidate: str, reference: str, rating: float, system: str = "s") -> Segment:
    return Segment(str(place), candidate, None, (reference,), system, {"rating": rating})


def wmt(pair: str) -> list[Segment]:
    return [
        segment(n, html.unescape(row["hypothesis"]), html.unescape(row["reference"]), float(row["z"]))
        for n, row in enumerate(rows_of(f"mt-human/newstest2017.{pair}.daseg.tsv.gz"))
    ]


def ted() -> list[Segment]:
    rows = [*rows_of("mt-human/ted2021.zh-en.mqm.tsv.gz")]
    references = {row["sid"]: row["text"] for row in rows if row["system"] == "ref"}
    rated = [row for row in rows if row["mqm"] != "-" and not row["system"].startswith("ref")]
    return [segment(n, row["text"], references[row["sid"]], float(row["mqm"])) for n, row in enumerate(rated)]


def tweets() -> list[Segment]:
    with gzip.open(DATA / "paraphrase_ratings/twitter_para.jsonl.gz", "rt", encoding="utf-8") as stream:
        read = [json.loads(line) for line in stream]
    rated = [(text, row["source"], score) for row in read for text, score in row["candidates"]]
    return [segment(n, *row) for n, row in enumerate(rated)]


def parabank() -> list[Segment]:
    ratings = defaultdict[tuple[str, str], list[float]](list)
    for row in rows_of("paraphrase_ratings/parabank_eval.tsv.gz"):
        if row["human_score"]:
            ratings[row["candidate"], row["source"]].append(float(row["human_score"]))
    return [segment(n, *key, float(np.mean(own))) for n, (key, own) in enumerate(ratings.items())]


def msrpc() -> list[Segment]:
    with gzip.open(DATA / "msrpc/msr_paraphrase_train.txt.gz", "rt", encoding="utf-8-sig") as stream:
        cells = [line.rstrip("\n").split("\t") for line in stream][1:]
    return [segment(n, own[4], own[3], float(own[0])) for n, own in enumerate(cells)]


def sick() -> list[Segment]:
    with gzip.open(DATA / "sick/SICK_train.txt.gz", "rt", encoding="utf-8") as stream:
        cells = [line.rstrip("\n").split("\t") for line in stream]
    return [segment(n, own[2], own[1], float(own[3])) for n, own in enumerate(cells)]


SETS: dict[str, Callable[[], list[Segment]]] = {
    "WMT17 zh-en": lambda: wmt("zh-en"), "WMT17 de-en": lambda: wmt("de-en"), "TED zh-en": ted,
    "tweets": tweets, "ParaBank": parabank, "MSRPC": msrpc, "SICK": sick,
}  # fmt: skip


def thinned(segments: Sequence[Segment], most: int) -> list[Segment]:
    """Every n-th, so that there are not more than so many."""
    return list(segments[:: max(-(-len(segments) // most), 1)])


def judged(segments: Sequence[Segment], metrics: Sequence[str | Metric]) -> None:
    """A line a metric: the correlations with intervals."""
    found = lw.judge(segments, "rating", metrics=list(metrics), bootstrap=500).as_dict()
    for name, row in found["metrics"].items():
        low, high = row["pearson_ci"]
        pearson = f"Pearson {row['pearson']:.3f} ({low:.3f} to {high:.3f})"
        print(f"    {name:8} {pearson}  Kendall {row['kendall']:.3f}", flush=True)


def print_speed(texts: Sequence[str]) -> None:
    """Texts a second on one core and on two, the better of two runs each."""
    everything = sorted(os.sched_getaffinity(0))
    for encoder in (small_encoder(), installed_encoder()):
        EnglishVectors(encoder, 2).read(texts[:20])
        rates = []
        for many in (1, 2):
            os.sched_setaffinity(0, everything[:many])
            rates.append(max(rate(encoder, texts) for _ in range(2)))
            told = (
                f"{rates[-1][0]:.0f} texts a second by the clock, {rates[-1][1]:.0f} by the processors' time"
            )
            print(f"  {encoder.name}, {many} core(s): {told}", flush=True)
        os.sched_setaffinity(0, everything)
        print(f"  {encoder.name}: {rates[1][0] / rates[0][0]:.2f} times as fast on two")


def rate(encoder: Encoder, texts: Sequence[str]) -> tuple[float, float]:
    """Texts a second by the clock, and by the processors' time."""
    clock, processor = time.perf_counter(), time.process_time()
    EnglishVectors(encoder, 2).read(texts)
    clock, processor = time.perf_counter() - clock, time.process_time() - processor
    return len(texts) / clock, len(texts) / processor


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--most", type=int, default=1000, help="rated rows of a set")
    parser.add_argument("--sets", default=",".join(SETS), help="which sets, with commas")
    parser.add_argument("--only", choices=["judge", "settings", "speed"], help="one part of it")
    asked = parser.parse_args()
    chosen = {name: thinned(SETS[name](), asked.most) for name in asked.sets.split(",")}
    if asked.only in {None, "speed"}:
        texts = dict.fromkeys(text for rows in chosen.values() for row in rows for text in row.references)
        print(f"Speed; load of the machine {os.getloadavg()[0]:.1f}", flush=True)
        print_speed([*texts][:LONGEST])
    for name, segments in chosen.items():
        if asked.only != "speed":
            print(f"{name}: {len(segments)} rated rows", flush=True)
        if asked.only in {None, "judge"}:
            judged(segments, ["bleu", "chrf", "cosine", "greedy"])
        if asked.only in {None, "settings"}:
            for label, (metric, settings) in SETUPS.items():
                print(f"  {label}", flush=True)
                judged(segments, [get(metric, **settings)])


if __name__ == "__main__":
    main()
