"""Answers for programs and people: the negations of raw text as words, characters and pieces."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from likewise.negation.conll import Negation, Part, Sentence
from likewise.negation.resolver import Resolver
from likewise.negation.tokens import Token, sentence_tokens

__all__ = ["described", "marked", "resolve_text"]


def resolve_text(resolver: Resolver, text: str, method: str = "best") -> dict[str, Any]:
    """Words of the text and its negations; each part with its word's number and its characters."""
    tokens = sentence_tokens(text)
    sentence = Sentence(tuple(token.text for token in tokens))
    found = resolver.resolve(sentence, method=method)
    return {
        "tokens": [token.text for token in tokens],
        "negations": [described(one, tokens) for one in found.negations],
        "method": resolver.source(sentence) if found.negations else "no cue",
    }


def described(one: Negation, tokens: Sequence[Token]) -> dict[str, Any]:
    """A negation as numbers of tokens, and as parts with their characters."""
    return {
        "cue": [part.token for part in one.cue],
        "scope": [part.token for part in one.scope],
        "event": [part.token for part in one.event],
        "parts": {
            "cue": [_placed(part, tokens, True) for part in one.cue],
            "scope": [_placed(part, tokens, False) for part in one.scope],
            "event": [_placed(part, tokens, False) for part in one.event],
        },
    }


def _placed(part: Part, tokens: Sequence[Token], is_cue: bool) -> dict[str, Any]:
    """The part with its characters in the text; a word around an affix (`breath..ness`) is its whole word."""
    token = tokens[part.token]
    low, piece = token.text.lower(), part.text.lower()
    at = (low.find(piece) if is_cue and low.startswith(piece) else low.rfind(piece)) if piece else -1
    if at < 0:
        return {"text": part.text, "start": token.start, "end": token.end}
    return {"text": part.text, "start": token.start + at, "end": token.start + at + len(part.text)}


def marked(answer: dict[str, Any]) -> str:
    """One line a negation for people: the cue in braces, the scope in brackets, the event in stars."""
    lines = []
    for one in answer["negations"]:
        parts = {kind: {p: row["text"] for p, row in zip(one[kind], one["parts"][kind], strict=True)}
                 for kind in ("cue", "scope", "event")}  # fmt: skip
        lines.append(" ".join(_shown(k, word, parts) for k, word in enumerate(answer["tokens"])))
    return "\n".join(lines) if lines else " ".join(answer["tokens"])


def _shown(token: int, word: str, parts: dict[str, dict[int, str]]) -> str:
    scope = parts["scope"].get(token)
    inside = f"[*{scope}*]" if token in parts["event"] else f"[{scope}]"
    if token not in parts["cue"]:
        return inside if scope is not None else word
    cue = "{" + parts["cue"][token] + "}"
    if scope is None:
        return cue
    return cue + inside if word.lower().startswith(parts["cue"][token].lower()) else inside + cue
