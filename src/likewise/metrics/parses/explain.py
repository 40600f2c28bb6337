"""Why a parse has its scores: which brackets crossed, which dependencies and words differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from likewise.metrics.parses.brackets import crossings
from likewise.metrics.parses.parse import Bracket, Dependency, Key, Parse
from likewise.metrics.parses.scores import allowed, score_parse
from likewise.metrics.parses.triples import Triple

__all__ = ["explain_parse"]


def explain_parse(gold: Parse, parse: Parse, metrics: Iterable[str] | None = None) -> dict[str, Any]:
    """The scores of a parse and the evidence behind them, as a JSON object.

    `missed` is what only the gold parse has, `wrong` what only this one has.
    """
    names = list(metrics) if metrics is not None else allowed([gold], [[parse]])
    reasons: dict[str, Any] = {"scores": score_parse(gold, [parse], names)}
    if parse.empty:
        return reasons
    if gold.tree is not None and parse.tree is not None:
        reasons["crossed"] = [
            {"bracket": _bracket(parse, bracket), "crosses": [_bracket(gold, other) for other in others]}
            for bracket, others in crossings(gold, parse)
        ]
        reasons["brackets"] = _differing(gold.brackets, parse.brackets, _bracket, gold, parse)
    if {"LSD", "USD"} & {*names}:
        reasons["dependencies"] = _differing(gold.dependencies, parse.dependencies, _dependency, gold, parse)
    if gold.words or parse.words:
        reasons["words"] = _words(gold, parse)
    if gold.mrs is not None and parse.mrs is not None:
        reasons["triples"] = _differing(gold.triples, parse.triples, _triple, gold, parse)
    return reasons


def _differing(gold: Any, found: Any, shown: Any, one: Parse, other: Parse) -> dict[str, Any]:
    """What only one of two bags has."""
    expected, returned = Counter(gold), Counter(found)
    return {
        "missed": [shown(one, item) for item in (expected - returned).elements()],
        "wrong": [shown(other, item) for item in (returned - expected).elements()],
    }


def _bracket(parse: Parse, bracket: Bracket) -> dict[str, Any]:
    inside = [word.form for key, word in parse.words.items() if bracket.start <= key[0] < bracket.end]
    return {"label": bracket.label, "span": [bracket.start, bracket.end], "text": " ".join(inside)}


def _dependency(parse: Parse, dependency: Dependency) -> dict[str, Any]:
    return {
        "dependent": _form(parse, dependency.dependent),
        "head": _form(parse, dependency.head),
        "label": dependency.label,
        "spans": [list(dependency.dependent[:2]), list(dependency.head[:2])],
    }


def _form(parse: Parse, key: Key) -> str | None:
    word = parse.words.get(key)
    return None if word is None else word.form


def _words(gold: Parse, parse: Parse) -> list[dict[str, Any]]:
    """The gold words whose part of speech, entry or path differs, or that the parse does not have."""
    differences = []
    for key, word in gold.words.items():
        other = parse.words.get(key)
        if other is None:
            differences.append({"word": word.form, "span": list(key[:2]), "missing": True})
            continue
        differing = {
            name: [_plain(getattr(word, name)), _plain(getattr(other, name))]
            for name in ("path", "entry", "pos")
            if getattr(word, name) != getattr(other, name)
        }
        if differing:
            differences.append({"word": word.form, "span": list(key[:2]), **differing})
    return differences


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _triple(parse: Parse, triple: Triple) -> list[Any]:
    span, label, value = triple
    return [list(span), label, _plain(value)]
