"""From maps to a corpus: random walks, instructors, followers, the export that the navigation room reads."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from likewise.cli.main import run
from likewise.collect.answers import submit
from likewise.collect.assign import next_work
from likewise.collect.campaigns import Campaign, create_campaign
from likewise.collect.export import export_campaign
from likewise.collect.export_rows import write_json_lines
from likewise.collect.import_files import import_items
from likewise.collect.ledger import balance
from likewise.collect.people import create_worker
from likewise.collect.store import Store
from likewise.collect.tasks import get_task
from likewise.collect.tasks.grid import as_map, check_map, plain_map
from likewise.collect.walks import follower_items, instructor_items, language_code
from likewise.errors import InputError
from likewise.navigate.corpus import read_sentences
from likewise.worlds import Map, Pose, random_map, random_path
from likewise.worlds.poses import moves_of

MAPS = [random_map(seed, places=12, name=f"Map {seed}") for seed in (1, 2)]


def test_a_map_there_and_back() -> None:
    for world in MAPS:
        plain = plain_map(world)
        assert check_map(plain) == plain
        assert as_map(json.loads(json.dumps(plain))) == world


def test_walks_are_stimuli_that_differ() -> None:
    made = list(instructor_items(MAPS, 20, seed=3))
    assert made == list(instructor_items(MAPS, 20, seed=3))
    assert made != list(instructor_items(MAPS, 20, seed=4))
    assert [item["map"]["name"] for item in made[:3]] == ["Map 1", "Map 2", "Map 1"]
    assert len({json.dumps([i["map"]["name"], i["start"], i["actions"]]) for i in made}) == 20
    assert {len(item["actions"]) for item in made} <= {1, 2, 3, 4}
    task = get_task("instruct")
    for item in made:
        checked = task.check_stimulus(item, None)
        world = as_map(item["map"])
        assert [Pose(*p) for p in checked["path"]] == world.walk(Pose(*item["start"]), item["actions"])


def test_walks_that_cannot_be() -> None:
    tiny = random_map(1, places=2, name="Tiny")
    with pytest.raises(InputError, match=r"only \d+ such walks that differ"):
        list(instructor_items([tiny], 1000, actions=(1, 1)))
    with pytest.raises(InputError, match="at least one map"):
        list(instructor_items([], 1))
    lonely = Map("Lonely", {(0, 0): ""}, {})
    with pytest.raises(InputError, match="no corridor"):
        list(instructor_items([lonely], 1))


def test_language_codes() -> None:
    names = ["English", "chinese", "Klingon", None]
    assert [language_code(name) for name in names] == ["en", "zh", "Klingon", None]
    assert [language_code(name) for name in ("Farsi", "Japanese", "Vietnamese")] == ["fa", "ja", "vi"]


def do(store: Store, worker: int, campaign: Campaign, answer: Any) -> bool:
    """Do one problem as `answer` says, from its stimulus; whether there was one."""
    work = next_work(store, worker, campaign)
    if work is None:
        return False
    submit(store, worker, work.token, answer(work.stimulus))
    return True


def test_from_maps_to_a_corpus(store: Store, tmp_path: Path) -> None:
    walks, texts = tmp_path / "walks.jsonl", tmp_path / "texts.jsonl"
    write_json_lines(instructor_items(MAPS, 6, seed=1), walks)
    written = create_campaign(store, title="Tell the way", task="instruct", targets=(1, 0), rates=(3, 5))
    assert import_items(store, written, walks) == 6
    writer = create_worker(store).id
    truth: dict[str, list[Pose]] = {}

    def instruct(stimulus: dict[str, Any]) -> dict[str, str]:
        text = f"Please: {', '.join(stimulus['actions'])} & <so on> {len(truth)}."
        truth[text] = [Pose(*pose) for pose in stimulus["path"]]
        return {"text": text, "language": "Chinese" if len(truth) == 1 else "English"}

    while do(store, writer, written, instruct):
        pass
    assert len(truth) == 6
    assert balance(store, writer) == 6 * 3  # two pieces of work of three problems

    assert write_json_lines(follower_items(store, written), texts) == 6
    followed = create_campaign(store, title="Follow the way", task="follow", targets=(6, 0))
    assert import_items(store, followed, texts) == 6
    hard, doubtful = list(truth)[:2]

    def follow(number: int) -> Any:
        def answer(stimulus: dict[str, Any]) -> dict[str, Any]:
            text = stimulus["instruction"]
            if text == hard and number < 2:
                return {"skipped": True}  # four traces are too few
            if text == doubtful and number % 2:
                return {"actions": ["LEFT"] * (number + 4)}  # half is no majority
            return {"actions": moves_of(truth[text]) if number else ["RIGHT"]}

        return answer

    for number in range(6):
        follower = create_worker(store).id
        while do(store, follower, followed, follow(number)):
            pass
    assert export_campaign(store, followed, "navigation", tmp_path / "corpus.xml") == 4
    read = read_sentences(tmp_path / "corpus.xml", {world.name: world for world in MAPS})
    assert {one.text: list(one.path) for one in read} == {
        text: path for text, path in truth.items() if text not in (hard, doubtful)
    }
    assert {one.lang for one in read} == {"en"}
    assert export_campaign(store, written, "navigation", tmp_path / "all.xml") == 6
    every = read_sentences(tmp_path / "all.xml", {world.name: world for world in MAPS})
    assert {one.text: list(one.path) for one in every} == truth
    assert sorted(one.lang for one in every) == ["en"] * 5 + ["zh"]
    with pytest.raises(InputError, match="only a campaign of instructors"):
        list(follower_items(store, followed))


def test_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["collect", "walks", "--count", "4", "--out", "walks.jsonl", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"items": 4, "out": "walks.jsonl"}
    new = [
        "collect",
        "new",
        "--title",
        "Way",
        "--slug",
        "way",
        "--task",
        "instruct",
        "--items",
        "walks.jsonl",
    ]
    assert run(new) == 0
    assert run(["collect", "walks", "--from", "way", "--out", "texts.jsonl"]) == 0
    assert (tmp_path / "texts.jsonl").read_text() == ""  # nobody wrote anything yet
    capsys.readouterr()
    for wrong, said in ((["--actions", "4"], "two numbers"), (["--actions", "4,1"], "least <= most"),
                        (["--maps", "none"], "holds no maps")):  # fmt: skip
        assert run(["collect", "walks", *wrong]) == 2
        assert said in capsys.readouterr().err


def test_a_path_is_the_one_that_was_drawn() -> None:
    """The twin of `replay`: what the simulator walks."""
    for seed in range(20):
        path = random_path(MAPS[seed % 2], seed)
        item = {"map": plain_map(MAPS[seed % 2]), "start": list(path[0]), "actions": moves_of(path)}
        assert get_task("instruct").check_stimulus(item, None)["path"] == [list(pose) for pose in path]
