"""Learn how much each signal of the meaning diff counts, `src/likewise/data/meaning/weights.json`.

    uv run python training/meaning_weights.py --data SHARED_DATA --model encoder|small

A logistic function for how sure a change is, and one for whether the meaning is kept
(`likewise.metrics.meaning.evidence_weights`), out of texts that the net has not learnt from: our families
that were held back, SICK's trial part, and every second pair of the scrambled and inference pairs that were
held back (the others are for measuring). With LIKEWISE_HIDE=encoder for the small model.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import sys
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from meaning_pairs import FAMILIES, families, inference, scrambled
from scipy.optimize import minimize

from likewise.metrics.meaning.change import DETAILS
from likewise.metrics.meaning.changes import find_changes
from likewise.metrics.meaning.evidence_weights import change_signals, score_signals
from likewise.metrics.meaning.pair_model import pair_model
from likewise.metrics.meaning.read_text import read_texts
from likewise.metrics.meaning.text_diff import nearness
from likewise.metrics.meaning.word_alignment import align_words

ROOT = Path(__file__).resolve().parents[1]
sys.path.append(str(ROOT / "tests" / "machine"))
import parts  # noqa: E402, F401 (hides what LIKEWISE_HIDE names)

OUT = ROOT / "src/likewise/data/meaning/weights.json"
RIGHT = {
    "role-swap": {"role-swap"}, "negation": {"negation", "antonym", "quantifier", "condition"},
    "antonym": {"antonym", "predicate", "name"}, "name": {"name", "predicate", "other"},
    "time": {"date", "tense", "unit", "condition"}, "number": {"number", "unit", "quantifier"},
    "modality": {"modality", "negation"}, "quantifier": {"quantifier", "number", "negation"},
    "dropped": {"dropped", "role-lost", "condition"}, "added": {"added", "role-added", "condition"},
}  # fmt: skip
"""Kinds that say rightly what was changed, by the kind of the change that was written."""
Signals = tuple[dict[str, float], bool, float]
DRAWN = 600
STIFF = 2.0
SCORE = {
    "encoder": {"same": 0.4, "follows": 0.03, "contradicts": -0.25, "near": 1.0, "change": -1.5},
    "small": {
        "same": 0.218, "follows": 0.212, "near": 12.64, "close": -5.11, "moved": -5.461, "change": -3.4,
    },
}  # fmt: skip
"""How much the signals of the score count beside each other. A plain logistic function gives up either the
order of inference pairs or that of families. That of `encoder` is one of some thirty mixtures, which loses
little of both; that of `small` a logistic function of what is better than what: of a family (counted 16
times), of scrambled (twice) and inference pairs (4 times), no sign against its meaning, and a change that is
named counts three times as much as that gives: a swap that is told must not be likely to keep the meaning."""


@dataclass(frozen=True)
class Judged:
    """Two texts, what was changed from one to the other (empty: nothing), and what they are good for."""

    a: str
    b: str
    same: bool
    change: str = ""
    for_changes: bool = False
    for_score: bool = True
    weight: float = 1.0


def pairs(data: Path) -> Iterator[Judged]:
    done = set()
    for pair in families(FAMILIES, held=True):  # a: other words, b: as written, worse: changed
        rows = [
            Judged(pair.b, pair.worse, False, pair.set, True),
            Judged(pair.b, pair.a, True, "", True),
            Judged(pair.a, pair.b, True, "", True),
            Judged(pair.a, pair.worse, False),
        ]
        yield from (row for row in rows if (row.a, row.b) not in done)
        done |= {(row.a, row.b) for row in rows}
    with gzip.open(data / "sick/SICK_trial.txt.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            _, a, b, score, label = line.rstrip("\n").split("\t")
            if label == "ENTAILMENT" and float(score) >= 4.7:
                yield Judged(a, b, True, "", True)
            elif label == "CONTRADICTION":
                yield Judged(a, b, False)
    chance = random.Random(0)
    mixed = [Judged(p.a, p.b, p.same == 1) for p in scrambled(data, held=True) if for_weights(p.b)]
    inferred = [
        Judged(p.a, p.b, p.relation == 0)
        for p in inference(data, held=True)
        if p.relation in (0, 2) and for_weights(p.b)
    ]
    for part in (mixed, inferred):
        yield from chance.sample(part, min(DRAWN, len(part)))


def for_weights(text: str) -> bool:
    """Whether a pair with that second text is for the weights, and not for measuring."""
    return zlib.crc32(text.encode()) % 2 == 1


def signals(rows: Sequence[Judged], model: str) -> tuple[list[Signals], list[Signals]]:
    """The signals of changes and of pairs, with whether they are right and how much they count."""
    net, changes, whole = pair_model(model), [], []
    for start in range(0, len(rows), 64):
        part = rows[start : start + 64]
        sides = read_texts([row.a for row in part], "en"), read_texts([row.b for row in part], "en")
        for row, a, b, judged, near in zip(
            part, *sides, net.judge([(row.a, row.b) for row in part]), nearness(*sides), strict=True
        ):
            closely: list[bool] = []

            def weigh(change, is_near, closely=closely):  # type: ignore[no-untyped-def]
                closely.append(is_near)
                return change

            alignment = align_words(a, b)
            found = find_changes(a, b, 0.15, weigh, alignment)
            if row.for_changes:
                right = RIGHT.get(row.change, set())
                changes += [
                    (change_signals(c.kind, c.confidence, judged, closely[0]), c.kind in right, row.weight)
                    for c in found
                    if not (row.same and c.kind in DETAILS)
                ]
            told = [c for c in found if c.confidence >= 0.5]
            whole.append((score_signals(told, judged, near, alignment), row.same, row.weight))
    return changes, whole


def learnt(rows: Sequence[Signals], stiff: float) -> dict[str, float]:
    """Weights of a logistic function with a quadratic price."""
    names = sorted({name for row, *_ in rows for name in row})
    table = np.array([[row.get(name, 0.0) for name in names] for row, *_ in rows])
    sign = np.array([1.0 if right else -1.0 for _, right, _ in rows])
    weight = np.array([w for *_, w in rows])

    def loss(x: np.ndarray) -> tuple[float, np.ndarray]:
        margin = sign * (table @ x)
        slope = -sign * weight / (1.0 + np.exp(np.clip(margin, -50, 50)))
        value = float((weight * np.logaddexp(0.0, -margin)).sum() + stiff * x @ x)
        return value, table.T @ slope + 2.0 * stiff * x

    found = minimize(loss, np.zeros(len(names)), jac=True, method="L-BFGS-B").x
    sure = 1.0 / (1.0 + np.exp(-(table @ found)))
    print(f"{len(rows)} rows, {100 * ((sure > 0.5) == (sign > 0)).mean():.1f} % right")
    for low in np.arange(0.0, 1.0, 0.1):
        inside = (sure >= low) & (sure < low + 0.1)
        if inside.any():
            right = 100 * (sign[inside] > 0).mean()
            print(f"  told {low:.1f} to {low + 0.1:.1f}: right in {right:.0f} % of {inside.sum()}")
    return {name: round(float(value), 3) for name, value in zip(names, found, strict=True)}


def scaled(rows: Sequence[Signals], score: Mapping[str, float]) -> dict[str, float]:
    """The mixture of `SCORE`, stretched and moved so that it tells chances."""
    mixed = []
    for signals, right, weight in rows:
        mix = sum(score.get(name, 0.0) * value for name, value in signals.items())
        mixed.append(({"all": 1.0, "mix": mix}, right, weight))
    found = learnt(mixed, 0.0)
    return {"all": found["all"], **{name: round(found["mix"] * value, 4) for name, value in score.items()}}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--model", choices=("encoder", "small"), required=True)
    options = parser.parse_args()
    changes, whole = signals(list(pairs(options.data)), options.model)
    table = json.loads(OUT.read_text("utf-8")) if OUT.is_file() else {}
    table[options.model] = {
        "change": learnt(changes, STIFF),
        "score": scaled(whole, SCORE[options.model]),
    }
    OUT.write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
