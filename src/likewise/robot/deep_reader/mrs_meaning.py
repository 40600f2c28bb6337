"""Analyses of a deep parser as the records that our rules read.

A parser may be given another text than was typed (small letters, a determiner where one is missing, a full
stop); places are brought back to the words of the command. Arguments that are handles, such as the place of
`put`, become the variable of what stands there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from likewise.deep import Analysis
from likewise.robot.command_tokens import Word, command_words
from likewise.robot.deep_reader.predications import CommandMeaning, Predication, Span, predicate_parts

if TYPE_CHECKING:
    from delphin.mrs import EP, MRS

__all__ = ["mrs_meaning"]

_SCOPE = ("RSTR", "BODY", "L-HNDL", "R-HNDL", "CARG")
_AHEAD = 3
"""How many words of the command a word of the parsed text may lie further on."""


def mrs_meaning(analysis: Analysis, words: tuple[Word, ...], cost: float = 0.0) -> CommandMeaning:
    """An analysis, with places in the words of the command."""
    mrs = analysis.parsed_mrs
    places = _word_places(analysis.text, words)
    below = _event_below(mrs)
    predications = tuple(_predication(ep, mrs, places, below) for ep in mrs.rels)
    properties = {name: dict(values) for name, values in mrs.variables.items() if values}
    return CommandMeaning(str(mrs.index or ""), predications, properties, cost, parsed=True)


def _predication(
    ep: EP, mrs: MRS, places: list[tuple[int, int, int | None]], below: dict[str, str]
) -> Predication:
    args = {
        role: below.get(value, value) if value.startswith("h") else value
        for role, value in ep.args.items()
        if role not in _SCOPE
    }
    constant = str(ep.carg or "")
    if ep.predicate == "pron" and mrs.variables.get(ep.iv or "", {}).get("PERS") == "2":
        constant = "you"
    return Predication(ep.predicate, args, _span(ep, places), constant)


def _event_below(mrs: MRS) -> dict[str, str]:
    """For each handle, the variable of what stands under it: a preposition before all else."""
    found: dict[str, str] = {}
    for ep in sorted(mrs.rels, key=lambda one: predicate_parts(one.predicate).pos != "p"):
        if ep.iv and ep.iv.startswith("e"):
            found.setdefault(ep.label, ep.iv)
    low = {constraint.hi: constraint.lo for constraint in mrs.hcons}
    return found | {high: found[label] for high, label in low.items() if label in found}


def _word_places(text: str, words: tuple[Word, ...]) -> list[tuple[int, int, int | None]]:
    """The words of the parsed text with their places in it, and which word of the command each is."""
    places: list[tuple[int, int, int | None]] = []
    at = 0
    for token in command_words(text):
        near = range(at, min(at + _AHEAD, len(words)))
        found = next((k for k in near if words[k].text == token.text), None)
        if found is not None:
            at = found + 1
        places.append((token.start, token.end, found if token.text.isalnum() else None))
    return places


def _span(ep: EP, places: list[tuple[int, int, int | None]]) -> Span | None:
    covered = [
        number for start, end, number in places if number is not None and start < ep.cto and end > ep.cfrom
    ]
    return (min(covered), max(covered) + 1) if covered else None
