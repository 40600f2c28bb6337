"""One denial of a text: a cue and what it denies, as places of words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from likewise.metrics.negation.word_lists import DETERMINERS, Runs

__all__ = ["YES", "Denial", "in_noun_phrase"]

YES = frozenset(["ye", "yeah", "yep", "ay"])
"""What the answer "no" denies: stems of yes, yeah, yep, aye."""


@dataclass(frozen=True, slots=True)
class Denial:
    """One cue with what it denies, as places of words in the text.

    `kind` is `word` (not, never, without), `affix` (un-, -less), `implicit` (fails to, hardly) or `answer`
    ("No, .."). `keys` are the stems by which the event is known again elsewhere, `about` those of the whole
    scope. `pieces` are the affix and the rest of its word. A `verbal` denial is not about a thing.
    """

    kind: str
    cue: Runs
    scope: Runs
    event: Runs
    keys: frozenset[str]
    about: frozenset[str]
    pieces: tuple[str, str] | None = None
    verbal: bool = False

    @property
    def optional(self) -> bool:
        """Whether the same can be said without any cue, as "unhappy" by "sad"."""
        return self.kind != "word"

    def shifted(self, by: int) -> Denial:
        """The same with its places counted from further left."""
        cue, scope, event = (tuple(t + by for t in run) for run in (self.cue, self.scope, self.event))
        return replace(self, cue=cue, scope=scope, event=event)


def in_noun_phrase(words: Sequence[str], place: int) -> bool:
    """Whether an article or the like stands before the word."""
    return place > 0 and words[place - 1] in DETERMINERS
