"""Resolvers of negation behind the page Negation, in a process of their own that stays.

`python -m likewise.studio.negating` keeps its models. For sentences that come with deep analyses see
`likewise.studio.crawling`.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from likewise.errors import InputError, RefusedError
from likewise.io.models import read_model
from likewise.studio.child import Child, answers
from likewise.studio.paraphrasing import EMBEDDED, free_name

if TYPE_CHECKING:
    from likewise.negation import Resolver

__all__ = ["CRAWLER", "DEEP", "METHODS", "Finder", "Negators"]

CRAWLER = "crawler"
"""What is said to have found a scope that was read off a deep analysis."""
METHODS = ("best", "ranker", "tagger", "crawler", "crawler-n", "crawler-p", "combined")
"""Those of `likewise negation resolve`; the first is for sentences without analyses, where none is named."""
DEEP = "crawler-n"
"""For sentences with analyses, where none is named: the crawler wherever it can tell."""
KIND = "negation-resolver"
_KEPT = 2
_WORK = 30_000
"""Cues times words of their sentences, of one question: some ten seconds."""

Given = Mapping[str, Any]


class Negators:
    """The resolvers of a studio by name: folders, or the small embedded one where no folder is given."""

    def __init__(self, folders: Iterable[Path] = ()) -> None:
        self.folders: dict[str, Path | None] = {}
        for folder in folders:
            if (kind := read_model(folder).kind) != KIND:
                raise InputError(f"holds a model of kind '{kind}', which finds no negation", file=str(folder))
            self.folders[free_name(folder.resolve().name, self.folders)] = folder.resolve()
        if not self.folders:
            self.folders[EMBEDDED] = None
        self.child = Child(
            "likewise.studio.negating",
            busy="too much is being looked through at this moment, try again",
            silent="there was no answer in time, try fewer or shorter sentences",
        )

    @property
    def names(self) -> list[str]:
        """The models, in the order in which they were given."""
        return list(self.folders)

    def ask(
        self, sentences: Sequence[Given], *, model: str | None = None, method: str | None = None,
        draw: bool = False,
    ) -> dict[str, Any]:  # fmt: skip
        """The negations of sentences, each `{"text", "parses"?}`, by a model, the first by default."""
        name = model or self.names[0]
        if name not in self.folders:
            raise RefusedError("not-found", "there is no such model")
        folder = self.folders[name]
        place = None if folder is None else str(folder)
        question = {"folder": place, "method": method, "draw": draw, "sentences": list(sentences)}
        return {"model": name, **self.child.ask(question)}

    def compare(self, candidate: str, reference: str) -> dict[str, Any]:
        """What two texts deny and where they differ, by the metric `negation` with the embedded model."""
        return self.child.ask({"candidate": candidate, "reference": reference})

    def close(self) -> None:
        """End the process; the next question starts another."""
        self.child.close()


class Finder:
    """What the process does: answers of resolvers and of the crawler."""

    def __init__(self) -> None:
        self._resolvers: OrderedDict[str | None, Resolver] = OrderedDict()

    def answer(self, question: Mapping[str, Any]) -> dict[str, Any]:
        """The negations of each sentence of a question, or two texts held against each other."""
        if "candidate" in question:
            _check_work(self._resolver(None), [question["candidate"], question["reference"]])
            return _compared(question["candidate"], question["reference"])
        resolver = self._resolver(question["folder"])
        _check_work(resolver, [one["text"] for one in question["sentences"]])
        method, draw = question["method"], question["draw"]
        return {"sentences": [_found(resolver, one, method, draw) for one in question["sentences"]]}

    def _resolver(self, folder: str | None) -> Resolver:
        """The model of a folder; the few that were used last are kept."""
        from likewise.negation import embedded, load_resolver

        if folder not in self._resolvers:
            self._resolvers[folder] = embedded() if folder is None else load_resolver(folder)
            if len(self._resolvers) > _KEPT:
                self._resolvers.popitem(last=False)
        self._resolvers.move_to_end(folder)
        return self._resolvers[folder]


def _check_work(resolver: Resolver, texts: Iterable[str]) -> None:
    """Refuse what would take long: every cue has its own look at all words of its sentence."""
    from likewise.negation import Sentence
    from likewise.negation.tokens import tokens_of

    work = 0
    for text in texts:
        words = tuple(token.text for token in tokens_of(text))
        work += len(words) * len(resolver.cues.find(Sentence(words)))
    if work > _WORK:
        raise InputError("too much is denied here at once, send fewer or shorter sentences", field="text")


def _found(resolver: Resolver, sentence: Given, method: str | None, draw: bool) -> dict[str, Any]:
    from likewise.negation.crawler import Parses
    from likewise.negation.deeply import DeepResolver, resolve_deeply

    text = sentence["text"]
    if "parses" not in sentence:
        deep = DeepResolver(resolver, Parses(()))
        return {"text": text, **resolve_deeply(deep, text, method or METHODS[0])}
    from likewise.deep import Analysis
    from likewise.studio.crawling import crawled

    analyses = [Analysis(text, **parse) for parse in sentence["parses"]]
    return {"text": text, **crawled(resolver, text, analyses, method or DEEP, draw=draw)}


def _compared(candidate: str, reference: str) -> dict[str, Any]:
    from likewise.metrics.negation import polarity
    from likewise.records import Segment

    found = polarity(Segment("1", candidate, references=(reference,)))
    return {"same": not found["flags"], "negations": found["negations"], "flags": found["flags"]}


if __name__ == "__main__":
    answers(Finder().answer)
