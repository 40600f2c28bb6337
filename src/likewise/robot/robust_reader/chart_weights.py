"""The weights of the chart parser: what they make of a command, and one step of learning (AdaGrad, Duchi et al. 2011)."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from likewise.robot.robust_reader import _kernels
from likewise.robot.robust_reader.chart_model import ChartGrammar, CommandArrays

__all__ = ["ChartWeights", "FilledChart", "WeighedCommand"]

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class WeighedCommand:
    """How much each option, word without a leaf, rule and place of a command weighs, as logarithms."""

    options: Floats
    words: Floats
    """Sums of the weights of the words without a leaf, from the first on."""
    split: Floats
    begin: Floats
    end: Floats
    """A row a place, a column a class of rules; these three as factors."""


@dataclass(frozen=True)
class FilledChart:
    """Sums over all derivations: inside and outside of each symbol at each place, and of all together."""

    inside: Floats
    active: Ints
    sizes: Ints
    values: Floats
    """What each entry weighs."""
    total: float
    log_total: float
    """The logarithm of the total before its scaling."""


@dataclass
class ChartWeights:
    """One array a kind of feature, with the sums of squares that AdaGrad keeps."""

    grammar: ChartGrammar
    leaf: Floats
    pair: Floats
    word: Floats
    place: Floats
    fine: Floats
    squares: dict[str, Floats] = field(default_factory=dict)

    @classmethod
    def empty(cls, grammar: ChartGrammar, leaf: int, pair: int, word: int, place: int) -> ChartWeights:
        """Weights of 0 but for rules that nobody has used."""
        made = cls(
            grammar,
            np.zeros((leaf, len(grammar.columns))),
            np.zeros(pair + 1),
            np.zeros((word, 1)),
            np.zeros((place, 3 * len(grammar.classes))),
            grammar.penalties.copy(),
        )
        for name in ("leaf", "pair", "word", "place", "fine"):
            made.squares[name] = np.full_like(getattr(made, name), 1e-8)
        return made

    def weigh(self, command: CommandArrays) -> WeighedCommand:
        """What the parts of a command weigh."""
        count = len(self.grammar.classes)
        rows, columns, pairs = command.options.T
        options = _kernels.some_scores(*command.leaf, rows, columns, self.leaf) + self.pair[pairs]
        words = np.zeros((command.size, 1))
        _kernels.place_scores(*command.word, self.word, words)
        places = np.zeros((command.size + 1, 3 * count))
        _kernels.place_scores(*command.place, self.place, places)
        places = np.exp(places)
        return WeighedCommand(
            options,
            np.concatenate([[0.0], np.cumsum(words[:, 0])]),
            np.ascontiguousarray(places[:, :count]),
            np.ascontiguousarray(places[:, count : 2 * count]),
            np.ascontiguousarray(places[:, 2 * count :]),
        )

    def filled(self, command: CommandArrays, weighed: WeighedCommand) -> FilledChart:
        """The sums over all derivations, scaled so that no number gets too large."""
        size, grammar = command.size, self.grammar
        begin, end, _, option, first, last = command.entries.T
        logs = weighed.options[option] + weighed.words[first] - weighed.words[begin]
        logs += weighed.words[end] - weighed.words[last]
        shift = float(np.max(logs / (end - begin), initial=0.0))
        values = np.exp(logs - shift * (end - begin))
        shape = (size + 1, size + 1, len(grammar.symbols))
        chart, active = np.zeros(shape), np.empty(shape, np.int64)
        sizes = np.zeros(shape[:2], np.int64)
        _kernels.inside(
            size, command.entries, values, grammar.binary, grammar.first, grammar.unary, np.exp(self.fine),
            weighed.split, weighed.begin, weighed.end, chart, active, sizes,
        )  # fmt: skip
        total = float(chart[0, size, grammar.root])
        log_total = np.log(total) + shift * size if total > 0 else -np.inf
        return FilledChart(chart, active, sizes, values, total, log_total)
