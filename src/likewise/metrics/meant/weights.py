"""The twelve weights of role groups: uniform, from frequencies, from a file, or searched for.

MEANT's are found by a search for the best correlation with people (Lo and Wu 2011a), UMEANT's are the
relative frequencies of the groups in the references (Lo and Wu 2012); for XMEANT in the inputs.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from likewise.errors import InputError
from likewise.io import write_text
from likewise.metrics.meant.frame_text import FrameText
from likewise.metrics.meant.phrase_form import Floats
from likewise.metrics.meant.role_groups import GROUPS, PREDICATE

__all__ = ["NAMED", "RoleWeights", "frequency_weights", "load_weights", "save_weights"]

NAMED = ("default", "uniform", "unsupervised")

DEFAULT = dict.fromkeys(GROUPS, 1.0)


@dataclass(frozen=True)
class RoleWeights:
    """A weight for each role group; they sum to 1, since only their ratios matter."""

    values: tuple[float, ...]

    @classmethod
    def of(cls, named: Mapping[str, float], *, file: str | None = None) -> RoleWeights:
        """From weights by the names of groups; those not named are 0."""
        unknown = [name for name in named if name not in GROUPS]
        if unknown:
            raise InputError(f"unknown role group '{unknown[0]}', expected {', '.join(GROUPS)}", file=file)
        values = np.array([float(named.get(name, 0.0)) for name in GROUPS])
        if not np.isfinite(values).all() or (values < 0.0).any() or values.sum() <= 0.0:
            raise InputError("weights of role groups are numbers of 0 or more, not all 0", file=file)
        return cls(tuple((values / values.sum()).tolist()))

    @property
    def array(self) -> Floats:
        return np.array(self.values)

    def named(self) -> dict[str, float]:
        """By the names of the groups."""
        return dict(zip(GROUPS, self.values, strict=True))


def frequency_weights(texts: Iterable[FrameText]) -> RoleWeights:
    """Relative frequencies of predicates and role groups; all alike where there are no frames at all."""
    counts = np.zeros(len(GROUPS))
    for text in texts:
        for frame in text.frames:
            counts[PREDICATE] += 1.0
            for filler in frame.arguments:
                counts[filler.group] += 1.0
    if not counts.sum():
        counts += 1.0
    return RoleWeights.of(dict(zip(GROUPS, counts.tolist(), strict=True)))


def save_weights(weights: RoleWeights, path: str | Path) -> None:
    """Write weights as JSON: `{"weights": {group: number}}`."""
    rows = {name: round(value, 6) for name, value in weights.named().items()}
    with write_text(path) as stream:
        stream.write(json.dumps({"weights": rows}, indent=2) + "\n")


@lru_cache(maxsize=32)
def load_weights(name: str) -> RoleWeights:
    """The weights of that name (but `unsupervised`, which needs the texts), or of a JSON file."""
    if name == "uniform":
        return RoleWeights.of(dict.fromkeys(GROUPS, 1.0))
    if name == "default":
        return RoleWeights.of(DEFAULT)
    try:
        rows = json.loads(Path(name).read_text(encoding="utf-8"))
        return RoleWeights.of(rows["weights"], file=name)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        if isinstance(error, InputError):
            raise
        message = f"expected {', '.join(NAMED)}, or a file of weights ({error})"
        raise InputError(message, file=name, field="weights") from None
