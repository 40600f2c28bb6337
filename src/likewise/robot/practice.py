"""Commands as they come from people in a hurry, to learn how sure one may be of what is read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from random import Random

from likewise.robot.changed_commands import perturb
from likewise.robot.corpus import Command
from likewise.robot.realignment import Piece, pieces_of, realigned
from likewise.robot.spelling import english_words
from likewise.robot.vocabulary import robot_vocabulary

__all__ = ["practice_copies"]

_EVERY = 3
"""Of so many commands one is copied."""
_LENGTHS = range(4, 10)
_CONTENT = frozenset(("action", "color", "type", "relation", "indicator"))


def practice_copies(commands: Sequence[Command], seed: int) -> Iterator[Command]:
    """Copies of some commands with wrong letters, wrong blanks, or a word that is not known."""
    ways: tuple[Callable[[Command, int], Command | None], ...] = (_mistyped, _strange, _spaced, _longer)
    for number, command in enumerate(commands[::_EVERY]):
        copy = ways[number % len(ways)](command, seed)
        if copy is not None:
            yield copy


def _mistyped(command: Command, seed: int) -> Command | None:
    return perturb(command, "typing errors", seed=seed)


def _spaced(command: Command, seed: int) -> Command | None:
    return perturb(command, "blanks", seed=seed)


def _strange(command: Command, seed: int) -> Command | None:
    """With an ordinary word that has no place here, instead of one that means something."""
    pieces = pieces_of(command)
    places = [
        one.span[0] for one in (command.rcl.walk() if command.rcl else ())
        if one.name in _CONTENT and one.span and one.span[1] == one.span[0] + 1
    ]  # fmt: skip
    if not places:
        return None
    rng = Random(f"{seed} strange {command.id} {command.text}")
    place = rng.choice(places)
    pieces[place] = replace(pieces[place], text=rng.choice(_strange_words()))
    return realigned(command, pieces)


def _longer(command: Command, seed: int) -> Command | None:
    """With such a word besides those that mean something."""
    pieces = pieces_of(command)
    rng = Random(f"{seed} longer {command.id} {command.text}")
    pieces.insert(rng.randrange(1, len(pieces) + 1), Piece(rng.choice(_strange_words())))
    return realigned(command, pieces)


@cache
def _strange_words() -> Sequence[str]:
    known = robot_vocabulary().words
    return sorted(word for word in english_words() if len(word) in _LENGTHS and word not in known)
