"""Text in a form in which the same word looks the same, character by character, so that places stay valid."""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache

__all__ = ["find_all", "matching_form"]


@lru_cache(maxsize=4096)
def matching_form(text: str, lang: str) -> str:
    """As long as the text: narrow, small letters; for Chinese simplified characters too."""
    narrow = "".join(map(_narrow, text))
    if not lang.startswith("zh") or narrow.isascii():
        return narrow
    from likewise.frames import simplified_chinese

    simple = simplified_chinese(narrow)
    return simple if len(simple) == len(narrow) else narrow


@cache
def _narrow(char: str) -> str:
    form = unicodedata.normalize("NFKC", char).lower()
    return form if len(form) == 1 else char


def find_all(text: str, part: str) -> list[int]:
    """Where a part begins in a text; Latin words and numbers match as wholes only."""
    places = list[int]()
    if not part:
        return places
    at = text.find(part)
    while at >= 0:
        if not _cuts(text, at, part[0], -1) and not _cuts(text, at + len(part) - 1, part[-1], 1):
            places.append(at)
        at = text.find(part, at + 1)
    return places


def _cuts(text: str, at: int, edge: str, step: int) -> bool:
    """Whether a place ends in the middle of a Latin word or of a number."""
    beyond = at + step
    if not edge.isascii() or not edge.isalnum() or not 0 <= beyond < len(text):
        return False
    other = text[beyond]
    return other.isascii() and other.isalnum() and other.isdigit() == edge.isdigit()
