"""A resolver whose answers are plain to see, for the tests of the page Negation."""

from __future__ import annotations

from typing import Any

from likewise.negation import Method, Part, Resolver, Sentence
from likewise.negation.cue_view import CueView
from likewise.negation.learner import ResolverParts
from likewise.negation.reader import Reader
from likewise.negation.taggers import Labels, ScopeTagger

CUES = ("not", "no", "nobody", "never", "without", "unable")


class StubCues:
    """Takes a few words for cues."""

    def find(self, sentence: Sentence) -> list[tuple[Part, ...]]:
        words = enumerate(sentence.words)
        return [(Part(k, "un" if w == "unable" else w),) for k, w in words if w.lower() in CUES]


class StubEvents:
    """Takes the last word of the scope for the event."""

    def tag(self, view: CueView, scope: Labels) -> Labels:
        return (*(0,) * (len(scope) - 1), 1)


class StubReader(Reader):
    """Takes all other words for the scope."""

    def scope(self, view: CueView, method: Method = Method.BEST) -> Labels:
        return (1,) * len(view.places)


def stub_resolver() -> Resolver:
    cues: Any = StubCues()
    reader = StubReader(ScopeTagger(()), *_any(StubEvents(), None))
    return Resolver(ResolverParts(cues, reader))


def _any(*parts: Any) -> tuple[Any, ...]:
    return parts
