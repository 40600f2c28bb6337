"""Items for the two tasks about orders to the robot (Dukes 2013; Packard 2014, section 2).

Scenes, each a board before and after one move, are what people write orders for; what they wrote is what
others carry out, who are shown the board before alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing
from typing import Any

from likewise.collect.campaigns import Ref, find_campaign
from likewise.collect.export_rows import Rows
from likewise.collect.store import Store
from likewise.collect.tasks.boards import plain_board
from likewise.collect.walks import language_code
from likewise.errors import InputError
from likewise.worlds.blocks import Layouts, Scene, move_between, random_scene

__all__ = ["one_move_scenes", "ordered_items", "scene_items", "scenes_by_chance", "understanding_items"]

_TRIES = 50


def one_move_scenes(layouts: Layouts) -> list[Scene]:
    """The scenes of a file in which one block moves; six of the treebank's thousand are none."""
    scenes = (layouts.scene(number) for number in layouts.numbers)
    return [scene for scene in scenes if move_between(scene.before, scene.after) is not None]


def scene_items(scenes: Iterable[Scene]) -> Iterator[dict[str, Any]]:
    """Stimuli of the task `robot-command`; a scene that is not one move is refused."""
    for scene in scenes:
        if move_between(scene.before, scene.after) is None:
            raise InputError(f"scene {scene.number} is not one move of one block", field="scene")
        yield {"id": f"scene-{scene.number}", **_boards(scene), "scene": scene.number}


def scenes_by_chance(count: int, *, seed: int = 0) -> Iterator[Scene]:
    """So many scenes on boards by chance, no two alike, each with a group of layouts of its own."""
    seen: list[tuple[Any, Any]] = []
    for tries in range(_TRIES * count):
        if len(seen) == count:
            return
        number = 8 * len(seen) + 1
        scene = random_scene(seed * 1_000_003 + tries, number=number)
        if (scene.before, scene.after) not in seen:
            seen.append((scene.before, scene.after))
            yield scene


def ordered_items(
    orders: Iterable[tuple[str, int, str]], layouts: Layouts, *, lang: str = "en"
) -> Iterator[dict[str, Any]]:
    """Orders that are known already, as `(id, scene, text)`; stimuli of the task `robot-understanding`."""
    for key, number, text in orders:
        scene = layouts.scene(number)
        yield {"id": key, **_boards(scene), "text": text, "scene": number, "lang": lang}


def understanding_items(
    store: Store, campaign: Ref, *, state: str | None = "accepted"
) -> Iterator[dict[str, Any]]:
    """The orders of a campaign of writers; stimuli of the task `robot-understanding`."""
    with store.read() as connection:
        current = find_campaign(connection, campaign)
        if current.task != "robot-command":
            raise InputError("only a campaign of the task robot-command has orders", field="campaign")
        with closing(Rows(connection, current, state)) as rows:
            for row in rows():
                kept = ("before", "after", "scene")
                about: dict[str, Any] = {key: row.stimulus[key] for key in kept if key in row.stimulus}
                code = language_code(row.lang)
                spoken = {"lang": code} if code else {}
                yield {"id": f"{row.item}-{row.id}", **about, "text": row.payload["text"], **spoken}


def _boards(scene: Scene) -> dict[str, Any]:
    return {"before": plain_board(scene.before), "after": plain_board(scene.after)}
