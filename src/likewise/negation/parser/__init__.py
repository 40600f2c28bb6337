"""A small tagger and constituent parser of our own, learnt from columns 6 and 7, for text without trees."""

from __future__ import annotations

from likewise.negation.parser.model import LONGEST, Parser

__all__ = ["LONGEST", "Parser"]
