"""The answer of the robot for its template: words with colours, the tree, readings, what to choose from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from likewise.errors import InputError
from likewise.worlds.blocks import SIZE, Board, Move, Position, Rcl, execute, loads_moves, loads_rcl

__all__ = ["COLOURS", "LETTERS", "marks_of", "move_words", "pieces_of", "shown", "tree_of"]

COLOURS = {
    "action": 1,
    "relation": 2,
    "type": 3,
    "color": 4,
    "indicator": 5,
    "cardinal": 6,
    "ordinal": 6,
    "id": 7,
    "reference-id": 7,
}
"""The colour of the page for words of each kind of leaf."""
LETTERS = "ABC"


def shown(answer: Mapping[str, Any], board: Board) -> dict[str, Any]:
    """What the template shows of an answer about an order that was given on a board."""
    best = answer["chosen"] or next(iter(answer["readings"]), None)
    tree = loads_rcl(best["rcl"]) if best else None
    return {
        **answer,
        "percent": round(100 * answer["confidence"]),
        "best": best,
        "pieces": pieces_of(answer["command"], answer["words"], tree),
        "tree": None if tree is None else tree_of(tree, [word[0] for word in answer["words"]]),
        "legend": _legend(tree),
        "readings": [_row(one, answer["chosen"], board) for one in answer["readings"]],
        "suggestions": [
            {**_row(one, None, board), "letter": letter}
            for letter, one in zip(LETTERS, answer["suggestions"], strict=False)
        ],
        "marks": marks_of(answer, board),
    }


def _row(one: Mapping[str, Any], chosen: Mapping[str, Any] | None, board: Board) -> dict[str, Any]:
    """A reading with what the arm would do, or why it would not."""
    moves, reason = _moves(one), one["verdict"]
    try:
        execute(board, moves)
    except InputError as error:
        # The planner looks at where things are; the arm also finds what is in its way.
        moves, reason = (), error.message
    return {
        **one,
        "percent": round(100 * one["probability"]),
        "chosen": chosen is not None and one["rcl"] == chosen["rcl"],
        "does": "; ".join(move_words(move, board) for move in moves),
        "reason": reason,
    }


def _moves(one: Mapping[str, Any]) -> tuple[Move, ...]:
    return loads_moves(one["move"]) if one["move"] else ()


def move_words(move: Move, board: Board) -> str:
    """A move as people read it; rows are counted from the robot, columns from the left."""
    if move.kind == "drop" or move.start is None:
        return f"drop it at {_square(board.arm)}"
    block = board.blocks.get(move.start)
    name = f"{block.color} {block.shape}" if block else "block"
    if move.end is None:
        return f"pick up the {name} at {_square(move.start)}"
    return f"the {name} from {_square(move.start)} to {_square(move.end)}"


def _square(position: Position) -> str:
    x, y, _ = position
    return f"row {x + 1}, column {SIZE - y}"


def marks_of(answer: Mapping[str, Any], board: Board) -> dict[str, list[Position]]:
    """What is outlined on the board: the suggestions, else what the best reading could have meant."""
    if answer["chosen"] is not None:
        return {}
    marks = {
        letter: _ends(_moves(one), board) for letter, one in zip(LETTERS, answer["suggestions"], strict=False)
    }
    if not marks and answer["readings"]:
        candidates = answer["readings"][0]["candidates"]
        marks = {str(k): [(x, y, z)] for k, (x, y, z) in enumerate(candidates[:_MOST_CANDIDATES], start=1)}
    return {label: on for label, places in marks.items() if (on := [one for one in places if _is_on(one)])}


_MOST_CANDIDATES = 9


def _ends(moves: Sequence[Move], board: Board) -> list[Position]:
    """Where the block is and where it goes."""
    if not moves:
        return []
    x, y, _ = board.arm
    start, end = moves[0].start or board.arm, moves[-1].end
    if moves[-1].kind == "drop":
        end = x, y, board.free_height(x, y) or 0
    return [start] if end is None else [start, end]


def _is_on(position: Position) -> bool:
    return all(0 <= n < SIZE for n in position)


def _leaves(tree: Rcl | None) -> list[Rcl]:
    return [] if tree is None else [one for one in tree.walk() if not one.children and one.span is not None]


def pieces_of(text: str, words: Sequence[Sequence[Any]], tree: Rcl | None) -> list[dict[str, Any]]:
    """The text in pieces, those that a leaf of the tree stands for with its number and colour."""
    pieces: list[dict[str, Any]] = []
    at = 0
    spans = sorted((leaf.span or (0, 0), k, leaf.name) for k, leaf in enumerate(_leaves(tree)))
    for (first, end), leaf, name in spans:
        if end > len(words) or (start := words[first][1]) < at:
            continue  # two leaves for the same words: the first has them
        if start > at:
            pieces.append({"text": text[at:start], "leaf": None})
        at = words[end - 1][2]
        pieces.append({"text": text[start:at], "leaf": leaf, "colour": COLOURS[name], "name": name})
    if at < len(text):
        pieces.append({"text": text[at:], "leaf": None})
    return pieces


def tree_of(tree: Rcl, words: Sequence[str]) -> dict[str, Any]:
    """The tree as nested rows; leaves have the number and colour of their words."""
    numbers = {id(leaf): k for k, leaf in enumerate(_leaves(tree))}

    def row(one: Rcl) -> dict[str, Any]:
        first, end = one.span or (0, 0)
        return {
            "name": one.name,
            "value": one.value,
            "leaf": numbers.get(id(one)),
            "colour": COLOURS.get(one.name),
            "words": " ".join(words[first:end]),
            "children": [row(child) for child in one.children],
        }

    return row(tree)


def _legend(tree: Rcl | None) -> list[tuple[int, str]]:
    """The colours that are there, each with its kind of word."""
    return list(dict.fromkeys((COLOURS[leaf.name], leaf.name) for leaf in _leaves(tree)))
