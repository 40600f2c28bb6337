"""Negations of a sentence that comes with deep analyses, and the way from the cue to each word of its scope.

The answer is that of `likewise.negation.Resolver`. The crawler says of each word over which link it was
reached, and from which predicate. Here these links are joined up to a path that begins at the cue, for people
to look at, and what ranker and taggers would have said stands beside it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from likewise.deep import Analysis, Item, draw_derivation, draw_mrs
from likewise.errors import InputError
from likewise.negation import Method, tokens_of
from likewise.negation.crawler import (
    CrawledScope,
    DeepReading,
    Parses,
    TrustedScope,
    crawl,
    default_trust,
    find_cue,
    ranked,
)

if TYPE_CHECKING:
    from likewise.negation import Resolver

__all__ = ["Step", "crawled", "ways"]

_DRAWN = 2

Span = tuple[int, int]
Step = dict[str, Any]

# The crawler's reasons: how the two predicates are linked, and the name of the one it came from.
_REASONS = [
    (re.compile(r"^(?P<role>\S+) of (?P<name>[^\s'\"]\S*)$"), "has {role}"),
    (re.compile(r"^takes (?P<name>\S+) as (?P<role>\S+)$"), "is {role} of"),
    (re.compile(r"^modifier beside (?P<name>\S+)$"), "shares its label with"),
    (re.compile(r"^(?P<role>modal|conjunction) over (?P<name>\S+)$"), "is under the {role}"),
]
_EMPTY = re.compile(r"^(?P<kind>.+) of ['\"](?P<form>.*)['\"]$")


def crawled(
    resolver: Resolver, text: str, analyses: Sequence[Analysis], method: str, *, draw: bool = False
) -> dict[str, Any]:
    """The negations of a text by a method that may use its analyses, with `paths` where the crawler answers.

    `problems` says what is wrong with analyses that were left out. `draw` adds drawings of the analyses that
    were used, or of the first that is sound.
    """
    tokens = [token.text for token in tokens_of(text)]
    readings, problems = _readings(tokens, analyses)
    sound = tuple(analyses[number - 1] for number in readings)
    deep = replace(resolver, parses=Parses([Item("", text, sound)]))
    answer = deep.resolve(text, method=method).as_dict()
    negations = [_with_paths(one, readings, tokens) for one in answer["negations"]]
    if problems and not sound:
        negations = [{**one, "silent": problems[0]} if "silent" in one else one for one in negations]
    _beside(negations, resolver, text)
    told = {**answer, "negations": negations, "analyses": len(analyses), "problems": problems}
    if draw:
        used = dict.fromkeys(one["analysis"] for one in negations if "analysis" in one)
        shown = [*used, *readings][: len(used) or 1]
        told["drawings"] = [_drawn(number, analyses[number - 1]) for number in shown[:_DRAWN]]
    return told


def _readings(
    tokens: Sequence[str], analyses: Sequence[Analysis]
) -> tuple[dict[int, tuple[DeepReading, float]], list[str]]:
    """The analyses that can be crawled by their numbers, with their scores, and what is wrong with others."""
    readings: dict[int, tuple[DeepReading, float]] = {}
    problems = []
    for number, analysis in enumerate(analyses, 1):
        try:
            if not analysis.mrs or not analysis.derivation:
                raise InputError("needs both a derivation and an MRS")
            reading = DeepReading(tokens, analysis.parsed_mrs, analysis.derivation, analysis.text)
            if reading.problem:
                raise InputError(reading.problem)
        except InputError as error:
            problems.append(f"analysis {number}: {error.message}")
        except RecursionError:
            problems.append(f"analysis {number}: nested beyond reason")
        else:
            readings[number] = reading, -float(number) if analysis.score is None else analysis.score
    return readings, problems


def _with_paths(
    negation: dict[str, Any], readings: Mapping[int, tuple[DeepReading, float]], tokens: Sequence[str]
) -> dict[str, Any]:
    """A negation of the crawler's with the analysis that it was read off, and the way to each word."""
    if negation["method"] != Method.CRAWLER:
        return negation
    cue = [(part["start"], part["end"]) for part in negation["parts"]["cue"]]
    pairs = list(readings.values())
    choices = ranked([reading for reading, _ in pairs], [score for _, score in pairs], cue, default_trust())
    choice = next((c for c in choices if _same(c, negation["scope"], tokens)), None)
    if choice is None:
        return negation
    number = list(readings)[choice.reading]
    paths = ways(readings[number][0], choice.answer, cue)
    about = {"analysis": number, "predicate": choice.answer.cue}
    return {**negation, **about, "paths": [paths.get(token, []) for token in negation["scope"]]}


def _same(choice: TrustedScope, scope: Sequence[int], tokens: Sequence[str]) -> bool:
    """Whether two scopes have the same words; methods differ over marks."""
    apart = set(choice.answer.tokens) ^ set(scope)
    return not any(c.isalnum() for token in apart for c in tokens[token])


