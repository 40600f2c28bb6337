"""The MEANT family against people and against the clock, in one run.

Kendall's tau-b with the ratings of WMT17 (both language pairs) of meant, imeant and umeant, with the encoder
and without it, and by other similarities of words (`--vectors`: a folder of `likewise meant vectors`), beside
sentence BLEU, chrF++ and greedy matching of MiniLM's pieces without frames; on which segments frames help
(`meant_segments.py`); whole systems in the order that people put them in; then new pairs of a candidate and a
reference a second. `--only` runs one of these.
"""

from __future__ import annotations

import argparse
import gzip
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from scipy.stats import kendalltau

from likewise.errors import LikewiseError
from likewise.evaluate import score
from likewise.metrics import Metric, get
from likewise.metrics.meant import MEANT, similarity, text_reader
from likewise.records import Segment
from likewise.study.meant import human_agreement, read_rated
from meant_segments import print_study, rated_pairs

DATA = Path(__file__).resolve().parents[2] / "shared" / "data" / "mt-human"
PAIRS = ("zh-en", "de-en")
SMALL = {"similarity": "small", "parser": "small"}
SETUPS: dict[str, tuple[str, dict[str, object]]] = {
    "bleu": ("bleu", {}),
    "chrF++": ("chrf", {"word_order": 2}),
    "meant": ("meant", {}),
    "imeant": ("imeant", {}),
    "umeant": ("umeant", {}),
    "meant, no encoder": ("meant", dict(SMALL)),
    "imeant, no encoder": ("imeant", dict(SMALL)),
    "umeant, no encoder": ("umeant", dict(SMALL)),
    "meant, multilingual": ("meant", {"similarity": "multilingual"}),
    "meant, static": ("meant", {"similarity": "static"}),
    "meant, exact": ("meant", {"similarity": "exact"}),
    "meant, paper": ("meant", {"mode": "paper"}),
    "meant, paper, exact": ("meant", {"mode": "paper", "similarity": "exact"}),
    "meant, frames alone": ("meant", {"sentence": 0.0}),
    "whole sentences alone": ("meant", {"sentence": 1.0}),
    "whole, no encoder": ("meant", {"sentence": 1.0, **SMALL}),
}


def values(metric: Metric, segments: Sequence[Segment]) -> list[float]:
    found = score(segments, [metric])[metric.name].segments
    assert found is not None
    return [float(value) for value in found]


def greedy(segments: Sequence[Segment]) -> list[float]:
    """MiniLM's layer 4, each piece with its best partner, no frames: the peer."""
    reader, words = text_reader("en", "auto"), similarity("encoder")
    words.cosine = words.piece_base = 0.0  # type: ignore[attr-defined]
    read = reader.read([t for one in segments for t in (one.candidate, one.references[0])])
    pairs = [(read[k].tokens, read[k + 1].tokens) for k in range(0, len(read), 2)]
    found = [float(value) for value in words.sentences(pairs)]
    words.cosine, words.piece_base = 0.2, 0.3  # type: ignore[attr-defined]
    return found


