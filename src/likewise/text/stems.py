"""Stems of words, by Snowball's pure Python stemmers.

"porter" is the original algorithm (Porter, 1980), the one that the DIMPLE paper names (Shima and
Mitamura 2011, section 3.2); "english" is its successor Porter2; the other names are languages.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from threading import Lock

from likewise.errors import InputError

__all__ = ["algorithms", "stem", "stemmer"]


def algorithms() -> tuple[str, ...]:
    """The names that `stem` and `stemmer` know, in alphabetical order."""
    import snowballstemmer

    return tuple(sorted(snowballstemmer.algorithms()))


@cache
def stemmer(algorithm: str = "porter") -> Callable[[str], str]:
    """The function from a word to its stem; it lower-cases, and remembers the words it has seen."""
    if algorithm not in algorithms():
        message = f"no stemmer named {algorithm!r}, expected one of: {', '.join(algorithms())}"
        raise InputError(message, field="stemmer")
    import snowballstemmer

    engine = snowballstemmer.stemmer(algorithm)
    # A Snowball engine keeps the word at hand in its own fields, so two threads must not share a step.
    lock = Lock()

    @lru_cache(maxsize=65536)
    def stem_word(word: str) -> str:
        with lock:
            return str(engine.stemWord(word.lower()))

    return stem_word


def stem(word: str, algorithm: str = "porter") -> str:
    """The stem of one word: `stem("killing")` is "kill"."""
    return stemmer(algorithm)(word)
