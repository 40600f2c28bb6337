"""From words back to a line of text, dressed like the source."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["dressed", "join"]

_TOGETHER = {"zh", "char", "ja-mecab"}
_STOPS = ".!?。！？"


def join(words: Sequence[str], tokenizer: str) -> str:
    """Words as one line; without blanks where the language is written so."""
    return "".join(words) if tokenizer in _TOGETHER else " ".join(words)


def dressed(text: str, like: str) -> str:
    """The text with a capital at its start and a stop at its end where the other text has them."""
    like = like.strip()
    if not text or not like:
        return text
    if like[0].isupper():
        text = text[0].upper() + text[1:]
    if like[-1] in _STOPS and text[-1] not in _STOPS:
        text += like[-1]
    return text
