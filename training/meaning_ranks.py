"""Pairs of which the second follows from the first, beside the same with a change planted in the second."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Sequence
from pathlib import Path

from meaning_changes import planted_rows
from meaning_pairs import Pair, held_pair, rated, scrambled, translated

MOST = {"inference": 8000, "rated": 5000, "scrambled": 2000}


def following(data: Path, *, held: bool) -> list[tuple[str, str]]:
    """Inference pairs whose second text follows from the first; those held back are for measuring."""
    with gzip.open(data / "meaning/nli.jsonl.gz", "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return [
        (row["premise"], row["hypothesis"])
        for row in rows
        if row["label"] == "entailment"
        and held_pair(row["premise"]) == held
        and 4 <= len(row["hypothesis"].split()) <= 30
        and len(row["premise"].split()) <= 45
    ]


def ranked(data: Path, triples: Path, seed: int) -> list[Pair]:
    """Pairs with a worse second text, either way round."""
    chance = random.Random(seed)
    inferred = following(data, held=False)
    sure = [(p.a, p.b) for p in rated(data) if p.same == 1 and 4 <= len(p.a.split()) <= 32 and p.a != p.b]
    sure += [(p.a, p.b) for p in translated(data) if len(p.b.split()) >= 4]
    mixed = [(p.a, p.b) for p in scrambled(data) if p.same == 1]
    for pairs in (inferred, sure, mixed):
        chance.shuffle(pairs)
    sure += [(b, a) for a, b in sure[:2500]]
    with open(triples, encoding="utf-8") as lines:
        written = [json.loads(line) for line in lines]
    own = [(row["paraphrase"], row["base"]) for row in written] + [
        (row["base"], row["paraphrase"]) for row in written
    ]
    chosen = [*inferred[: MOST["inference"]], *sure[: MOST["rated"]], *mixed[: MOST["scrambled"]], *own, *own]
    rows = planted_rows(chosen, seed)
    print(f"{len(rows)} changes planted: {_counts([kind for *_, kind in rows])}", flush=True)
    made = [
        Pair(a, b, -1 if kind in ("dropped", "added") else 0, -1, 1.0, worse) for a, b, worse, kind in rows
    ]
    hand = [Pair(row["paraphrase"], row["base"], 0, 1, 2.0, row["changed"]) for row in written]
    return [*made, *hand, *hand]


def _counts(kinds: Sequence[str]) -> str:
    return ", ".join(f"{kind} {kinds.count(kind)}" for kind in sorted(set(kinds)))
