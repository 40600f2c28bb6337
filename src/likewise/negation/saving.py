"""A resolver in a folder and back: weights and the hashes of the features' names as arrays, the rest as JSON.

Equal models give equal bytes. Weights have half the precision, as `fit` leaves them. What the
encoder lends, nets and parser, is no part of it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError
from likewise.io.arrays import dumps_arrays, loads_arrays
from likewise.io.lines import Source
from likewise.io.models import ModelCard, read_model, write_model
from likewise.negation.cues import CueFinder
from likewise.negation.events import EventTagger
from likewise.negation.ranker import Ranker
from likewise.negation.resolver import Reader, Resolver
from likewise.negation.scopes import ScopeTagger
from likewise.text.crf import CRF
from likewise.text.hashed_features import HashedNames, hashes_of
from likewise.trees import Parser

__all__ = ["KIND", "load_resolver", "save_resolver"]

KIND = "negation-resolver"

Arrays = dict[str, npt.NDArray[Any]]


def save_resolver(resolver: Resolver, folder: Source, *, data: str = "", seed: int = 0) -> None:
    """Write the folder of a resolver, whole or not at all."""
    arrays: Arrays = {}
    cues = resolver.cues
    arrays["cues.known"] = hashes_of(cues.known)
    arrays |= cues.model.packed("cues")
    _put_reader(resolver.raw, "raw", arrays)
    if resolver.given:
        _put_reader(resolver.given, "given", arrays)
    names: dict[str, Any] = {
        "cues": {"words": sorted(cues.words), "phrases": [list(phrase) for phrase in cues.phrases]},
        "parser": None,
    }
    if resolver.parser:
        names["parser"], parser = resolver.parser.packed("parser")
        arrays |= parser
    files = {
        "names.json": json.dumps(names, ensure_ascii=False).encode("utf-8"),
        "weights.npz": dumps_arrays(arrays, pressed=True),
    }
    write_model(folder, ModelCard(KIND, {"seed": seed}, data), files)


def load_resolver(folder: Source) -> Resolver:
    """Read the folder of a resolver."""
    card = read_model(folder)
    if card.kind != KIND:
        raise InputError(f"is a model of kind '{card.kind}', expected '{KIND}'", file=str(folder))
    base = Path(folder)
    try:
        names = json.loads((base / "names.json").read_text(encoding="utf-8"))
        arrays = loads_arrays((base / "weights.npz").read_bytes(), str(base / "weights.npz"))
        cues = names["cues"]
        finder = CueFinder(
            CRF.unpacked("cues", arrays), frozenset(cues["words"]), tuple(map(tuple, cues["phrases"])),
            HashedNames(arrays["cues.known"]),
        )  # fmt: skip
        return Resolver(
            finder,
            _get_reader("raw", arrays),
            Parser.unpacked("parser", names["parser"], arrays) if names["parser"] else None,
            _get_reader("given", arrays) if "given.0.names" in arrays else None,
        )
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InputError(f"is no whole model ({error})", file=str(folder)) from None


def _put_reader(reader: Reader, place: str, arrays: Arrays) -> None:
    for number, member in enumerate(reader.scopes.members):
        arrays |= member.packed(f"{place}.{number}")
    arrays |= reader.events.model.packed(f"{place}.events")
    arrays[f"{place}.ranker.names"] = hashes_of(reader.ranker.names)
    arrays[f"{place}.ranker.weights"] = reader.ranker.weights.astype(np.float16)


def _get_reader(place: str, arrays: Arrays) -> Reader:
    count = sum(f"{place}.{number}.names" in arrays for number in range(10))
    weights = arrays[f"{place}.ranker.weights"].astype(np.float64)
    return Reader(
        ScopeTagger(tuple(CRF.unpacked(f"{place}.{number}", arrays) for number in range(count))),
        EventTagger(CRF.unpacked(f"{place}.events", arrays)),
        Ranker(HashedNames(arrays[f"{place}.ranker.names"]), weights),
    )
