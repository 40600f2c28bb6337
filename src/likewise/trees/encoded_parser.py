"""A constituent parser over the optional encoder: the same trees as our small one, much better ones.

Words are the weighted mean of the encoder's layers. A span is the difference of its two ends (Stern, Andreas
and Klein 2017; Kitaev and Klein 2018), where an end knows the word before it and the word behind it; each
labelled span is scored by itself, and the best tree is found by CKY. `training/negation_parser.py` makes it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.io import fine_rows
from likewise.text import Encoder, installed_encoder
from likewise.trees import _kernels
from likewise.trees.constituents import ConstituentTree, TaggedTree, flat_tree, tree_of_chart

__all__ = ["EncodedParser"]

Floats = npt.NDArray[Any]


@dataclass(frozen=True)
class EncodedParser:
    """An adapted encoder with layers for tags and spans above it."""

    encoder: Encoder
    weights: Mapping[str, Floats]
    tags: tuple[str, ...]
    labels: tuple[str, ...]

    @staticmethod
    def of(arrays: Mapping[str, Floats]) -> EncodedParser:
        """The parser in a file of arrays; needs the encoder."""
        tags, labels = (tuple(str(x) for x in arrays[name]) for name in ("tags", "labels"))
        own = fine_rows(arrays)
        return EncodedParser(installed_encoder().adapted(own), own, tags, labels)

    def reads(self, words: Sequence[str]) -> bool:
        """Whether a sentence is short enough for the encoder."""
        return self.encoder.reads(words)

    def read(self, words: Sequence[str]) -> TaggedTree:
        """The words with their parts of speech and the best tree over them."""
        tags, tree = self._parse(words) if words else ((), flat_tree(0))
        return TaggedTree(tuple(words), tags, tree)

    def _parse(self, words: Sequence[str]) -> tuple[tuple[str, ...], ConstituentTree]:
        ids, firsts = self.encoder.numbers(words)
        mixed = self.encoder.mixed(ids, self.weights["mix"])
        vectors = mixed[firsts]
        tags = (vectors @ self.weights["tag.weight"].T + self.weights["tag.bias"]).argmax(1)
        label, score = self._spans(mixed[:1], vectors, mixed[-1:])
        tree = tree_of_chart(_kernels.best_tree(label, score), len(words), self.labels)
        return tuple(self.tags[tag] for tag in tags), tree

    def _spans(self, first: Floats, words: Floats, last: Floats) -> tuple[Floats, Floats]:
        """The best label of every span with its score; -1 and 0 where none is better."""
        w, n = self.weights, len(words)
        spread, bias = w["spread.weight"], w["spread.bias"]
        half = len(spread) // 2
        before = np.concatenate([first, words]) @ spread[:half].T + bias[:half]
        after = np.concatenate([words, last]) @ spread[half:].T + bias[half:]
        # The first layer above the ends is linear, so it is taken once for each end, not for each span.
        ends = np.concatenate([before, after], 1) @ w["hidden.weight"].T
        label = np.full((n + 1, n + 1), -1, np.int64)
        score = np.zeros((n + 1, n + 1), np.float32)
        for i in range(n):
            inner = np.maximum(ends[i + 1 :] - ends[i] + w["hidden.bias"], 0)
            scores = inner @ w["out.weight"].T + w["out.bias"]
            best = scores.argmax(1)
            top = scores[np.arange(n - i), best]
            keep = top > 0
            if i == 0:
                keep[-1] = True  # the whole sentence is a bracket
            label[i, i + 1 :] = np.where(keep, best, -1)
            score[i, i + 1 :] = np.where(keep, top, 0)
        return label, score
