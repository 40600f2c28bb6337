"""The least cost of turning one text into another where neighbouring blocks may change places.

Leusch, Ueffing & Ney (2003): a biparse under a bracketing grammar whose rules have costs, not probabilities.
A rule of cost c weighs exp(-c), so that the cost of a biparse is minus its log.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from likewise.transduce.itg.biparse.matrix import matrix_log

__all__ = ["least_inversion_cost"]


def least_inversion_cost(substitutions: npt.ArrayLike, inversion: float, *, beam: int | None = None) -> float:
    """The cost of the cheapest biparse of two texts of one word or more.

    `substitutions` has the cost of putting one word for another (source x target), `inversion` is that of an
    inverted rule; an insertion and a deletion cost 1. With a `beam` the result may be above the least one.
    """
    costs = np.asarray(substitutions, np.float64)
    one, other = (np.full(size, math.exp(-1.0)) for size in costs.shape)
    inverted = math.exp(-inversion)
    cost = -matrix_log(np.exp(-costs), one, other, 1.0, inverted, semiring="viterbi", beam=beam)
    # Logs of exponentials: what is a whole number is one again.
    return cost if math.isinf(cost) or abs(cost - round(cost)) > 1e-9 else float(round(cost))
