"""Writes the embedded boards and commands of the robot from `robot_commands.txt`, and checks each of them.

    uv run python training/robot_commands.py            # checks and writes src/likewise/data/robot
    uv run python training/robot_commands.py --check    # only says what is wrong

`robot_commands.txt` has groups of boards (`robot_boards.py` tells how they are written), and after each its
commands (`robot_annotation.py`): `2> ..` goes from the first layout of the group to the second, `2< ..` back,
`es 2> ..` is Spanish. A command is right if its tree gives exactly the move between the boards of its scene.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from robot_annotation import read_annotated
from robot_boards import read_group

from likewise.worlds.blocks import Layout, Layouts, Move, Rcl, Scene, dumps_layouts, dumps_rcl, plan

HERE = Path(__file__).parent
DATA = HERE.parent / "src/likewise/data/robot"
FIRST_IDS = {"en": 1, "es": 1001, "zh": 2001}
_COMMAND = re.compile(r"(?:(es|zh) )?([2-5])([<>]) (.+)")


@dataclass(frozen=True)
class Line:
    """A command of the source: where it stands, its language, its scene, its annotated text."""

    number: int
    lang: str
    scene: int
    text: str


def read_source(path: Path) -> tuple[list[Layout], list[Line]]:
    """All layouts and all commands."""
    layouts: list[Layout] = []
    lines: list[Line] = []
    boards: list[str] = []
    group = 0
    for number, line in enumerate([*path.read_text("utf-8").splitlines(), "#"], 1):
        if line.startswith("#"):
            layouts += read_group(group, boards) if boards else []
            group, boards = group + 1, []
        elif found := _COMMAND.fullmatch(line):
            scene = 8 * (group - 1) + 2 * (int(found[2]) - 2) + (1 if found[3] == ">" else 2)
            lines.append(Line(number, found[1] or "en", scene, found[4]))
        elif line.strip():
            boards.append(line)
    return layouts, lines


def checked(layouts: Layouts, lines: list[Line]) -> Iterator[tuple[Line, str, Rcl | None, str]]:
    """Each command with its text and tree, or with what is wrong with it."""
    for line in lines:
        try:
            scene = layouts.scene(line.scene)
            typed, tree = read_annotated(line.text, line.lang, holding=scene.before.held is not None)
        except (ValueError, IndexError) as error:
            yield line, line.text, None, str(error)
            continue
        verdict = plan(tree, scene.before)
        wanted = scene_move(scene)
        right = verdict.moves == (wanted,)
        found = f"gives {verdict}, but the scene is {wanted}: {dumps_rcl(tree, alignment=False)}"
        yield line, typed, tree, "" if right else found


def scene_move(scene: Scene) -> Move:
    """The one move between the boards of a scene."""
    before, after = dict(scene.before.blocks), dict(scene.after.blocks)
    (start,) = before.keys() - after.keys()
    (end,) = after.keys() - before.keys()
    if scene.before.arm == start:
        return Move("drop")
    return Move("take", start) if scene.after.arm == end else Move("move", start, end)


def main() -> None:
    """Checks, and writes if nothing is wrong."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check", action="store_true", help="write nothing")
    options = parser.parse_args()
    groups, lines = read_source(HERE / "robot_commands.txt")
    rows = list(checked(Layouts(groups), lines))
    wrong = [(line, typed, why) for line, typed, _, why in rows if why]
    for line, typed, why in wrong:
        print(f"{line.number}: {typed}\n    {why}")
    for lang in FIRST_IDS:
        scenes = {line.scene for line, *_ in rows if line.lang == lang}
        print(lang, sum(line.lang == lang for line in lines), "commands of", len(scenes), "scenes")
    if not wrong and not options.check:
        write(groups, [(line, typed, tree) for line, typed, tree, _ in rows if tree])


def write(groups: list[Layout], rows: list[tuple[Line, str, Rcl]]) -> None:
    """The files of the package."""
    DATA.mkdir(exist_ok=True)
    (DATA / "layouts.txt").write_text(dumps_layouts(groups), "utf-8")
    for lang, first in FIRST_IDS.items():
        chosen = [row for row in rows if row[0].lang == lang]
        ending = "" if lang == "en" else f"_{lang}"
        commands = [f"{n}\t{line.scene}\t{typed}\n" for n, (line, typed, _) in enumerate(chosen, first)]
        trees = [f"{n}\t{dumps_rcl(tree)}\n" for n, (_, _, tree) in enumerate(chosen, first)]
        (DATA / f"commands{ending}.tsv").write_text("".join(commands), "utf-8")
        (DATA / f"rcl{ending}.tsv").write_text("".join(trees), "utf-8")


if __name__ == "__main__":
    main()
