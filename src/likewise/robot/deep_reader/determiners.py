"""The text of a command as a deep grammar wants it: a determiner before every noun that needs one.

People write "place green pyramid on red brick"; the English Resource Grammar takes that with `the` before
both. Signs at the beginning are dropped and a full stop is added, as Packard (2014) did after the fact.
"""

from __future__ import annotations

from likewise.robot.command_tokens import Word
from likewise.robot.vocabulary import robot_vocabulary

__all__ = ["with_determiners"]

_DETERMINERS = (
    "the",
    "a",
    "an",
    "this",
    "that",
    "its",
    "your",
    "another",
    "one",
    "each",
    "every",
    "no",
    "any",
)
_OPENING = ("color", "indicator")
_NOUN = "type"


def with_determiners(words: tuple[Word, ...]) -> str:
    """The words of a command as a sentence for a parser; "" where there are none."""
    texts = [word.text for word in words]
    while texts and not texts[0].isalnum():
        texts.pop(0)
    while texts and not texts[-1].isalnum():
        texts.pop()
    made: list[str] = []
    for place, text in enumerate(texts):
        before = texts[place - 1] if place else ""
        if _opens(text) and not _within(before) and _has_noun(texts, place):
            made.append("the")
        made.append(text)
    return " ".join([*made, "."]) if made else ""


def _names(word: str) -> set[str]:
    return {one.name for one in robot_vocabulary().meanings(word)}


def _opens(word: str) -> bool:
    names = _names(word)
    return bool(names & {*_OPENING, _NOUN}) and "action" not in names and "relation" not in names


def _within(before: str) -> bool:
    """Whether the word before belongs to the same noun phrase already."""
    return before in _DETERMINERS or before in ("and", ",") or bool(_names(before) & {*_OPENING, "cardinal"})


def _has_noun(texts: list[str], place: int) -> bool:
    """Whether a bare singular noun follows, with nothing but colours and places before it."""
    for text in texts[place:]:
        names = _names(text)
        if _NOUN in names:
            return not text.endswith("s") and text not in ("you", "it", "robot")
        if not names & {*_OPENING} and text not in ("and", ","):
            return False
    return False
