"""XMEANT against people without references, beside whole sentences without frames, in one run.

Kendall's tau-b with the ratings of WMT17 of xmeant and xmeant-bitg, with the multilingual encoder, with the
translation table and with both, and in the papers' own mode. The peers have no frames: the best partner of
each word, alone or mixed with the encoder's cosine of whole sentences.

    uv run python benchmarks/xmeant.py [--bootstrap 1000]
"""

from __future__ import annotations

import argparse
from pathlib import Path

from likewise.errors import LikewiseError
from likewise.evaluate import score
from likewise.metrics import get
from likewise.study.meant import human_agreement, read_rated

DATA = Path(__file__).resolve().parents[2] / "shared" / "data" / "mt-human"
SETUPS: dict[str, tuple[str, dict[str, object]]] = {
    "xmeant": ("xmeant", {}),
    "xmeant, table": ("xmeant", {"similarity": "table"}),
    "xmeant, encoder": ("xmeant", {"similarity": "encoder"}),
    "xmeant, frames alone": ("xmeant", {"sentence": 0.0}),
    "xmeant, paper": ("xmeant", {"mode": "paper"}),
    "xmeant-bitg": ("xmeant-bitg", {}),
    "xmeant-bitg, paper": ("xmeant-bitg", {"mode": "paper"}),
    "no frames": ("xmeant", {"sentence": 1.0}),
    "no frames, table": ("xmeant", {"sentence": 1.0, "similarity": "table"}),
    "no frames, words": ("xmeant", {"sentence": 1.0, "backoff": "words"}),
}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--bootstrap", type=int, default=1000)
    given = parser.parse_args()
    for pair in ("zh-en", "de-en"):
        segments, human = read_rated(given.data / f"newstest2017.{pair}.daseg.tsv.gz")
        people = [one.human[human] for one in segments]
        print(f"{pair}, {len(segments)} rows, Kendall's tau-b")
        for name, (metric, settings) in SETUPS.items():
            try:
                own = score(segments, [get(metric, **settings)])[metric].segments
            except LikewiseError as error:
                print(f"  {name:<22}{error}")
                continue
            assert own is not None
            found = human_agreement(
                [float(value) for value in own],
                people,
                [one.id for one in segments],
                [None] * len(segments),
                bootstrap=given.bootstrap,
            )["segment"]
            print(f"  {name:<22}{found['tau']:.3f}  [{found['ci'][0]:.3f}, {found['ci'][1]:.3f}]")


if __name__ == "__main__":
    main()