def qualities(data: Path, pair: str) -> dict[str, float]:
    """What people say of each system as a whole."""
    rows = (data / f"newstest2017.{pair}.dasys.tsv").read_text(encoding="utf-8").splitlines()[1:]
    return {name: float(value) for name, value in (row.split("\t")[:2] for row in rows)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--pairs", type=int, default=10_000, help="pairs for the clock")
    parser.add_argument("--vectors", help="a folder of context vectors")
    parser.add_argument("--lines", type=int, default=200, help="lines of each system")
    parser.add_argument("--only", choices=("ratings", "frames", "systems", "clock"))
    parser.add_argument("--pair", choices=PAIRS, help="whole systems of this language pair alone")
    given = parser.parse_args()
    if given.vectors:
        context = {"similarity": f"context:{given.vectors}"}
        SETUPS["meant, context"] = ("meant", dict(context))
        SETUPS["meant, paper, context"] = ("meant", {"mode": "paper", **context})
    if given.only in {None, "ratings"}:
        ratings(given.data)
    if given.only in {None, "frames"}:
        study(given.data)
    if given.only in {None, "systems"}:
        whole_systems(given.data, given.lines, [given.pair] if given.pair else PAIRS)
    if given.only in {None, "clock"}:
        clock(given.data, given.pairs)


def ratings(data: Path) -> None:
    """Kendall with the ratings of segments."""
    for pair in PAIRS:
        segments, human = read_rated(data / f"newstest2017.{pair}.daseg.tsv.gz")
        people = [one.human[human] for one in segments]
        rows: dict[str, list[float]] = {}
        for name, (metric, settings) in SETUPS.items():
            try:
                rows[name] = values(get(metric, **settings), segments)
            except LikewiseError as error:
                print(f"{name}: {error}")
        try:
            rows["greedy MiniLM"] = greedy(segments)
        except LikewiseError as error:
            print(f"greedy MiniLM: {error}")
        print(f"{pair}, {len(segments)} rows, Kendall's tau-b")
        for name, own in sorted(rows.items()):
            found = human_agreement(own, people, [one.id for one in segments], [None] * len(own))["segment"]
            print(f"  {name:<24}{found['tau']:.3f}  [{found['ci'][0]:.3f}, {found['ci'][1]:.3f}]")


def outputs(data: Path, pair: str) -> dict[tuple[str, str], str]:
    """Texts by line and system, the reference and the source among the systems."""
    rows: dict[tuple[str, str], str] = {}
    with gzip.open(data / f"newstest2017.{pair}.outputs.tsv.gz", "rt", encoding="utf-8") as stream:
        for line in stream:
            sid, system, text = line.rstrip("\n").split("\t")
            rows[sid, system] = text
    return rows


def whole_systems(data: Path, lines: int, language_pairs: Sequence[str]) -> None:
    """Kendall of the systems' means on some lines with what people say of them; lines are drawn anew."""
    for pair in language_pairs:
        rng = np.random.default_rng(1)
        rows, people = outputs(data, pair), qualities(data, pair)
        sids = sorted({sid for sid, system in rows if system == "REFERENCE"})
        chosen = [sids[k] for k in rng.permutation(len(sids))[:lines]]
        segments = [
            Segment(f"{sid}-{name}", rows[sid, name], None, (rows[sid, "REFERENCE"],))
            for name in people
            for sid in chosen
        ]
        print(f"{pair}, {len(people)} systems, {len(chosen)} lines each, Kendall's tau-b")
        draws = rng.integers(0, len(chosen), (1000, len(chosen)))
        for name in ("bleu", "chrF++", "meant", "imeant", "meant, no encoder", "imeant, no encoder"):
            metric, settings = SETUPS[name]
            table = np.array(values(get(metric, **settings), segments)).reshape(len(people), -1)
            best = list(people.values())
            tau = kendalltau(table.mean(axis=1), best).statistic
            drawn = [kendalltau(table[:, own].mean(axis=1), best).statistic for own in draws]
            low, high = np.quantile(drawn, (0.025, 0.975))
            print(f"  {name:<24}{tau:.3f}  [{low:.3f}, {high:.3f}]")


def study(data: Path) -> None:
    """On which segments frames help over whole sentences, with each of the two models."""
    rated = [read_rated(data / f"newstest2017.{pair}.daseg.tsv.gz") for pair in PAIRS]
    systems = [qualities(data, pair) for pair in PAIRS]
    for name in ("meant", "meant, no encoder"):
        print(f"{name}: frames against whole sentences, {' / '.join(PAIRS)}")
        try:
            pairs = [rated_pairs(segments, human, SETUPS[name][1]) for segments, human in rated]
        except LikewiseError as error:
            print(f"  {error}")
            continue
        print_study(pairs, systems, MEANT.modes["best"]["sentence"])


def clock(data: Path, pairs: int) -> None:
    """New pairs a second, all texts read once."""
    rows = outputs(data, "de-en")
    segments = [
        Segment(f"{sid}-{system}", text, None, (rows[sid, "REFERENCE"],))
        for (sid, system), text in rows.items()
        if system not in {"SOURCE", "REFERENCE", "system"}
    ]
    rng = np.random.default_rng(1)
    chosen = [segments[k] for k in rng.permutation(len(segments))[:pairs]]
    for name, (metric, settings) in (
        ("meant", SETUPS["meant"]),
        ("meant, no encoder", SETUPS["meant, no encoder"]),
    ):
        own = get(metric, **settings)
        score(chosen[:20], [own])
        start = time.perf_counter()
        score(chosen, [own])
        wall = time.perf_counter() - start
        print(f"{name}: {len(chosen)} pairs in {wall:.0f} s, {len(chosen) / wall:.0f} a second")


if __name__ == "__main__":
    main()
