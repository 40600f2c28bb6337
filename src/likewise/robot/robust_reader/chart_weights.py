"""The weights of the chart parser, which looks at words all around (Finkel et al. 2008; Hall et al. 2014).

The probability of a derivation given the words is a product over its leaves and rules, normalised over all
derivations. A leaf weighs by its words and their neighbours, a word without a leaf by the same, a rule by
what it is and by the words at its ends and at its cut.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from likewise.robot.robust_reader import _kernels
from likewise.robot.robust_reader.chart import FilledChart, RuleFactors
from likewise.robot.robust_reader.chart_grammar import ChartGrammar
from likewise.robot.robust_reader.command_arrays import CommandArrays

__all__ = ["WEIGHTS", "ChartWeights", "WeighedCommand"]

Floats = npt.NDArray[np.float64]
WEIGHTS = ("leaf", "pair", "word", "place", "fine")
_LEAST = 1e-3
"""Smaller weights are not kept."""


@dataclass(frozen=True)
class WeighedCommand:
    """How much the options, the words without a leaf and the rules of a command weigh."""

    options: Floats
    words: Floats
    """Both as logarithms."""
    factors: RuleFactors

    def entries(self, command: CommandArrays) -> Floats:
        """The logarithms of the weights of the entries, with the words that they take along."""
        begin, end, _, option, first, last = command.entries.T
        sums = np.concatenate([[0.0], np.cumsum(self.words)])
        return np.asarray(self.options[option] + sums[first] - sums[begin] + sums[end] - sums[last])


@dataclass(frozen=True)
class ChartWeights:
    """One array a kind of feature."""

    leaf: Floats
    """A row a feature, a column a symbol of leaves."""
    pair: Floats
    """Phrases with what they mean; the last one, always 0, is for those not learnt."""
    word: Floats
    place: Floats
    """A column a class of rules, for each cut, begin and end."""
    fine: Floats
    """One a rule."""

    @classmethod
    def zeros(cls, grammar: ChartGrammar, leaf: int, pair: int, word: int, place: int) -> Self:
        """Nothing learnt, for so many features of each kind."""
        return cls(
            np.zeros((leaf, len(grammar.leaves))),
            np.zeros(pair + 1),
            np.zeros((word, 1)),
            np.zeros((place, 3 * grammar.class_count)),
            np.zeros(len(grammar.rules)),
        )

    def weigh(self, command: CommandArrays) -> WeighedCommand:
        """What the parts of a command weigh."""
        rows, columns, pairs = command.options.T
        options = _kernels.some_scores(*command.leaf, rows, columns, self.leaf) + self.pair[pairs]
        words = np.zeros((command.size, 1))
        _kernels.place_scores(*command.word, self.word, words)
        places = np.zeros((command.size + 1, self.place.shape[1]))
        _kernels.place_scores(*command.place, self.place, places)
        split, begin, end = np.exp(places).reshape(command.size + 1, 3, -1).transpose(1, 0, 2).copy()
        return WeighedCommand(options, words[:, 0], RuleFactors(np.exp(self.fine), split, begin, end))

    def filled(self, grammar: ChartGrammar, command: CommandArrays) -> FilledChart:
        """The chart of a command."""
        weighed = self.weigh(command)
        return FilledChart.fill(
            grammar, command.size, command.entries[:, :3], weighed.entries(command), weighed.factors
        )

    def rounded(self) -> ChartWeights:
        """As they come back from the disk."""
        return ChartWeights(*(_coarse(getattr(self, name)).astype(np.float64) for name in WEIGHTS))

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        """For the disk: the weights that are not 0, and where they stand."""
        arrays: dict[str, npt.NDArray[Any]] = {}
        for name in WEIGHTS:
            coarse = _coarse(getattr(self, name))
            places = np.flatnonzero(coarse)
            arrays[f"{name}.shape"] = np.array(coarse.shape, np.int64)
            arrays[f"{name}.places"] = places.astype(np.uint32)
            arrays[f"{name}.values"] = coarse.reshape(-1)[places]
        return arrays

    @classmethod
    def of(cls, arrays: Mapping[str, npt.NDArray[Any]]) -> Self:
        """From what `arrays` gave."""
        dense = []
        for name in WEIGHTS:
            one = np.zeros(int(np.prod(arrays[f"{name}.shape"])))
            one[arrays[f"{name}.places"]] = arrays[f"{name}.values"]
            dense.append(one.reshape(arrays[f"{name}.shape"]))
        return cls(*dense)


def _coarse(array: Floats) -> npt.NDArray[np.float32]:
    coarse = array.astype(np.float32)
    coarse[np.abs(coarse) < _LEAST] = 0.0
    return coarse
