"""The two small models: which candidate is meant, and how sure that is."""

from __future__ import annotations

import numpy as np

from likewise.robot.candidates import FEATURES
from likewise.robot.combination import Choice, Combination

BEHIND = FEATURES.index("robust behind its best")
OUT = FEATURES.index("left out")


def choices(n: int, seed: int = 0) -> list[Choice]:
    """Commands in which the candidate that leaves out fewer words is right, whatever the reader's order."""
    rng = np.random.default_rng(seed)
    made = []
    for _ in range(n):
        features = np.zeros((4, len(FEATURES)))
        features[:, BEHIND] = rng.permutation([0.0, 0.5, 1.0, 2.0])
        features[:, OUT] = rng.uniform(0, 3, 4)
        right = int(np.argmin(features[:, OUT] + 0.7 * rng.normal(size=4)))
        made.append(Choice(features, right, 0.0))
    return made


def test_what_tells_is_learnt() -> None:
    learnt = Combination.fit(choices(300))
    assert learnt.order[OUT] < -1 < learnt.order[BEHIND]
    test = choices(200, seed=1)
    right = [int(np.argmax(learnt.scores(one.features))) == one.right for one in test]
    assert np.mean(right) > 0.6
    sure = [learnt.sure(one) for one in test]
    assert abs(np.mean(sure) - np.mean(right)) < 0.06  # calibrated
    assert np.mean([s for s, r in zip(sure, right, strict=True) if r]) > np.mean(
        [s for s, r in zip(sure, right, strict=True) if not r]
    )


def test_the_same_choices_give_the_same_weights() -> None:
    one, other = Combination.fit(choices(60)), Combination.fit(choices(60))
    assert np.array_equal(one.order, other.order)
    assert np.array_equal(one.confidence, other.confidence)


def test_with_little_to_learn_from_plain_weights_stay() -> None:
    assert np.array_equal(Combination.fit(choices(5)).order, Combination.start().order)


def test_weights_come_back() -> None:
    learnt = Combination.fit(choices(60))
    again = Combination.of(learnt.as_dict())
    assert np.allclose(again.order, learnt.order, atol=1e-6)


def test_no_candidates_have_no_shares() -> None:
    assert len(Combination.start().probabilities(np.zeros((0, len(FEATURES))))) == 0
