"""What the process of the page Negation does: `python -m likewise.studio.negation.worker`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from likewise.errors import InputError
from likewise.negation import Method
from likewise.studio.worker_process import serve

if TYPE_CHECKING:
    from likewise.negation import Resolver

__all__ = ["answer", "resolver_of"]

_WITH_ANALYSES = Method.CRAWLER_N
"""For sentences with analyses, where no method is named: the crawler wherever it can tell."""
_WORK = 30_000
"""Cues times words of their sentences, of one question: some ten seconds."""


def answer(question: Mapping[str, Any]) -> dict[str, Any]:
    """The negations of each sentence of a question, or two texts held against each other."""
    if "candidate" in question:
        _check_work(resolver_of(None), [question["candidate"], question["reference"]])
        return _compared(question["candidate"], question["reference"])
    resolver = resolver_of(question["folder"])
    _check_work(resolver, [one["text"] for one in question["sentences"]])
    method, draw = question["method"], question["draw"]
    return {"sentences": [_resolved(resolver, one, method, draw) for one in question["sentences"]]}


@lru_cache(maxsize=2)
def resolver_of(folder: str | None) -> Resolver:
    """The model of a folder; the few that were used last are kept."""
    from likewise.negation import Resolver, embedded

    return embedded() if folder is None else Resolver.load(folder)


def _check_work(resolver: Resolver, texts: Iterable[str]) -> None:
    """Refuse what would take long: every cue has its own look at all words of its sentence."""
    from likewise.negation import Sentence, tokens_of

    work = 0
    for text in texts:
        words = tuple(token.text for token in tokens_of(text))
        work += len(words) * len(resolver.parts.cues.find(Sentence(words)))
    if work > _WORK:
        raise InputError("too much is denied here at once, send fewer or shorter sentences", field="text")


def _resolved(
    resolver: Resolver, sentence: Mapping[str, Any], method: str | None, draw: bool
) -> dict[str, Any]:
    from likewise.negation.crawler import Parses

    text = sentence["text"]
    if "parses" not in sentence:
        deep = replace(resolver, parses=Parses(()))
        return {"text": text, **deep.resolve(text, method=method or Method.BEST).as_dict()}
    from likewise.deep import Analysis
    from likewise.studio.negation.cue_paths import crawled

    analyses = [Analysis(text, **parse) for parse in sentence["parses"]]
    return {"text": text, **crawled(resolver, text, analyses, method or _WITH_ANALYSES, draw=draw)}


def _compared(candidate: str, reference: str) -> dict[str, Any]:
    from likewise.metrics.negation import polarity
    from likewise.records import Segment

    told = polarity(Segment("1", candidate, references=(reference,)))
    if not told:
        raise InputError("is in another script than English, which alone is read here", field="candidate")
    return {"same": not told["flags"], "negations": told["negations"], "flags": told["flags"]}


if __name__ == "__main__":
    serve(answer)
