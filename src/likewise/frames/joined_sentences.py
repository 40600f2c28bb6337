"""Sentences of one text as one, and where words stand that have blanks between them."""

from __future__ import annotations

from collections.abc import Sequence

from likewise.frames.framed_sentence import FramedSentence
from likewise.records import Frame, Role

__all__ = ["joined_sentences", "spaced_offsets"]


def joined_sentences(sentences: Sequence[FramedSentence], lang: str) -> FramedSentence:
    """Sentences of one text as one, with the places of later ones moved on."""
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


def spaced_offsets(words: Sequence[str]) -> tuple[tuple[int, int], ...]:
    """Of words with a blank between them."""
    offsets, at = list[tuple[int, int]](), 0
    for word in words:
        offsets.append((at, at + len(word)))
        at += len(word) + 1
    return tuple(offsets)


def _moved(frame: Frame, shift: int) -> Frame:
    start, end = frame.predicate
    roles = tuple(Role(role.label, (role.span[0] + shift, role.span[1] + shift)) for role in frame.roles)
    return Frame((start + shift, end + shift), roles, frame.sense)
