"""Commands with other words but the same meaning, to measure how readers take wording that is new to them.

Each kind changes one thing, by chance with a seed: letters, blanks, words, articles, order, punctuation,
words around the order, longer descriptions. The tree stays, aligned with the new words. The other words are
those of `robot_other_words.tsv`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random

from likewise.errors import InputError
from likewise.io import SEED
from likewise.robot.corpus import Command
from likewise.robot.other_words import ARTICLES, said_otherwise
from likewise.robot.realignment import Piece, pieces_of, realigned
from likewise.robot.spelling import is_english_word
from likewise.worlds.blocks import Rcl

__all__ = ["perturb", "perturbations"]

Pieces = list[Piece]
_KEYS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_TO_PLACE = ARTICLES | {"to", "on", "onto", ",", "just"}
_BEFORE_ORDER = frozenset(("please", ",", ".", "kindly", "robot"))
_OPENINGS = (
    "please", "could you", "could you please", "robot ,", "hey robot ,", "now", "ok ,", "i want you to",
    "would you kindly", "your task is to", "can you", "next ,", "i would like you to", "alright , now",
)  # fmt: skip
_ENDINGS = (
    "please", ", please", "for me", "right now", "thanks", ", thank you", "as fast as you can", "carefully",
)  # fmt: skip
_STARTS, _STOPS = (". .", "...", ".", "-", "..", "/"), ("!!", "...", "!", " .", "?", "..", " !!!", ".)")
_LONGER_PLACE = (
    "which is",
    "that is",
    "which is currently",
    "that is located",
    "that you can see",
    "which you find",
)
_LONGER_COLOR = ("colored", "- colored", "coloured")


def perturbations() -> tuple[str, ...]:
    """The kinds of changes, by name."""
    return tuple(_KINDS)


def perturb(command: Command, kind: str, *, seed: int = SEED) -> Command | None:
    """The command changed in one way; nothing where there is nothing to change in it.

    The same seed changes the same command in the same way, whatever other commands there are.
    """
    if kind not in _KINDS:
        raise InputError(f"expected one of {', '.join(_KINDS)}, found '{kind}'", field="kind")
    rng = Random(f"{seed} {kind} {command.id} {command.text}")
    changed = _KINDS[kind](command, pieces_of(command), rng)
    return realigned(command, changed) if changed is not None else None


def _typing_errors(command: Command, pieces: Pieces, rng: Random) -> Pieces | None:
    """A wrong letter in one word of six, one at least."""
    places = [k for k, one in enumerate(pieces) if len(one.text) > 2 and one.text.isalpha()]
    for k in rng.sample(places, min(len(places), 1 + len(pieces) // 6)):
        pieces[k] = replace(pieces[k], text=_mistyped(pieces[k].text, rng))
    return pieces


def _mistyped(word: str, rng: Random) -> str:
    """A word with a letter swapped, doubled, dropped, or of the next key; no other English word."""
    for _ in range(20):
        k = rng.randrange(1 if len(word) > 3 else 0, len(word))
        way = rng.choice(("swapped", "doubled", "dropped", "next key"))
        if way == "swapped":
            wrong = word[: k - 1] + word[k] + word[k - 1] + word[k + 1 :] if k else word
        elif way == "doubled":
            wrong = word[: k + 1] + word[k:]
        elif way == "dropped":
            wrong = word[:k] + word[k + 1 :]
        else:
            wrong = word[:k] + rng.choice(_next_keys(word[k].lower())) + word[k + 1 :]
        if wrong != word and not is_english_word(wrong.lower()):
            return wrong
    return word


def _next_keys(letter: str) -> str:
    for row in _KEYS:
        if letter in row:
            at = row.index(letter)
            return row[max(at - 1, 0) : at] + row[at + 1 : at + 2]
    return letter


def _blanks(command: Command, pieces: Pieces, rng: Random) -> Pieces | None:
    """Two words written as one, or one as two."""
    pairs = [
        k for k in range(1, len(pieces))
        if all(one.text.isalpha() and one.blank for one in pieces[k - 1 : k + 1])
    ]  # fmt: skip
    long = [k for k, one in enumerate(pieces) if len(one.text) > 4 and one.text.isalpha()]
    if pairs and (rng.random() < 0.7 or not long):
        k = rng.choice(pairs)
        pieces[k] = replace(pieces[k], blank=False)
    elif long:
        k = rng.choice(long)
        cut = rng.randrange(2, len(pieces[k].text) - 1)
        text, words = pieces[k].text, pieces[k].words
        pieces[k : k + 1] = [replace(pieces[k], text=text[:cut]), Piece(text[cut:], words)]
    return pieces


def _other_word(command: Command, pieces: Pieces, rng: Random) -> Pieces | None:
    """One of the words that mean something, said otherwise."""
    return said_otherwise(command, pieces, rng, lambda leaves: 1)


def _other_words(command: Command, pieces: Pieces, rng: Random) -> Pieces | None:
    """Half of the words that mean something, said otherwise."""
    return said_otherwise(command, pieces, rng, lambda leaves: (leaves + 1) // 2)


def _no_articles(command: Command, pieces: Pieces, rng: Random) -> Pieces | None:
    """All articles dropped, but one that is all there is of a leaf."""
    alone = {
        one.span[0] for one in (command.rcl.walk() if command.rcl else ()) if one.span and _single(one.span)
    }
    return [one for k, one in enumerate(pieces) if one.text.lower() not in ARTICLES or k in alone]


def _single(span: tuple[int, int]) -> bool:
    return span[1] - span[0] == 1


def _destination_first(command: Command, pieces: Pieces, rng: Random) -> Pieces | None:
    """As in "on the red cube put the blue one".

    Of single orders alone whose destination stands last and does not refer to the block.
    """
    tree = command.rcl
    entity, goal = (tree.child("entity"), tree.child("destination")) if tree else (None, None)
    action = tree.child("action") if tree else None
    if entity is None or goal is None or action is None or action.span is None:
        return None
    if any(one.name == "reference-id" for one in goal.walk()):
        return None
    things, places = _words_of(entity), _words_of(goal)
    if not things or not places or not action.span[1] <= things[0] <= things[-1] < places[0]:
        return None
    first = things[-1] + 1
    words = [one.text.lower() for one in pieces]
    end = len(pieces)
    while words[end - 1] in (".", "!", "?"):
        end -= 1
    if end != places[-1] + 1 or not set(words[first : places[0]]) <= _TO_PLACE:
        return None
    if not set(words[: action.span[0]]) <= _BEFORE_ORDER:
        return None
    while words[first] == ",":
        first += 1
    comma = [Piece(",", blank=False)] if rng.random() < 0.5 else []
    start = action.span[0]
    order = [one for one in pieces[start:first] if one.text != ","]
    return [*pieces[:start], *pieces[first:end], *comma, *order, *pieces[end:]]


def _words_of(tree: Rcl) -> list[int]:
    return sorted(place for one in tree.walk() if one.span for place in range(*one.span))


def _punctuation(command: Command, pieces: Pieces, rng: Random) -> Pieces | None:
    """Stray signs before, after and within; commas and full stops that are there go."""
    kept = [one for one in pieces if one.text not in (",", ".", "!")]
    before = [Piece(rng.choice(_STARTS))] if rng.random() < 0.4 else []
    after = [Piece(rng.choice(_STOPS), blank=False)] if rng.random() < 0.6 or not before else []
    if rng.random() < 0.4 and len(kept) > 3:
        kept.insert(rng.randrange(2, len(kept)), Piece(",", blank=rng.random() < 0.5))
    return [*before, *kept, *after]


def _words_around(command: Command, pieces: Pieces, rng: Random) -> Pieces | None:
    """Politeness and other words that are no part of the order."""
    before = [Piece(rng.choice(_OPENINGS))] if rng.random() < 0.7 else []
    after = [Piece(rng.choice(_ENDINGS))] if rng.random() < 0.5 or not before else []
    stop = [pieces.pop()] if pieces and pieces[-1].text in (".", "!") else []
    return [*before, *pieces, *after, *stop]


def _longer(command: Command, pieces: Pieces, rng: Random) -> Pieces | None:
    """More words for the same: "the red colored cube which is currently on top of .."."""
    before: dict[int, str] = {}
    after: dict[int, str] = {}
    colors = []
    for entity in command.rcl.walk() if command.rcl else ():
        color, kind, place = (entity.child(name) for name in ("color", "type", "spatial-relation"))
        if entity.name != "entity" or kind is None:
            continue
        if color and color.span:
            colors.append(color.span[1] - 1)
        relation = place.child("relation") if place else None
        if relation and relation.span and kind.span and kind.span[1] == relation.span[0]:
            before[relation.span[0]] = rng.choice(_LONGER_PLACE)
    for k in rng.sample(colors, (len(colors) + 1) // 2):
        after[k] = rng.choice(_LONGER_COLOR)
    longer: Pieces = []
    for k, one in enumerate(pieces):
        longer += [Piece(before[k])] if k in before else []
        longer += [one]
        longer += [Piece(after[k])] if k in after else []
    return longer


def _all_at_once(command: Command, pieces: Pieces, rng: Random) -> Pieces | None:
    """A typing error, another word, no articles, stray signs and words around, each by chance."""
    ways = (_other_word, _typing_errors, _no_articles, _punctuation, _words_around)
    for way in ways:
        if rng.random() < 0.5:
            pieces = way(command, pieces, rng) or pieces
    return pieces


_KINDS: Mapping[str, Callable[[Command, Pieces, Random], Pieces | None]] = {
    "typing errors": _typing_errors,
    "blanks": _blanks,
    "other word": _other_word,
    "other words": _other_words,
    "no articles": _no_articles,
    "destination first": _destination_first,
    "punctuation": _punctuation,
    "words around": _words_around,
    "longer": _longer,
    "all at once": _all_at_once,
}
