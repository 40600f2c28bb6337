"""Answers about the sentences of a text as one answer about the text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from likewise.negation.resolution import Resolution, ResolvedNegation
from likewise.negation.sentence import Negation, Part, Sentence, Token

__all__ = ["joined_resolutions"]


def joined_resolutions(parts: Sequence[tuple[int, Resolution]]) -> Resolution:
    """From what was found in each sentence and the character at which that begins."""
    tokens, resolved = list[Token](), list[ResolvedNegation]()
    for start, part in parts:
        resolved += [replace(one, negation=_moved(one.negation, len(tokens))) for one in part.resolved]
        tokens += [Token(text, start + first, start + end) for text, first, end in part.tokens]
    sentence = Sentence(tuple(token.text for token in tokens))
    sources = {part.source for _, part in parts if part.resolved}
    # Sentences that are too long for the parser are read from their words.
    source = "words" if len(sources) > 1 else next(iter(sources), "no cue")
    negated = sentence.with_negations(one.negation for one in resolved)
    return Resolution(negated, tuple(resolved), source, tuple(tokens))


def _moved(negation: Negation, shift: int) -> Negation:
    def further(parts: tuple[Part, ...]) -> tuple[Part, ...]:
        return tuple(Part(part.token + shift, part.text) for part in parts)

    return Negation(further(negation.cue), further(negation.scope), further(negation.event))
