"""A resolver in a folder and back: weights and the hashes of the features' names as arrays, the rest as JSON.

Equal models give equal bytes. Weights have half the precision, as `fit` leaves them. What the
encoder lends, nets and parser, is no part of it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError
from likewise.io.arrays import dumps_arrays, loads_arrays
from likewise.io.lines import Source
from likewise.io.models import ModelCard, read_model, write_model
from likewise.negation.crf import CRF
from likewise.negation.cues import CueFinder
from likewise.negation.events import EventTagger
from likewise.negation.hashed import Hashed, hashes_of
from likewise.negation.parser import Parser
from likewise.negation.ranker import Ranker
from likewise.negation.resolver import Reader, Resolver
from likewise.negation.scopes import ScopeTagger

__all__ = ["KIND", "load_resolver", "save_resolver"]

KIND = "negation-resolver"

Arrays = dict[str, npt.NDArray[Any]]


def save_resolver(resolver: Resolver, folder: Source, *, data: str = "", seed: int = 0) -> None:
    """Write the folder of a resolver, whole or not at all."""
    arrays: Arrays = {}
    cues = resolver.cues
    arrays["cues.known"] = hashes_of(cues.known)
    _put_crf(cues.model, "cues", arrays)
    _put_reader(resolver.raw, "raw", arrays)
    if resolver.given:
        _put_reader(resolver.given, "given", arrays)
    names: dict[str, Any] = {
        "cues": {"words": sorted(cues.words), "phrases": [list(phrase) for phrase in cues.phrases]},
        "parser": _put_parser(resolver.parser, arrays) if resolver.parser else None,
    }
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
            _get_crf("cues", arrays), frozenset(cues["words"]), tuple(map(tuple, cues["phrases"])),
            Hashed(arrays["cues.known"]),
        )  # fmt: skip
        return Resolver(
            finder,
            _get_reader("raw", arrays),
            _get_parser(names["parser"], arrays) if names["parser"] else None,
            _get_reader("given", arrays) if "given.0.names" in arrays else None,
        )
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InputError(f"is no whole model ({error})", file=str(folder)) from None


def _put_crf(model: CRF, place: str, arrays: Arrays) -> None:
    arrays[f"{place}.names"] = hashes_of(model.names)
    arrays[f"{place}.nodes"] = model.nodes.astype(np.float16)
    arrays[f"{place}.edges"] = model.edges.astype(np.float16)


def _get_crf(place: str, arrays: Arrays) -> CRF:
    nodes, edges = (arrays[f"{place}.{name}"].astype(np.float64) for name in ("nodes", "edges"))
    return CRF(Hashed(arrays[f"{place}.names"]), nodes, edges)


def _put_reader(reader: Reader, place: str, arrays: Arrays) -> None:
    for number, member in enumerate(reader.scopes.members):
        _put_crf(member, f"{place}.{number}", arrays)
    _put_crf(reader.events.model, f"{place}.events", arrays)
    arrays[f"{place}.ranker.names"] = hashes_of(reader.ranker.names)
    arrays[f"{place}.ranker.weights"] = reader.ranker.weights.astype(np.float16)


def _get_reader(place: str, arrays: Arrays) -> Reader:
    count = sum(f"{place}.{number}.names" in arrays for number in range(10))
    weights = arrays[f"{place}.ranker.weights"].astype(np.float64)
    return Reader(
        ScopeTagger(tuple(_get_crf(f"{place}.{number}", arrays) for number in range(count))),
        EventTagger(_get_crf(f"{place}.events", arrays)),
        Ranker(Hashed(arrays[f"{place}.ranker.names"]), weights),
    )


def _put_parser(parser: Parser, arrays: Arrays) -> dict[str, Any]:
    for name in ("spans", "words"):
        rows, columns = np.nonzero(parser.arrays[name])
        arrays[f"parser.{name}.rows"] = np.diff(rows, prepend=0).astype(np.uint32)
        arrays[f"parser.{name}.columns"] = columns.astype(np.uint8)
        arrays[f"parser.{name}.values"] = parser.arrays[name][rows, columns].astype(np.float16)
        arrays[f"parser.{name}.shape"] = np.array(parser.arrays[name].shape, np.int64)
    for name in ("before", "before2"):
        arrays[f"parser.{name}"] = parser.arrays[name].astype(np.float16)
    arrays["parser.known"] = hashes_of(parser.words)
    arrays["parser.features"] = hashes_of(parser.features)
    return {"tags": list(parser.tags), "labels": list(parser.labels), "fixed": dict(parser.fixed)}


def _get_parser(names: Mapping[str, Any], arrays: Arrays) -> Parser:
    found = {name: arrays[f"parser.{name}"].astype(np.float32) for name in ("before", "before2")}
    for name in ("spans", "words"):
        found[name] = np.zeros(tuple(arrays[f"parser.{name}.shape"]), np.float32)
        rows = np.cumsum(arrays[f"parser.{name}.rows"], dtype=np.int64)
        found[name][rows, arrays[f"parser.{name}.columns"]] = arrays[f"parser.{name}.values"]
    return Parser(
        tuple(names["tags"]), tuple(names["labels"]), Hashed(arrays["parser.known"], 1),
        Hashed(arrays["parser.features"]), names["fixed"], found,
    )  # fmt: skip
