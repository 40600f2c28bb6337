"""Texts as people type them, made fit to keep: one normal form, nothing invisible that could do harm.

A kept text is in Unicode NFC and trimmed. Characters that only steer the direction of display (the
bidirectional controls and marks) and byte order marks are taken out without complaint: keyboards and
copied texts bring them in unseen, a page sets the direction itself, and a metric would take words that
differ in them for different words. Other control characters (C0, C1, so NUL too) and what is no
character at all are refused. Joiners stay, since scripts from Persian to Devanagari need them. A limit
counts code points after normalisation.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Any

from likewise.errors import InputError
from likewise.io import json_kind
from likewise.text import find_language

__all__ = ["clean", "has_words", "language_name", "same_wording"]

_UNSEEN = dict.fromkeys(
    [0x061C, 0x200E, 0x200F, 0xFEFF, *range(0x202A, 0x202F), *range(0x2066, 0x206A)], None
)
_BREAK = re.compile("\r\n|[\n\r\x0b\x0c\x85\u2028\u2029]")
_CONTROL = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f]")
_NO_CHARACTER = re.compile(
    "[\ud800-\udfff\ufdd0-\ufdef"
    + "".join(chr(p * 0x10000 + 0xFFFE + i) for p in range(17) for i in (0, 1))
    + "]"
)


def clean(text: Any, field: str, most: int, *, lines: bool = False) -> str:
    """The text in its kept form, which may be empty; one line unless `lines` are allowed."""
    if not isinstance(text, str):
        raise InputError(f"expected a text, found {json_kind(text)}", field=field)
    if len(text) > 4 * most + 1000:
        raise InputError(f"is too long ({len(text)} characters), expected at most {most}", field=field)
    if not (text.isascii() and text.isprintable()):
        text = _BREAK.sub("\n", text.translate(_UNSEEN)).replace("\t", " ")
        if _CONTROL.search(text):
            raise InputError("holds a control character", field=field)
        if _NO_CHARACTER.search(text):
            raise InputError("holds something that is no character", field=field)
        text = unicodedata.normalize("NFC", text)
    text = text.strip()
    if not lines and "\n" in text:
        raise InputError("expected one line", field=field)
    if len(text) > most:
        raise InputError(f"is too long ({len(text)} characters), expected at most {most}", field=field)
    return text if _is_visible(text) else ""


def has_words(text: str) -> bool:
    """Whether there is a letter or a number of any script in it."""
    return any(unicodedata.category(c)[0] in "LN" for c in text)


def same_wording(one: str, other: str) -> bool:
    """Whether two texts differ in nothing but case, blanks and punctuation."""
    return _bare(one) == _bare(other)


def language_name(text: Any, field: str) -> str:
    """The name of a language as a worker gives it, in any script; empty where nothing is given."""
    name = clean(text, field, 60)
    if name and not any(unicodedata.category(c)[0] == "L" for c in name):
        raise InputError("expected the name of a language", field=field)
    known = find_language(name)
    return known.name if known is not None and known.name.casefold() == name.casefold() else name


def _is_visible(text: str) -> bool:
    if text.isascii():
        return bool(text)
    return any(unicodedata.category(c)[0] in "LNPS" for c in text)


def _bare(text: str) -> str:
    folded = unicodedata.normalize("NFKC", text).casefold()
    return "".join(c for c in folded if unicodedata.category(c)[0] in "LNM")
