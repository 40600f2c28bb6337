"""Why each word is in a scope that the ranker or the taggers found: one short line a word.

The ranker chooses among branches of the tree, so its reason is the branch. A tagger weighs features of each
word (`likewise.negation.cue_view`), so its reason is those that spoke loudest for the word.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property

from likewise.negation.candidates import Unit, mask_of, suggested, units_of
from likewise.negation.cue_view import CueView
from likewise.negation.resolution import Method
from likewise.negation.sentence import Part, is_mark
from likewise.negation.taggers import Labels, ScopeTagger

__all__ = ["BETWEEN", "REST", "given_reasons", "reasons_of"]

BETWEEN = "punctuation between"
REST = "the rest of the cue's word"

_LOUDEST = 2
"""Features named for a word."""

_TAGS = {
    "CC": "a conjunction", "CD": "a number", "DT": "a determiner", "EX": "'there'", "FW": "a foreign word",
    "IN": "a preposition or subordinator", "JJ": "an adjective", "JJR": "a comparative",
    "JJS": "a superlative", "LS": "a list number", "MD": "a modal verb", "NN": "a noun",
    "NNS": "a plural noun", "NNP": "a name", "NNPS": "a plural name", "PDT": "a determiner",
    "POS": "a possessive ending",
    "PRP": "a pronoun", "PRP$": "a possessive pronoun", "RB": "an adverb", "RBR": "a comparative adverb",
    "RBS": "a superlative adverb", "RP": "a particle", "TO": "'to'", "UH": "an interjection",
    "VB": "a verb's base form", "VBD": "a verb in the past tense", "VBG": "a verb in -ing",
    "VBN": "a past participle", "VBP": "a verb in the present tense", "VBZ": "a verb in the present tense",
    "WDT": "a wh-determiner", "WP": "a wh-pronoun", "WP$": "a wh-pronoun", "WRB": "a wh-adverb",
    "<s>": "the sentence's beginning", "</s>": "the sentence's end",
}  # fmt: skip
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_PLACES = (
    "innermost", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
    "tenth or a wider",
)  # fmt: skip
_JOINTS = {"CONJP": "a conjunction", "CC": "a conjunction", ",": "a comma", ":": "a colon or dash",
           ".": "a full stop", "``": "a quotation mark", "''": "a quotation mark"}  # fmt: skip
_JOINT = re.compile("|".join(map(re.escape, _JOINTS)))
_DEEPEST = 3
"""Paths of more phrases are not read out."""


def reasons_of(
    view: CueView, tagger: ScopeTagger, labels: Labels, scope: Sequence[Part], method: Method
) -> tuple[str, ...]:
    """The reason of each part of a scope that ranker, taggers or both found."""
    why = _Why(view, tagger)
    ranked = method is Method.RANKER or (method is Method.BEST and why.is_suggested(labels))
    reason = why.branch if ranked and len(view.chain) > 1 else why.features
    return given_reasons(view, scope, {part.token: reason(part.token) for part in scope})


def given_reasons(view: CueView, scope: Sequence[Part], reasons: Mapping[int, str]) -> tuple[str, ...]:
    """Reasons by token as reasons by part; marks and the rest of the cue's own word have theirs."""
    return tuple(_common(view, part.token) or reasons.get(part.token, BETWEEN) for part in scope)


def _common(view: CueView, token: int) -> str:
    if token == view.anchor:
        return REST
    return BETWEEN if is_mark(view.sentence.words[token]) else ""


class _Why:
    def __init__(self, view: CueView, tagger: ScopeTagger) -> None:
        self.view, self.tagger = view, tagger
        self.order = {token: place for place, token in enumerate(view.places)}

    @cached_property
    def units(self) -> list[Unit]:
        return units_of(self.view)

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
        for_it = {name: self._weight(name) for name in self.view.features[place]}
        loudest = sorted((name for name in for_it if for_it[name] > 0), key=lambda name: -for_it[name])
        word = _Word(self.view, token, first=place == 0)
        phrases = list(dict.fromkeys(filter(None, map(word.said, loudest))))
        return "tagger: " + "; ".join(phrases[:_LOUDEST] or ["the words beside it are in"])

    def _weight(self, name: str) -> float:
        total = 0.0
        for member in self.tagger.members:
            if name in member.names:
                outside, inside = member.nodes[member.names[name]]
                total += float(inside - outside)
        return total


