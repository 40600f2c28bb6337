"""Lexicon learning: what words mean, out of plans that hold more than was said."""

from likewise.navigate.lexicon.entries import Entry, Example, PlanLexicon
from likewise.navigate.lexicon.gill import GILL
from likewise.navigate.lexicon.graphs import Fragment, Graph, graph
from likewise.navigate.lexicon.learners import LEARNERS, load_lexicon
from likewise.navigate.lexicon.sgoll import SGOLL

__all__ = [
    "GILL",
    "LEARNERS",
    "SGOLL",
    "Entry",
    "Example",
    "Fragment",
    "Graph",
    "PlanLexicon",
    "graph",
    "load_lexicon",
]
