"""A small net that reads two texts together: do they mean the same, and does one follow from the other?

An encoder's layers, changed by matrices of low rank (Hu et al. 2022), read both side by side, and a net on
top of them gives two answers: whether both mean the same, and which way the first bears on the second
(entailment, neutral, contradiction: Bowman et al. 2015). It sees no counts of words.
`training/meaning_model.py` makes it, and its card is in the documentation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.special import erf, expit, log_softmax

from likewise.errors import InputError
from likewise.io import fine_rows, loads_arrays
from likewise.text import Encoder, encoder_folder, installed_encoder, small_encoder

__all__ = ["MODELS", "PairJudgement", "PairModel", "pair_model"]

Floats = npt.NDArray[np.float32]

MODELS = ("auto", "encoder", "small")
LONGEST = 120
"""Pieces of a text that are read, with both ends; none was longer where the net was learnt."""


@dataclass(frozen=True, slots=True)
class PairJudgement:
    """What the net says of a pair: the log odds that both mean the same (both orders, their mean), and the
    chances of entailment, neutral and contradiction from the first to the second and back. `cut` is true
    where a text was too long to be read to its end."""

    same: float
    forth: tuple[float, float, float]
    back: tuple[float, float, float]
    cut: bool = False

    @property
    def contradicts(self) -> float:
        """The chance of a contradiction, whichever way it is read."""
        return (self.forth[2] + self.back[2]) / 2

    @property
    def entails(self) -> float:
        """The chance that each follows from the other: the smaller of both ways."""
        return min(self.forth[0], self.back[0])


class PairModel:
    """One net over an encoder, or several whose answers are averaged."""

    def __init__(self, encoder: Encoder, nets: Sequence[dict[str, Floats]], name: str) -> None:
        self.encoder, self.name = encoder, name
        self.nets = [_Net(encoder, arrays) for arrays in nets]

    def judge(self, pairs: Sequence[tuple[str, str]]) -> list[PairJudgement]:
        """The pairs, in order; each is read both ways."""
        if not pairs:
            return []
        texts = dict.fromkeys(text for pair in pairs for text in pair)
        whole = {text: self.encoder.numbers(text.split())[0] for text in texts}
        rows = {t: row if len(row) <= LONGEST else [*row[: LONGEST - 1], row[-1]] for t, row in whole.items()}
        ways = [(rows[x], rows[y]) for a, b in pairs for x, y in ((a, b), (b, a))]
        answers = [net.answers(ways) for net in self.nets]
        same = np.mean([own for own, _ in answers], axis=0)
        relation = np.mean([own for _, own in answers], axis=0)
        return [
            PairJudgement(
                float(same[2 * k] + same[2 * k + 1]) / 2,
                _three(relation[2 * k]),
                _three(relation[2 * k + 1]),
                max(len(whole[a]), len(whole[b])) > LONGEST,
            )
            for k, (a, b) in enumerate(pairs)
        ]


class _Net:
    """The layers over both texts, and what stands on them."""

    def __init__(self, encoder: Encoder, arrays: dict[str, Floats]) -> None:
        whole = {name: array for name, array in arrays.items() if name.startswith("encoder.layer.")}
        self.encoder = encoder.replaced(whole) if whole else encoder.adapted(arrays, merged=True)
        self.arrays = arrays

    def answers(self, ways: Sequence[tuple[Sequence[int], Sequence[int]]]) -> tuple[Floats, Floats]:
        """Log odds of the same meaning, and the chances of the three relations."""
        added = [np.repeat(self.arrays["sides"], (len(x), len(y) - 1), axis=0) for x, y in ways]
        read = self.encoder.layers_of_batch([[*x, *y[1:]] for x, y in ways], added)
        seen = np.stack([_summary(layers[-1], len(x)) for layers, (x, _) in zip(read, ways, strict=True)])
        net = self.arrays
        inner = seen @ net["hidden.weight"].T + net["hidden.bias"]
        inner *= 0.5 * (1.0 + erf(inner / np.sqrt(2.0)))
        same = inner @ net["same.weight"].T + net["same.bias"]
        relation = log_softmax(inner @ net["relation.weight"].T + net["relation.bias"], axis=1)
        return same[:, 0].astype(np.float32), np.exp(relation).astype(np.float32)


def _summary(table: Floats, size: int) -> Floats:
    """Both first pieces, both means, and how the means differ."""
    first, second = table[:size].mean(0), table[size:].mean(0)
    return np.concatenate((table[0], table[size], first, second, np.abs(first - second), first * second))


def _three(row: Floats) -> tuple[float, float, float]:
    return float(row[0]), float(row[1]), float(row[2])


def chance(log_odds: float) -> float:
    """A chance from its log odds."""
    return float(expit(log_odds))


def pair_model(model: str = "auto") -> PairModel:
    """The net over the encoder of that name; `auto` is the installed encoder where there is one."""
    if model not in MODELS:
        raise InputError(f"{model}: expected one of {', '.join(MODELS)}", field="model")
    if model == "auto":
        model = "small" if encoder_folder() is None else "encoder"
    return _pair_model(model)


@cache
def _pair_model(model: str) -> PairModel:
    encoder = installed_encoder() if model == "encoder" else small_encoder()
    path = files("likewise").joinpath(f"data/meaning-{model}.npz")
    arrays = loads_arrays(path.read_bytes(), file=str(path))
    nets = [_fine(arrays, f"{k}/") for k in range(int(arrays["nets"]))]
    return PairModel(encoder, nets, f"{model}-{int(arrays['version'])}")


def _fine(arrays: dict[str, npt.NDArray[Any]], lead: str) -> dict[str, Floats]:
    """The arrays of one net as fractions."""
    own = {name.removeprefix(lead): array for name, array in arrays.items() if name.startswith(lead)}
    return {name: array.astype(np.float32) for name, array in fine_rows(own).items()}
