"""A command put together from pieces of another one: its text, and its tree aligned with the new words.

A piece stands for one word of the old command, for several or for none; a leaf of the tree moves with the
pieces of its words. A leaf whose words are gone keeps its value and loses its alignment.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from likewise.robot.command_tokens import command_words
from likewise.robot.corpus import Command
from likewise.worlds.blocks import Rcl

__all__ = ["Piece", "pieces_of", "realigned"]


@dataclass(frozen=True, slots=True)
class Piece:
    """Some text, the places of the old words that it stands for, and whether a blank goes before it."""

    text: str
    words: tuple[int, ...] = ()
    blank: bool = True


def pieces_of(command: Command) -> list[Piece]:
    """A command as a piece a word, as typed."""
    text, words = command.text, command_words(command.text)
    ends = [0, *(word.end for word in words)]
    return [
        Piece(text[word.start : word.end], (place,), not place or word.start > end)
        for place, (word, end) in enumerate(zip(words, ends, strict=False))
    ]


def realigned(command: Command, pieces: Sequence[Piece]) -> Command | None:
    """The command that the pieces make; nothing where its words are the old ones, or none."""
    text = ""
    stands_for: list[tuple[int, ...]] = []
    for piece in pieces:
        text += " " * (piece.blank and bool(text)) + piece.text
        stands_for += [piece.words] * (len(text) - len(stands_for))
    words = command_words(text)
    if not words or [one.text for one in words] == [one.text for one in command_words(command.text)]:
        return None
    old = [
        {place for letter in range(word.start, word.end) for place in stands_for[letter]} for word in words
    ]
    tree = command.rcl and _moved(command.rcl, old)
    return replace(command, text=text, rcl=tree)


def _moved(tree: Rcl, old: Sequence[set[int]]) -> Rcl:
    """The tree with the places of the new words; `old` has the old places that each new word stands for."""
    span = None
    if tree.span is not None:
        own = set(range(*tree.span))
        places = [place for place, words in enumerate(old) if words & own]
        span = (places[0], places[-1] + 1) if places else None
    return Rcl(tree.name, tree.value, tuple(_moved(one, old) for one in tree.children), span)