class _Word:
    """A word of a view, and its features in plain phrases; what cannot be said shortly is an empty one."""

    def __init__(self, view: CueView, token: int, *, first: bool) -> None:
        self.view, self.token, self.first = view, token, first
        self.side = "left" if token < view.anchor else "right"
        self.kind = repr(view.kind)
        self.bare = view.tree.homes[token] in view.rank

    def said(self, name: str) -> str:
        """The phrase for a feature of `scope_features`."""
        family, _, value = name.lstrip("@").partition("=")
        try:
            return _FAMILIES[family](self, value)
        except (ValueError, IndexError):
            return ""  # Words or labels with blanks in them, from a file, cannot be told apart in a feature.

    def near(self, step: int) -> str:
        """The word itself, or one beside it; empty where there is none."""
        at = self.token + step
        return repr(self.view.lowered[at]) if 0 <= at < len(self.view.lowered) else ""

    def tag(self, step: int = 0) -> str:
        """The kind of the word, or of one beside it; empty where there are no tags."""
        tags, at = self.view.sentence.tags, self.token + step
        if not 0 <= at < len(tags):
            return _TAGS["<s>" if at < 0 else "</s>"]
        return _tag(tags[at])

    def neighbour(self, step: int) -> str:
        """Which word stands beside it."""
        beside = self.near(step)
        if not beside:
            return "it begins the sentence" if step < 0 else "it ends the sentence"
        return f"the word {'before' if step < 0 else 'after'} it is {beside}"

    def tags(self, phrase: str, *steps: int) -> str:
        """A phrase about kinds of words; empty where one of them is not known."""
        tags = [self.tag(step) for step in steps]
        return phrase.format(*tags, side=self.side, kind=self.kind) if all(tags) else ""

    def distance(self, cue: str) -> str:
        """How far from the cue; from five words on as roughly as the feature says it."""
        far = abs(self.token - self.view.anchor)
        low = 5 + 4 * min(6, (far - 5) // 4)
        shown = _NUMBERS[far] if far < 5 else f"{low} or more" if low == 29 else f"{low} to {low + 3}"
        return f"{shown} {'word' if far == 1 else 'words'} {self.side} of {cue}"

    def counted(self, counts: str, *things: str) -> str:
        """How many of some things there are on the way to the cue."""
        way = "from it up to the cue" if self.side == "left" else "from the cue up to it"
        parts = [_count(int(n), thing) for n, thing in zip(counts, things, strict=True)]
        return f"{_listed(parts)} {way}"

    def shared(self, place: str) -> str:
        return f"the {_PLACES[int(place)]} phrase around the cue is the smallest that holds it too"

    def path(self, ups: str, downs: str | None, meet: str) -> str:
        """The phrases over the word, and those over the cue, up to where they meet."""
        mine, other = ups.split("^") if ups else [], downs.split("v") if downs else []
        if max(len(mine), len(other)) > _DEEPEST:
            return ""
        own = " ".join(f"in {_label(label)}" for label in mine) or "directly"
        if downs is None:
            return f"{own} under the {meet} over the cue"
        cue = " ".join(f"in {_label(label)}" for label in reversed(other)) or "directly"
        return f"it stands {own} and the cue {cue}, both under {meet}"

    def branch(self, text: str) -> str:
        """`NP>S<VP`: the word's branch, the phrase where it meets the cue's, the cue's branch."""
        own, _, rest = text.partition(">")
        meet, _, toward = rest.partition("<")
        beside = "the cue" if toward in ("CUE", "") else f"the {toward} with the cue"
        return f"{self.standing(own)} {self.side} of {beside}, under {meet}"

    def standing(self, own: str) -> str:
        """In which branch; a word that hangs from the cue's chain by itself is its own."""
        return (_tag(own) or "a word") if self.bare else f"in {_label(own)}"

    def clauses(self, below: str, inner: str = "0") -> str:
        """How clauses part the word from the cue."""
        outer, own = int(below), int(inner)
        parts = []
        if outer:
            parts.append("outside the cue's clause" if outer == 1 else
                         f"outside the {_number(outer)} innermost clauses of the cue")  # fmt: skip
        if own:
            parts.append("in a clause without the cue" if own == 1 else
                         f"in {_number(own)} clauses without the cue")  # fmt: skip
        return " and ".join(parts) or "in the cue's own clause"

    def change(self, same: str) -> str:
        """Whether a branch goes on or begins."""
        if self.first:
            return "the first word beside the cue"
        return f"in {'the same branch as' if same == 'True' else 'another branch than'} the word before it"


def _tag(tag: str) -> str:
    return _TAGS.get(tag) or (f"a word tagged {tag}" if tag.strip("_") else "")


def _label(label: str) -> str:
    return f"{'an' if label[:1] in 'AEHILMNORSX' else 'a'} {label}"


def _number(count: int) -> str:
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def _count(count: int, thing: str) -> str:
    """Three stands for three or more."""
    return f"{_NUMBERS[count]}{' or more' if count == 3 else ''} {thing}{'s' if count > 1 else ''}"


def _listed(parts: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(parts[:-1]), parts[-1])))


