"""From scenes to orders: items, writers, others who carry them out, the folder that readers learn from."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from likewise.cli.main import run
from likewise.collect import (
    Campaign,
    Store,
    create_campaign,
    create_worker,
    export_campaign,
    import_items,
    next_work,
    one_move_scenes,
    ordered_items,
    scene_items,
    scenes_by_chance,
    submit,
    understanding_items,
    write_json_lines,
)
from likewise.collect.tasks import as_board, get_task, plain_board
from likewise.data import robot_files
from likewise.errors import InputError
from likewise.robot import load_commands
from likewise.worlds.blocks import (
    Block,
    Board,
    Layout,
    Layouts,
    Move,
    Scene,
    execute,
    load_layouts,
    move_between,
    random_layouts,
)

RED, BLUE = Block("red", "cube"), Block("blue", "cube")
BOARD = Board({(1, 2, 0): RED, (4, 4, 0): BLUE}, arm=(6, 6, 7))
AFTER = execute(BOARD, [Move("move", (1, 2, 0), (4, 4, 1))])
OTHER = execute(BOARD, [Move("take", (4, 4, 0))])


def do(store: Store, worker: int, campaign: Campaign, answer: Any) -> bool:
    """Do one problem as `answer` says, from its stimulus; whether there was one."""
    work = next_work(store, worker, campaign)
    if work is None:
        return False
    submit(store, worker, work.token, answer(work.stimulus))
    return True


def right(stimulus: dict[str, Any], after: dict[str, Any]) -> dict[str, str]:
    """The answer that does what was meant."""
    move = move_between(as_board(stimulus["before"]), as_board(after))
    assert move is not None
    arm = tuple(stimulus["before"]["arm"])
    to = "gripper" if move.kind == "take" else ",".join(map(str, (move.end or arm)[:2]))
    return {"verdict": "carried-out", "block": ",".join(map(str, move.start or arm)), "to": to}


def table(path: Path) -> list[dict[str, str]]:
    head, *rows = [line.split("\t") for line in path.read_text().splitlines()]
    return [dict(zip(head, row, strict=True)) for row in rows]


def test_the_embedded_scenes_are_items() -> None:
    layouts = load_layouts(robot_files()[2])
    scenes = one_move_scenes(layouts)
    assert [scene.number for scene in scenes] == list(layouts.numbers)
    task = get_task("robot-command")
    assert all(task.check_stimulus(item, None) == item for item in scene_items(scenes))


def test_scenes_that_are_no_single_move() -> None:
    layouts = Layouts([Layout(1, 1, BOARD), Layout(1, 2, BOARD), Layout(1, 3, AFTER), Layout(1, 4, OTHER)])
    assert [scene.number for scene in one_move_scenes(layouts)] == [3, 4, 5, 6]
    with pytest.raises(InputError, match="scene 1 is not one move"):
        list(scene_items([layouts.scene(1)]))


def test_scenes_by_chance_differ() -> None:
    scenes = list(scenes_by_chance(12, seed=3))
    assert [one.number for one in scenes] == [8 * k + 1 for k in range(12)]
    assert scenes == list(scenes_by_chance(12, seed=3))
    assert len({(one.before, one.after) for one in scenes}) == 12
    assert len(list(scene_items(scenes))) == 12


def test_orders_that_are_known_already() -> None:
    commands, _, boards = robot_files("es")
    orders = [(one.id, one.scene, one.text) for one in load_commands(commands)]
    items = list(ordered_items(orders, load_layouts(boards), lang="es"))
    task = get_task("robot-understanding")
    assert [task.check_stimulus(item, None)["text"] for item in items] == [order[2] for order in orders]
    with pytest.raises(InputError, match="no scene 9999"):
        list(ordered_items([("1", 9999, "Go.")], load_layouts(boards)))


def test_from_scenes_to_a_folder(store: Store, tmp_path: Path) -> None:
    layouts = Layouts(random_layouts(2, seed=5))
    write_json_lines(scene_items(one_move_scenes(layouts)), tmp_path / "scenes.jsonl")
    written = create_campaign(store, title="Tell", task="robot-command", targets=(1, 0))
    count = import_items(store, written, tmp_path / "scenes.jsonl")
    after: dict[str, dict[str, Any]] = {}

    def tell(stimulus: dict[str, Any]) -> dict[str, str]:
        text = f'Do "{len(after)}"  that.'
        after[text] = stimulus["after"]
        return {"text": text, "language": "Spanish" if len(after) == 2 else "English"}

    writer = create_worker(store).id
    while do(store, writer, written, tell):
        pass
    assert len(after) == count

    assert export_campaign(store, written, "orders", tmp_path / "told") == count
    assert sorted(path.name for path in (tmp_path / "told").iterdir()) == ["en", "es"]
    told = load_commands(tmp_path / "told" / "en" / "commands.tsv")
    assert len(told) == count - 1
    boards = load_layouts(tmp_path / "told" / "en" / "layouts.txt")
    for one in told:
        scene = boards.scene(one.scene)
        assert (scene.before, scene.after) == (
            layouts.scene(one.scene).before,
            layouts.scene(one.scene).after,
        )
    assert told[0].text == 'Do "0" that.'
    people = table(tmp_path / "told" / "es" / "people.tsv")
    assert list(people[0]) == ["id", "scene", "item", "worker", "tier", "seconds", "text"]

    write_json_lines(understanding_items(store, written), tmp_path / "texts.jsonl")
    shown = create_campaign(store, title="Show", task="robot-understanding", targets=(3, 0))
    assert import_items(store, shown, tmp_path / "texts.jsonl") == count
    hard, split = list(after)[2:4]

    def show(number: int) -> Any:
        def answer(stimulus: dict[str, Any]) -> dict[str, str]:
            if stimulus["text"] == hard and number:
                return {"verdict": "unclear" if number == 1 else "impossible"}
            if stimulus["text"] == split and number == 2:
                return {"verdict": "unclear"}
            return right(stimulus, after[stimulus["text"]])

        return answer

    for number in range(3):
        worker = create_worker(store).id
        while do(store, worker, shown, show(number)):
            pass
    assert export_campaign(store, shown, "orders", tmp_path / "shown") == count - 1
    kept = load_commands(tmp_path / "shown" / "en" / "commands.tsv")
    assert len(kept) == count - 2  # one is Spanish, one was not understood
    rows = {row["text"]: row for row in table(tmp_path / "shown" / "en" / "people.tsv")}
    assert len(rows) == count - 1
    hard, split = (" ".join(text.split()) for text in (hard, split))
    assert {key: rows[hard][key] for key in rows[hard] if key not in ("id", "scene", "move", "text")} == {
        "people": "3", "intended": "1", "share": "0.3333", "impossible": "1", "unclear": "1", "agree": "1",
    }  # fmt: skip
    assert (rows[split]["share"], rows[split]["agree"]) == ("0.6667", "2")
    assert rows[split]["move"]
    assert export_campaign(store, shown, "segments", tmp_path / "rated.jsonl") == count
    human = [json.loads(line)["human"] for line in (tmp_path / "rated.jsonl").read_text().splitlines()]
    assert sum(sum(one.values()) for one in human) == 3 * count - 3


def test_scenes_without_fitting_numbers_are_numbered_anew(store: Store, tmp_path: Path) -> None:
    """Scene 1 goes one way in one file and another way in the other; one item has no number at all."""
    stimuli = [
        {"before": plain_board(BOARD), "after": plain_board(AFTER), "scene": 1},
        {"before": plain_board(BOARD), "after": plain_board(OTHER), "scene": 1},
        {"before": plain_board(BOARD), "after": plain_board(AFTER)},
    ]
    made = create_campaign(store, title="Tell", task="robot-command", stimuli=stimuli, targets=(1, 0))
    worker = create_worker(store).id
    while do(store, worker, made, lambda stimulus: {"text": "Go!", "language": "Klingon / old"}):
        pass
    assert export_campaign(store, made, "orders", tmp_path / "told") == 3
    folder = tmp_path / "told" / "Klingon---old"
    orders = load_commands(folder / "commands.tsv")
    assert [one.scene for one in orders] == [1, 9, 1]
    boards = load_layouts(folder / "layouts.txt")
    assert [boards.scene(number) for number in (1, 9)] == [Scene(1, BOARD, AFTER), Scene(9, BOARD, OTHER)]


def test_what_is_refused(store: Store, tmp_path: Path) -> None:
    made = create_campaign(store, title="Say", task="paraphrase", stimuli=[{"text": "Go."}])
    assert do(store, create_worker(store).id, made, lambda stimulus: {"first": "Walk.", "second": "Leave."})
    with pytest.raises(InputError, match="only a campaign about orders"):
        export_campaign(store, made, "orders", tmp_path / "told")
    with pytest.raises(InputError, match="only a campaign of the task robot-command"):
        list(understanding_items(store, made))
    told = create_campaign(store, title="Tell", task="robot-command", slug="told")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "file").touch()
    for target, said in (("-", "name of a new folder"), (tmp_path / "full", "holds something"),
                         (tmp_path / "no" / "told", "does not exist")):  # fmt: skip
        with pytest.raises(InputError, match=said):
            export_campaign(store, told, "orders", target)
    assert export_campaign(store, told, "orders", tmp_path / "empty") == 0


def test_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["collect", "scenes", "--scenes", "1-3,73", "--out", "scenes.jsonl", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"items": 4, "out": "scenes.jsonl"}
    assert run(["collect", "scenes", "--random", "5", "--seed", "7"]) == 0
    assert capsys.readouterr().out.count("\n") == 5
    new = ["collect", "new", "--title", "Tell", "--slug", "tell", "--task", "robot-command"]
    assert run([*new, "--items", "scenes.jsonl"]) == 0
    assert run(["collect", "scenes", "--from", "tell", "--out", "texts.jsonl"]) == 0
    assert (tmp_path / "texts.jsonl").read_text() == ""  # nobody wrote anything yet
    assert run(["collect", "export", "tell", "--kind", "orders", "--out", "orders"]) == 0
    Path("own.tsv").write_text("7\t2\tpon el cubo rojo\n8\t3\tponlo\n")
    assert run(["collect", "scenes", "--commands", "own.tsv", "--lang", "Spanish", "--scenes", "3"]) == 0
    (item,) = [json.loads(line) for line in capsys.readouterr().out.splitlines() if line.startswith("{")]
    assert (item["id"], item["text"], item["lang"]) == ("8", "ponlo", "es")
    Path("still.txt").write_text(
        "1 1\n0 0 7 O\n0 0 0 R 1\n\n1 2\n0 0 7 O\n0 0 0 R 1\n\n1 3\n0 0 7 O\n1 0 0 R 1\n"
    )
    assert run(["collect", "scenes", "--layouts", "still.txt", "--out", "-"]) == 0
    assert "2 scenes are left out" in capsys.readouterr().err
    for wrong, said in (
        (["--scenes", "1-x"], "expected numbers such as"),
        (["--scenes", "9999"], "no scene 9999"),
        (["--random", "3", "--from", "tell"], "expected one of --from and --random"),
        (["--random", "3", "--layouts", "x.txt"], "--layouts does not go with --random"),
        (["--from", "tell", "--scenes", "3"], "--scenes does not go with --from"),
        (["--lang", "es"], "--lang has no effect here: it goes with --commands"),
        (["--state", "all"], "--state has no effect here: it goes with --from"),
    ):
        assert run(["collect", "scenes", *wrong]) == 2
        assert said in capsys.readouterr().err
