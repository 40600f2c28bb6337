"""Taggers and constituent parsers of our own, for text without trees: a small one, one over the encoder."""

from __future__ import annotations

from likewise.negation.parser.encoded import EncodedParser
from likewise.negation.parser.model import LONGEST, Parser

__all__ = ["LONGEST", "EncodedParser", "Parser"]
