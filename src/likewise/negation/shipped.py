"""What everyone has: a resolver learnt from stories, an encyclopedia and the web, kept with the package.

`training/README.md` says how it is made again. It holds weights and hashes, none of the texts. Where the
optional encoder is installed, nets and a parser over it take part; without it the taggers, the ranker and the
small parser answer alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from likewise.data import path as data_path
from likewise.io import ModelFiles
from likewise.negation.learner import ResolverParts
from likewise.negation.taggers import nets_of
from likewise.text import encoder_folder
from likewise.trees import EncodedParser

__all__ = ["embedded_parts", "lend_encoder"]


@cache
def embedded_parts(encoder: bool | None = None) -> ResolverParts:
    """The parts of the resolver; `encoder`: whether that takes part (by default: where it is installed)."""
    files = ModelFiles(data_path("negation"))
    parts = ResolverParts.unpacked(files.json("names.json"), files.arrays("weights.npz"))
    wanted = encoder_folder() is not None if encoder is None else encoder
    return lend_encoder(parts) if wanted else parts


def lend_encoder(parts: ResolverParts) -> ResolverParts:
    """The parts with the nets of the package, and its parser if that draws the same kind of trees."""
    files = ModelFiles(Path(data_path("negation")).parent)
    arrays = files.arrays("negation-nets.npz")
    text, trees = nets_of(arrays, "text"), nets_of(arrays, "trees")
    given = parts.given.with_nets((*text, *trees)) if parts.given else None
    lent = EncodedParser.of(files.arrays("negation-parser.npz"))
    own = parts.parser
    alike = own is not None and _alike(own.tags, lent.tags) and _alike(own.labels, lent.labels)
    return replace(parts, raw=parts.raw.with_nets(text), given=given, lent=lent if alike else None)


def _alike(theirs: Sequence[str], ours: Sequence[str]) -> bool:
    """Whether most names of one parser are those of the other, so that readers know what they mean."""
    names = {name for one in theirs for name in one.split("+")}
    return bool(names) and len(names & {name for one in ours for name in one.split("+")}) >= 0.8 * len(names)
