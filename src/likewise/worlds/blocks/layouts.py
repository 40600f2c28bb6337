"""Files of board layouts, and the scenes that are made of them.

A layout is a block of lines, a blank line after it: `group image`; `x y z O` (the arm, its gripper open or
C, closed); then a line a block, `x y z R 1` (letter of the colour, 1 a cube, 2 a prism). A group has five
layouts, numbered from 1. Scenes go from the first layout of a group to another, or back: odd numbers start
at the first, even ones end there, and eight scenes use one group.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from likewise.errors import InputError
from likewise.io import Source, name_of, read_lines
from likewise.worlds.blocks.boards import COLORS, SHAPES, Block, Board, Position

__all__ = ["Layout", "Layouts", "Scene", "dumps_layouts", "load_layouts", "loads_layouts"]

_LETTERS = {color: letter for letter, color in COLORS.items()}
_NUMBERS = {shape: number for number, shape in SHAPES.items()}


@dataclass(frozen=True, slots=True)
class Layout:
    """A board with the group and the number in it that the file gives it."""

    group: int
    image: int
    board: Board


@dataclass(frozen=True, slots=True)
class Scene:
    """A task for people: a board before and a board after one move."""

    number: int
    before: Board
    after: Board


class Layouts:
    """All layouts of a file, and the scenes between them."""

    def __init__(self, layouts: Iterable[Layout], *, file: str | None = None) -> None:
        self._boards: dict[tuple[int, int], Board] = {}
        self.file = file
        for one in layouts:
            if (one.group, one.image) in self._boards:
                raise InputError(f"layout {one.group} {one.image} is there twice", file=file)
            self._boards[one.group, one.image] = one.board

    def __len__(self) -> int:
        return len(self._boards)

    def __iter__(self) -> Iterator[Layout]:
        return (Layout(*key, board) for key, board in self._boards.items())

    def scene(self, number: int) -> Scene:
        """The scene of a number, from 1."""
        group, other = (number - 1) // 8 + 1, ((number - 1) // 2) % 4 + 2
        first, second = (self._boards.get((group, image)) for image in (1, other))
        if number < 1 or first is None or second is None:
            raise InputError(f"no scene {number}, {self._known()}", file=self.file, field="scene")
        return Scene(number, first, second) if number % 2 else Scene(number, second, first)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of all scenes."""
        return tuple(
            sorted(
                8 * (group - 1) + 2 * (image - 2) + k
                for group, image in self._boards
                if 2 <= image <= 5 and (group, 1) in self._boards
                for k in (1, 2)
            )
        )

    def _known(self) -> str:
        numbers = self.numbers
        return f"expected one from {numbers[0]} to {numbers[-1]}" if numbers else "there are no scenes"


def load_layouts(path: Source) -> Layouts:
    """The layouts of a file."""
    return Layouts(_blocks(read_lines(path), name_of(path)), file=name_of(path))


def loads_layouts(text: str) -> Layouts:
    """The layouts of the text of a file."""
    return Layouts(_blocks(enumerate(text.splitlines(), 1), None))


def dumps_layouts(layouts: Iterable[Layout]) -> str:
    """The text of a file of layouts."""
    blocks = []
    for one in layouts:
        x, y, z = one.board.arm
        lines = [f"{one.group}\t{one.image}", f"{x}\t{y}\t{z}\t{'O' if one.board.is_open else 'C'}"]
        lines += [
            f"{x}\t{y}\t{z}\t{_LETTERS[block.color]}\t{_NUMBERS[block.shape]}"
            for (x, y, z), block in one.board
        ]
        blocks.append("\n".join(lines) + "\n")
    return "\n".join(blocks)


def _blocks(lines: Iterable[tuple[int, str]], file: str | None) -> Iterator[Layout]:
    rows: list[tuple[int, list[str]]] = []
    seen = False
    for number, line in lines:
        if line.strip():
            rows.append((number, line.split()))
        elif rows:
            yield _layout(rows, file)
            rows, seen = [], True
    if rows:
        yield _layout(rows, file)
    elif not seen:
        raise InputError("is empty, expected board layouts", file=file)


def _layout(rows: list[tuple[int, list[str]]], file: str | None) -> Layout:
    number, head = rows[0]
    if len(head) != 2 or not all(part.isascii() and part.isdigit() for part in head):
        raise InputError("expected the group and the number of a layout", file=file, line=number)
    if len(rows) == 1:
        raise InputError("expected a line about the arm after it", file=file, line=number)
    number, arm = rows[1]
    if len(arm) != 4 or arm[3] not in ("O", "C"):
        raise InputError("expected the arm: x y z O (open) or C (closed)", file=file, line=number)
    position = _position(arm, file, number)
    blocks: dict[Position, Block] = {}
    for line, row in rows[2:]:
        if len(row) != 5 or row[3] not in COLORS or row[4] not in map(str, SHAPES):
            expected = f"x y z, a colour ({''.join(COLORS)}), 1 (cube) or 2 (prism)"
            raise InputError(f"expected a block: {expected}", file=file, line=line)
        at = _position(row, file, line)
        if at in blocks:
            raise InputError(f"two blocks at {at}", file=file, line=line)
        blocks[at] = Block(COLORS[row[3]], SHAPES[int(row[4])])
    return Layout(int(head[0]), int(head[1]), Board(blocks, position, arm[3] == "O"))


def _position(row: list[str], file: str | None, line: int) -> Position:
    if not all(part in "01234567" and len(part) == 1 for part in row[:3]):
        raise InputError(f"expected x, y, z from 0 to 7, found {' '.join(row[:3])}", file=file, line=line)
    return int(row[0]), int(row[1]), int(row[2])
