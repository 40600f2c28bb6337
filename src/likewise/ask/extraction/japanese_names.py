"""Names of people, places and organisations in Japanese text by a tagger of our own.

A linear-chain model over characters (`likewise.text.crf`), learnt from the Wikipedia sentences of
stockmarkteam's data set (`training/ask_japanese_names.py`). It needs no other tool.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from likewise.ask.question import AnswerType
from likewise.data import path as data_path
from likewise.io import ModelFiles
from likewise.text.crf import CRF

__all__ = ["NAME_LABELS", "character_row", "japanese_names", "names_of_labels"]

NAME_LABELS: tuple[AnswerType, ...] = ("person", "location", "organization")
"""Label 0 is outside; of the type at place k, 2 k + 1 begins a name and 2 k + 2 goes on with it."""

Name = tuple[int, int, AnswerType]
_LONGEST = 300


def character_row(text: str) -> list[list[str]]:
    """Names of the features at each character."""
    shapes = "".join(map(_shape, text))
    padded, forms = f"\n\n\n{text}\n\n\n", f"^^^{shapes}$$$"
    rows = list[list[str]]()
    for k in range(3, len(text) + 3):
        run = k
        while forms[run - 1] == forms[k] and k - run < 8:
            run -= 1
        rest = k
        while forms[rest + 1] == forms[k] and rest - k < 8:
            rest += 1
        rows.append(
            [
                "@", f"@s{forms[k - 1]}{forms[k]}", f"0{padded[k]}",
                f"1{padded[k + 1]}", f"-{padded[k - 1]}",
                f"2{padded[k + 2]}", f"={padded[k - 2]}", f"a{padded[k - 1 : k + 1]}",
                f"b{padded[k : k + 2]}",
                f"c{padded[k - 2 : k]}", f"d{padded[k + 1 : k + 3]}", f"e{padded[k - 1 : k + 2]}",
                f"f{padded[k - 2 : k + 1]}", f"g{padded[k : k + 3]}", f"s{forms[k - 2 : k + 3]}",
                f"t{forms[k - 3 : k + 4]}", f"r{forms[k]}{k - run}{padded[run - 1 : run]}",
                f"u{forms[k]}{rest - k}{padded[rest + 1 : rest + 2]}", f"w{padded[run : rest + 1][:10]}",
                f"v{padded[rest - 1 : rest + 1]}", f"x{padded[run : run + 2]}",
            ]
        )  # fmt: skip
    return rows


def _shape(char: str) -> str:
    if "ぁ" <= char <= "ゖ":
        return "h"
    if "ァ" <= char <= "ヺ" or char in "ー・＝":
        return "k"
    if "㐀" <= char <= "鿿" or char == "々":
        return "c"
    if char.isdigit():
        return "d"
    return "l" if char.isalpha() else "w" if not char.isspace() else "b"


def names_of_labels(labels: Sequence[int]) -> list[Name]:
    """Where names stand in a row of labels."""
    names = list[Name]()
    start = 0
    for k, label in enumerate([*labels, 0]):
        before = labels[k - 1] if k else 0
        if before and (label != before + before % 2 or label % 2):
            names.append((start, k, NAME_LABELS[(before - 1) // 2]))
        if label and (label % 2 or not before or (label - 1) // 2 != (before - 1) // 2):
            start = k
    return names


@cache
def _tagger() -> CRF:
    return CRF.unpacked("names", ModelFiles(data_path("ask")).arrays("japanese-names.npz"))


@lru_cache(maxsize=8192)
def japanese_names(text: str) -> tuple[Name, ...]:
    """The names in a sentence: start, end, type."""
    found = list[Name]()
    for start in range(0, len(text), _LONGEST):
        labels, _ = _tagger().best(character_row(text[start : start + _LONGEST]))[0]
        found += [(start + a, start + b, kind) for a, b, kind in names_of_labels(labels)]
    return tuple(found)
