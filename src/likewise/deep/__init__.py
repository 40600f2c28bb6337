"""Deep analyses: derivations and MRS of a grammar, read, made, drawn, and chosen between."""

from likewise.deep.analyses import Analysis, Item, Skipped, sound
from likewise.deep.heads import load_heads
from likewise.deep.parsers import Ace, WebService
from likewise.deep.sources import AnalysisSource, read_items, read_profile
from likewise.deep.syntax_trees import derivation_tree

__all__ = [
    "Ace",
    "Analysis",
    "AnalysisSource",
    "Item",
    "Skipped",
    "WebService",
    "derivation_tree",
    "load_heads",
    "read_items",
    "read_profile",
    "sound",
]