def _joints(text: str) -> str:
    joints = list(dict.fromkeys(_JOINTS[mark] for mark in _JOINT.findall(text)))
    return f"{_listed(joints) if joints else 'no mark or conjunction'} between its branch and the cue's"


def _of_branch2(w: _Word, value: str) -> str:
    _, joined, text = value.split(" ")
    return f"{w.branch(text)}, with {_joints(joined)}"


def _of_joined_clauses(w: _Word, value: str) -> str:
    _, below, inner, joined = value.split(" ")
    return f"{w.clauses(below, inner)}, with {_joints(joined)}"


def _of_clauses_and_branch(w: _Word, value: str) -> str:
    _, below, own, meet, joined = value.split(" ")
    return f"{w.clauses(below)}, {w.standing(own)} under {meet}, with {_joints(joined)}"


def _of_path(w: _Word, value: str) -> str:
    ups, _, rest = value.split(" ")[-1].partition(">")
    meet, cut, downs = rest.partition("<")
    return w.path(ups, downs if cut else None, meet)


def _of_down(w: _Word, value: str) -> str:
    meet, _, downs = value.split(" ")[-1].partition("<")
    labels = downs.split("v") if downs else []
    if len(labels) > _DEEPEST:
        return ""
    cue = " ".join(f"in {_label(label)}" for label in reversed(labels)) or "directly"
    return f"{w.side} of the cue, which stands {cue} under the {meet} that holds both"


def _of_depth(w: _Word, value: str) -> str:
    _, deep, below = value.split(" ")
    many = f"{_number(int(deep))}{' or more' if deep == '6' else ''} {'phrase' if deep == '1' else 'phrases'}"
    phrases = "directly" if deep == "0" else f"{many} deep"
    return f"{phrases} below the smallest phrase that holds the cue too, {w.clauses(below)}"


def _of_change(w: _Word, value: str) -> str:
    same, _, here, _ = value.split(" ")
    own, _, meet = here.partition(">")
    return f"{w.change(same)}, {w.standing(own)} under {meet}"


def _of_start(w: _Word, value: str) -> str:
    _, start, text = value.split(" ")
    own, _, meet = text.partition(">")
    return f"{w.standing(own)} under {meet} that begins with {start!r}, {w.side} of the cue"


