"""Words as tables and vectors have them: in small letters, Chinese ones in simplified characters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from likewise.frames import frame_parser, simplified_chinese
from likewise.metrics.meant.word_similarity import plain_word
from likewise.text import find_language, tokenize

__all__ = ["HAN", "joined_words", "table_word", "table_words"]

HAN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]")


def table_words(texts: Sequence[str], lang: str) -> list[list[str]]:
    """The words of texts in a language, as they are looked up."""
    language = find_language(lang)
    code = language.code if language else lang
    if code in ("en", "zh"):
        cut: list[Sequence[str]] = list(frame_parser(code).words(texts))
    else:
        name = language.tokenizer if language else "intl"
        # As texts are cut that are compared: those in Japanese by characters, with a dictionary or without.
        cut = [tokenize(text, "char" if name == "ja-mecab" else name) for text in texts]
    return [[table_word(word) for word in words] for words in cut]


@lru_cache(maxsize=1 << 16)
def table_word(word: str) -> str:
    """A word as it is looked up."""
    plain = plain_word("".join(word.split()))
    return simplified_chinese(plain) if HAN.search(plain) else plain


def joined_words(tokens: Iterable[str]) -> str:
    """The tokens as a text again: without blanks in writings that have none."""
    plain = [table_word(token) for token in tokens]
    return ("" if _UNSPACED.search("".join(plain)) else " ").join(plain)
