"""The reader of orders behind the page Robot, in a process of its own that stays, and the embedded scenes."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Any, Self

from likewise.data import path
from likewise.errors import InputError
from likewise.studio.feature import Setup
from likewise.studio.models import check_kind
from likewise.studio.worker_process import FIRST, LATER, WorkerProcess
from likewise.worlds.blocks import Board, Layout, Layouts, dumps_layouts, load_layouts, random_board

__all__ = ["KINDS", "READERS", "RobotService", "layout_text"]

KINDS = ("robot-reader",)
"""The models that read orders."""
READERS = ("combined", "deep", "robust")


def layout_text(board: Board) -> str:
    """A board as the text of a file with one layout."""
    return dumps_layouts([Layout(1, 1, board)])


class RobotService:
    """The process that reads orders, and the boards to begin with."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = None if folder is None else folder.resolve()
        if folder is not None:
            check_kind(folder, KINDS, "reads no orders")
        self.process = WorkerProcess(
            "likewise.studio.robot.worker",
            busy="the robot is being told too much at this moment, try again",
            silent="the robot gave no answer in time, try a shorter order",
            settings={"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
        )
        self._ready: Any = None

    @classmethod
    def open(cls, setup: Setup) -> Self:
        """The service of a studio."""
        return cls(setup.folder("robot"))

    @cached_property
    def layouts(self) -> Layouts:
        """The embedded boards."""
        return load_layouts(path("robot/layouts.txt"))

    @cached_property
    def examples(self) -> dict[int, list[str]]:
        """The embedded orders by scene."""
        from likewise.robot import load_commands

        orders: dict[int, list[str]] = {}
        for one in load_commands(path("robot/commands.tsv")):
            orders.setdefault(one.scene, []).append(one.text)
        return orders

    def board(self, *, scene: int | None = None, seed: int | None = None) -> Board:
        """The board of an embedded scene (the first where none is named), or one by chance."""
        if seed is not None:
            return random_board(seed)
        numbers = self.layouts.numbers
        number = numbers[0] if scene is None else scene
        if number not in numbers:
            raise InputError(
                f"there is no scene {number}, expected {numbers[0]} to {numbers[-1]}", field="scene"
            )
        return self.layouts.scene(number).before

    def ask(
        self, text: str, board: Board, *, reader: str = "combined", planner: bool = True, most: int = 20
    ) -> dict[str, Any]:
        """How an order is understood on a board; see `worker.told`."""
        question = {"text": text, "layout": layout_text(board), "reader": reader, "planner": planner}
        folder = None if self.folder is None else str(self.folder)
        seconds = LATER if self._ready is not None and self._ready is self.process.process else FIRST
        answer = self.process.ask({**question, "most": most, "folder": folder}, seconds=seconds)
        self._ready = self.process.process
        return answer

    def close(self) -> None:
        """End the process; the next question starts another."""
        self.process.close()
