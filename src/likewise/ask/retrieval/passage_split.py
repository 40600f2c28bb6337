"""Long documents as passages, so that each is scored by its best place and not by all that it says."""

from __future__ import annotations

from collections.abc import Iterator

__all__ = ["LONGEST", "split_passages"]

LONGEST = 4_000
"""Characters of a passage; a document of as many is one passage."""
_ENDS = ("\n\n", "\n", "。", "！", "？", ". ", " ")


def split_passages(text: str, longest: int = LONGEST) -> Iterator[tuple[int, int]]:
    """Where the passages of a text begin and end; together they are the whole text.

    A passage ends at an empty line if there is one in its second half, else at a line, a sentence, a blank.
    """
    begin = 0
    while len(text) - begin > longest:
        end = begin + longest
        for sign in _ENDS:
            place = text.rfind(sign, begin + longest // 2, end)
            if place >= 0:
                end = place + len(sign)
                break
        yield begin, end
        begin = end
    if begin < len(text) or not text:
        yield begin, len(text)
