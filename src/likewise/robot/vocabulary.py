"""Words and what they can mean to the robot: a table that both readers share, and files of one's own.

A file has a line a phrase, tab-separated: words, name of the RCL element, its value. Lines that begin with
`#` are remarks. A phrase with several lines can mean each of them, the likeliest first; the name `none` marks
words without a meaning of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from likewise.errors import InputError
from likewise.io import Source, name_of, read_lines
from likewise.robot.command_tokens import command_words
from likewise.worlds.blocks import LEAVES

__all__ = ["NO_MEANING", "RobotVocabulary", "WordMeaning", "load_robot_vocabulary", "robot_vocabulary"]

NO_MEANING = "none"


class WordMeaning(NamedTuple):
    """A leaf of RCL, as `color`, `red`; `none` and "" for a word that means nothing."""

    name: str
    value: str


class RobotVocabulary:
    """Phrases with their meanings; a phrase is its words as `command_words` divides them."""

    def __init__(self, lines: Iterable[tuple[str, WordMeaning]] = ()) -> None:
        found: dict[tuple[str, ...], dict[WordMeaning, None]] = {}
        for text, meaning in lines:
            words = tuple(word.text for word in command_words(text))
            if words:
                found.setdefault(words, {})[meaning] = None
        self.phrases: Mapping[tuple[str, ...], tuple[WordMeaning, ...]] = {
            words: tuple(meanings) for words, meanings in found.items()
        }
        self.words = frozenset(word for words in found for word in words)
        """All words that stand in some phrase."""
        self.longest = max(map(len, found), default=0)

    def meanings(self, *words: str) -> tuple[WordMeaning, ...]:
        """What a phrase can mean; nothing where it is not known."""
        return self.phrases.get(words, ())

    def phrases_at(self, words: Sequence[str], start: int) -> Iterator[tuple[int, tuple[WordMeaning, ...]]]:
        """The phrases that begin at a word, the longest first: where each ends, and its meanings."""
        for end in range(min(len(words), start + self.longest), start, -1):
            if meanings := self.phrases.get(tuple(words[start:end])):
                yield end, meanings

    def rows(self) -> Iterator[tuple[str, WordMeaning]]:
        """Every phrase with every meaning, as the initialiser takes them."""
        return ((" ".join(words), one) for words, meanings in self.phrases.items() for one in meanings)

    def __or__(self, other: RobotVocabulary) -> RobotVocabulary:
        """Both; what the other one says of a phrase comes first."""
        return RobotVocabulary([*other.rows(), *self.rows()])

    def __len__(self) -> int:
        return len(self.phrases)


def load_robot_vocabulary(path: Source) -> RobotVocabulary:
    """The phrases of a file."""
    return RobotVocabulary(_rows(read_lines(path), name_of(path)))


@cache
def robot_vocabulary() -> RobotVocabulary:
    """The English phrases that come with the package."""
    return load_robot_vocabulary(str(files("likewise.data").joinpath("robot_words.tsv")))


def _rows(lines: Iterable[tuple[int, str]], file: str) -> Iterator[tuple[str, WordMeaning]]:
    for number, line in lines:
        row = [part.strip() for part in line.split("\t")]
        if not any(row) or row[0].startswith("#"):
            continue
        if len(row) == 2 and row[1] == NO_MEANING:
            row.append("")
        if len(row) != 3 or not row[0]:
            expected = "expected words, name and value with tabs between"
            raise InputError(expected, file=file, line=number)
        words, name, value = row
        if name not in (*LEAVES, NO_MEANING):
            raise InputError(
                f"no element of RCL: '{name}', expected one of {', '.join((*LEAVES, NO_MEANING))}",
                file=file, line=number, field="name",
            )  # fmt: skip
        if (not value) != (name == NO_MEANING) or any(sign in value for sign in "() \t"):
            raise InputError(
                f"'{name}' needs a value of one word (but for '{NO_MEANING}')",
                file=file, line=number, field="value",
            )  # fmt: skip
        yield words, WordMeaning(name, value)
