"""Negation: what a sentence denies. Cues, their scopes and the events that did not happen.

Reader and scorer of the *SEM 2012 task, a finder of cues, taggers and a ranker of scopes, a small parser for
text without trees, nets and a better parser over an optional encoder, the resolver that puts them together,
and one that has deep analyses besides.
"""

from likewise.negation.answers import marked, resolve_text
from likewise.negation.conll import Negation, Part, Sentence
from likewise.negation.deeply import DEEP_METHODS, DeepResolver, resolve_deeply
from likewise.negation.embedded import embedded, with_encoder
from likewise.negation.resolver import METHODS, Resolver
from likewise.negation.saving import load_resolver, save_resolver
from likewise.negation.scoring import Counts, Scores, score

__all__ = [
    "DEEP_METHODS",
    "METHODS",
    "Counts",
    "DeepResolver",
    "Negation",
    "Part",
    "Resolver",
    "Scores",
    "Sentence",
    "embedded",
    "load_resolver",
    "marked",
    "resolve_deeply",
    "resolve_text",
    "save_resolver",
    "score",
    "with_encoder",
]
