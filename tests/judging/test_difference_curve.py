"""The chance that people see a difference: curves by hand, laws, and intervals that keep their promise."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from likewise.errors import InputError
from likewise.judging import fit_difference_curve


def own(count: int) -> list[tuple[int, int]]:
    return [(k, k) for k in range(count)]


@pytest.mark.parametrize("right", [0, 5, 13, 20])
def test_one_size_of_difference(right: int) -> None:
    """With one size the logistic curve is the share itself, with one pair more that is half right."""
    people = np.where(np.arange(20) < right, 1.0, -1.0)
    curve = fit_difference_curve(np.full(20, 2.0), people, own(20), shape="logistic", samples=50)
    chance, (low, high) = curve.at(2.0) or (0, (0, 0))
    assert chance == pytest.approx((right + 0.5) / 21, abs=1e-6)
    assert low < chance < high, "no interval is a point, even if all pairs agree"
    assert curve.at(0.0) == (0.5, (0.5, 0.5))
    assert curve.at(2.1) is None


def test_the_order_of_the_two_plays_no_part() -> None:
    rng = np.random.default_rng(3)
    differences, people = rng.normal(size=60), rng.normal(size=60)
    turned = rng.choice([-1.0, 1.0], 60)
    one = fit_difference_curve(differences, people, own(60), samples=20)
    assert one == fit_difference_curve(differences * turned, people * turned, own(60), samples=20)
    assert one == fit_difference_curve(differences, 5 * people, own(60), samples=20)


def test_isotonic_steps_by_hand() -> None:
    """Sizes 1, 2, 3 with 1/4, 3/4, 2/4 right pool to 1/4, 5/8; size 4 with 4/4 and two half ones: 5/6."""
    sizes = np.repeat([1.0, 2.0, 3.0, 4.0], 4)
    people = np.array([1, -1, -1, -1, 1, 1, 1, -1, 1, 1, -1, -1, 1, 1, 1, 1], float)
    curve = fit_difference_curve(sizes, people, own(16), shape="isotonic", samples=20)
    values = [(curve.at(size) or (0, 0))[0] for size in (1, 2, 2.5, 3, 3.5, 4)]
    middle = (5 / 8 + 5 / 6) / 2
    assert values == pytest.approx([1 / 4, 5 / 8, 5 / 8, 5 / 8, middle, 5 / 6], abs=0.01)


def test_ties_of_people_count_half_and_those_of_the_metric_not_at_all() -> None:
    curve = fit_difference_curve([1.0] * 20 + [0.0] * 7, [0.0] * 20 + [1.0] * 7, own(27), samples=20)
    assert curve.at(1.0) is not None
    assert (curve.at(1.0) or (0,))[0] == pytest.approx(0.5)
    assert (curve.pairs, curve.ties, curve.clusters) == (20, 1.0, 20)


def drawn(rng: np.random.Generator, slope: float, items: int) -> tuple[np.ndarray, np.ndarray]:
    differences = rng.exponential(2.0, items)
    people = np.where(rng.random(items) < 1 / (1 + np.exp(-slope * differences)), 1.0, -1.0)
    return differences, people


def test_a_known_curve_is_found_and_its_interval_covers_it() -> None:
    rng = np.random.default_rng(4)
    covered = 0
    for _ in range(60):
        curve = fit_difference_curve(*drawn(rng, 0.5, 150), own(150), shape="logistic", samples=100)
        _, (low, high) = curve.at(2.0) or (0, (0, 0))
        covered += low <= 1 / (1 + np.exp(-1.0)) <= high
    assert 52 <= covered <= 60
    curve = fit_difference_curve(*drawn(rng, 0.5, 20_000), own(20_000), samples=20)
    assert curve.shape == "logistic"
    assert (curve.at(2.0) or (0,))[0] == pytest.approx(0.731, abs=0.01)
    assert curve.needed(0.731) == pytest.approx(2.0, abs=0.1)
    assert curve.needed(0.5) == 0.0
    assert curve.needed(0.9999) is None
    assert curve.held_out.brier < curve.held_out.brier_constant < curve.held_out.brier_chance


def test_steps_are_taken_where_no_logistic_curve_fits() -> None:
    rng = np.random.default_rng(5)
    sizes = rng.uniform(0, 10, 4000)
    people = np.where(rng.random(4000) < np.where(sizes > 7, 0.95, 0.5), 1.0, -1.0)
    curve = fit_difference_curve(sizes, people, own(4000), samples=20)
    assert curve.shape == "isotonic"
    assert (curve.at(5.0) or (0,))[0] == pytest.approx(0.5, abs=0.05)


def test_pairs_of_systems_depend_on_each_other() -> None:
    """The same pairs are surer if each were of its own than if they are of sixteen systems."""
    rng = np.random.default_rng(6)
    quality = rng.normal(0, 3, 16)
    people = quality + rng.normal(0, 2, 16)
    pairs = list(combinations(range(16), 2))
    first, second = np.array(pairs).T
    args = quality[first] - quality[second], people[first] - people[second]
    widths = []
    for names in (own(len(pairs)), pairs):
        curve = fit_difference_curve(*args, names, shape="logistic", samples=200)
        _, (low, high) = curve.at(1.0) or (0, (0, 0))
        widths.append(high - low)
    assert widths[1] > 1.5 * widths[0]


def test_refusals() -> None:
    with pytest.raises(InputError, match="only 5 pairs of 5 that the metric does not tie"):
        fit_difference_curve([1.0] * 5, [1.0] * 5, own(5))
    with pytest.raises(InputError, match="shape 'round' is unknown"):
        fit_difference_curve([1.0] * 20, [1.0] * 20, own(20), shape="round")
    with pytest.raises(InputError, match="item 1 is nan"):
        fit_difference_curve([float("nan")] * 20, [1.0] * 20, own(20))
