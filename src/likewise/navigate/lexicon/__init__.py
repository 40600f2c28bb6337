"""Lexicon learning: what words mean, out of plans that hold more than was said."""

from likewise.navigate.lexicon.entries import Entry, Example, Lexicon
from likewise.navigate.lexicon.gill import GILL
from likewise.navigate.lexicon.graphs import Fragment, Graph, graph
from likewise.navigate.lexicon.sgoll import SGOLL

__all__ = ["GILL", "SGOLL", "Entry", "Example", "Fragment", "Graph", "Lexicon", "graph"]
