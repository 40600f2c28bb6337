"""Which encoder reads which language, what it is called in signatures, and which layers it has.

The English ones are MiniLM (Wang et al. 2020), where the extra `encoder` is installed, and the small one that
comes with the package; other languages are read by the multilingual Universal Sentence Encoder (Yang et al.
2020, the extra `multilingual`), which has no layers to choose from. What no encoder here reads has equal
words alone to go by.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from functools import cache
from importlib.metadata import version
from pathlib import Path

from likewise.errors import MissingPartError
from likewise.text import (
    INSTALL,
    INSTALL_MULTILINGUAL,
    MULTILINGUAL_LANGUAGES,
    MULTILINGUAL_PACKAGE,
    encoder_package,
    multilingual_folder,
    small_encoder_file,
)

__all__ = [
    "COSINE_LAYERS",
    "DEPTHS",
    "EQUAL_WORDS",
    "KINDS",
    "MATCHING_LAYERS",
    "kind_for",
    "layer_of",
    "needed_kinds",
    "weights_name",
]

KINDS = ("auto", "small", "english", "multilingual")
EQUAL_WORDS = "equal-words"
"""What is left where no encoder reads a text."""
DEPTHS = {"small": 4, "english": 6}
"""Layers above the embeddings, which are layer 0."""
COSINE_LAYERS = {"small": 2, "english": 6}
MATCHING_LAYERS = {"small": 2, "english": 6}
"""Where none is named: those that follow people best on WMT17 and on rated paraphrases."""
_SHOWN = 8


def kind_for(asked: str, languages: Collection[str]) -> str:
    """The encoder that reads texts in these languages (codes), of the one that was asked for."""
    english = all(lang == "en" for lang in languages)
    if asked in DEPTHS:
        return asked if english else EQUAL_WORDS
    if asked == "auto" and english:
        return "english" if encoder_package() is not None else "small"
    known = all(lang in MULTILINGUAL_LANGUAGES for lang in languages)
    there = asked == "multilingual" or multilingual_folder() is not None
    return "multilingual" if known and there else EQUAL_WORDS


def needed_kinds(asked: str) -> tuple[str, str]:
    """The encoders of English and of other languages."""
    other = next(lang for lang in MULTILINGUAL_LANGUAGES if lang != "en")
    return kind_for(asked, ["en"]), kind_for(asked, [other])


def layer_of(kind: str, layer: int | None, usual: dict[str, int]) -> int | None:
    """The layer that is read: the one that was named, or the usual one; None where there are none."""
    return (usual[kind] if layer is None else layer) if kind in DEPTHS else None


@cache
def weights_name(kind: str) -> str:
    """Name, version and the first digits of the SHA-256 of the file of weights."""
    if kind == "small":
        return f"small-{_digits(small_encoder_file())}"
    if kind == "multilingual":
        folder = multilingual_folder()
        if folder is None:
            raise MissingPartError("the multilingual encoder", INSTALL_MULTILINGUAL)
        return _named(MULTILINGUAL_PACKAGE, folder / "resources/weights.npz")
    if kind == "english":
        package = encoder_package()
        path = package.path() if package else None
        if package is None or path is None:
            raise MissingPartError("the encoder", INSTALL)
        return _named(package.name, path)
    return kind


def _named(package: str, path: Path) -> str:
    return f"{package}-{version(package)}-{_digits(path)}"


def _digits(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()[:_SHOWN]
