"""The novelty dial: what a candidate is worth, which one is chosen, and how strength is found."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from likewise.paraphrase.columns import ALL_GRAMS, ALL_MATCHED, ALL_MATCHED_SOURCE, NEW
from likewise.paraphrase.dial import AIM, STRENGTHS, Dial, Taste, calibrate, choose, worth

PLAIN = Taste(source=0.0, content=0.0, kept=0.0, model=0.0)
Pool = tuple[Any, Any, Any]


def alike(novelties: list[float]) -> Any:
    """Candidates of eight words that differ in their PINC alone."""
    values = np.zeros((len(novelties), 15))
    values[:, ALL_MATCHED], values[:, ALL_MATCHED_SOURCE], values[:, ALL_GRAMS] = 5.0, 6.0, [8, 7, 6, 5]
    values[:, NEW] = novelties
    return values


def preferred(novelties: list[float], doubts: list[int], strength: float, floor: float) -> list[int]:
    chosen = choose(alike(novelties), np.zeros(len(novelties)), np.array(doubts), strength, floor, PLAIN)
    return [int(k) for k in chosen]


@st.composite
def pools(draw: st.DrawFn) -> list[Pool]:
    """Candidates of several sources, where novelty is bought with support."""
    chance = np.random.default_rng(draw(st.integers(0, 1000)))
    return [pool(chance) for _ in range(draw(st.integers(1, 8)))]


def pool(chance: np.random.Generator, size: int = 30) -> Pool:
    values = np.zeros((size, 15))
    values[:, ALL_GRAMS] = np.maximum(0, chance.integers(5, 12, size)[:, None] - np.arange(4))
    values[:, NEW] = chance.random(size)
    support = np.clip(0.9 - 0.6 * values[:, NEW] + 0.2 * chance.normal(size=size), 0, 1)
    values[:, ALL_MATCHED] = support[:, None] * values[:, ALL_GRAMS]
    values[:, ALL_MATCHED_SOURCE] = 0.5 * (values[:, ALL_MATCHED] + values[:, ALL_GRAMS])
    values[:, 13:15] = chance.random((size, 2)) * 20
    return values, -20 * chance.random(size), chance.random(size) < 0.3


def test_worth_by_hand() -> None:
    # Eight words of which all n-grams are sure: (1 / precision - 1) a position, a quarter for each order.
    values = alike([0.0])
    values[:, ALL_MATCHED] = values[:, ALL_MATCHED_SOURCE] = [8, 7, 6, 5]
    precisions = np.array([0.96, 0.95, 0.71, 0.58])
    without = np.sum(1 / precisions - 1) / 4
    assert worth(values, np.zeros(1), 0.0, PLAIN) == pytest.approx([without])
    # The source as a reference, content, what is kept of it, and the model's score of -4.
    values[:, 13:15] = 30.0, 10.0
    taste = Taste(source=0.25, content=0.1, kept=0.2, model=0.01)
    with_source = np.sum(1 / (precisions + 0.05) - 1) / 4
    expected = 0.75 * without + 0.25 * with_source + 0.1 * 3 + 0.2 * 1 - 0.01 * 4 * (1 + 10 / 8)
    assert worth(values, np.full(1, -4.0), 0.0, taste) == pytest.approx([expected])
    # Where novelty is rewarded less is asked of it, up to a reward of 1 and no further.
    eased = np.sum(1 / (precisions - [0.0, 0.15, 0.1, 0.15]) - 1) / 4
    assert worth(values, np.zeros(1), 1.0, PLAIN) == pytest.approx([eased])
    assert worth(values, np.zeros(1), 2.0, PLAIN) == pytest.approx([eased])
    assert worth(values, np.zeros(1), -2.0, PLAIN) == pytest.approx([without])


def test_unsupported_words_cost() -> None:
    values = alike([0.0, 0.0])
    values[1, 0] -= 2.0
    assert np.diff(worth(values, np.zeros(2), 0.0, PLAIN))[0] == pytest.approx(-2 / 0.96 / 8 / 4)


def test_reward_and_price_on_novelty() -> None:
    novelties = [0.5, 0.9, 0.3, 0.7]
    assert preferred(novelties, [0] * 4, 1.0, 0.0) == [1, 3, 0, 2]
    assert preferred(novelties, [0] * 4, -1.0, 0.0) == [2, 0, 3, 1]
    assert preferred(novelties, [0] * 4, 0.0, 0.0) == [0, 1, 2, 3]  # of equals the first


def test_doubtful_ones_only_for_want_of_others() -> None:
    assert preferred([0.5, 0.9, 0.3, 0.7], [0, 1, 0, 1], 2.0, 0.0) == [0, 2, 1, 3]
    assert preferred([0.5, 0.9], [1, 1], 2.0, 0.0) == [1, 0]


def test_the_floor_holds_where_it_can_be_reached() -> None:
    assert preferred([0.1, 0.3, 0.2, 0.6], [0] * 4, -2.0, 0.25)[:2] == [1, 3]
    # Where it cannot, the most novel one comes first, against the price on novelty.
    assert preferred([0.1, 0.2, 0.0], [0] * 3, -2.0, 0.25) == [1, 0, 2]


@given(st.integers(0, 1000), st.floats(-2, 2), st.floats(0, 0.5))
@settings(max_examples=40)
def test_choice_is_an_order_of_all_candidates(seed: int, strength: float, floor: float) -> None:
    values, scores, doubts = pool(np.random.default_rng(seed))
    order = choose(values, scores, doubts, strength, floor, Taste())
    assert sorted(order.tolist()) == list(range(len(values)))
    good = ~doubts & (values[:, NEW] >= floor)
    bad = doubts & (values[:, NEW] < floor)
    # First what is neither doubtful nor below the floor, last what is both.
    kinds = (2 * bad + (~good & ~bad))[order]
    assert np.all(np.diff(kinds) >= 0)


@given(pools())
@settings(max_examples=25)
def test_the_dial_rises(pools: list[Pool]) -> None:
    dial = calibrate(pools, Taste())
    assert dial.strengths.tolist() == STRENGTHS.tolist()
    assert np.all(np.diff(dial.strengths) > 0)
    assert np.all(np.diff(dial.reached) > 0)
    assert dial.reached[0] >= 0
    assert dial.reached[-1] <= 1 + 1e-6
    wanted = [dial.strength(novelty) for novelty in np.linspace(0, 1, 21)]
    assert np.all(np.diff(wanted) >= 0)
    assert STRENGTHS[0] <= wanted[0]
    assert wanted[-1] <= STRENGTHS[-1]


def test_strengths_stand_between_those_tried() -> None:
    dial = Dial(np.array([-1.0, 0.0, 2.0]), np.array([0.2, 0.4, 0.8]))
    assert dial.strength(0.4 - AIM) == pytest.approx(0.0)
    assert dial.strength(0.3 - AIM) == pytest.approx(-0.5)
    assert dial.strength(0.7 - AIM) == pytest.approx(1.5)
    assert [dial.strength(novelty) for novelty in (0.0, 0.1, 0.9, 1.0)] == [-1.0, -1.0, 2.0, 2.0]


def test_what_is_asked_for_is_reached() -> None:
    """Read backwards, the dial gives on its own candidates the mean PINC that was asked for."""
    chance = np.random.default_rng(5)
    held_out = [pool(chance) for _ in range(150)]
    dial, taste = calibrate(held_out, Taste()), Taste()
    lowest, highest = dial.reached[STRENGTHS > -0.5][[0, -1]]  # below, sentences have no floor
    for novelty in np.linspace(lowest, highest - AIM, 7):
        strength = dial.strength(novelty)
        chosen = [v[choose(v, s, d, strength, taste.floor, taste)[0], NEW] for v, s, d in held_out]
        assert np.mean(chosen) == pytest.approx(novelty + AIM, abs=0.02)


def test_floor_grows_with_novelty() -> None:
    assert [Dial.floor(novelty, Taste(floor=0.2)) for novelty in (0.0, 0.1, 0.4, 1.0)] == [
        0.0,
        0.05,
        0.2,
        0.2,
    ]


def test_a_dial_that_was_never_calibrated_still_turns() -> None:
    dial = calibrate([], Taste())
    strengths = [dial.strength(novelty) for novelty in (0.0, 0.3, 0.6, 0.9)]
    assert strengths[0] < -1.5
    assert np.all(np.diff(strengths) > 0.2)
