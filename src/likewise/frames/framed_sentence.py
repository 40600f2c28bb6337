"""A text that was read: tokens, parts of speech, dependencies and frames; and what a parser of such is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from likewise.records import Frame

__all__ = ["FrameParser", "FramedSentence"]


@dataclass(frozen=True, slots=True)
class FramedSentence:
    """One text: its tokens, where they stand in it, their tags, heads and relations, and the frames.

    `offsets` count characters of the text, end exclusive. `tags` are those of Universal Dependencies, `heads`
    count tokens from 0 and are -1 for a root. A text of several sentences has several roots.
    """

    tokens: tuple[str, ...]
    offsets: tuple[tuple[int, int], ...]
    tags: tuple[str, ...]
    heads: tuple[int, ...]
    relations: tuple[str, ...]
    frames: tuple[Frame, ...]
    lang: str = "en"
    lemmas: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.tokens)


class FrameParser(Protocol):
    """What reads texts of one language."""

    @property
    def signature(self) -> str:
        """Model and version."""

    def parse(self, texts: Sequence[str]) -> list[FramedSentence]:
        """One for each text; a text of several sentences is split, read and joined again."""

    def parse_tokens(self, sentences: Sequence[Sequence[str]]) -> list[FramedSentence]:
        """Of sentences whose words are told apart; offsets are those of the words with blanks between."""

    def words(self, texts: Sequence[str]) -> list[tuple[str, ...]]:
        """The words of each text alone, without trees and frames."""
