"""Orders to the robot out of a campaign, as folders that `likewise robot annotate` and `train` read.

A folder for each language, called by its code: `commands.tsv` (id, scene, text), `layouts.txt` (the boards of
the scenes), and `people.tsv` (what is known about each order). Scenes keep the numbers that their items have
where these fit together; otherwise all are numbered anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from likewise.collect.export_folder import export_folder
from likewise.collect.export_rows import Given, Rows
from likewise.collect.tasks.boards import as_board
from likewise.collect.tasks.robot_understanding import answered_move, is_as_intended
from likewise.collect.walks import language_code
from likewise.errors import InputError
from likewise.io import Source, write_text
from likewise.worlds.blocks import Board, Layout, dumps_layouts

__all__ = ["write_orders"]

_UNKNOWN = "und"
_PER_GROUP = 8


@dataclass(frozen=True, slots=True)
class _Order:
    """An order with its boards, and the columns of `people.tsv` about it."""

    id: str
    text: str
    lang: str
    scene: int | None
    before: Board
    after: Board
    about: dict[str, Any]
    is_kept: bool = True


def write_orders(rows: Rows, target: Source) -> int:
    """Write the folders, in one that must be new or empty; gives how many orders `commands.tsv` has.

    Of a campaign of the task `robot-command` all orders go out; of `robot-understanding` those that more than
    half of the people carried out as intended, while `people.tsv` has the others too.
    """
    gather = _ORDERS.get(rows.campaign.task)
    if gather is None and next(rows(), None) is not None:
        raise InputError("only a campaign about orders to the robot has this form", field="kind")
    orders = [] if gather is None else list(gather(rows))
    with export_folder(target) as folder:
        for lang in sorted({one.lang for one in orders}):
            _write_language(folder / lang, [one for one in orders if one.lang == lang])
    return sum(one.is_kept for one in orders)


def _written(rows: Rows) -> Iterator[_Order]:
    """What people wrote for two boards."""
    for row in rows():
        about = {"item": row.item, "worker": row.worker, "tier": row.tier, "seconds": row.seconds}
        yield _order(row, f"{row.item}-{row.id}", row.payload["text"], _code(row.lang), about)


def _understood(rows: Rows) -> Iterator[_Order]:
    """What people made of an order on the board before."""
    for name, group in rows.groups():
        stimulus = group[0].stimulus
        lang = _code(stimulus.get("lang") or rows.campaign.settings.get("language"))
        if "after" in stimulus:
            about = _agreement(group)
            yield _order(
                group[0], name, stimulus["text"], lang, about, 2 * about["intended"] > about["people"]
            )


def _agreement(group: Sequence[Given]) -> dict[str, Any]:
    """How many carried an order out as intended and how many not at all, and what most of them did."""
    verdicts = Counter(row.payload["verdict"] for row in group)
    moves = Counter(str(move) for row in group if (move := answered_move(row.stimulus, row.payload)))
    most, agree = moves.most_common(1)[0] if moves else ("", 0)
    intended = sum(bool(is_as_intended(row.stimulus, row.payload)) for row in group)
    return {
        "people": len(group),
        "intended": intended,
        "share": round(intended / len(group), 4),
        "impossible": verdicts["impossible"],
        "unclear": verdicts["unclear"],
        "move": most,
        "agree": agree,
    }


_ORDERS = {"robot-command": _written, "robot-understanding": _understood}


def _order(row: Given, key: str, text: str, lang: str, about: dict[str, Any], is_kept: bool = True) -> _Order:
    before, after = (as_board(row.stimulus[name]) for name in ("before", "after"))
    return _Order(key, text, lang, row.stimulus.get("scene"), before, after, about, is_kept)


def _code(lang: str | None) -> str:
    """The name of a language's folder."""
    code = language_code(lang) or _UNKNOWN
    return "".join(sign if sign.isalnum() else "-" for sign in code)[:40]


def _write_language(folder: Path, orders: Sequence[_Order]) -> None:
    folder.mkdir()
    numbers, layouts = _scenes(orders)
    with write_text(folder / "layouts.txt") as stream:
        stream.write(dumps_layouts(layouts))
    kept = [(one.id, number, one.text) for one, number in zip(orders, numbers, strict=True) if one.is_kept]
    _write_table(folder / "commands.tsv", kept)
    head = ("id", "scene", *orders[0].about, "text")
    rows = [
        (one.id, number, *one.about.values(), one.text) for one, number in zip(orders, numbers, strict=True)
    ]
    _write_table(folder / "people.tsv", [head, *rows])


def _write_table(path: Path, rows: Iterable[Sequence[Any]]) -> None:
    with write_text(path) as stream:
        for row in rows:
            cells = ("" if cell is None else " ".join(str(cell).split()) for cell in row)
            stream.write("\t".join(cells) + "\n")


def _scenes(orders: Sequence[_Order]) -> tuple[list[int], list[Layout]]:
    """The number of each order's scene, and the layouts that make the scenes."""
    try:
        numbers = [one.scene or 0 for one in orders]
        return numbers, _layouts(orders, numbers)
    except InputError:
        scenes: dict[tuple[Board, Board], int] = {}
        numbers = [scenes.setdefault((one.before, one.after), _PER_GROUP * len(scenes) + 1) for one in orders]
        return numbers, _layouts(orders, numbers)


def _layouts(orders: Sequence[_Order], numbers: Sequence[int]) -> list[Layout]:
    """Both boards of each scene in their places (see `likewise.worlds.blocks.Layouts`)."""
    boards: dict[tuple[int, int], Board] = {}
    for one, number in zip(orders, numbers, strict=True):
        if number < 1:
            raise InputError("this scene has no number", field="scene")
        group, other = (number - 1) // _PER_GROUP + 1, ((number - 1) // 2) % 4 + 2
        first, second = (one.before, one.after) if number % 2 else (one.after, one.before)
        for image, board in ((1, first), (other, second)):
            if boards.setdefault((group, image), board) != board:
                raise InputError(f"two boards are layout {group} {image}", field="scene")
    return [Layout(*place, boards[place]) for place in sorted(boards)]
