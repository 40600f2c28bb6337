"""A text that was read: tokens, parts of speech, dependencies and frames; and what a parser of such is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from likewise.records import Frame, Role

__all__ = ["FrameParser", "FramedSentence", "blank_between", "joined"]


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


def joined(sentences: Sequence[FramedSentence], lang: str = "en") -> FramedSentence:
    """Sentences of one text as one, with the places of later ones moved on; the offsets stay."""
    if len(sentences) == 1:
        return sentences[0]
    heads, frames, shift = list[int](), list[Frame](), 0
    for one in sentences:
        heads += [head if head < 0 else head + shift for head in one.heads]
        frames += [_moved(frame, shift) for frame in one.frames]
        shift += len(one.tokens)
    return FramedSentence(
        tuple(token for one in sentences for token in one.tokens),
        tuple(span for one in sentences for span in one.offsets),
        tuple(tag for one in sentences for tag in one.tags),
        tuple(heads),
        tuple(relation for one in sentences for relation in one.relations),
        tuple(frames),
        lang,
        tuple(lemma for one in sentences for lemma in one.lemmas),
    )


def blank_between(words: Sequence[str]) -> tuple[tuple[int, int], ...]:
    """Where words stand in a text that has one blank between them."""
    offsets, at = list[tuple[int, int]](), 0
    for word in words:
        offsets.append((at, at + len(word)))
        at += len(word) + 1
    return tuple(offsets)


def _moved(frame: Frame, shift: int) -> Frame:
    start, end = frame.predicate
    roles = tuple(Role(role.label, (role.span[0] + shift, role.span[1] + shift)) for role in frame.roles)
    return Frame((start + shift, end + shift), roles, frame.sense)
