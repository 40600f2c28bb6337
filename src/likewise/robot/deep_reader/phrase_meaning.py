"""The predications of an analysis by our own grammar: words bring them, rules join them."""

from __future__ import annotations

from dataclasses import dataclass, field

from likewise.robot.deep_reader.command_chart import Phrase
from likewise.robot.deep_reader.predications import CommandMeaning, Predication, Span

__all__ = ["phrase_meaning"]

_INDEX_OF = {"N": "x", "PRO": "x"}
"""The kind of variable that a word of a category speaks of; all others speak of an event or state."""


@dataclass
class _Open:
    """A predication whose roles are still being filled."""

    name: str
    span: Span | None
    constant: str = ""
    args: dict[str, str] = field(default_factory=dict)


@dataclass
class _Composition:
    predications: list[_Open] = field(default_factory=list)
    properties: dict[str, dict[str, str]] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    variables: int = 0

    def fresh(self, kind: str) -> str:
        self.variables += 1
        return f"{kind}{self.variables}"


def phrase_meaning(phrase: Phrase, notes: tuple[str, ...] = ()) -> CommandMeaning:
    """What an analysis of a whole command says."""
    made = _Composition()
    index, _ = _composed(phrase, made)
    predications = tuple(Predication(one.name, one.args, one.span, one.constant) for one in made.predications)
    return CommandMeaning(index, predications, made.properties, phrase.cost, (*made.notes, *notes))


def _composed(phrase: Phrase, made: _Composition) -> tuple[str, list[_Open]]:
    """The variable that a phrase speaks of, and the predications that its mother may complete."""
    if phrase.entry is not None:
        return _word(phrase, made)
    parts = [_composed(part, made) for part in phrase.parts]
    rule = phrase.rule
    assert rule is not None
    index = parts[rule.heads[0]][0]
    heads = [one for head in rule.heads for one in parts[head][1]]
    for link in rule.links:
        if link.added:
            added = _Open(link.added, None, args={"ARG0": made.fresh("e")})
            made.predications.append(added)
            targets = [added]
            if link.heads:
                index, heads = added.args["ARG0"], targets
        else:
            targets = parts[link.target][1]
        for role, place in link.roles:
            for target in targets:
                target.args[role] = parts[place][0] if place >= 0 else index
    return index, heads


def _word(phrase: Phrase, made: _Composition) -> tuple[str, list[_Open]]:
    entry = phrase.entry
    assert entry is not None
    if entry.note:
        made.notes.append(entry.note)
    if not entry.predicate:
        return "", []
    index = made.fresh(_INDEX_OF.get(entry.category.partition("[")[0], "e"))
    one = _Open(entry.predicate, entry.span, entry.constant, {"ARG0": index})
    made.predications.append(one)
    if entry.plural:
        made.properties[index] = {"NUM": "pl"}
    return index, [one]
