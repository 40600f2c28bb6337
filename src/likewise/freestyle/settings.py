"""Every setting of a freestyle model, with its default and its check."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from likewise.errors import InputError
from likewise.freestyle.disfluency import STRATEGIES
from likewise.freestyle.pair_selection import RHYMING, SELECTIONS
from likewise.io import SEED
from likewise.text import code_of, find_language, unknown_language

__all__ = ["MODELS", "PAPER", "FreestyleSettings"]

MODELS = ("tg", "istg", "phrase")
SEGMENTS = ("selected", "adjacent")


@dataclass(frozen=True)
class FreestyleSettings:
    """How a model is learnt and how it responds.

    `rhyming`: of the pairs that rhyme those of adjacent lines, or all. `pairs`: most training pairs, each
    used in both directions. `segments`: whether the segmental grammar learns from the `selected` pairs too,
    or from random `adjacent` ones as in the paper; `segmental_pairs`: from how many at most.
    `longest`: most words of a line that is learnt from. `rounds`: of EM; `monotone`: without inverted rules.
    `mixture`: weight of the token grammar in `istg`. `lift`: how far rules are scored by p(source | target)
    instead of p(source, target), 0 to 1. `rhyme_weight`: weight of the log-probability of the end words as
    rhymes; 0 leaves it out. `sure_rhyme`: the response ends in a word that rhymes at least so surely, if any
    does (see `SureRhymes`); 0 leaves it out. `backoff_price`, `content`: what neighbours cost that were never
    seen, and how far frequent words lose their advantage (see `stern`); `fluency`: factor of the language
    model's weight; `width`: joins of the search at each place. `guards`: whether copies, stutter
    and repeated end words come last. `limit`: reordering of the phrase baseline. `longest_challenge`: of a
    longer line only the last words are answered. `weights`: of the search, by the names of the decoder.
    """

    model: str = "istg"
    select: str = "rhyme"
    disfluency: str = "correct"
    lang: str = "en"
    seed: int = SEED
    rhyming: str = "adjacent"
    pairs: int = 100_000
    segmental_pairs: int = 40_000
    longest: int = 10
    rounds: int = 5
    mixture: float = 0.5
    segments: str = "selected"
    monotone: bool = True
    lift: float = 0.7
    rhyme_weight: float = 1.0
    sure_rhyme: float = 0.4
    backoff_price: float = 6.0
    content: float = 0.5
    fluency: float = 1.6
    width: int = 2000
    guards: bool = True
    limit: int = 0
    longest_challenge: int = 16
    weights: Mapping[str, float] = field(default_factory=dict)

    @classmethod
    def of(cls, **given: Any) -> FreestyleSettings:
        """The settings, checked; one that nobody knows is refused."""
        known = {each.name for each in fields(cls)}
        for name in given:
            if name not in known:
                raise InputError(f"unknown setting '{name}', expected one of {', '.join(sorted(known))}")
        lang = given.get("lang", "en")
        if find_language(lang) is None:
            raise unknown_language(lang)
        settings = cls(**{**given, "lang": code_of(lang)})
        for name, choices in (
            ("model", MODELS), ("select", SELECTIONS), ("disfluency", STRATEGIES), ("rhyming", RHYMING),
            ("segments", SEGMENTS),
        ):  # fmt: skip
            value = getattr(settings, name)
            if value not in choices:
                raise InputError(f"expected one of {', '.join(choices)}, found '{value}'", field=name)
        for name in ("pairs", "segmental_pairs", "longest", "rounds", "longest_challenge", "width"):
            if getattr(settings, name) < 1:
                raise InputError(
                    f"expected a whole number from 1, found {getattr(settings, name)}", field=name
                )
        if not 0.0 <= settings.mixture <= 1.0:
            raise InputError(f"expected a number from 0 to 1, found {settings.mixture}", field="mixture")
        for name in ("rhyme_weight", "sure_rhyme", "backoff_price", "content", "fluency"):
            value = getattr(settings, name)
            if not 0.0 <= value < math.inf:
                raise InputError(f"expected a number from 0, found {value}", field=name)
        return settings

    def as_dict(self) -> dict[str, Any]:
        """The settings as a JSON object."""
        return asdict(self)


PAPER: Mapping[str, Any] = {
    "rhyme_weight": 0.0, "sure_rhyme": 0.0, "backoff_price": 0.0, "content": 0.0, "fluency": 1.0,
    "width": 200, "guards": False, "segments": "adjacent",
}  # fmt: skip
"""The settings that leave out what goes beyond the paper.

Weights, `lift` and `monotone` stay: the paper does not print what it used.
"""
