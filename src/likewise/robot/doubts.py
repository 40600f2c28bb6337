"""Why the robot does not act on a reading that the board allows: a guess is no order, nor is half of one."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from typing import NamedTuple

from likewise.robot.answers import JudgedReading
from likewise.robot.command_tokens import Word
from likewise.robot.reasons import FORBIDDING, not_all_said, not_known
from likewise.robot.vocabulary import RobotVocabulary, WordMeaning
from likewise.worlds.blocks import Rcl

__all__ = ["Doubt", "doubt"]

_FORBIDDING = frozenset(("not", "don't", "dont", "don’t", "never", "nunca", "不", "别", "勿"))
_MENDED = re.compile("'([^']*)' read as")
_MOST_LEFT_OUT = 1
"""How many colours and things a reading may leave out; gold readings leave out none."""
_LANDMARKS = ("robot", "board", "reference", "region", "tile")
"""Types that people also speak of in passing: "robot, pick it up"."""


class Doubt(NamedTuple):
    """What to tell, and whether the reading may still be what was meant."""

    reason: str
    perhaps: bool


def doubt(
    judged: JudgedReading, words: tuple[Word, ...], known: RobotVocabulary, learnt: Container[str]
) -> Doubt | None:
    """A reason not to act on a reading; None where there is none.

    `known` tells which words are colours and things, `learnt` has the words of the training commands.
    """
    used = {place for one in judged.rcl.walk() if one.span for place in range(*one.span)}
    left = [word.text for place, word in enumerate(words) if place not in used]
    for word in left:
        if word in _FORBIDDING:
            return Doubt(FORBIDDING.format(word=word), perhaps=False)
    guesses = _guesses(judged, words, known, learnt)
    leaves = [one for one in judged.rcl.walk() if one.span]
    half = 2 * len(guesses) >= len(leaves)
    if guesses and (half or _is_bare_guess(judged.rcl, guesses)):
        names = [words[place].text for one in guesses if one.span for place in range(*one.span)]
        return Doubt(not_known(names), perhaps=not half)
    things = [word for word in left if _is_thing(known.meanings(word))]
    if len(things) > _MOST_LEFT_OUT:
        return Doubt(not_all_said(judged, things), perhaps=True)
    return None


def _guesses(
    judged: JudgedReading, words: tuple[Word, ...], known: RobotVocabulary, learnt: Container[str]
) -> list[Rcl]:
    """The leaves that stand on unknown words alone, of which only the place speaks for what they mean."""
    mended = {
        word for note in judged.reading.notes for text in _MENDED.findall(note) for word in text.split()
    }
    unknown = {
        place
        for place, word in enumerate(words)
        if word.text.isalnum()
        and word.text not in learnt
        and word.text not in known.words
        and word.text not in mended
    }
    return [one for one in judged.rcl.walk() if one.span and unknown.issuperset(range(*one.span))]


def _is_bare_guess(tree: Rcl, guesses: Sequence[Rcl]) -> bool:
    """Whether the verb is a guess, with no destination to make it a likely one: "paint the red cube"."""
    return any(one.name == "action" for one in guesses) and not any(
        one.name == "destination" for one in tree.walk()
    )


def _is_thing(meanings: Sequence[WordMeaning]) -> bool:
    """Whether a word mostly is a colour, or a thing that an order can be about."""
    first = meanings[0] if meanings else None
    return first is not None and (
        first.name == "color" or (first.name == "type" and first.value not in _LANDMARKS)
    )
