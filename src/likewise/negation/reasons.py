"""Why each word is in a scope that the ranker or the taggers found: one short line a word.

The ranker chooses among branches of the tree, so its reason is the branch. A tagger weighs features of each
word (`likewise.negation.features`), so its reason is those that spoke loudest for the word.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from likewise.negation.candidates import Unit, mask_of, suggested, units_of
from likewise.negation.conll import Part
from likewise.negation.features import scope_features
from likewise.negation.resolver import Reader
from likewise.negation.scopes import Labels
from likewise.negation.views import View, is_mark

__all__ = ["BETWEEN", "REST", "given_reasons", "reasons_of"]

BETWEEN = "punctuation between"
REST = "the rest of the cue's word"

_LOUDEST = 2
"""Features named for a word."""
_NAMES = {
    "w": "the word", "l": "the lemma", "t": "the tag", "w-1": "the word before", "w+1": "the word after",
    "t-1": "the tag before", "t+1": "the tag after", "tt": "the tags", "tt+": "the tags", "ttt": "the tags",
    "sw": "side and word", "st": "side and tag", "skt": "side, cue and tag", "d": "distance from the cue",
    "dk": "distance and cue", "side": "side and cue", "marks": "marks between",
    "joins": "conjunctions between", "quotes": "quotation marks between", "verbs": "verbs between",
    "path": "path to the cue",
    "p4": "path to the cue", "up": "path up", "down": "path down to the cue", "kdown": "cue and path down",
    "k": "steps up", "meet": "meeting under", "mk": "meeting under", "branch": "branch", "branch2": "branch",
    "bc": "branch", "kb": "cue and branch", "clauses": "clauses between",
    "kclauses": "cue and clauses between", "start": "the branch begins", "starts": "the branch begins",
    "home": "standing in",
}  # fmt: skip
"""How features are read out; others by their own name."""


def reasons_of(
    view: View, reader: Reader, labels: Labels, scope: Sequence[Part], method: str
) -> tuple[str, ...]:
    """The reason of each part of a scope that the named method of the reader found."""
    why = _Why(view, reader)
    branches = len(view.chain) > 1 and (method == "ranker" or (method == "best" and why.is_suggested(labels)))
    found = {part.token: why.branch(part.token) if branches else why.features(part.token) for part in scope}
    return given_reasons(view, scope, found)


def given_reasons(view: View, scope: Sequence[Part], reasons: Mapping[int, str]) -> tuple[str, ...]:
    """Reasons by token as reasons by part; marks and the rest of the cue's own word have theirs."""
    return tuple(_common(view, part.token) or reasons.get(part.token, BETWEEN) for part in scope)


def _common(view: View, token: int) -> str:
    if token == view.anchor:
        return REST
    return BETWEEN if is_mark(view.sentence.words[token]) else ""


class _Why:
    def __init__(self, view: View, reader: Reader) -> None:
        self.view, self.reader = view, reader
        self.order = {token: place for place, token in enumerate(view.places)}

    @cached_property
    def units(self) -> list[Unit]:
        return units_of(self.view)

    @cached_property
    def rows(self) -> list[list[str]]:
        return scope_features(self.view)

    def is_suggested(self, labels: Labels) -> bool:
        """Whether the tree suggests the scope by itself."""
        return mask_of(labels) in suggested(self.view, self.units)

    def branch(self, token: int) -> str:
        """The branch that the word stands in."""
        place = self.order.get(token)
        unit = next((u for u in self.units if place is not None and u.bits >> place & 1), None)
        if unit is None:
            return BETWEEN
        side = "before" if unit.left else "after"
        return f"{unit.label.rstrip('~')} {side} the cue, under the {unit.meet} over it"

    def features(self, token: int) -> str:
        """The features that spoke loudest for the word, summed over the taggers."""
        place = self.order.get(token)
        if place is None:
            return BETWEEN
        for_it = {name: self._weight(name) for name in self.rows[place]}
        loudest = sorted((name for name in for_it if for_it[name] > 0), key=lambda name: -for_it[name])
        if not loudest:
            return "beside words in scope, says the tagger"
        return "tagger: " + "; ".join(_read_out(name) for name in loudest[:_LOUDEST])

    def _weight(self, name: str) -> float:
        total = 0.0
        for member in self.reader.scopes.members:
            if name in member.names:
                outside, inside = member.nodes[member.names[name]]
                total += float(inside - outside)
        return total


def _read_out(name: str) -> str:
    kind, _, value = name.lstrip("@").partition("=")
    return f"{_NAMES.get(kind, kind)} {value}".rstrip()