def _beside(negations: Sequence[dict[str, Any]], resolver: Resolver, text: str) -> None:
    """Add to each negation of the crawler's the scope that ranker and taggers give to its cue."""
    if not any(one["method"] == Method.CRAWLER for one in negations):
        return
    best = (one.negation for one in resolver.resolve(text).resolved)
    scopes = {tuple(p.token for p in one.cue): [p.token for p in one.scope] for one in best}
    for one in negations:
        if one["method"] == Method.CRAWLER and tuple(one["cue"]) in scopes:
            one["other"] = scopes[tuple(one["cue"])]


def _drawn(number: int, analysis: Analysis) -> dict[str, Any]:
    """The drawings of one analysis; None for what cannot be drawn."""
    drawings: dict[str, Any] = {"analysis": number, "mrs": None, "derivation": None}
    with suppress(InputError, RecursionError):
        drawings["mrs"] = draw_mrs(analysis.parsed_mrs, analysis.text)
    with suppress(InputError, RecursionError):
        drawings["derivation"] = draw_derivation(analysis.tree())
    return drawings


def ways(reading: DeepReading, answer: CrawledScope, cue: Sequence[Span]) -> dict[int, list[Step]]:
    """For each token of an answer the steps from the cue's predicate to it; none for what has no such way."""
    said = " ".join(reading.text[start:end] for start, end in cue)
    holders = [reading.tree.spans[word] for word in reading.words_with(cue)]
    begins = find_cue(reading.graph, holders, reading.spans, said)
    if begins is None or answer.scope is None:
        return {}
    map_ = _Map(reading, crawl(reading.graph, begins), {p.token: p.reason for p in answer.scope})
    steps = {}
    for piece in answer.scope:
        words = reading.words_with([(piece.start, piece.end)])
        steps[piece.token] = map_.to_word(words[0], piece.reason) if words else []
    return steps


class _Map:
    """The predications that were crawled, each with the one that it was reached from."""

    def __init__(self, reading: DeepReading, crawled: Mapping[int, str], reasons: Mapping[int, str]) -> None:
        self.reading, self.crawled, self.reasons = reading, crawled, reasons
        self.order = list(crawled)

    def to_word(self, word: int, reason: str, passed: frozenset[int] = frozenset()) -> list[Step]:
        """The steps to a word: to a predicate on it, or to the word that it, an empty one, belongs to."""
        at = next((at for at in self.order if word in self.reading.standing[at]), None)
        if at is not None:
            return self.to(at)
        belongs = _EMPTY.match(reason)
        if belongs is None or word in passed:
            return []
        anchor = self._nearest(word, belongs["form"])
        if anchor is None:
            return []
        before = self.to_word(anchor, self._reason(anchor), passed | {word})
        start, end = self.reading.tree.spans[word]
        step = {"predicate": "", "text": self.reading.text[start:end], "start": start, "end": end}
        return [*before, {"link": f"has the {belongs['kind']}", **step}] if before else []

    def _nearest(self, word: int, form: str) -> int | None:
        forms = enumerate(self.reading.tree.forms)
        same = [at for at, other in forms if other == form and at != word and self._is_in(at)]
        return min(same, key=lambda at: abs(at - word), default=None)

    def _is_in(self, word: int) -> bool:
        return any(word in self.reading.standing[at] for at in self.order) or bool(self._reason(word))

    def _reason(self, word: int) -> str:
        tokens = self.reading.tokens_with([self.reading.tree.spans[word]])
        return next((self.reasons[token] for token in tokens if token in self.reasons), "")

    def to(self, at: int) -> list[Step]:
        """The steps to a predication, the cue's first."""
        steps = []
        while True:
            link, above = self._from(at)
            steps.append(self._step(at, link))
            if above is None:
                return steps[::-1]
            at = above

    def _from(self, at: int) -> tuple[str, int | None]:
        """How a predication was reached, and from which: of equal names the first that has the link."""
        for pattern, shown in _REASONS:
            if match := pattern.match(self.crawled[at]):
                named = match.groupdict()
                before = self.order[: self.order.index(at)]
                known = [other for other in before if self._name(other) == named["name"]]
                linked = (other for other in known if self._takes(other, named.get("role"), at))
                above = next(linked, known[0] if known else None)
                return (shown.format(**named) if above is not None else ""), above
        return "", None

    def _takes(self, other: int, role: str | None, at: int) -> bool:
        graph = self.reading.graph
        if role is None:
            return graph.labels[other] == graph.labels[at]
        return any(name == role and at in graph.targets(value) for name, value in graph.arguments[other])

    def _name(self, at: int) -> str:
        return str(self.reading.graph.eps[at].predicate)

    def _step(self, at: int, link: str) -> Step:
        ep = self.reading.graph.eps[at]
        text = " ".join(self.reading.text[ep.cfrom : ep.cto].split())
        return {"link": link, "predicate": self._name(at), "text": text, "start": ep.cfrom, "end": ep.cto}
