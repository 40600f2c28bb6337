"""Commands with their meaning written between the words, and the RCL trees that this stands for.

    Pick_up the (red pyramid that_is on (blue blocks)) and put it in the (top left corner).
    Move the (blue cube) <two squares> left.

( ) is an entity, < > a measure, { } a spatial relation where the order of words does not show it, | the end
of an event where no second action shows it. Words tied by _ are one leaf. What a word means is looked up in
`robot_command_words.tsv`; `word=value` says it here, `'word` means nothing. ~ is a region without a word,
~above a relation, ~it a reference. # stands in the entity that "one" points back to, if that is not the first
one. The value of an action follows from the rest.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from likewise.robot import command_words
from likewise.worlds.blocks import Rcl

__all__ = ["read_annotated"]

_PIECE = re.compile(r"[(){}<>|#]|~[a-z]*|'?[^\s(){}<>|#=]+(?:=[a-z0-9:-]+)?[.,!?]*")
_HAN = re.compile(r"[\u4e00-\u9fff](?=.)")
_ORDER = (
    "id", "cardinal", "indicator", "color", "type", "reference-id", "spatial-relation",
    "measure", "relation", "entity",
)  # fmt: skip
_CLOSES = {"(": ")", "{": "}", "<": ">"}
_SHORT = {"it": "type:reference", "one": "type:type-reference", "ones": "type:type-reference-group"}
_SHORT |= {"group": "type:cube-group", "": "type:region"}
_NAMES = {"i": "indicator", "r": "relation", "t": "type", "c": "color", "n": "cardinal"}


@dataclass
class _Part:
    """What stands between two brackets: leaves and parts."""

    kind: str
    items: list[Rcl | _Part] = field(default_factory=list)
    is_antecedent: bool = False

    def has_type(self) -> bool:
        return any(isinstance(item, Rcl) and item.name == "type" for item in self.items)


def read_annotated(text: str, lang: str = "en", *, holding: bool = False) -> tuple[str, Rcl]:
    """The command as it is typed, and its tree; `holding` when the gripper is not empty."""
    typed, parts = _Reader(text, lang).read()
    trees = [_event(part) for part in parts]
    trees = [_with_action(tree, _action(tree, n, len(trees), holding)) for n, tree in enumerate(trees)]
    tree = trees[0] if len(trees) == 1 else Rcl("sequence", children=tuple(trees))
    return typed, _identified(_on_words(tree, typed))


class _Reader:
    """Goes through the pieces of an annotated command from the left."""

    def __init__(self, text: str, lang: str) -> None:
        self.pieces = _PIECE.findall(text)
        if "".join(self.pieces) != re.sub(r"\s", "", text):
            raise ValueError(f"cannot read {text}")
        self.words = _lexicon(lang)
        self.typed = ""

    def read(self) -> tuple[str, list[_Part]]:
        events = [_Part("event")]
        open_parts = [events[0]]
        for piece in self.pieces:
            if piece in _CLOSES:
                part = _Part(piece)
                open_parts[-1].items.append(part)
                open_parts.append(part)
            elif piece in _CLOSES.values():
                if _CLOSES.get(open_parts.pop().kind) != piece:
                    raise ValueError(f"'{piece}' does not fit in {' '.join(self.pieces)}")
            elif piece == "|":
                events.append(_Part("event"))
                open_parts = [events[-1]]
            elif piece == "#":
                open_parts[-1].is_antecedent = True
            else:
                leaf = self._leaf(piece, open_parts[-1])
                if leaf is None:
                    continue
                if leaf.name == "action" and len(open_parts) == 1 and _has(events[-1], "action"):
                    events.append(_Part("event"))
                    open_parts = [events[-1]]
                is_bare = leaf.value == "reference" and open_parts[-1].kind == "event"
                open_parts[-1].items.append(_Part("(", [leaf]) if is_bare else leaf)
        if len(open_parts) != 1:
            raise ValueError(f"a bracket stays open in {' '.join(self.pieces)}")
        return self.typed, events

    def _leaf(self, piece: str, part: _Part) -> Rcl | None:
        """What a piece means there, with its place in the letters typed so far."""
        if piece.startswith("~"):
            short = piece[1:]
            name, value = _split(_SHORT.get(short, f"relation:{short}"))
            return Rcl(name, value)
        word = piece.rstrip(".,!?")
        marks = piece[len(word) :]
        if not word:
            self.typed += marks
            return None
        word, _, value = word.partition("=")
        shown = word.lstrip("'") if word.startswith("'") else word
        plain = shown.replace("_", " ")
        shown = _HAN.sub(r"\g<0> ", plain).rstrip()
        if self.typed:
            self.typed += " "
        start = len(self.typed)
        self.typed += shown + marks
        meaning = self._meaning(word, value, plain.lower(), part)
        if not meaning:
            return None
        name, value = _split(meaning)
        if part.kind == "event" and name not in ("action", "relation") and value != "reference":
            return None
        return Rcl(name, value, span=(start, start + len(shown)))

    def _meaning(self, word: str, value: str, shown: str, part: _Part) -> str:
        if word.startswith("'"):
            return ""
        if value and value in _SHORT:
            return _SHORT[value]
        if ":" in value:
            name, value = _split(value)
            return f"{_NAMES.get(name, name)}:{value}"
        meanings = self.words.get(value or shown, ())
        if value and not meanings:
            raise ValueError(f"no word '{value}'")
        if len(meanings) < 2:
            return meanings[0] if meanings else ""
        return meanings[0] if part.kind == "(" and not part.has_type() else meanings[1]


def _split(text: str) -> tuple[str, str]:
    name, _, value = text.partition(":")
    return name, value


@cache
def _lexicon(lang: str) -> dict[str, tuple[str, ...]]:
    """Words of a language: what they mean before the type of an entity, and elsewhere if that differs."""
    lines = Path(__file__).with_name("robot_command_words.tsv").read_text("utf-8").splitlines()
    rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
    return {
        word: tuple(meanings) for code, words, *meanings in rows if code == lang for word in words.split("|")
    }


def _has(part: _Part, name: str) -> bool:
    return any(isinstance(item, Rcl) and item.name == name for item in part.items)


def _event(part: _Part) -> Rcl:
    items = _with_relations(part.items)
    actions = [item for item in items if item.name == "action"]
    entities = [item for item in items if item.name == "entity"]
    places = [Rcl("destination", children=(item,)) for item in items if item.name == "spatial-relation"]
    if len(actions) != 1 or len(entities) != 1 or len(places) > 1 or len(items) != 2 + len(places):
        raise ValueError(f"not an event: {[item.name + ':' + item.value for item in items]}")
    return Rcl("event", children=(*actions, *entities, *places))


def _with_relations(items: list[Rcl | _Part]) -> list[Rcl]:
    """The items with each relation, its measure and the entity after it made one."""
    done: list[Rcl] = []
    relation: list[Rcl] = []
    for tree in (item if isinstance(item, Rcl) else _tree(item) for item in items):
        names = {one.name for one in relation}
        if tree.name in ("relation", "measure"):
            if names & {tree.name, "entity"}:
                done.append(_spatial_relation(relation))
                relation = []
            relation.append(tree)
        elif tree.name == "entity" and names and "entity" not in names:
            relation.append(tree)
        else:
            done += [_spatial_relation(relation)] if relation else []
            done.append(tree)
            relation = []
    return [*done, _spatial_relation(relation)] if relation else done


def _tree(part: _Part) -> Rcl:
    if part.kind == "{":
        return _spatial_relation([item if isinstance(item, Rcl) else _tree(item) for item in part.items])
    return Rcl("measure", children=(_entity(part),)) if part.kind == "<" else _entity(part)


def _spatial_relation(parts: list[Rcl]) -> Rcl:
    return Rcl("spatial-relation", children=tuple(sorted(parts, key=lambda one: _ORDER.index(one.name))))


def _entity(part: _Part) -> Rcl:
    items = _with_relations(part.items)
    kind = next((item.value for item in items if item.name == "type"), "")
    if not kind:
        raise ValueError(f"an entity without a type: {[item.name + ':' + item.value for item in items]}")
    if "reference" in kind:
        items.append(Rcl("reference-id", "1"))
    if part.is_antecedent:
        items.append(Rcl("id", "1"))
    return Rcl("entity", children=tuple(sorted(items, key=lambda one: _ORDER.index(one.name))))


def _action(tree: Rcl, number: int, events: int, holding: bool) -> str:
    if events == 2:
        return ("take", "drop")[number]
    if holding:
        return "drop"
    return "move" if tree.child("destination") else "take"


def _with_action(tree: Rcl, action: str) -> Rcl:
    return replace(tree, children=(replace(tree.children[0], value=action), *tree.children[1:]))


def _on_words(tree: Rcl, typed: str) -> Rcl:
    """The tree with places in letters turned into places in words."""
    words = command_words(typed)

    def turned(one: Rcl) -> Rcl:
        span = one.span
        if span is not None:
            inside = [n for n, word in enumerate(words) if word.start < span[1] and word.end > span[0]]
            span = (inside[0], inside[-1] + 1)
        return replace(one, span=span, children=tuple(map(turned, one.children)))

    return turned(tree)


def _identified(tree: Rcl) -> Rcl:
    """The tree with an id on the first entity, if something points back to it."""
    names = [one.name for one in tree.walk()]
    if "reference-id" not in names or "id" in names:
        return tree
    first = True

    def marked(one: Rcl) -> Rcl:
        nonlocal first
        if one.name == "entity" and first:
            first = False
            return replace(one, children=(Rcl("id", "1"), *one.children))
        return replace(one, children=tuple(map(marked, one.children)))

    return marked(tree)
