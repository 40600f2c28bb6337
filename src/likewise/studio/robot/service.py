"""The reader of orders behind the page Robot, in a process of its own that stays, and the embedded scenes."""

from __future__ import annotations

from functools import cache, cached_property
from pathlib import Path
from typing import Any, Self

from likewise.data import ROBOT_LANGUAGES, robot_files
from likewise.errors import InputError
from likewise.studio.feature import Setup
from likewise.studio.models import check_kind
from likewise.studio.worker_process import FIRST, LATER, WorkerProcess
from likewise.text import code_of, name_of
from likewise.worlds.blocks import Board, Layout, Layouts, dumps_layouts, load_layouts, random_board

__all__ = ["KINDS", "READERS", "RobotService", "layout_text"]

KINDS = ("robot-reader",)
"""The models that read orders."""
READERS = ("combined", "deep", "robust")


def layout_text(board: Board) -> str:
    """A board as the text of a file with one layout."""
    return dumps_layouts([Layout(1, 1, board)])


@cache
def _embedded_orders(lang: str) -> dict[int, list[str]]:
    """The embedded orders of a language by scene."""
    from likewise.robot import load_commands

    orders: dict[int, list[str]] = {}
    for one in load_commands(robot_files(lang)[0]):
        orders.setdefault(one.scene, []).append(one.text)
    return orders


class RobotService:
    """The process that reads orders, and the boards to begin with."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = None if folder is None else folder.resolve()
        self.languages = {code: name_of(code) for code in ROBOT_LANGUAGES}
        if folder is not None:
            card = check_kind(folder, KINDS, "reads no orders")
            lang = code_of(str(card.settings.get("lang", "en")))
            self.languages = {lang: name_of(lang)}
        self.process = WorkerProcess(
            "likewise.studio.robot.worker",
            busy="the robot is being told too much at this moment, try again",
            silent="the robot gave no answer in time, try a shorter order",
            settings={"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
        )
        self._ready: dict[str, Any] = {}

    @classmethod
    def open(cls, setup: Setup) -> Self:
        """The service of a studio."""
        return cls(setup.folder("robot"))

    @cached_property
    def layouts(self) -> Layouts:
        """The embedded boards."""
        return load_layouts(robot_files()[2])

    def language(self, lang: str | None) -> str:
        """A language that orders may be in; the first where none is named."""
        spoken = next(iter(self.languages)) if not lang else code_of(lang)
        if spoken not in self.languages:
            raise InputError(f"expected one of {', '.join(self.languages)}", field="lang")
        return spoken

    def examples(self, scene: int, lang: str) -> list[str]:
        """The embedded orders for a scene."""
        return _embedded_orders(lang).get(scene, []) if lang in ROBOT_LANGUAGES else []

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
        self,
        text: str,
        board: Board,
        *,
        lang: str = "en",
        reader: str = "combined",
        planner: bool = True,
        most: int = 20,
    ) -> dict[str, Any]:
        """How an order is understood on a board; see `worker.told`. The first in a language takes longer."""
        settings = {"lang": lang, "reader": reader, "planner": planner, "most": most}
        folder = None if self.folder is None else str(self.folder)
        question = {"text": text, "layout": layout_text(board), "folder": folder, **settings}
        ready = self.process.alive and self._ready.get(lang) is self.process.process
        answer = self.process.ask(question, seconds=LATER if ready else FIRST)
        self._ready[lang] = self.process.process
        return answer

    def close(self) -> None:
        """End the process; the next question starts another."""
        self.process.close()
