"""A resolver whose answers are plain to see, for the tests of the page Negation."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from likewise.negation import DeepResolver, Part, Sentence
from likewise.negation.resolver import _flat
from likewise.negation.scopes import Labels
from likewise.negation.views import View

CUES = ("not", "no", "nobody", "never", "without", "unable")


class Stub:
    """Takes a few words for cues, all other words for the scope, the last for the event."""

    scopes = SimpleNamespace(members=())

    @property
    def cues(self) -> Stub:
        return self

    @property
    def events(self) -> Stub:
        return self

    def find(self, sentence: Sentence) -> list[tuple[Part, ...]]:
        words = enumerate(sentence.words)
        return [(Part(k, "un" if w == "unable" else w),) for k, w in words if w.lower() in CUES]

    def read(self, sentence: Sentence, raw: bool) -> Any:
        return self, _flat(sentence)

    def scope(self, view: View, method: str) -> Labels:
        return (1,) * len(view.places)

    def tag(self, view: View, scope: Labels) -> Labels:
        return (*(0,) * (len(scope) - 1), 1)

    def resolve(self, sentence: Sentence, *, method: str) -> Sentence:
        deep = DeepResolver(self)  # type: ignore[arg-type]
        return sentence.with_negations(one.negation for one in deep.resolve(sentence, method=method))

    def source(self, sentence: Sentence) -> str:
        return "words"
