"""A resolver in a folder and back: names as JSON, weights as arrays; equal models give equal bytes."""

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
    names: dict[str, Any] = {
        "cues": {
            "model": _put_crf(cues.model, "cues", arrays), "words": sorted(cues.words),
            "phrases": [list(phrase) for phrase in cues.phrases], "known": sorted(cues.known),
        },
        "raw": _put_reader(resolver.raw, "raw", arrays),
        "given": _put_reader(resolver.given, "given", arrays) if resolver.given else None,
        "parser": _put_parser(resolver.parser, arrays) if resolver.parser else None,
    }  # fmt: skip
    files = {
        "names.json": json.dumps(names, ensure_ascii=False).encode("utf-8"),
        "weights.npz": dumps_arrays(arrays),
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
            _get_crf(cues["model"], "cues", arrays), frozenset(cues["words"]),
            tuple(map(tuple, cues["phrases"])), frozenset(cues["known"]),
        )  # fmt: skip
        return Resolver(
            finder,
            _get_reader(names["raw"], "raw", arrays),
            _get_parser(names["parser"], arrays) if names["parser"] else None,
            _get_reader(names["given"], "given", arrays) if names["given"] else None,
        )
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InputError(f"is no whole model ({error})", file=str(folder)) from None


def _put_crf(model: CRF, place: str, arrays: Arrays) -> list[str]:
    arrays[f"{place}.nodes"] = model.nodes
    arrays[f"{place}.edges"] = model.edges
    return list(model.names)


def _get_crf(names: list[str], place: str, arrays: Arrays) -> CRF:
    return CRF(_numbered(names), arrays[f"{place}.nodes"], arrays[f"{place}.edges"])


def _numbered(names: list[str]) -> dict[str, int]:
    return {name: number for number, name in enumerate(names)}


def _put_reader(reader: Reader, place: str, arrays: Arrays) -> dict[str, Any]:
    arrays[f"{place}.ranker"] = reader.ranker.weights
    return {
        "members": [
            _put_crf(member, f"{place}.{k}", arrays) for k, member in enumerate(reader.scopes.members)
        ],
        "events": _put_crf(reader.events.model, f"{place}.events", arrays),
        "ranker": list(reader.ranker.names),
    }


def _get_reader(names: Mapping[str, Any], place: str, arrays: Arrays) -> Reader:
    members = tuple(_get_crf(row, f"{place}.{k}", arrays) for k, row in enumerate(names["members"]))
    return Reader(
        ScopeTagger(members),
        EventTagger(_get_crf(names["events"], f"{place}.events", arrays)),
        Ranker(_numbered(names["ranker"]), arrays[f"{place}.ranker"]),
    )


def _put_parser(parser: Parser, arrays: Arrays) -> dict[str, Any]:
    spans = parser.arrays["spans"]
    rows, columns = np.nonzero(spans)
    arrays["parser.rows"] = rows.astype(np.int32)
    arrays["parser.columns"] = columns.astype(np.int16)
    arrays["parser.values"] = spans[rows, columns]
    arrays["parser.shape"] = np.array(spans.shape, np.int64)
    arrays |= {f"parser.{name}": value for name, value in parser.arrays.items() if name != "spans"}
    return {
        "tags": list(parser.tags), "labels": list(parser.labels), "words": dict(parser.words),
        "features": list(parser.features), "fixed": dict(parser.fixed),
    }  # fmt: skip


def _get_parser(names: Mapping[str, Any], arrays: Arrays) -> Parser:
    spans = np.zeros(tuple(arrays["parser.shape"]), np.float32)
    spans[arrays["parser.rows"], arrays["parser.columns"]] = arrays["parser.values"]
    weights = {name: arrays[f"parser.{name}"] for name in ("words", "before", "before2")}
    return Parser(
        tuple(names["tags"]), tuple(names["labels"]), names["words"], _numbered(names["features"]),
        names["fixed"], {**weights, "spans": spans},
    )  # fmt: skip
