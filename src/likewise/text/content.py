"""Words of a text, and those among them that carry content (Shima and Mitamura 2011, Algorithm 1).

The paper's `extractContentWords` is not spelled out there; here a content word is a word that is not
in our list of function words. Only English has such a list: in any other language every word counts
as a content word.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from importlib import resources

from likewise.text.languages import is_english

__all__ = ["content_words", "function_words", "words"]


def function_words(lang: str = "en") -> frozenset[str]:
    """The function words of a language, lower-case; empty where there is no list ("en" has one)."""
    return _english() if is_english(lang) else frozenset()


def words(text: str, lang: str = "en") -> list[str]:
    """The lower-case words of a text: punctuation but the apostrophe parts words.

    English clitics become words of their own ("killer's" gives "killer" and "'s"), so that they
    hide neither a content word nor a function word. Quoting apostrophes are stripped.
    """
    tokens = "".join(map(_kept, unicodedata.normalize("NFC", text).lower())).split()
    if not is_english(lang):
        return [bare for token in tokens if (bare := token.strip("'"))]
    return [word for token in tokens for word in _split_english(token)]


def content_words(text: str, lang: str = "en") -> list[str]:
    """The words of a text without its function words, in order, repetitions kept."""
    ignored = function_words(lang)
    return [word for word in words(text, lang) if word not in ignored]


@lru_cache(maxsize=1)
def _english() -> frozenset[str]:
    listing = resources.files("likewise.text").joinpath("function_words_en.txt").read_text(encoding="utf-8")
    lines = (line.split("#")[0].strip() for line in listing.splitlines())
    return frozenset(line for line in lines if line)


def _kept(char: str) -> str:
    if char == "\u2019":  # the typographic apostrophe
        return "'"
    # `\w` leaves out the vowel signs of Indic scripts, which would break their words apart.
    if char.isalnum() or char in "_'" or unicodedata.category(char).startswith("M"):
        return char
    return " "


def _split_english(token: str) -> list[str]:
    listed = _english()
    clitics: list[str] = []
    # More than one may hang on a word: "he'd've".
    while token not in listed:
        token = token.strip("'")
        if token in listed or "'" not in token:
            break
        cut = len(token) - 3 if token.endswith("n't") else token.rindex("'")
        if token[cut:] not in listed:
            break
        clitics.append(token[cut:])
        token = token[:cut]
    return [word for word in (token, *reversed(clitics)) if word]
