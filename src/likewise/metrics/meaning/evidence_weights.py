"""How much each signal counts: how sure a change is, and what all of them say of the whole.

Detectors say how sure they are by themselves; the net (`pair_model`) has read both texts together. A logistic
function weighs both, with a weight for each kind and for whether the texts are one with edits. The weights
are learnt by `training/meaning_weights.py` from families of sentences that the net has not seen, and stand
in `likewise/data/meaning/weights.json`, a set for each net.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any

from likewise.metrics.meaning.change import DETAILS, Change
from likewise.metrics.meaning.pair_model import PairJudgement
from likewise.metrics.meaning.word_alignment import WordAlignment
from likewise.metrics.meaning.word_order import moved

__all__ = ["EvidenceWeights", "change_signals", "evidence_weights", "score_signals"]

BOUND = 6.0
"""Log odds of the net beyond which it is no surer."""


@dataclass(frozen=True)
class EvidenceWeights:
    """Weights of one net, by the names of the signals."""

    change: Mapping[str, float]
    score: Mapping[str, float]

    def weighed(self, change: Change, judged: PairJudgement, is_near: bool) -> Change:
        """The change with the chance that it is one, by its detector and the net."""
        signals = change_signals(change.kind, change.confidence, judged, is_near)
        return replace(change, confidence=round(_chance(_sum(self.change, signals)), 3))

    def keeps(
        self, changes: Sequence[Change], judged: PairJudgement, near: float, alignment: WordAlignment
    ) -> float:
        """The chance that the meaning is kept. The number of words on either side is no part of it."""
        return _chance(_sum(self.score, score_signals(changes, judged, near, alignment)))


def change_signals(kind: str, confidence: float, judged: PairJudgement, is_near: bool) -> dict[str, float]:
    """What speaks for a change, by name."""
    where = "near" if is_near else "far"
    return {
        f"kind {kind}": 1.0,
        where: 1.0,
        f"detector {where}": _log_odds(confidence),
        f"differs {where}": -_bounded(judged.same),
    }


def score_signals(
    changes: Sequence[Change], judged: PairJudgement, near: float, alignment: WordAlignment
) -> dict[str, float]:
    """What speaks for and against the same meaning, by name."""
    return {
        "all": 1.0,
        "same": judged.same,
        "follows": _bounded(_log_odds(judged.forth[0])) - _bounded(_log_odds(judged.forth[2])),
        "contradicts": judged.contradicts,
        "near": near,
        "close": alignment.closeness,
        "moved": moved(alignment),
        "change": max((c.confidence for c in changes if c.kind not in DETAILS), default=0.0),
    }


def _sum(weights: Mapping[str, float], signals: Mapping[str, float]) -> float:
    return sum(weights.get(name, 0.0) * value for name, value in signals.items())


def _bounded(value: float) -> float:
    return min(BOUND, max(-BOUND, value))


def _log_odds(share: float) -> float:
    kept = min(0.9999, max(0.0001, share))
    return math.log(kept / (1.0 - kept))


def _chance(log_odds: float) -> float:
    return 1.0 / (1.0 + math.exp(-min(50.0, max(-50.0, log_odds))))


@cache
def evidence_weights(net: str) -> EvidenceWeights:
    """The weights that go with the net of that name."""
    text = files("likewise").joinpath("data/meaning/weights.json").read_text("utf-8")
    table: dict[str, Any] = json.loads(text)[net.partition("-")[0]]
    return EvidenceWeights(table["change"], table["score"])
