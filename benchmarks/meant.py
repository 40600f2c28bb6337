"""The MEANT family against people and against the clock, in one run.

Kendall's tau-b with the ratings of WMT17 (both language pairs) of meant and imeant, with the encoder and
without
it, beside sentence BLEU, chrF++ and greedy matching of MiniLM's pieces without frames; on which segments
frames
help; then pairs of a candidate and a reference a second, all of them new.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from likewise.errors import LikewiseError
from likewise.evaluate import score
from likewise.metrics import Metric, get
from likewise.metrics.meant import similarity, text_reader
from likewise.records import Segment
from likewise.study.meant import human_agreement, read_rated

DATA = Path(__file__).resolve().parents[2] / "shared" / "data" / "mt-human"
SMALL = {"similarity": "small", "parser": "small"}
SETUPS: dict[str, tuple[str, dict[str, object]]] = {
    "bleu": ("bleu", {}),
    "chrF++": ("chrf", {"word_order": 2}),
    "meant": ("meant", {}),
    "imeant": ("imeant", {}),
    "umeant": ("umeant", {}),
    "meant, no encoder": ("meant", dict(SMALL)),
    "imeant, no encoder": ("imeant", dict(SMALL)),
    "meant, paper": ("meant", {"mode": "paper"}),
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


def kinds(segments: Sequence[Segment]) -> dict[str, np.ndarray]:
    """Kinds of segments, by what can be told without people's ratings."""
    read = text_reader("en", "auto").read([one.references[0] for one in segments])
    frames = np.array([len(one.frames) for one in read])
    length = np.array([len(one.tokens) for one in read])
    return {
        "up to 2 frames": frames <= 2, "3 or 4 frames": (frames > 2) & (frames < 5), "5 frames or more": frames >= 5,  # noqa: E501
        "up to 20 words": length <= 20, "over 20 words": length > 20,
    }  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--pairs", type=int, default=10_000, help="pairs for the clock")
    given = parser.parse_args()
    for pair in ("zh-en", "de-en"):
        segments, human = read_rated(given.data / f"newstest2017.{pair}.daseg.tsv.gz")
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
        for kind, chosen in kinds(segments).items():
            parts = [
                human_agreement(np.array(rows[name])[chosen].tolist(), np.array(people)[chosen].tolist(),
                                ["x"] * int(chosen.sum()), [None] * int(chosen.sum()), bootstrap=0)["segment"]["tau"]  # noqa: E501
                for name in ("whole sentences alone", "meant", "meant, frames alone")
            ]  # fmt: skip
            print(
                f"  {kind:<18} n {int(chosen.sum()):4}  whole {parts[0]:.3f}  meant {parts[1]:.3f}  frames {parts[2]:.3f}"  # noqa: E501
            )
    clock(given.data, given.pairs)


def clock(data: Path, pairs: int) -> None:
    """New pairs a second, all texts read once."""
    rows: dict[tuple[str, str], str] = {}
    import gzip

    with gzip.open(data / "newstest2017.de-en.outputs.tsv.gz", "rt", encoding="utf-8") as stream:
        for line in stream:
            sid, system, text = line.rstrip("\n").split("\t")
            rows[sid, system] = text
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
