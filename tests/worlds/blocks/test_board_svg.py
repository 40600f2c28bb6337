"""What a drawn board promises: well-formed, escaped, described, complete, and drawn back to front."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings, strategies as st

from likewise.errors import InputError
from likewise.worlds.blocks import COLORS, SIZE, Block, Board, board_words, draw_board

SVG = "{http://www.w3.org/2000/svg}"
NASTY = "</svg><script>alert('x')</script>&\"\x01\ud800"
TOWER = {
    (0, 7, 0): Block("red", "cube"),
    (0, 7, 1): Block("white", "prism"),
    (3, 2, 0): Block("cyan", "cube"),
}
STILL = Board(TOWER, arm=(3, 2, 7))
HOLDING = Board({**TOWER, (5, 5, 6): Block("gray", "cube")}, arm=(5, 5, 6), is_open=False)

numbers = st.integers(0, SIZE - 1)
positions = st.tuples(numbers, numbers, numbers)
blocks = st.builds(Block, st.sampled_from(sorted(COLORS.values())), st.sampled_from(["cube", "prism"]))
boards = st.builds(Board, st.dictionaries(positions, blocks, max_size=25), positions, st.booleans())


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def having(root: ElementTree.Element, name: str) -> list[str]:
    return [found for part in root.iter() if (found := part.get(name)) is not None]


def test_every_square_and_block_is_there_once_with_its_name() -> None:
    root = parsed(draw_board(STILL))
    assert len(having(root, "data-square")) == len(set(having(root, "data-square"))) == SIZE * SIZE
    assert sorted(having(root, "data-block")) == ["0,7,0", "0,7,1", "3,2,0"]
    names = [part.text for part in root.iter(SVG + "title")]
    assert {"red cube", "white prism", "cyan cube", "The gripper, empty", "The robot"} <= set(names)
    assert [part.get("data-arm") for part in root.iter() if part.get("class") == "lw-arm"] != [None]


def test_far_blocks_come_first_then_those_on_the_left_then_the_lower() -> None:
    around = [(7, 7, 0), (7, 0, 0), (2, 7, 0), (2, 7, 1), (2, 0, 0), (0, 4, 0)]
    board = Board(dict.fromkeys(reversed(around), Block("blue", "cube")))
    assert having(parsed(draw_board(board)), "data-block") == [",".join(map(str, at)) for at in around]


def test_the_robot_is_below_and_the_left_edge_is_left() -> None:
    root = parsed(draw_board(STILL))
    squares = {part.get("data-square"): part for part in root.iter() if part.get("data-square")}

    def middle(square: str) -> tuple[float, float]:
        points = [tuple(map(float, pair.split(","))) for pair in squares[square].get("points", "").split()]
        return sum(a for a, _ in points) / 4, sum(b for _, b in points) / 4

    assert middle("0,7")[0] < middle("0,0")[0]
    assert middle("7,7")[1] < middle("0,7")[1]
    face = next(part for part in root.iter() if part.get("class") == "lw-robot").find(SVG + "rect")
    assert face is not None
    assert float(face.get("y", "0")) > max(middle(square)[1] for square in squares)


def test_it_says_what_it_shows() -> None:
    root = parsed(draw_board(HOLDING, marks={"A": [(3, 2, 0), (0, 7, 2)], "B": [(0, 7, 1)]}, title="Scene 1"))
    assert root.get("role") == "img"
    assert root.get("aria-label") == root.findtext(SVG + "title") == "Scene 1"
    assert root.findtext(SVG + "desc") == (
        "3 blocks. Row 1, column 1: red cube, on it a white prism. Row 4, column 6: cyan cube. "
        "The gripper is over row 6, column 3 and holds a gray cube. "
        "Marked A: cyan cube at row 4, column 6 to row 1, column 1. Marked B: white prism at row 1, column 1."
    )
    assert board_words(Board({})) == "0 blocks. The gripper is over row 1, column 8 and is empty."


def test_marks_have_letters_and_arrows_and_stand_side_by_side() -> None:
    marks = {"A": [(3, 2, 0), (0, 0, 0)], "B": [(3, 2, 0)], NASTY: [(7, 7, 7)], "none": []}
    root = parsed(draw_board(STILL, marks=marks))
    assert [label[:1] for label in having(root, "data-mark")] == ["A", "B", "<"]
    groups = [part for part in root.iter() if part.get("class") == "lw-mark"]
    ends = [next(one.get("cx") for one in group.iter(SVG + "circle")) for group in groups]
    assert len(set(ends)) == 3
    dashed = [{one.get("stroke-dasharray") for one in group.iter(SVG + "path")} for group in groups]
    assert dashed[0] != dashed[1]
    with pytest.raises(InputError, match="off the board"):
        draw_board(STILL, marks={"A": [(8, 0, 0)]})


def test_of_several_boards_the_first_is_shown() -> None:
    after = Board({**TOWER, (3, 2, 0): Block("red", "cube")}, arm=(3, 2, 5))
    root = parsed(draw_board(STILL, steps=[after, after]))
    stepped = {
        (part.get("data-block", "arm"), part.get("data-steps"), part.get("visibility"))
        for part in root.iter()
        if part.get("data-steps")
    }
    assert stepped == {
        ("3,2,0", "0", None),
        ("3,2,0", "1 2", "hidden"),
        ("arm", "0", None),
        ("arm", "1", "hidden"),
        ("arm", "2", "hidden"),
    }
    assert having(parsed(draw_board(STILL)), "data-steps") == []


def test_colours_can_be_written_on_blocks() -> None:
    words = [part.text for part in parsed(draw_board(STILL, names=True)).iter(SVG + "text")]
    assert sorted(word for word in words if word) == ["cyan", "red", "robot", "white"]


def test_nothing_from_outside_gets_out_of_its_place() -> None:
    svg = draw_board(STILL, title=NASTY, marks={NASTY: [(0, 0, 0)]})
    parsed(svg)
    assert "<script" not in svg
    assert not re.search(r"\sid=|\sstyle=|href=|url\(", svg)


@settings(max_examples=25)
@given(boards, st.lists(boards, max_size=3), st.booleans())
def test_any_board_is_drawn_whole_and_alike(board: Board, more: list[Board], names: bool) -> None:
    svg = draw_board(board, steps=more, names=names, standalone=True)
    assert svg == draw_board(board, steps=more, names=names, standalone=True)
    root = parsed(svg)
    drawn = {
        (at, step) for part in root.iter() if (at := part.get("data-block")) for step in _steps(part, more)
    }
    there = {(",".join(map(str, at)), k) for k, one in enumerate([board, *more]) for at, _ in one}
    assert drawn == there
    width, height = float(root.get("width", "0")), float(root.get("height", "0"))
    for points in having(root, "points"):
        for pair in points.split():
            a, b = map(float, pair.split(","))
            assert 0 <= a <= width
            assert 0 <= b <= height


def _steps(part: ElementTree.Element, more: list[Board]) -> list[int]:
    given = part.get("data-steps")
    return list(range(len(more) + 1)) if given is None else [int(step) for step in given.split()]
