"""The resolver that everyone has: learnt from stories, an encyclopedia and the web, kept with the package.

`training/README.md` says how it is made again. It holds weights and hashes, none of the texts. Where the
optional encoder is installed, nets and a parser over it take part; without it the taggers, the ranker and the
small parser answer alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from likewise.data import path as data_path
from likewise.io.arrays import loads_arrays
from likewise.io.jsonl import read_rows
from likewise.negation.conll import Negation, Part, Sentence
from likewise.negation.nets import nets_of
from likewise.negation.resolver import Resolver
from likewise.negation.saving import load_resolver
from likewise.text.encoder import encoder_folder
from likewise.trees import EncodedParser

__all__ = ["embedded", "embedded_sentences", "with_encoder"]


def embedded_sentences() -> list[Sentence]:
    """163 sentences with negations and 30 without, words only, written for this project."""
    found = []
    for one in read_rows(data_path("negation.jsonl")):
        row = one.values
        negations = tuple(_negation(each) for each in row["negations"])
        found.append(Sentence(tuple(row["words"]), negations=negations, chapter="embedded", number=row["id"]))
    return found


def _negation(row: Mapping[str, Any]) -> Negation:
    cue, scope, event = (tuple(Part(i, text) for i, text in row[name]) for name in ("cue", "scope", "event"))
    return Negation(cue, scope, event)


@cache
def embedded(encoder: bool | None = None) -> Resolver:
    """The resolver; `encoder` says whether the encoder takes part (by default: where it is installed)."""
    found = load_resolver(data_path("negation"))
    wanted = encoder_folder() is not None if encoder is None else encoder
    return with_encoder(found) if wanted else found


def with_encoder(resolver: Resolver) -> Resolver:
    """A resolver with the nets that come with the package, and the parser if it draws the same kind of trees.

    A clear error where the encoder is missing.
    """
    arrays = _arrays("negation-nets.npz")
    text, trees = nets_of(arrays, "text"), nets_of(arrays, "trees")
    given = resolver.given.with_nets((*text, *trees)) if resolver.given else None
    lent = EncodedParser.of(_arrays("negation-parser.npz"))
    own = resolver.parser
    alike = own is not None and _alike(own.tags, lent.tags) and _alike(own.labels, lent.labels)
    return replace(resolver, raw=resolver.raw.with_nets(text), given=given, lent=lent if alike else None)


def _alike(theirs: Sequence[str], ours: Sequence[str]) -> bool:
    """Whether most names of one parser are those of the other, so that readers know what they mean."""
    names = {name for one in theirs for name in one.split("+")}
    return bool(names) and len(names & {name for one in ours for name in one.split("+")}) >= 0.8 * len(names)


def _arrays(name: str) -> Mapping[str, Any]:
    path = data_path(name)
    return loads_arrays(Path(path).read_bytes(), path)
