"""Slopes are those that finite differences show, and steps along them make gold likelier."""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt
import pytest

from likewise.robot import command_words, embedded_commands
from likewise.robot.robust_reader.chart_grammar import ChartGrammar
from likewise.robot.robust_reader.chart_trainer import ChartTrainer, GoldParts, chart_slopes, gold_parts
from likewise.robot.robust_reader.chart_weights import WEIGHTS, ChartWeights
from likewise.robot.robust_reader.command_arrays import (
    CommandArrays,
    FeatureNames,
    GrowingNames,
    command_arrays,
)
from likewise.robot.robust_reader.learnt_words import LearntWords, gold_phrases
from likewise.robot.robust_reader.tree_grammar import derivation, rule_class, rule_closure

Prepared = tuple[ChartGrammar, ChartWeights, list[tuple[CommandArrays, GoldParts]]]


@cache
def prepared(seed: int) -> Prepared:
    """A few commands as arrays, and weights by chance."""
    derived = []
    for one in sorted(embedded_commands()[:40], key=lambda one: -len(one.text)):
        words = command_words(one.text)
        assert one.rcl is not None
        root = derivation(one.rcl, len(words))
        assert root is not None
        derived.append((words, root))
    learnt = LearntWords.of(derived)
    forms, lexicon = learnt.forms_and_lexicon(None)
    grammar = ChartGrammar(rule_closure(one.rule for _, root in derived for one in root.walk() if one.parts),
                           rule_class)  # fmt: skip
    names = FeatureNames(*(GrowingNames() for _ in range(4)))
    rows = []
    for words, root in derived[:4]:
        given = [forms.form(word.text, place) for place, word in enumerate(words)]
        command = command_arrays(given, lexicon, grammar, names, gold_phrases(given, root))
        rows.append((command, gold_parts(root, command, grammar)))
    counts = [len(one) for one in (names.leaf, names.pair, names.word, names.place)]
    weights = ChartWeights.zeros(grammar, *counts)
    rng = np.random.default_rng(seed)
    for name in WEIGHTS:
        array = getattr(weights, name)
        array += rng.normal(0.0, 0.3, array.shape)
    weights.pair[-1] = 0.0
    return grammar, weights, rows


def chance_of(grammar: ChartGrammar, weights: ChartWeights, row: tuple[CommandArrays, GoldParts]) -> float:
    return chart_slopes(weights, grammar, *row)[1]


def slopes_of_weights(
    grammar: ChartGrammar, weights: ChartWeights, row: tuple[CommandArrays, GoldParts]
) -> dict[str, npt.NDArray[np.float64]]:
    """What `chart_slopes` says of each weight, by the features that the parts have."""
    command, gold = row
    slopes, _ = chart_slopes(weights, grammar, command, gold)
    assert slopes is not None
    found = {name: np.zeros_like(getattr(weights, name)) for name in WEIGHTS}
    found["fine"] += slopes.fine
    for (phrase, column, pair), slope in zip(command.options.tolist(), slopes.options, strict=True):
        starts, feats = command.leaf
        for feature in feats[starts[phrase] : starts[phrase + 1]]:
            found["leaf"][feature, column] += slope
        if pair >= 0:
            found["pair"][pair] += slope
    for name, table in (("word", slopes.words), ("place", slopes.places)):
        starts, feats = getattr(command, name)
        for place, slope in enumerate(table):
            for feature in feats[starts[place] : starts[place + 1]]:
                found[name][feature] += slope
    return found


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", WEIGHTS)
def test_slopes_are_finite_differences(seed: int, name: str) -> None:
    grammar, weights, rows = prepared(seed)
    row = rows[seed]
    slopes = slopes_of_weights(grammar, weights, row)[name].reshape(-1)
    flat = getattr(weights, name).reshape(-1)
    steep = np.argsort(-np.abs(slopes))[:12]
    other = np.random.default_rng(seed).integers(0, len(flat) - (name == "pair"), 4)
    step = 1e-5
    for at in [*steep.tolist(), *other.tolist()]:
        before = flat[at]
        flat[at] = before + step
        more = chance_of(grammar, weights, row)
        flat[at] = before - step
        less = chance_of(grammar, weights, row)
        flat[at] = before
        assert (more - less) / (2 * step) == pytest.approx(slopes[at], abs=1e-6, rel=1e-5)
    assert np.abs(slopes).max() > 0.01


def test_a_gold_derivation_is_one_of_all() -> None:
    grammar, weights, rows = prepared(0)
    assert all(chance_of(grammar, weights, row) < 0 for row in rows)


def test_learning_makes_gold_likelier() -> None:
    grammar, weights, rows = prepared(0)
    fresh = ChartWeights(*(np.zeros_like(getattr(weights, name)) for name in WEIGHTS))
    trainer = ChartTrainer(grammar, fresh)
    told: list[float] = []
    first = trainer.learn([[row] for row in rows], epochs=1, seed=1)
    last = trainer.learn([[row] for row in rows], epochs=8, seed=1, progress=lambda _, at: told.append(at))
    assert first > 5 * last > 0
    assert told == sorted(told)
    assert told[-1] == 1.0


def test_a_step_along_the_slope_is_uphill() -> None:
    grammar, weights, rows = prepared(2)
    copied = ChartWeights(*(getattr(weights, name).copy() for name in WEIGHTS))
    trainer = ChartTrainer(grammar, copied)
    before = trainer.step(*rows[1], rate=0.01)
    assert chance_of(grammar, copied, rows[1]) > before


def test_a_command_without_a_derivation_is_passed_over() -> None:
    grammar, weights, rows = prepared(0)
    command, gold = rows[0]
    broken = CommandArrays(
        command.size, command.phrases, command.meanings, command.options, command.leaf, command.word,
        command.place, command.entries[:1],
    )  # fmt: skip
    assert chart_slopes(weights, grammar, broken, gold) == (None, -np.inf)
    copied = ChartWeights(*(getattr(weights, name).copy() for name in WEIGHTS))
    assert ChartTrainer(grammar, copied).step(broken, gold, 0.1) == 0.0


def test_weights_come_back_from_their_arrays() -> None:
    _, weights, _ = prepared(1)
    again = ChartWeights.of(weights.arrays())
    for name in WEIGHTS:
        assert np.array_equal(getattr(again, name), getattr(weights.rounded(), name))
        assert np.allclose(getattr(again, name), getattr(weights, name), atol=1e-3)
