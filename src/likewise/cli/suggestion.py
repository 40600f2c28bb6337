"""The nearest of the words that were expected, for a word that was not: did you mean?"""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches

__all__ = ["nearest", "suggested"]

_LIST = re.compile(r"expected (?:one|some) of:? |is not one of |choose from:? ", re.IGNORECASE)
_WORD = re.compile(r"[^\s'\",;:=()<>|]+")
_MOST = 400


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word that is most like this one, if any is like it."""
    by_form = {name.casefold(): name for name in known}
    near = get_close_matches(word.casefold(), by_form, 1, 0.7)
    return by_form[near[0]] if near else None


def suggested(message: str) -> str:
    """The message of an error that lists what was expected, with the nearest of it named."""
    parts = _LIST.split(message, maxsplit=1)
    if len(parts) < 2 or len(message) > _MOST or "did you mean" in message.casefold():
        return message
    before, listed = parts
    choices, _, after = listed.partition(", found ")
    if not after:
        choices, _, after = choices.partition(", not ")
    known = [word for word in _WORD.findall(choices) if len(word) > 1]
    for word in _WORD.findall(f"{after} {before}"):
        near = None if word in known or len(word) < 3 else nearest(word, known)
        if near is not None:
            return f"{message}; did you mean {near}?"
    return message
