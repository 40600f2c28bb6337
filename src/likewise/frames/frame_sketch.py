"""A text that was read, as lines of characters: a token a line, its tree as arcs on the left, and for each
frame a column with its roles on the right."""

from __future__ import annotations

from collections.abc import Sequence
from unicodedata import combining, east_asian_width

from likewise.draw import Arc
from likewise.frames.framed_sentence import FramedSentence
from likewise.frames.sentence_blocks import sentence_blocks
from likewise.records import Frame

__all__ = ["sketch_frames"]

_UP, _DOWN, _LEFT, _RIGHT = 1, 2, 4, 8
_LINES = " ╵╷│╴┘┐┤╶└┌├─┴┬┼"
"""The character for each sum of directions."""


def sketch_frames(sentence: FramedSentence, *, width: int = 100) -> str:
    """Arcs and roles for a terminal. Frames that do not fit into the width stand below, with the words."""
    return "\n\n".join(_block(sentence, start, end, width) for start, end in sentence_blocks(sentence))


def _block(sentence: FramedSentence, start: int, end: int, width: int) -> str:
    tokens = sentence.tokens[start:end]
    named = [
        _padded(column) if any(value != "_" for value in column) else [""] * len(tokens)
        for column in (sentence.tags[start:end], sentence.relations[start:end])
    ]
    words = _padded(tokens)
    left = [
        " ".join(part for part in parts if part)
        for parts in zip(_tree(sentence.heads[start:end], start), words, *named, strict=True)
    ]
    frames = [frame for frame in sentence.frames if start <= frame.predicate[0] < end and frame.roles]
    columns = [_padded(_roles(sentence, frame, start, end)) for frame in frames]
    tables = [left]
    for column in columns:
        if _wide(tables[-1][0]) + 2 + _wide(column[0]) > width and tables[-1] not in (left, words):
            tables.append(list(words))
        tables[-1] = [f"{row}  {cell}" for row, cell in zip(tables[-1], column, strict=True)]
    return "\n\n".join("\n".join(row.rstrip() for row in table) for table in tables)


def _tree(heads: Sequence[int], start: int) -> list[str]:
    """The arcs left of each word; the arrow is at the dependent."""
    arcs = [Arc(head - start, k, "") for k, head in enumerate(heads) if head >= 0]
    if not arcs:
        return [""] * len(heads)
    arcs.sort(key=lambda arc: (arc.ends[1] - arc.ends[0], arc.ends))
    levels = _levels(arcs)
    deep = max(levels) + 1
    grid = [[0] * deep for _ in heads]
    for arc, level in zip(arcs, levels, strict=True):
        column, (top, bottom) = deep - 1 - level, arc.ends
        grid[top][column] |= _DOWN | _RIGHT
        grid[bottom][column] |= _UP | _RIGHT
        for row in range(top + 1, bottom):
            grid[row][column] |= _UP | _DOWN
        for row in (top, bottom):
            for further in range(column + 1, deep):
                grid[row][further] |= _LEFT | _RIGHT
    dependents, above = {arc.end for arc in arcs}, {arc.start for arc in arcs}
    tips = ["─▶" if k in dependents else "──" if k in above else "  " for k in range(len(heads))]
    return ["".join(_LINES[cell] for cell in row) + tip for row, tip in zip(grid, tips, strict=True)]


def _levels(arcs: Sequence[Arc]) -> list[int]:
    """Which column each arc has, counted from the words: one that no arc before it has on its way.

    Arcs that meet at a word share a column only where both lead away from it; others would look like one.
    """
    levels: list[int] = []
    for place, arc in enumerate(arcs):
        left, right = arc.ends
        below = [
            levels[other]
            for other, before in enumerate(arcs[:place])
            if before.ends[0] <= right and left <= before.ends[1]
            if not (before.start == arc.start and (before.end < arc.start) != (arc.end < arc.start))
        ]
        levels.append(1 + max(below, default=-1))
    return levels


def _roles(sentence: FramedSentence, frame: Frame, start: int, end: int) -> list[str]:
    """What stands beside each word for one frame."""
    cells = [""] * (end - start)
    for role in frame.roles:
        first, last = role.span[0] - start, role.span[1] - start - 1
        for k in range(first, last + 1):
            cells[k] = "│"
        cells[last] = "└"
        cells[first] = f"{'┌' if last > first else '╶'} {role.label}"
    for k in range(*frame.predicate):
        cells[k - start] = f"● {frame.sense or sentence.tokens[k]}"
    return cells


def _padded(column: Sequence[str]) -> list[str]:
    widest = max(map(_wide, column), default=0)
    return [value + " " * (widest - _wide(value)) for value in column]


def _wide(value: str) -> int:
    """How many places of a terminal a text takes."""
    return sum(0 if combining(c) else 2 if east_asian_width(c) in "WF" else 1 for c in value)
