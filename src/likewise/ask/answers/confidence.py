"""How likely the first answer is right, and when to say that there is no good one.

A logistic curve over the log odds of an answer's score, fitted in cross-validation on questions whose answers
are known (`training/ask_ranker.py`). Scores of Light IX and of patterns alone are no probabilities and were
not calibrated: they are taken as they are, halved.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from likewise.ask.answer import Answer
from likewise.data import path as data_path

__all__ = ["NO_GOOD_ANSWER", "Calibration", "calibration", "no_good_answer"]

NO_GOOD_ANSWER = 0.04
"""Below this confidence an answer is rather none."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """Slope and offset of the curve."""

    slope: float
    offset: float

    def confidence(self, score: float) -> float:
        """The chance that an answer with this score is right."""
        share = min(max(score, 1e-6), 1 - 1e-6)
        return 1 / (1 + math.exp(-(self.slope * math.log(share / (1 - share)) + self.offset)))


@cache
def calibration() -> Calibration:
    """The embedded curve."""
    values = json.loads(Path(data_path("ask/answer-confidence.json")).read_text("utf-8"))
    return Calibration(float(values["slope"]), float(values["offset"]))


def no_good_answer(answers: Sequence[Answer], *, threshold: float = NO_GOOD_ANSWER) -> str:
    """Why there is no good answer, in plain words; "" where the first one is good enough."""
    if not answers:
        return "no place in the documents looks like an answer"
    best = max(one.confidence for one in answers)
    if best < threshold:
        return f"the likeliest answer is right in {best:.0%} of such cases, less than {threshold:.0%}"
    return ""
