"""The support network: gradients by finite differences, what it can learn, the same from the same seed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from likewise.paraphrase._kernels import batch_gradients
from likewise.paraphrase.network import Network, _logit, _parts, _start

Data = tuple[Any, Any]


@pytest.fixture(scope="module")
def exclusive() -> Data:
    """Two signs decide: true where they differ. No weighted sum of the inputs can tell."""
    chance = np.random.default_rng(2)
    inputs = chance.uniform(-1, 1, (2000, 3)).astype(np.float32)
    return inputs, (inputs[:, 0] > 0) != (inputs[:, 1] > 0)


def loss(weights: Any, inputs: Any, labels: Any) -> float:
    """Mean logistic loss, in double precision."""
    size = inputs.shape[1]
    parts = {"mean": np.zeros(size), "scale": np.ones(size), **_parts(weights, size)}
    out = Network.of(parts)(inputs)
    return float(-np.mean(np.where(labels, np.log(out), np.log1p(-out))))


def test_gradients_by_finite_differences(exclusive: Data) -> None:
    inputs, labels = exclusive[0][:40], exclusive[1][:40]
    weights = _start(3, np.random.default_rng(8))
    gradients = np.zeros_like(weights)
    rows = np.arange(len(inputs))
    batch_gradients(inputs, labels.astype(np.float32), rows, np.zeros(3), np.ones(3), weights, gradients)
    chosen = np.random.default_rng(1).permutation(len(weights) - 17)[:80]
    for k in [*chosen, *range(len(weights) - 17, len(weights))]:
        nudge = np.zeros(len(weights))
        nudge[k] = 1e-5
        exact = weights.astype(np.float64)
        slope = (loss(exact + nudge, inputs, labels) - loss(exact - nudge, inputs, labels)) / 2e-5
        assert gradients[k] == pytest.approx(slope, abs=2e-5), k


def test_learns_exclusive_or(exclusive: Data) -> None:
    inputs, labels = exclusive
    network = Network.fit(inputs[:1500], labels[:1500], epochs=40, batch=64)
    found = network(inputs[1500:])
    assert np.all((found >= 0) & (found <= 1))
    assert np.mean((found > 0.5) == labels[1500:]) > 0.95


def test_same_seed_same_weights(exclusive: Data) -> None:
    inputs, labels = exclusive
    one, two, other = (Network.fit(inputs, labels, epochs=1, seed=seed).arrays() for seed in (1, 1, 2))
    assert {name: array.tobytes() for name, array in one.items()} == {
        name: array.tobytes() for name, array in two.items()
    }
    assert one["w1"].tobytes() != other["w1"].tobytes()


def test_arrays_there_and_back(exclusive: Data) -> None:
    network = Network.fit(*exclusive, epochs=1)
    again = Network.of({name: array.copy() for name, array in network.arrays().items()})
    assert again(exclusive[0]).tolist() == network(exclusive[0]).tolist()


def test_says_how_far_it_is(exclusive: Data) -> None:
    seen: list[int] = []
    Network.fit(*exclusive, epochs=3, progress=seen.append)
    assert seen == [1, 2, 3]


def test_begins_with_the_share_of_labels(exclusive: Data) -> None:
    inputs = exclusive[0]
    assert Network.fit(inputs, np.arange(2000) % 4 == 0, epochs=0).b3[0] == pytest.approx(np.log(1 / 3))
    # All labels alike: sure, but not infinitely so.
    assert Network.fit(inputs, np.zeros(2000), epochs=0).b3[0] == pytest.approx(_logit(0.001))
    assert np.all(Network.fit(inputs, np.ones(2000), epochs=3)(inputs) > 0.9)


def test_scale_of_inputs_does_not_matter(exclusive: Data) -> None:
    inputs, labels = exclusive
    wide = (inputs.astype(np.float64) * [1000.0, 0.001, 1.0] + [5.0, 0.0, -3.0]).astype(np.float32)
    plain, scaled = (Network.fit(x, labels, epochs=2) for x in (inputs, wide))
    assert scaled(wide) == pytest.approx(plain(inputs), abs=0.02)


def test_an_input_that_never_varied_is_left_aside(exclusive: Data) -> None:
    inputs, labels = exclusive
    inputs = inputs.copy()
    inputs[:, 2] = 0.7
    network = Network.fit(inputs, labels, epochs=5)
    other = inputs.copy()
    other[:, 2] = 0.8
    assert network(other).tolist() == network(inputs).tolist()
