"""A small pretrained encoder: every word of a sentence as a vector that knows its neighbours.

The network is of the BERT family (Devlin et al. 2019), such as MiniLM (Wang et al. 2020; six layers of width
384, the sentence-transformers release), computed here with numpy. How many layers it has and how wide they
are, the weights say; `likewise.text.installed_encoders` finds them. An adapter changes the layers by matrices
of low rank (Hu et al. 2022), so one set of weights serves several tasks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from functools import cache
from itertools import accumulate, count, pairwise, takewhile
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from threadpoolctl import ThreadpoolController

from likewise.text import _kernels
from likewise.text.word_pieces import WordPieces, english_pieces

__all__ = ["Encoder", "WordPieces"]

LONGEST_READ = 160
"""Pieces of the longest sentence that it is asked about here; none was longer where adapters were learnt."""

QUOTES = {"``": '"', "''": '"'}
"""How treebanks write what the encoder knows as one sign."""

PARTS = {
    "q": "attention.self.query", "k": "attention.self.key", "v": "attention.self.value",
    "o": "attention.output.dense", "i": "intermediate.dense", "d": "output.dense",
}  # fmt: skip

_STEPS = {"qkv": ("q", "k", "v"), "o": ("o",), "i": ("i",), "d": ("d",)}
"""Products of a layer: the three that look at the same vectors are taken as one."""

_ROWS = 1500
"""Pieces that go through the layers together: more do not gain, and leave the caches."""

_SPREAD = 4
"""How many pieces the shortest sentence of a group may be behind the longest; the rest is padded."""

Floats = npt.NDArray[np.float32]


class _Group(NamedTuple):
    """Sentences of like length, side by side: their rows, and the places of a padded table that they fill."""

    start: int
    end: int
    filled: npt.NDArray[np.bool_]


class Encoder:
    """Embeddings and layers, changed or not by an adapter.

    `depth`, `width` and `heads` say how large it is, `longest` how many pieces of a sentence are seen; `name`
    says whose weights they are.
    """

    def __init__(
        self, pieces: WordPieces, weights: Mapping[str, Floats], *, heads: int = 12, name: str = ""
    ) -> None:
        self.pieces = pieces
        self.weights = weights
        self.name = name
        self.heads = heads
        self.width = len(weights["embeddings.LayerNorm.weight"])
        self.depth = sum(1 for _ in takewhile(lambda k: f"{_at(k)}{PARTS['q']}.weight" in weights, count()))
        self.longest = len(weights["embeddings.position_embeddings.weight"]) - 2
        if not self.depth or self.width % heads:
            raise ValueError(f"{self.depth} layers of width {self.width} with {heads} heads")
        self._matrices = {
            f"{layer}.{step}": self._joined(layer, parts)
            for layer in range(self.depth)
            for step, parts in _STEPS.items()
        }
        self._low: dict[str, tuple[Floats, Floats]] = {}

    @classmethod
    def from_arrays(
        cls,
        arrays: Mapping[str, npt.NDArray[Any]],
        *,
        heads: int,
        pieces: WordPieces | None = None,
        name: str = "",
    ) -> Encoder:
        """From named arrays: of floats, or of eight-bit numbers `X` with `X.scale`, a float for each row."""
        fine = {}
        for key, array in arrays.items():
            if f"{key}.scale" in arrays:
                fine[key] = array * arrays[f"{key}.scale"].astype(np.float32).reshape(-1, 1)
            elif array.dtype.kind == "f" and not key.endswith(".scale"):
                fine[key] = array.astype(np.float32)
        return cls(english_pieces() if pieces is None else pieces, fine, heads=heads, name=name)

    def _joined(self, layer: int, parts: Iterable[str]) -> tuple[Floats, Floats]:
        """Matrices of several parts as one, turned for the product, and their biases."""
        at = [f"{_at(layer)}{PARTS[part]}" for part in parts]
        whole = np.concatenate([self.weights[f"{name}.weight"] for name in at])
        return np.ascontiguousarray(whole.T), np.concatenate([self.weights[f"{name}.bias"] for name in at])

    def adapted(self, adapter: Mapping[str, npt.NDArray[Any]], *, merged: bool = False) -> Encoder:
        """An encoder with `2 B A` added to each matrix; names are `<layer>.<part>.A` and `.B`.

        Matrices without an adapter stay as they are. The weights stay shared and the product is not written
        out; `merged` writes it out, which is faster and takes the memory of one more set of layers.
        """
        low = {}
        for key, (matrix, _) in self._matrices.items():
            layer, step = key.split(".")
            names = [f"{layer}.{part}" for part in _STEPS[step]]
            if any(f"{name}.A" in adapter for name in names):
                low[key] = _side_by_side(adapter, names, matrix.shape[1] // len(names))
        if not low:
            raise ValueError("an adapter of another kind: it has no matrix of any layer")
        twin = copy(self)
        if merged:
            twin._matrices = self._matrices | {
                key: (self._matrices[key][0] + into @ out, self._matrices[key][1])
                for key, (into, out) in low.items()
            }
        else:
            twin._low = low
        return twin

    def replaced(self, weights: Mapping[str, Floats]) -> Encoder:
        """An encoder with other weights in place of those of the same names."""
        return Encoder(self.pieces, {**self.weights, **weights}, heads=self.heads, name=self.name)

    def numbers(self, words: Sequence[str]) -> tuple[list[int], list[int]]:
        """Pieces of a sentence with both ends, and where each word begins among them."""
        ids, firsts = [self.pieces.first], []
        for word in words:
            firsts.append(min(len(ids), self.longest - 1))
            ids += self.pieces.of(QUOTES.get(word, word))
        return [*ids[: self.longest], self.pieces.last], firsts

    def pair_numbers(
        self, words_a: Sequence[str], words_b: Sequence[str]
    ) -> tuple[list[int], list[int], list[int]]:
        """Two texts as one input: pieces, the text that each is of (0 or 1), and where each word begins.

        Words of the second follow those of the first in the last list. Where both are too long together, the
        longer one is cut, and words that are cut off stand where their text ends.
        """
        (ids_a, firsts_a), (ids_b, firsts_b) = self.numbers(words_a), self.numbers(words_b)
        ids_b = ids_b[1:]
        most = self.longest + 1
        half = most // 2
        size_b = min(len(ids_b), max(half, most - len(ids_a)))
        size_a = min(len(ids_a), most - size_b)
        ids_a, ids_b = ([*ids[: n - 1], ids[-1]] for ids, n in ((ids_a, size_a), (ids_b, size_b)))
        firsts = [min(f, size_a - 1) for f in firsts_a]
        firsts += [size_a + min(f - 1, size_b - 1) for f in firsts_b]
        return ids_a + ids_b, [0] * size_a + [1] * size_b, firsts

    def reads(self, words: Sequence[str]) -> bool:
        """Whether a sentence is short enough to ask about."""
        return len(words) < LONGEST_READ and len(self.numbers(words)[0]) <= LONGEST_READ

    def layers(self, ids: Sequence[int], added: Floats | None = None) -> list[Floats]:
        """The vectors of all pieces after the embedding and after each layer; `added` goes on the first."""
        return self.layers_of_batch([ids], None if added is None else [added])[0]

    def layers_of_batch(
        self,
        batch: Sequence[Sequence[int]],
        added: Sequence[Floats] | None = None,
        types: Sequence[Sequence[int]] | None = None,
    ) -> list[list[Floats]]:
        """The `layers` of several sentences, read in one pass: most of the work is shared by all of them.

        `types`: of each piece, the text that it is of (see `pair_numbers`); all are of the first by default.
        Sentences go through in the order of their length. The pieces of all stand in one table; only where
        they look at each other is a group of like length padded.
        """
        order = sorted(range(len(batch)), key=lambda k: len(batch[k]))
        read: list[list[Floats]] = [[] for _ in batch]
        # Matrices this small gain little from a second thread and lose much where the cores are busy.
        with _threads().limit(limits=1, user_api="blas"):
            for part in _parts(order, [len(ids) for ids in batch]):
                sizes = [len(batch[k]) for k in part]
                first = self._embedded(
                    [batch[k] for k in part],
                    None if types is None else [types[k] for k in part],
                    None if added is None else np.concatenate([added[k] for k in part]),
                )
                tables = self._tables(first, list(_groups(sizes)))
                for k, (start, end) in zip(part, pairwise([0, *accumulate(sizes)]), strict=True):
                    read[k] = [table[start:end] for table in tables]
        return read

    def layers_above(self, vectors: Sequence[Floats], start: int) -> list[list[Floats]]:
        """Given vectors of the pieces of several sentences, and what each layer from `start` on makes of
        them."""
        order = sorted(range(len(vectors)), key=lambda k: len(vectors[k]))
        read: list[list[Floats]] = [[] for _ in vectors]
        with _threads().limit(limits=1, user_api="blas"):
            for part in _parts(order, [len(table) for table in vectors]):
                sizes = [len(vectors[k]) for k in part]
                tables = self._tables(np.concatenate([vectors[k] for k in part]), list(_groups(sizes)), start)
                for k, (first, end) in zip(part, pairwise([0, *accumulate(sizes)]), strict=True):
                    read[k] = [table[first:end] for table in tables]
        return read

    def mixed(self, ids: Sequence[int], mix: Floats, added: Floats | None = None) -> Floats:
        """The mean of all layers, weighted by the softmax of `mix`."""
        return self.mixed_of_batch([ids], mix, None if added is None else [added])[0]

    def mixed_of_batch(
        self, batch: Sequence[Sequence[int]], mix: Floats, added: Sequence[Floats] | None = None
    ) -> list[Floats]:
        """The `mixed` of several sentences, read in one pass."""
        shares = np.exp(mix - mix.max())
        shares /= shares.sum()
        return [np.tensordot(shares, np.stack(layers), 1) for layers in self.layers_of_batch(batch, added)]

    def _embedded(
        self,
        batch: Sequence[Sequence[int]],
        types: Sequence[Sequence[int]] | None,
        added: Floats | None,
    ) -> Floats:
        """The vectors of all pieces before the first layer."""
        w = self.weights
        x = w["embeddings.word_embeddings.weight"][[number for ids in batch for number in ids]]
        if "embeddings.projection.weight" in w:
            x = x @ w["embeddings.projection.weight"].T
        kinds = 0 if types is None else [kind for own in types for kind in own]
        places = [place for ids in batch for place in range(len(ids))]
        x = x + w["embeddings.token_type_embeddings.weight"][kinds]
        x += w["embeddings.position_embeddings.weight"][places]
        none = np.zeros(self.width, np.float32)
        return self._normed(x, np.zeros_like(x) if added is None else added, none, "embeddings.LayerNorm")

    def _tables(self, first: Floats, groups: Sequence[_Group], start: int = 0) -> list[Floats]:
        """Before the layer `start` and after each from there on, the vectors of all pieces of all
        sentences."""
        tables = [first]
        for layer in range(start, self.depth):
            tables.append(self._layer(tables[-1], groups, layer))
        return tables

    def _layer(self, x: Floats, groups: Sequence[_Group], layer: int) -> Floats:
        bias = {step: self._matrices[f"{layer}.{step}"][1] for step in _STEPS}
        looks = self._product(x, f"{layer}.qkv") + bias["qkv"]
        seen = np.empty_like(x)
        for group in groups:
            seen[group.start : group.end] = self._attention(looks[group.start : group.end], group.filled)
        at = _at(layer)
        x = self._normed(x, self._product(seen, f"{layer}.o"), bias["o"], f"{at}attention.output.LayerNorm")
        inner = self._product(x, f"{layer}.i")
        _kernels.bend(inner, bias["i"])
        return self._normed(x, self._product(inner, f"{layer}.d"), bias["d"], f"{at}output.LayerNorm")

    def _product(self, x: Floats, key: str) -> Floats:
        y: Floats = x @ self._matrices[key][0]
        if key in self._low:
            into, out = self._low[key]
            y += x @ into @ out
        return y

    def _normed(self, x: Floats, y: Floats, bias: Floats, name: str) -> Floats:
        """The sum, each row with mean 0 and variance 1, then stretched and shifted."""
        w = self.weights
        normed: Floats = _kernels.normed_sum(x, y, bias, w[f"{name}.weight"], w[f"{name}.bias"])
        return normed

    def _attention(self, looks: Floats, filled: npt.NDArray[np.bool_]) -> Floats:
        """What each piece takes from the others of its sentence, in several heads."""
        whole = filled.all()
        if not whole:
            padded = np.zeros((*filled.shape, looks.shape[1]), np.float32)
            padded[filled] = looks
            looks = padded
        many, size = filled.shape
        q, k, v = looks.reshape(many, size, 3, self.heads, -1).transpose(2, 0, 3, 1, 4)
        scores = (q * np.float32(1 / np.sqrt(q.shape[-1]))) @ k.transpose(0, 1, 3, 2)
        if not whole:
            scores += np.where(filled, np.float32(0), np.float32(-1e9))[:, None, None]
        scores -= scores.max(3, keepdims=True)
        np.exp(scores, out=scores)
        scores /= scores.sum(3, keepdims=True)
        taken: Floats = (scores @ v).transpose(0, 2, 1, 3).reshape(many, size, self.width)
        return taken.reshape(-1, self.width) if whole else taken[filled]


def _at(layer: int) -> str:
    return f"encoder.layer.{layer}."


def _side_by_side(
    adapter: Mapping[str, npt.NDArray[Any]], names: Sequence[str], width: int
) -> tuple[Floats, Floats]:
    """Adapters of matrices that are taken as one: the way in, and the way out with its factor of 2."""
    own = [name for name in names if f"{name}.A" in adapter]
    into = np.concatenate([adapter[f"{name}.A"] for name in own]).T
    out = np.zeros((into.shape[1], width * len(names)), np.float32)
    row = 0
    for name in own:
        rank, column = len(adapter[f"{name}.A"]), names.index(name) * width
        out[row : row + rank, column : column + width] = 2 * adapter[f"{name}.B"].T
        row += rank
    return np.ascontiguousarray(into, dtype=np.float32), out


def _parts(order: Sequence[int], sizes: Sequence[int]) -> Iterable[list[int]]:
    """The sentences in parts of a size that the caches hold."""
    part, rows = list[int](), 0
    for k in order:
        if part and rows + sizes[k] > _ROWS:
            yield part
            part, rows = [], 0
        part.append(k)
        rows += sizes[k]
    if part:
        yield part


def _groups(sizes: Sequence[int]) -> Iterable[_Group]:
    """Neighbours whose lengths differ little; `sizes` are in order."""
    start = row = 0
    while start < len(sizes):
        end = start + 1
        while end < len(sizes) and sizes[end] <= sizes[start] + _SPREAD:
            end += 1
        own = np.asarray(sizes[start:end])
        rows = int(own.sum())
        yield _Group(row, row + rows, np.arange(own[-1]) < own[:, None])
        start, row = end, row + rows


@cache
def _threads() -> ThreadpoolController:
    return ThreadpoolController()
