"""Negations with deep analyses at hand: the crawler alone, or with the other methods behind it.

Packard et al. (2014), section 3.4. `crawler` answers where a reading handles the cue and is trusted, else
says nothing. `crawler-n` asks the ranker where no reading handles the cue. `crawler-p` weighs the crawler
against the ranker; with a threshold it takes the crawler from that trust on, as the paper does. `combined`
weighs it against ranker and taggers together. The other methods need no analyses. Every answer tells which
method gave it and why each word is in.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from likewise.errors import InputError
from likewise.negation.answers import described
from likewise.negation.conll import Negation, Part, Sentence
from likewise.negation.crawler import (
    LEAST,
    Choice,
    Parsed,
    Parses,
    Trust,
    labels_of,
    learnt_trust,
    ranked,
    spans_of,
    weigh,
)
from likewise.negation.crawler import resolve as crawl
from likewise.negation.crawler.resolve import Span
from likewise.negation.ranker import SHARE, pool_of
from likewise.negation.reasons import given_reasons, reasons_of
from likewise.negation.resolver import METHODS, Reader, Resolver
from likewise.negation.scopes import Labels, parts_in
from likewise.negation.tokens import Token, sentence_tokens
from likewise.negation.views import View

__all__ = ["DEEP_METHODS", "DeepResolver", "Found", "resolve_deeply"]

DEEP_METHODS = ("crawler", "crawler-n", "crawler-p", "combined")
"""Methods that want deep analyses."""

_BEHIND = {"crawler-n": "ranker", "crawler-p": "ranker", "combined": "best"}
"""The method that answers where the crawler does not."""
_LEAST = {"crawler": LEAST, "crawler-n": 0.0}


@dataclass(frozen=True, slots=True)
class Found:
    """A negation, which method found its scope, and a reason for each part of the scope."""

    negation: Negation
    method: str
    """`crawler`, `ranker`, `tagger` or `best`; `none` where the crawler alone is asked and does not tell."""
    reasons: tuple[str, ...] = ()
    trust: float | None = None
    """How probably the crawler's answer is right, where it has one."""
    silent: str = ""
    """Why the crawler's answer was not taken."""


@dataclass(frozen=True)
class DeepResolver:
    """A resolver with parses of its sentences."""

    resolver: Resolver
    parses: Parses | None = None
    threshold: float | None = None
    """Trust from which the crawler's answer is taken; where it is None, each method has its own way."""
    trust: Trust = field(default_factory=learnt_trust)

    def resolve(
        self, sentence: Sentence, *, cues: Iterable[tuple[Part, ...]] | None = None, raw: bool = False,
        method: str = "combined", reasons: bool = True,
    ) -> list[Found]:  # fmt: skip
        """The negations of a sentence; with `cues` only their scopes and events are looked for.

        Reasons take longer to find than scopes; they can be left out.
        """
        self.check(method)
        found = self.resolver.cues.find(sentence) if cues is None else list(cues)
        if not found:
            return []
        reader, (read, tree) = self.resolver.read(sentence, raw)
        parsed = self.parses.of(sentence) if self.parses is not None and method in DEEP_METHODS else Parsed()
        cases = (_Case(View(read, cue, tree), reader, parsed, reasons) for cue in found)
        return [self._found(case, method) for case in cases]

    def check(self, method: str) -> None:
        """Refuse a method that is unknown, or that wants analyses where there are none."""
        known = (*METHODS, *DEEP_METHODS)
        if method not in known:
            raise InputError(f"unknown method '{method}', expected one of {', '.join(known)}")
        if method in DEEP_METHODS and self.parses is None:
            raise InputError(f"the method '{method}' needs deep analyses of the sentences")

    def _found(self, case: _Case, method: str) -> Found:
        if method not in DEEP_METHODS:
            return case.by_reader(method)
        choices = case.choices(self.trust)
        if not choices:
            return case.without_crawler(method, case.problem())
        least = _LEAST.get(method) if self.threshold is None else self.threshold
        if least is None:
            return case.weighed(choices, _BEHIND[method])
        best = choices[0]
        if best.probability >= least:
            return case.by_crawler(best)
        silent = f"the crawler's answer is trusted {best.probability:.2f}, less than {least:g}"
        return case.without_crawler(method, silent, best.probability)


