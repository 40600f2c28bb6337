"""A text as words with their places: marks alone, clitics alone, Chinese and Japanese sign by sign."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache

from likewise.metrics.meaning.word_forms import lemma
from likewise.text import function_words

__all__ = ["HELPERS", "Word", "words_of"]

_HAN = "\u3400-\u9fff\uf900-\ufaff\u3040-\u30ff々〇"
_WORD = re.compile(
    r"(?:Mr|Mrs|Ms|Dr|St|Prof|Jr|Sr|vs|No(?=\.\s?\d))\."
    r"|(?:[A-Za-z]\.){2,}"
    r"|\d++(?:[.,:]\d++)*+(?:(?:st|nd|rd|th)(?![^\W\d_]))?"
    rf"|[{_HAN}]"
    rf"|(?:(?![{_HAN}])[^\W\d_])+(?:['’](?:(?![{_HAN}])[^\W\d_])+)*"
    r"|--+|\.{2,}|\S"
)
_CLITIC = re.compile(r"(?i)^(.+?)(n['’]t|['’](?:s|m|d|re|ve|ll))$")
_FRENCH = re.compile(r"(?i)^((?:[cdjlmnst]|qu)['’])(.+)$")

HELPERS = frozenset(
    [
        "am",
        "is",
        "are",
        "was",
        "were",
        "be",
        "been",
        "being",
        "do",
        "does",
        "did",
        "done",
        "have",
        "has",
        "had",
        "having",
        "will",
        "would",
        "shall",
        "should",
        "can",
        "could",
        "may",
        "might",
        "must",
        "'ll",
        "’ll",
        "'ve",
        "’ve",
        "'re",
        "’re",
        "'m",
        "’m",
        "'d",
        "’d",
        "'s",
        "’s",
        "ca",
        "wo",
        "get",
        "gets",
        "got",
        "getting",
    ]
)
"""Words that help a verb and say little by themselves."""


@dataclass(frozen=True)
class Word:
    """A word of a text: how it is written, and where."""

    text: str
    start: int
    end: int

    @cached_property
    def low(self) -> str:
        """In small letters, the apostrophe a plain one."""
        return self.text.lower().replace("’", "'")

    @cached_property
    def key(self) -> str:
        """By what it is known again in another text."""
        return lemma(self.low)

    @cached_property
    def is_mark(self) -> bool:
        """Whether it is a mark and no word."""
        return not any(c.isalnum() for c in self.text) and self.text not in "%$€£¥₹°"

    @cached_property
    def is_content(self) -> bool:
        """Whether it says what the text is about."""
        return not self.is_mark and self.low not in function_words() and self.low not in HELPERS


@lru_cache(maxsize=1 << 12)
def words_of(text: str, lang: str = "en") -> tuple[Word, ...]:
    """The words and marks of a text in their order."""
    words: list[Word] = []
    for found in _WORD.finditer(text):
        piece, start = found.group(), found.start()
        if lang == "en" and piece.lower() == "cannot":
            words += [Word(piece[:3], start, start + 3), Word(piece[3:], start + 3, found.end())]
            continue
        cut = _CLITIC.match(piece) if lang == "en" else _FRENCH.match(piece) if lang == "fr" else None
        if cut:
            middle = start + cut.end(1)
            words += [Word(cut[1], start, middle), Word(cut[2], middle, found.end())]
        else:
            words.append(Word(piece, start, found.end()))
    return tuple(words)
