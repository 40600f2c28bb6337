"""Flags of negation on the staged SICK pairs (train and trial): contradictions apart from entailments."""

from __future__ import annotations

import gzip

from likewise.metrics import NegationAgreement
from likewise.records import Segment
from parts import needs_data, real_data

SICK = real_data("sick")
pytestmark = needs_data("sick")


def test_contradictions_are_flagged_and_entailments_are_not() -> None:
    metric = NegationAgreement("source")
    flagged: dict[str, list[bool]] = {}
    for part in ("train", "trial"):
        with gzip.open(SICK / f"SICK_{part}.txt.gz", "rt", encoding="utf-8") as stream:
            for line in stream:
                number, first, second, _, label = line.rstrip("\n").split("\t")
                flagged.setdefault(label, []).append(bool(metric.flags(Segment(number, second, first))))
    share = {label: 100 * sum(found) / len(found) for label, found in flagged.items()}
    assert share["CONTRADICTION"] > 88
    assert share["ENTAILMENT"] < 1.5
    assert share["NEUTRAL"] < 20