@dataclass(frozen=True)
class _Case:
    """One cue with everything that is known about its sentence."""

    view: View
    reader: Reader
    parsed: Parsed
    reasons: bool

    @property
    def cue(self) -> list[Span]:
        """The characters of the cue in the text that was parsed."""
        return spans_of(self.parsed.readings[0], self.view.cue)

    def choices(self, trust: Trust) -> list[Choice]:
        """The crawler's answers, most trusted first."""
        readings, scores = self.parsed.readings, self.parsed.scores
        return ranked(readings, scores, self.cue, trust) if readings else []

    def problem(self) -> str:
        """Why no reading answers: the fault of the file, or of the best reading."""
        return (
            crawl(self.parsed.readings[0], self.cue).problem if self.parsed.readings else self.parsed.problem
        )

    def negation(self, labels: Labels) -> Negation:
        """The scope with the event that the reader sees in it."""
        event = self.reader.events.tag(self.view, labels)
        return Negation(self.view.cue, parts_in(self.view, labels), parts_in(self.view, event, marks=False))

    def without_crawler(self, method: str, silent: str, trust: float | None = None) -> Found:
        """The answer of the method behind the crawler, if there is one."""
        if method == "crawler":
            return Found(Negation(self.view.cue), "none", (), trust, silent)
        return self.by_reader(_BEHIND[method], None, trust, silent)

    def by_reader(
        self, method: str, labels: Labels | None = None, trust: float | None = None, silent: str = ""
    ) -> Found:
        labels = self.reader.scope(self.view, method) if labels is None else labels
        negation = self.negation(labels)
        why = reasons_of(self.view, self.reader, labels, negation.scope, method) if self.reasons else ()
        return Found(negation, method, why, trust, silent)

    def by_crawler(self, choice: Choice) -> Found:
        negation = self.negation(labels_of(choice.answer, self.view.places))
        pieces = {piece.token: piece.reason for piece in choice.answer.scope or ()}
        why = given_reasons(self.view, negation.scope, pieces) if self.reasons else ()
        return Found(negation, "crawler", why, choice.probability)

    def weighed(self, choices: Sequence[Choice], other: str) -> Found:
        """The best answer of the crawler and another method; the crawler's where both give it."""
        chosen = weigh(_log_probabilities(self.view, self.reader, other), choices, self.view.places)
        for choice in choices:
            if labels_of(choice.answer, self.view.places) == chosen:
                return self.by_crawler(choice)
        silent = f"the {other} answer outweighs the crawler's"
        return self.by_reader(other, chosen, choices[0].probability, silent)


def _log_probabilities(view: View, reader: Reader, method: str) -> dict[Labels, float]:
    """The candidates of the ranker, or of ranker and taggers together."""
    pool = pool_of(view, reader.scopes if method == "best" else None)
    share = SHARE if method == "best" else 1.0
    scores = np.array(pool.priors) + share * reader.ranker.scores(pool)
    scores -= scores.max()
    scores -= np.log(np.exp(scores).sum())
    return dict(zip(pool.candidates, scores.tolist(), strict=True))


def resolve_deeply(resolver: DeepResolver, text: str, method: str = "combined") -> dict[str, Any]:
    """`resolve_text` with the method, the reasons and the crawler's trust of each negation."""
    tokens = sentence_tokens(text)
    sentence = Sentence(tuple(token.text for token in tokens))
    found = resolver.resolve(sentence, method=method)
    return {
        "tokens": [token.text for token in tokens],
        "negations": [_told(one, tokens) for one in found],
        "method": resolver.resolver.source(sentence) if found else "no cue",
    }


def _told(one: Found, tokens: Sequence[Token]) -> dict[str, Any]:
    told = described(one.negation, tokens) | {"method": one.method, "reasons": list(one.reasons)}
    if one.trust is not None:
        told["trust"] = one.trust
    if one.silent:
        told["silent"] = one.silent
    return told
