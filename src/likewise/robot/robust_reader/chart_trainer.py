"""How the chart parser learns: gold derivations get likelier than all others, one command at a time.

The slope of the logarithm of a gold derivation's chance is what it uses less what is expected; the step is
that of AdaGrad (Duchi et al. 2011).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from likewise.io import Progress, part_of
from likewise.robot.robust_reader import _kernels
from likewise.robot.robust_reader.chart import ExpectedRules, FilledChart, RuleFactors
from likewise.robot.robust_reader.chart_grammar import ChartGrammar
from likewise.robot.robust_reader.chart_weights import WEIGHTS, ChartWeights
from likewise.robot.robust_reader.command_arrays import CommandArrays
from likewise.robot.robust_reader.tree_grammar import Derivation, is_extra
from likewise.robot.vocabulary import WordMeaning

__all__ = ["ChartSlopes", "ChartTrainer", "GoldParts", "chart_slopes", "gold_parts"]

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
_RATE, _LAST_RATE, _L2 = 0.1, 0.01, 1e-4
_UNUSED = -3.0
"""Where a rule starts that nobody has used."""


@dataclass(frozen=True)
class GoldParts:
    """What the gold derivation of a command uses."""

    options: Ints
    words: Ints
    """Words without a leaf."""
    rules: Ints
    """Begin, cut (-1: none), end, rule."""


def gold_parts(root: Derivation, command: CommandArrays, grammar: ChartGrammar) -> GoldParts:
    """The parts of a derivation by their numbers."""
    phrases = [command.phrases[row] for row in command.options[:, 0].tolist()]
    options = {
        (phrase.begin, phrase.end, *meaning): number
        for number, (phrase, meaning) in enumerate(zip(phrases, command.meanings, strict=True))
    }
    used, covered, rules = list[int](), set[int](), list[tuple[int, ...]]()
    for one in root.walk():
        if one.leaf is not None and one.leaf.span is not None:
            used.append(options[*one.leaf.span, *WordMeaning(one.leaf.name, one.leaf.value)])
            covered.update(range(*one.leaf.span))
        else:
            cut = one.parts[1].begin if len(one.parts) == 2 else -1
            rules.append((one.begin, cut, one.end, grammar.numbers[one.rule]))
    words = [place for place in range(command.size) if place not in covered]
    return GoldParts(
        np.array(used, np.int64), np.array(words, np.int64), np.array(rules, np.int64).reshape(-1, 4)
    )


@dataclass(frozen=True)
class ChartSlopes:
    """How the logarithm of the gold derivation's chance grows with what each part weighs."""

    options: Floats
    words: Floats
    places: Floats
    fine: Floats


def chart_slopes(
    weights: ChartWeights, grammar: ChartGrammar, command: CommandArrays, gold: GoldParts
) -> tuple[ChartSlopes | None, float]:
    """Gold less expected, and the logarithm of the gold derivation's chance; none where it has none."""
    weighed = weights.weigh(command)
    chart = FilledChart.fill(
        grammar, command.size, command.entries[:, :3], weighed.entries(command), weighed.factors
    )
    if not chart:
        return None, -np.inf
    out, expected = chart.outside()
    begin, end, symbol, option, first, last = command.entries.T
    share = out[begin, end, symbol] * chart.values
    options: Floats = -np.bincount(option, share, len(command.options)).astype(np.float64)
    steps = np.zeros(command.size + 1)
    for low, high in ((begin, first), (last, end)):
        np.add.at(steps, low, -share)
        np.add.at(steps, high, share)
    words = np.cumsum(steps)[:-1]
    options[gold.options] += 1.0
    words[gold.words] += 1.0
    score = weighed.options[gold.options].sum() + weighed.words[gold.words].sum()
    score += _add_gold(gold.rules, grammar, weighed.factors, expected)
    places = np.hstack([expected.split, expected.begin, expected.end])
    return ChartSlopes(options, words[:, None], places, expected.rules), float(score - chart.log_total)


def _add_gold(rules: Ints, grammar: ChartGrammar, factors: RuleFactors, expected: ExpectedRules) -> float:
    """Add the rules of the gold derivation to what is less than expected; what they weigh, as a logarithm."""
    begin, cut, end, rule = rules.T
    kind, two = grammar.rule_classes[rule], cut >= 0
    np.add.at(expected.rules, rule, 1.0)
    rows = (
        (factors.split, expected.split, cut[two], kind[two]),
        (factors.begin, expected.begin, begin[~two], kind[~two]),
        (factors.end, expected.end, end, kind),
    )
    score = float(np.log(factors.rules[rule]).sum())
    for factor, slope, place, column in rows:
        np.add.at(slope, (place, column), 1.0)
        score += float(np.log(factor[place, column]).sum())
    return score


class ChartTrainer:
    """Weights with the sums of squares that AdaGrad keeps."""

    def __init__(self, grammar: ChartGrammar, weights: ChartWeights) -> None:
        self.grammar, self.weights = grammar, weights
        self._squares = ChartWeights(*(np.full_like(getattr(weights, name), 1e-8) for name in WEIGHTS))
        weights.fine[[is_extra(rule) for rule in grammar.rules]] = _UNUSED

    def learn(
        self,
        commands: Sequence[Sequence[tuple[CommandArrays, GoldParts]]],
        *,
        epochs: int,
        seed: int,
        progress: Progress | None = None,
    ) -> float:
        """Go over the commands, each in one of its versions at a time; the mean loss of the last round."""
        tell = part_of(progress, 0.0, 1.0, "learning")
        rng = np.random.default_rng(seed)
        loss = 0.0
        for epoch in range(epochs):
            loss = 0.0
            rate = _RATE + (_LAST_RATE - _RATE) * epoch / max(epochs - 1, 1)
            for place in rng.permutation(len(commands)).tolist():
                versions = commands[place]
                command, gold = versions[(epoch + place) % len(versions)]
                loss -= self.step(command, gold, rate)
            tell("", (epoch + 1) / epochs)
        return loss / max(len(commands), 1)

    def step(self, command: CommandArrays, gold: GoldParts, rate: float) -> float:
        """One step uphill; the logarithm of how likely the gold derivation was before."""
        weights, squares = self.weights, self._squares
        slopes, chance = chart_slopes(weights, self.grammar, command, gold)
        if slopes is None:
            return 0.0
        rows, columns, pairs = command.options.T
        leaf = (rows, columns, slopes.options, weights.leaf, squares.leaf, rate, _L2)
        _kernels.descend_some(*command.leaf, *leaf)
        _kernels.descend(*command.word, slopes.words, weights.word, squares.word, rate, _L2)
        _kernels.descend(*command.place, slopes.places, weights.place, squares.place, rate, _L2)
        _climb(weights.fine, squares.fine, slopes.fine, rate)
        known = pairs >= 0
        slope: Floats = np.bincount(pairs[known], slopes.options[known], len(weights.pair)).astype(np.float64)
        _climb(weights.pair, squares.pair, slope, rate)
        return chance


def _climb(weights: Floats, squares: Floats, slope: Floats, rate: float) -> None:
    some = np.flatnonzero(np.abs(slope) > 1e-5)
    step = slope[some] - _L2 * weights[some]
    squares[some] += step * step
    weights[some] += rate * step / np.sqrt(squares[some])