_MARK, _JOIN, _QUOTE, _VERB = "comma or dash", "conjunction", "quotation mark", "verb"
_FAMILIES: dict[str, Callable[[_Word, str], str]] = {
    "bias": lambda w, v: "",
    "w": lambda w, v: f"the word {w.near(0)}",
    "l": lambda w, v: f"a form of {v!r}" if v.strip("_") else "",
    "t": lambda w, v: w.tags("{}", 0),
    "w-1": lambda w, v: w.neighbour(-1),
    "w+1": lambda w, v: w.neighbour(1),
    "t-1": lambda w, v: w.tags("before it stands {}", -1),
    "t+1": lambda w, v: w.tags("after it stands {}", 1),
    "tt": lambda w, v: w.tags("{} after {}", 0, -1),
    "tt+": lambda w, v: w.tags("{} before {}", 0, 1),
    "ttt": lambda w, v: w.tags("{} between {} and {}", 0, -1, 1),
    "sw": lambda w, v: f"the word {w.near(0)} {w.side} of the cue",
    "st": lambda w, v: w.tags("{} {side} of the cue", 0),
    "skt": lambda w, v: w.tags("{} {side} of {kind}", 0),
    "d": lambda w, v: w.distance("the cue"),
    "dk": lambda w, v: w.distance(w.kind),
    "side": lambda w, v: f"{w.side} of {w.kind}",
    "marks": lambda w, v: w.counted(v[1:], _MARK),
    "joins": lambda w, v: w.counted(v[1:], _JOIN),
    "quotes": lambda w, v: w.counted(v[1:], _QUOTE).replace("two", "two or more"),
    "verbs": lambda w, v: w.counted(v[1:], _VERB),
    "mjv": lambda w, v: w.counted(v[1:], _MARK, _JOIN, _VERB),
    "mq": lambda w, v: w.counted(v[1:], _MARK, _QUOTE),
    "kv": lambda w, v: f"{w.counted(v[-2:], _VERB, _MARK)}, and the cue is {w.kind}",
    "first": lambda w, v: "the first word beside the cue" if v == "True" else "",
    "path": _of_path,
    "p4": _of_path,
    "up": _of_path,
    "down": _of_down,
    "kdown": lambda w, v: (said := _of_down(w, v)) and f"{said}, and the cue is {w.kind}",
    "k": lambda w, v: w.shared(v[1:]),
    "meet": lambda w, v: f"the smallest phrase that holds it and the cue is {_label(v[2:])}",
    "mk": lambda w, v: f"{w.shared(v.split(' ')[2])}, {_label(v.split(' ')[1])}",
    "branch": lambda w, v: w.branch(v.split(" ")[1]),
    "branch2": _of_branch2,
    "bc": lambda w, v: f"{w.branch(v.split(' ')[1])}, {w.clauses(v.split(' ')[2])}",
    "kb": lambda w, v: f"{w.branch(v.split(' ')[-1])}, and the cue is {w.kind}",
    "clauses": lambda w, v: w.clauses(*v.split(" ")[1:]),
    "kclauses": lambda w, v: f"{w.clauses(*v.split(' ')[-2:])}, and the cue is {w.kind}",
    "cj": _of_joined_clauses,
    "start": _of_start,
    "starts": lambda w, v: f"its branch begins with {v.split(' ')[1]!r}, {w.clauses(v.split(' ')[2])}",
    "depth": _of_depth,
    "cbm": _of_clauses_and_branch,
    "home": lambda w, v: (tag := w.tag()) and f"{tag} in {_label(v.split(' ')[0])} {w.side} of the cue",
    "same": lambda w, v: w.change(v),
    "change": _of_change,
    "changek": lambda w, v: w.change(v.split(" ")[0]) if w.first else
    f"{w.change(v.split(' ')[0])}, which is {w.near(-1)}",
}  # fmt: skip
"""How each family of features is said; `w` is the word, `v` what the feature holds after its name."""
