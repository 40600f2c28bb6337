"""Negation: what a sentence denies. Cues, their scopes and the events that did not happen.

Reader and scorer of the *SEM 2012 task, a finder of cues, taggers and a ranker of scopes, a small parser for
text without trees, and the resolver that puts them together.
"""

from likewise.negation.answers import marked, resolve_text
from likewise.negation.conll import Negation, Part, Sentence
from likewise.negation.embedded import embedded
from likewise.negation.resolver import METHODS, Resolver
from likewise.negation.saving import load_resolver, save_resolver
from likewise.negation.scoring import Counts, Scores, score

__all__ = [
    "METHODS",
    "Counts",
    "Negation",
    "Part",
    "Resolver",
    "Scores",
    "Sentence",
    "embedded",
    "load_resolver",
    "marked",
    "resolve_text",
    "save_resolver",
    "score",
]
