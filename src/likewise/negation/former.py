"""Names of release 0.1 that are gone, for one release more: what they did in terms of `Resolver`.

`likewise.moved` leads here, and warns.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from likewise.io import LEARNER_SEED, Source
from likewise.negation.crawler import Parses, Trust
from likewise.negation.resolution import Method, marked
from likewise.negation.resolver import Resolver, embedded, with_encoder
from likewise.negation.samples import embedded_sentences

__all__ = [
    "DEEP_METHODS",
    "METHODS",
    "DeepResolver",
    "deep_resolver",
    "embedded",
    "embedded_sentences",
    "load_resolver",
    "marked",
    "resolve_deeply",
    "resolve_text",
    "save_resolver",
    "with_encoder",
]

METHODS = tuple(method for method in Method if not method.is_deep)
DEEP_METHODS = Method.deep()


def deep_resolver(
    resolver: Resolver, parses: Parses | None = None, threshold: float | None = None,
    trust: Trust | None = None,
) -> Resolver:  # fmt: skip
    """Once the class `DeepResolver`: a resolver with parses of its sentences."""
    return replace(resolver, parses=parses, threshold=threshold, trust=trust or resolver.trust)


DeepResolver = deep_resolver


def resolve_text(resolver: Resolver, text: str, method: str = Method.BEST) -> dict[str, Any]:
    """The answer as its JSON object, without methods and reasons."""
    answer = resolver.resolve(text, method=method).as_dict()
    for one in answer["negations"]:
        for name in one.keys() & {"method", "reasons", "trust", "silent"}:
            del one[name]
    return answer


def resolve_deeply(resolver: Resolver, text: str, method: str = Method.COMBINED) -> dict[str, Any]:
    """The answer as its JSON object."""
    return resolver.resolve(text, method=method).as_dict()


def load_resolver(folder: Source) -> Resolver:
    """Read the folder of a resolver."""
    return Resolver.load(folder)


def save_resolver(resolver: Resolver, folder: Source, *, data: str = "", seed: int = LEARNER_SEED) -> None:
    """Write the folder of a resolver."""
    replace(resolver, data=data, seed=seed).save(folder)
