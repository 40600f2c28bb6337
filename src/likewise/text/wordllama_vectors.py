"""A vector for each word, whatever stands beside it: the static vectors of the package `wordllama`.

The package (MIT, the extra `vectors`) carries 32,000 pieces of words with 256 numbers each, made from the
embeddings of several language models. Its two files are read here: its own code asks for libraries that this
does not need. A word is the mean of its pieces, which are found by merging letters in the order that was
learnt (byte pair encoding, Sennrich et al. 2016). English above all. Nothing is fetched at run time.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError, MissingPartError
from likewise.text.installed_encoders import read_safetensors

__all__ = ["INSTALL_VECTORS", "MergedPieces", "StaticVectors", "static_vectors", "static_vectors_folder"]

Floats = npt.NDArray[np.float32]

INSTALL_VECTORS = "likewise[vectors]"

PACKAGE = "wordllama"
_WEIGHTS = "weights/l2_supercat_256.safetensors"
_PIECES = "tokenizers/l2_supercat_tokenizer_config.json"
_BEGIN = "▁"
"""Stands for the blank before a word."""


class MergedPieces:
    """Words cut into pieces: letters are joined, the pair that was learnt first before all others."""

    def __init__(self, ids: Mapping[str, int], merges: Sequence[str]) -> None:
        self.ids = ids
        self._ranks = {(a, b): n for n, (a, _, b) in enumerate(pair.partition(" ") for pair in merges)}
        self.of = lru_cache(maxsize=50_000)(self._of)

    def _of(self, word: str) -> tuple[int, ...]:
        """Numbers of the pieces; a letter that is no piece is left out, for its bytes mean nothing."""
        parts = [*(_BEGIN + word.replace(" ", _BEGIN))]
        while len(parts) > 1:
            ranks = [self._ranks.get(pair, len(self._ranks)) for pair in itertools.pairwise(parts)]
            best = min(ranks)
            if best == len(self._ranks):
                break
            at = ranks.index(best)
            parts[at : at + 2] = ["".join(parts[at : at + 2])]
        return tuple(self.ids[part] for part in parts if part in self.ids)


class StaticVectors:
    """Words as vectors of length 1; `name` says whose they are, `width` how many numbers one has."""

    def __init__(self, pieces: MergedPieces, table: npt.NDArray[np.floating], *, name: str = "") -> None:
        self.name = name
        self.width = table.shape[1]
        self._pieces = pieces
        self._table = table

    def words(self, words: Iterable[str]) -> Floats:
        """A row for each word; one without a piece that carries meaning gets zeros.

        Such are the empty word and words of letters that the pieces lack, as most Chinese ones are.
        """
        given = list(words)
        rows = {word: self._row(word) for word in dict.fromkeys(given)}
        return np.stack([rows[word] for word in given]) if given else np.zeros((0, self.width), np.float32)

    def sizes(self, words: Iterable[str]) -> npt.NDArray[np.float64]:
        """How many pieces each word has, at least 1: rarer words have more."""
        return np.array([max(len(self._pieces.of(word)), 1) for word in words], np.float64)

    def _row(self, word: str) -> Floats:
        own = self._pieces.of(word)
        # The sign of the blank alone says nothing of the word behind it.
        if all(number == self._pieces.ids.get(_BEGIN) for number in own):
            return np.zeros(self.width, np.float32)
        mean: Floats = self._table[list(own)].astype(np.float32).mean(0)
        return mean / max(float(np.linalg.norm(mean)), 1e-12)


def static_vectors_folder() -> Path | None:
    """Where the vectors are; None where the package is not installed."""
    spec = find_spec(PACKAGE)
    places = list(spec.submodule_search_locations or ()) if spec else []
    folder = Path(places[0]) if places else None
    return folder if folder and all((folder / name).is_file() for name in (_WEIGHTS, _PIECES)) else None


@cache
def static_vectors() -> StaticVectors:
    """The vectors as they are installed, read once."""
    folder = static_vectors_folder()
    if folder is None:
        raise MissingPartError("the package of static vectors", INSTALL_VECTORS)
    try:
        model = json.loads((folder / _PIECES).read_text("utf-8"))["model"]
        pieces = MergedPieces(model["vocab"], model["merges"])
        table = read_safetensors(folder / _WEIGHTS)["embedding.weight"]
        if len(table) < len(pieces.ids):
            raise ValueError(f"{len(table)} vectors for {len(pieces.ids)} pieces")
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(f"has not the vectors of words ({error})", file=str(folder)) from None
    return StaticVectors(pieces, table, name=PACKAGE)
