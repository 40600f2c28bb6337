"""Other words for what a command names: a table by which readers are measured, and never learn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from importlib.resources import files
from random import Random

from likewise.robot.corpus import Command
from likewise.robot.realignment import Piece
from likewise.robot.vocabulary import load_robot_vocabulary
from likewise.worlds.blocks import Rcl

__all__ = ["ARTICLES", "other_words", "said_otherwise"]

ARTICLES = frozenset(("the", "a", "an"))


@cache
def other_words() -> Mapping[tuple[str, str], tuple[str, ...]]:
    """By name and value of a leaf of RCL, words that may stand for it."""
    table: dict[tuple[str, str], list[str]] = {}
    path = files("likewise.data").joinpath("robot_other_words.tsv")
    for words, meaning in load_robot_vocabulary(str(path)).rows():
        table.setdefault((meaning.name, meaning.value), []).append(words)
    return {key: tuple(rows) for key, rows in table.items()}


def said_otherwise(
    command: Command, pieces: list[Piece], rng: Random, number: Callable[[int], int]
) -> list[Piece]:
    """So many of the words that mean something, of as many as there are, said otherwise."""
    leaves = _leaves_to_say(command, pieces)
    rng.shuffle(leaves)
    done = 0
    for leaf, (start, end) in leaves:
        if done == number(len(leaves)):
            break
        said = " ".join(one.text.lower() for one in pieces[start:end] if one.text)
        others = [one for one in other_words()[leaf.name, leaf.value] if one != said]
        if not others:
            continue
        text = rng.choice(others) + (" to" if said.endswith(" to") and leaf.value == "nearest" else "")
        if said.endswith("s") and leaf.value in ("tile", "cube", "prism"):
            text = _plural(text)
        pieces[start] = replace(pieces[start], text=text, words=tuple(range(start, end)))
        pieces[start + 1 : end] = [Piece("", blank=False)] * (end - start - 1)
        done += 1
    return pieces


def _leaves_to_say(command: Command, pieces: list[Piece]) -> list[tuple[Rcl, tuple[int, int]]]:
    """The leaves over words of their own for which there are other words.

    An action is left alone where its particle stands apart ("pick the cube up"), a relation after an article
    ("to the top of").
    """
    leaves = [one for one in command.rcl.walk() if one.span] if command.rcl else []
    taken = [place for one in leaves if one.span for place in range(*one.span)]
    apart = any(one.text.lower() in ("up", "down") and place not in taken for place, one in enumerate(pieces))
    return [
        (one, one.span)
        for one in leaves
        if one.span
        and (one.name, one.value) in other_words()
        and not (apart and one.name == "action")
        and not (one.name == "relation" and pieces[one.span[0] - 1].text.lower() in ARTICLES)
        and all(taken.count(place) == 1 for place in range(*one.span))
    ]


def _plural(text: str) -> str:
    if text.endswith("s") or text == "dice":
        return text
    return text + ("es" if text.endswith(("x", "ch")) else "s")
