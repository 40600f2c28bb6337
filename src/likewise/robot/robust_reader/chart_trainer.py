"""How the chart parser learns: gold derivations get likelier than all others, one command at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from likewise.io import Progress, part_of
from likewise.robot.robust_reader import _kernels
from likewise.robot.robust_reader.chart_model import ChartGrammar, CommandArrays
from likewise.robot.robust_reader.chart_weights import ChartWeights
from likewise.robot.robust_reader.tree_grammar import Derivation
from likewise.robot.vocabulary import WordMeaning

__all__ = ["GoldParts", "gold_parts", "train_chart"]

Ints = npt.NDArray[np.int64]
_RATE, _L2 = 0.1, 1e-4


@dataclass(frozen=True)
class GoldParts:
    """What the gold derivation of a command uses: options, words without a leaf, and rules with their places."""

    options: Ints
    words: Ints
    rules: Ints
    """Begin, cut (-1: none), end, rule, class."""


def gold_parts(root: Derivation, command: CommandArrays, grammar: ChartGrammar) -> GoldParts:
    """The parts of a derivation by their numbers."""
    options = {
        (phrase.begin, phrase.end, *meaning): number
        for number, (phrase, meaning) in enumerate(
            (command.phrases[row[0]], meaning)
            for row, meaning in zip(command.options, command.meanings, strict=True)
        )
    }
    used, covered, rules = list[int](), set[int](), list[tuple[int, ...]]()
    for one in root.walk():
        if one.leaf is not None:
            assert one.leaf.span is not None
            used.append(options[*one.leaf.span, *WordMeaning(one.leaf.name, one.leaf.value)])
            covered.update(range(*one.leaf.span))
        else:
            number = grammar.numbers[one.rule]
            cut = one.parts[1].begin if len(one.parts) == 2 else -1
            kind = grammar.binary[number, 3] if cut >= 0 else grammar.unary[number - len(grammar.binary), 2]
            rules.append((one.begin, cut, one.end, number, int(kind)))
    words = [place for place in range(command.size) if place not in covered]
    return GoldParts(
        *(np.array(one, np.int64) for one in (used, words)), np.array(rules, np.int64).reshape(-1, 5)
    )


def train_chart(
    weights: ChartWeights,
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
        rate = _RATE * (1 - 0.9 * epoch / max(epochs - 1, 1))
        for place in rng.permutation(len(commands)).tolist():
            versions = commands[place]
            command, gold = versions[(epoch + place) % len(versions)]
            loss -= chart_step(weights, command, gold, rate)
        tell("", (epoch + 1) / epochs)
    return loss / max(len(commands), 1)


def chart_step(weights: ChartWeights, command: CommandArrays, gold: GoldParts, rate: float) -> float:
    """One step uphill; the logarithm of how likely the gold derivation was before."""
    slopes, loss = chart_slopes(weights, command, gold)
    if slopes is None:
        return loss
    rows, columns, pairs = command.options.T
    squares = weights.squares
    _kernels.descend_some(
        *command.leaf, rows, columns, slopes.options, weights.leaf, squares["leaf"], rate, _L2
    )
    _kernels.descend(*command.word, slopes.words, weights.word, squares["word"], rate, _L2)
    _kernels.descend(*command.place, slopes.places, weights.place, squares["place"], rate, _L2)
    _descend_plain(weights.fine, squares["fine"], slopes.fine, rate)
    slope = np.zeros_like(weights.pair)
    np.add.at(slope, pairs, slopes.options)
    slope[-1] = 0.0
    _descend_plain(weights.pair, squares["pair"], slope, rate)
    return loss


@dataclass(frozen=True)
class ChartSlopes:
    """How the logarithm of the gold derivation's chance grows with each weight of the command."""

    options: npt.NDArray[np.float64]
    words: npt.NDArray[np.float64]
    places: npt.NDArray[np.float64]
    fine: npt.NDArray[np.float64]


def chart_slopes(
    weights: ChartWeights, command: CommandArrays, gold: GoldParts
) -> tuple[ChartSlopes | None, float]:
    """Gold less expected, and the logarithm of the gold derivation's chance."""
    grammar, size = weights.grammar, command.size
    weighed = weights.weigh(command)
    filled = weights.filled(command, weighed)
    if not 0.0 < filled.total < np.inf:
        return None, 0.0
    out = np.zeros_like(filled.inside)
    out[0, size, grammar.root] = 1.0 / filled.total
    fine = np.zeros_like(weights.fine)
    split, begin, end = (np.zeros_like(weighed.split) for _ in range(3))
    _kernels.outside(
        size, grammar.binary, grammar.first, grammar.unary, np.exp(weights.fine), weighed.split, weighed.begin,
        weighed.end, filled.inside, filled.active, filled.sizes, out, fine, split, begin, end,
    )  # fmt: skip
    b, e, symbol, option, first, last = command.entries.T
    share = out[b, e, symbol] * filled.values
    options = np.zeros(len(command.options))
    np.add.at(options, option, -share)
    steps = np.zeros(size + 1)
    for low, high in ((b, first), (last, e)):
        np.add.at(steps, low, -share)
        np.add.at(steps, high, share)
    words = np.cumsum(steps)[:size]
    options[gold.options] += 1.0
    words[gold.words] += 1.0
    at, cut, until, rule, kind = gold.rules.T
    two = cut >= 0
    np.add.at(fine, rule, 1.0)
    np.add.at(split, (cut[two], kind[two]), 1.0)
    np.add.at(begin, (at[~two], kind[~two]), 1.0)
    np.add.at(end, (until, kind), 1.0)
    gold_score = weighed.options[gold.options].sum() + np.diff(weighed.words)[gold.words].sum()
    gold_score += weights.fine[rule].sum() + np.log(weighed.end[until, kind]).sum()
    gold_score += (
        np.log(weighed.split[cut[two], kind[two]]).sum() + np.log(weighed.begin[at[~two], kind[~two]]).sum()
    )
    slopes = ChartSlopes(options, words[:, None], np.hstack([split, begin, end]), fine)
    return slopes, float(gold_score - filled.log_total)


def _descend_plain(
    weights: npt.NDArray[np.float64],
    squares: npt.NDArray[np.float64],
    slope: npt.NDArray[np.float64],
    rate: float,
) -> None:
    some = np.abs(slope) > 1e-5
    step = slope[some] - _L2 * weights[some]
    squares[some] += step * step
    weights[some] += rate * step / np.sqrt(squares[some])
