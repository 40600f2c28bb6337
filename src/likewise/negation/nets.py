"""Scope taggers over the optional encoder: the words around a cue as vectors, then a chain of two labels.

Each net changes the encoder by an adapter of its own (see `likewise.text.encoder`). The pieces of the cue get
a vector added before the first layer, so the encoder knows what to look at. A word is the weighted mean of
all layers at its first piece, with a vector for its distance from the cue and, in nets that learnt from
trees, one for its features there. `training/negation_nets.py` makes the nets.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.io.arrays import fine_rows
from likewise.negation.views import View
from likewise.text.crf import LabelChain
from likewise.text.encoder import Encoder, encoder
from likewise.text.hashed_features import HashedNames, numbers_of

__all__ = ["ScopeNet", "nets_of"]

FAR = 31
"""Words farther from the cue than this are all as far."""

Floats = npt.NDArray[Any]


@dataclass(frozen=True)
class ScopeNet:
    """An adapted encoder with the small layers above it; `features` is empty in a net without trees."""

    encoder: Encoder
    weights: Mapping[str, Floats]
    features: Mapping[str, int]

    def chain(self, view: View, row: Sequence[Sequence[str]]) -> LabelChain:
        """What the net says of the places of a view; `row` has the names of their features."""
        ids, firsts = self.encoder.numbers(view.sentence.words)
        mixed = self.encoder.mixed(ids, self.weights["mix"], self._marks(view, firsts, len(ids)))
        far = [FAR + 1 + max(-FAR, min(FAR, token - view.anchor)) for token in view.places]
        parts = [mixed[[firsts[token] for token in view.places]], self.weights["far"][far]]
        if self.features:
            parts.append(np.stack([self._bag(names) for names in row]))
        fits = np.concatenate(parts, 1) @ self.weights["out"].T + self.weights["bias"]
        return LabelChain(fits, self.weights["steps"])

    def _marks(self, view: View, firsts: Sequence[int], size: int) -> Floats:
        """The vector of a cue (the second kind: of a word that holds one) on each of its pieces."""
        found = np.zeros((size, self.weights["cue"].shape[1]), np.float32)
        ends = [*firsts[1:], size - 1]
        for part in view.cue:
            found[firsts[part.token] : ends[part.token]] = self.weights["cue"][2 if view.affixal else 1]
        return found

    def _bag(self, names: Sequence[str]) -> Floats:
        """The sum of the vectors of the features; words themselves are the encoder's business."""
        known = numbers_of((name for name in names if not name.startswith("w=")), self.features)
        table = self.weights["bag"]
        return table[known].sum(0) if known else np.zeros(table.shape[1], np.float32)


def nets_of(arrays: Mapping[str, Floats], kind: str) -> tuple[ScopeNet, ...]:
    """The nets of one kind (`text`, `trees`) in a file of arrays; needs the encoder."""
    found = []
    for number in range(int(arrays[f"{kind}.count"])):
        own = fine_rows(arrays, f"{kind}.{number}.")
        features = HashedNames(arrays[f"{kind}.features"]) if "bag" in own else {}
        found.append(ScopeNet(encoder().adapted(own), own, features))
    return tuple(found)
