"""Which tokeniser a text is in need of, by its language: what `tokenize=auto` stands for."""

from __future__ import annotations

from functools import lru_cache

from likewise.errors import MissingPartError
from likewise.text.languages import find_language
from likewise.text.tokenizers import get_tokenizer

__all__ = ["AUTO", "BY_BLANKS", "tokenizer_for"]

AUTO = "auto"
"""The tokeniser that fits each text's language."""
BY_BLANKS = ("13a", "whitespace", "words", "intl")
"""Tokenisers for texts in which blanks stand between the words."""
_INSTEAD = {"ja-mecab": "char"}
"""What serves where a tokeniser is not installed."""


@lru_cache(maxsize=1024)
def tokenizer_for(lang: str | None, default: str = "13a") -> str:
    """The tokeniser for texts in a language; `default` where none is named, or one that nobody knows.

    A default of another kind (`words`) stays for every language with blanks between its words.
    """
    language = find_language(lang) if lang else None
    if language is None:
        return default
    if default != "13a" and language.tokenizer in BY_BLANKS:
        return default
    return language.tokenizer if _is_there(language.tokenizer) else _INSTEAD[language.tokenizer]


def _is_there(name: str) -> bool:
    if name not in _INSTEAD:
        return True
    try:
        get_tokenizer(name)
    except MissingPartError:
        return False
    return True
