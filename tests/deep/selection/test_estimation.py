"""The model: kernels against plain twins, the minimiser against scipy, the store, and what is learnt."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from scipy.optimize import minimize
from scipy.special import logsumexp

from likewise.deep import Analysis, Item
from likewise.deep.selection import (
    FEATURE_SETS,
    Candidates,
    FeatureStore,
    ParseSelector,
    _kernels as kernels,
    cross_validate,
    extract,
    find_targets,
    fit_weights,
    folds_of,
    log_probabilities,
    sigma_grid,
)
from likewise.deep.selection.lbfgs import minimise
from likewise.errors import InputError

Array = npt.NDArray[Any]


def made_up(seed: int, items: int = 12, features: int = 15) -> tuple[Candidates, Array]:
    """Random candidates, some items with none or one, and shares of targets."""
    rng = np.random.default_rng(seed)
    sizes = rng.integers(0, 6, items)
    sizes[:2] = (0, 1)
    rows = int(sizes.sum())
    widths = rng.integers(0, 5, rows)
    ids = np.concatenate([rng.choice(features, w, replace=False) for w in widths]).astype(np.int32)
    counts = rng.integers(1, 4, len(ids)).astype(np.float32)
    starts = np.concatenate(([0], np.cumsum(sizes))).astype(np.int64)
    bounds = np.concatenate(([0], np.cumsum(widths))).astype(np.int64)
    targets = np.zeros(rows)
    for i in range(2, items):
        if sizes[i] and i % 4:
            targets[starts[i] + rng.integers(sizes[i])] += 0.5
            targets[starts[i]] += 0.5
    return Candidates(starts, bounds, ids, counts, features), targets


def dense(data: Candidates) -> Array:
    out = np.zeros((len(data.bounds) - 1, data.features))
    for row in range(len(out)):
        for k in range(data.bounds[row], data.bounds[row + 1]):
            out[row, data.ids[k]] += data.counts[k]
    return out


def plain_loss(data: Candidates, targets: Array, weights: Array) -> tuple[float, Array]:
    """The loss and its gradient as the textbook writes them."""
    matrix = dense(data)
    loss, gradient = 0.0, np.zeros(data.features)
    for first, last in zip(data.items[:-1], data.items[1:], strict=True):
        share, rows = targets[first:last], matrix[first:last]
        if share.sum() == 0:
            continue
        logs = rows @ weights - logsumexp(rows @ weights)
        loss -= float(share @ logs)
        gradient += rows.T @ (share.sum() * np.exp(logs) - share)
    return loss, gradient


@pytest.mark.parametrize("seed", range(4))
def test_kernels_equal_their_plain_twins(seed: int) -> None:
    data, targets = made_up(seed)
    weights = np.random.default_rng(seed).normal(size=data.features)
    gradient, scores = np.ones(data.features), np.zeros(len(targets))
    loss = kernels.loss_and_gradient(
        weights, data.items, data.bounds, data.ids, data.counts, targets, gradient, scores
    )
    wanted, slope = plain_loss(data, targets, weights)
    assert loss == pytest.approx(wanted)
    np.testing.assert_allclose(gradient, slope, atol=1e-12)
    np.testing.assert_allclose(scores, dense(data) @ weights)
    again = np.zeros(len(targets))
    kernels.score_rows(weights, data.bounds, data.ids, data.counts, again)
    np.testing.assert_array_equal(again, scores)


@pytest.mark.parametrize("sigma", [0.01, 1.0, 100.0])
def test_weights_are_those_of_scipy(sigma: float) -> None:
    data, targets = made_up(7, items=40)

    def slope(weights: Array) -> tuple[float, Array]:
        loss, gradient = plain_loss(data, targets, weights)
        return loss + float(weights @ weights) / (2 * sigma), gradient + weights / sigma

    oracle = minimize(
        slope, np.zeros(data.features), jac=True, method="L-BFGS-B", options={"ftol": 1e-14, "gtol": 1e-9}
    )
    found = fit_weights(data, targets, sigma)
    assert slope(found)[0] == pytest.approx(oracle.fun, rel=1e-5)
    np.testing.assert_allclose(found, oracle.x, atol=5e-3 * max(1.0, float(np.linalg.norm(oracle.x))))
    warm = fit_weights(data, targets, sigma, np.full(data.features, 0.5))
    assert slope(warm)[0] == pytest.approx(oracle.fun, rel=1e-5)


def test_the_minimiser_on_a_narrow_valley() -> None:
    scale = np.geomspace(1, 1e4, 20)
    point, asked = minimise(
        lambda x: (float(scale @ (x - 1) ** 2), 2 * scale * (x - 1)), np.zeros(20), tolerance=1e-6
    )
    np.testing.assert_allclose(point, np.ones(20), atol=5e-3)
    assert asked < 500


def test_probabilities_sum_to_one() -> None:
    data, _ = made_up(3)
    logs = log_probabilities(data, np.random.default_rng(0).normal(size=data.features) * 50)
    sums = [np.exp(logs[a:b]).sum() for a, b in zip(data.items[:-1], data.items[1:], strict=True) if b > a]
    np.testing.assert_allclose(sums, 1)


def test_items_can_be_taken_out() -> None:
    data, _ = made_up(5)
    chosen = np.array([7, 2, 4])
    part = data.of_items(chosen)
    rows = data.rows_of(chosen)
    np.testing.assert_array_equal(dense(part), dense(data)[rows])
    np.testing.assert_array_equal(np.diff(part.items), np.diff(data.items)[chosen])


def test_the_store_keeps_what_tells_candidates_apart(items: list[Item]) -> None:
    store = extract(items, ["pcfg", "semantics"])
    high = dense(store.candidates("pcfg"))[0]
    names = np.array(store.names("pcfg"))
    assert sorted(names[high > 0].tolist()) == [
        "rule&daughters: hd-aj_int-unsl_c (hd-cmp_u_c hd-cmp_u_c)",
        "rule&daughters: hd-cmp_u_c (v_n3s-bse_ilr sp-hd_n_c)",
        "rule&daughters: sb-hd_mc_c (hdn_bnp-qnt_c hd-aj_int-unsl_c)",
    ]
    assert not [name for name in names if "cat_n1" in name]
    with pytest.raises(InputError, match="'rule&edge' was not extracted"):
        store.candidates("active")


def test_the_store_is_the_same_from_disk_and_from_two_processes(items: list[Item]) -> None:
    many = items * 4
    store = extract(many, ["gp2", "semantics"])
    data = store.dumps()
    assert FeatureStore.loads(data).dumps() == data
    assert extract(many, ["gp2", "semantics"], processes=2).dumps() == data
    with pytest.raises(InputError, match="holds no"):
        FeatureStore.loads(b"nothing")


def test_folds_go_by_the_id_alone() -> None:
    ids = [str(number) for number in range(3000)]
    folds = folds_of(ids, 3)
    assert np.bincount(folds).min() > 900
    assert folds_of(ids[::-1], 3)[::-1].tolist() == folds.tolist()
    with pytest.raises(InputError, match="at least 2 folds"):
        folds_of(ids, 1)


def test_the_grid_of_the_paper() -> None:
    grid = sigma_grid()
    assert (len(grid), grid[0], grid[20], grid[-1]) == (
        41,
        pytest.approx(0.001),
        pytest.approx(1),
        pytest.approx(1000),
    )
    with pytest.raises(InputError, match="a grid needs"):
        sigma_grid(2, 1)


def test_cross_validation_is_that_of_single_models(items: list[Item], golds: list[Analysis | None]) -> None:
    store = extract(items, ["gp2"])
    data, targets = store.candidates("gp2"), find_targets(items, golds).shares()
    folds, sigmas = folds_of(store.ids, 3), [10.0, 0.1]
    found = cross_validate(data, targets, folds, sigmas)
    for row, sigma in enumerate(sigmas):
        held = np.flatnonzero(folds == 1)
        learnt = np.flatnonzero(folds != 1)
        weights = fit_weights(data.of_items(learnt), targets[data.rows_of(learnt)], sigma)
        wanted = log_probabilities(data.of_items(held), weights)
        np.testing.assert_allclose(found[row, data.rows_of(held)], wanted, atol=0.02)
    assert (found[:, ::2] > found[:, 1::2]).all()
    np.testing.assert_array_equal(cross_validate(data, targets, folds, sigmas, workers=1), found)


def test_a_selector_learns_and_is_saved(
    tmp_path: Path, items: list[Item], golds: list[Analysis | None]
) -> None:
    pairs = list(zip(items[:-1], golds[:-1], strict=True))
    model = ParseSelector.fit(pairs, features="pcfg+semantics", sigma=10)
    with pytest.warns(DeprecationWarning, match="takes pairs"):
        assert ParseSelector.fit(items[:-1], golds[:-1], features="pcfg+semantics", sigma=10) == model
    new = items[-1]
    probability = model.probability(new)
    assert probability.sum() == pytest.approx(1)
    assert probability[0] > 0.9
    assert model.best(new) is new.analyses[0]
    assert model.best(Item("x", "y")) is None
    assert model.probability(Item("x", "y")).shape == (0,)
    template, _, value = model.reasons(new.analyses[0])[0]
    assert value == max(model.weights[template].values())
    model.save(tmp_path / "model")
    loaded = ParseSelector.load(tmp_path / "model")
    assert loaded == model
    np.testing.assert_array_equal(loaded.probability(new), probability)
    ParseSelector.fit(pairs, features="pcfg+semantics", sigma=10).save(tmp_path / "again")
    for name in ("model.json", "weights.npz"):
        assert (tmp_path / "again" / name).read_bytes() == (tmp_path / "model" / name).read_bytes()
    (tmp_path / "model" / "weights.npz").unlink()
    with pytest.raises(InputError, match=r"lacks its file weights\.npz"):
        ParseSelector.load(tmp_path / "model")


def test_the_selector_agrees_with_the_matrix(items: list[Item], golds: list[Analysis | None]) -> None:
    """What all candidates share is left out of the matrix; probabilities are the same."""
    store = extract(items, ["everything"])
    data = store.candidates("everything")
    weights = fit_weights(data, find_targets(items, golds).shares(), 1.0)
    model = ParseSelector.fit(list(zip(items, golds, strict=True)), features="everything", sigma=1.0)
    logs = log_probabilities(data, weights)
    np.testing.assert_allclose(np.exp(logs[:2]), model.probability(items[0]))


def test_what_cannot_be_learnt_from(items: list[Item]) -> None:
    with pytest.raises(InputError, match="nothing to learn from"):
        ParseSelector.fit([(item, None) for item in items])
    data, targets = made_up(1)
    with pytest.raises(InputError, match="sigma is a variance"):
        fit_weights(data, targets, 0.0)
    assert "gp2" in FEATURE_SETS
