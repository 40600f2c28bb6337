"""`likewise robot`: what each sub-command prints, and how it takes files that are not what they should be."""

from __future__ import annotations

import gzip
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from likewise import data
from likewise.cli.main import run
from likewise.robot import Commander, embedded_commands, embedded_layouts, load_commands
from likewise.worlds.blocks import dumps_moves, plan

GROUP = "robot"
FILES = ("commands.tsv", "rcl.tsv", "layouts.txt")
LEARNT = 60
Say = Callable[..., tuple[str, str]]


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the first embedded commands, their trees and all boards."""
    folder = tmp_path_factory.mktemp("corpus")
    for source, name in zip(data.robot_files(), FILES, strict=True):
        lines = Path(source).read_text("utf-8").splitlines(keepends=True)
        kept = lines if name == "layouts.txt" else lines[:LEARNT]
        (folder / name).write_text("".join(kept), "utf-8")
    return folder


@pytest.fixture(scope="module")
def model(corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("models") / "robot"
    assert run(["robot", "train", "--data", str(corpus), "--out", str(folder)]) == 0
    return str(folder)


@pytest.fixture
def files(corpus: Path) -> list[str]:
    """Commands, trees and boards as options."""
    names = (("--commands", "commands.tsv"), ("--rcl", "rcl.tsv"), ("--layouts", "layouts.txt"))
    return [part for option, name in names for part in (option, str(corpus / name))]


def answer(out: str) -> dict[str, Any]:
    assert out.count("\n") == 1
    found = json.loads(out, parse_constant=lambda name: pytest.fail(f"{name} is no JSON"))
    assert isinstance(found, dict)
    return found


class TestTrain:
    def test_json(self, say: Say, corpus: Path) -> None:
        out, err = say("train", "--data", str(corpus), "--out", "robot", "--first", "12", "--json")
        row = answer(out)
        assert {*row} == {"commands", "seconds", "out"}
        assert (row["commands"], row["out"]) == (12, "robot")
        assert 0 < row["seconds"] < 60
        assert "robot" in err
        assert Commander.load("robot").lang == "en"

    def test_with_words_of_ones_own(self, say: Say, corpus: Path) -> None:
        Path("own.tsv").write_text("wug\ttype\tprism\n")
        out, _ = say(
            "train", "--data", str(corpus), "--out", "robot", "--first", "12", "--vocabulary", "own.tsv"
        )
        assert out.startswith("12 commands, in ")
        found = Commander.load("robot").robust.vocabulary
        assert found is not None
        assert found.meanings("wug")

    def test_a_folder_that_is_something_else_is_not_overwritten(self, say: Say, corpus: Path) -> None:
        Path("mine").mkdir()
        Path("mine/letter.txt").write_text("dear")
        _, err = say("train", "--data", str(corpus), "--out", "mine", code=2)
        assert err.count("\n") == 1
        assert Path("mine/letter.txt").read_text() == "dear"


class TestEvaluate:
    def test_json(self, say: Say, model: str, files: list[str]) -> None:
        row = answer(say("evaluate", "--model", model, *files, "--last", "20", "--json")[0])
        assert {"n", "answered", "correct", "precision", "recall", "seconds"} <= {*row}
        assert row["n"] == 20 >= row["answered"] >= row["correct"] > 15
        assert row["recall"] == pytest.approx(100 * row["correct"] / 20)
        assert row["precision"] == pytest.approx(100 * row["correct"] / row["answered"], abs=0.01)
        low, high = row["recall_ci"]
        assert low <= row["recall"] <= high

    @pytest.mark.parametrize("options", [["--no-planner"], ["--reader", "deep"], ["--reader", "robust"],
                                         ["--mode", "paper"]])  # fmt: skip
    def test_ways_to_read(self, say: Say, model: str, files: list[str], options: list[str]) -> None:
        row = answer(say("evaluate", "--model", model, *files, "--last", "10", *options, "--json")[0])
        assert row["n"] == 10
        assert row["correct"] > 5

    def test_table(self, say: Say, model: str, files: list[str]) -> None:
        out, _ = say("evaluate", "--model", model, *files, "--last", "10")
        assert "Exact match" in out
        assert "precision" in out

    def test_compressed_files(self, say: Say, model: str, files: list[str]) -> None:
        packed = []
        for part in files:
            if part.startswith("--"):
                packed.append(part)
            else:
                name = f"{Path(part).name}.gz"
                Path(name).write_bytes(gzip.compress(Path(part).read_bytes()))
                packed.append(name)
        row = answer(say("evaluate", "--model", model, *packed, "--last", "5", "--json")[0])
        assert row["n"] == 5

    def test_gold_in_a_file_that_lacks_a_command(self, say: Say, model: str, files: list[str]) -> None:
        lines = Path(files[3]).read_text().splitlines(keepends=True)
        Path("fewer.tsv").write_text("".join(lines[1:]))
        _, err = say("evaluate", "--model", model, *files[:2], "--rcl", "fewer.tsv", *files[4:], code=2)
        assert "has no tree in fewer.tsv" in err
        assert err.count("\n") == 1

    def test_files_go_together(self, say: Say, model: str, files: list[str]) -> None:
        _, err = say("evaluate", "--model", model, *files[:4], code=2)
        assert "--layouts missing: commands, trees and layouts go together" in err


class TestErrors:
    def test_json(self, say: Say, model: str, files: list[str]) -> None:
        out, _ = say("errors", "--model", model, *files, "--reader", "deep", "--no-planner", "--json")
        row = answer(out)
        assert {*row} == {"n", "correct", "differences"}
        assert row["n"] == LEARNT > row["correct"] > 0
        for one in row["differences"]:
            assert {*one} == {"place", "gold", "system", "count", "ids"}
            assert one["count"] >= len(set(one["ids"])) > 0
        counts = [one["count"] for one in row["differences"]]
        assert counts == sorted(counts, reverse=True)

    def test_table(self, say: Say, model: str, files: list[str]) -> None:
        out, _ = say("errors", "--model", model, *files, "--reader", "deep", "--no-planner", "--top", "2")
        assert "Where trees differ" in out
        assert "are not right" in out


class TestDo:
    def test_json(self, say: Say, model: str) -> None:
        row = answer(say("do", "--model", model, "--scene", "1", "Pick up the red cube.", "--json")[0])
        assert row["rcl"] == "(event: (action: take) (entity: (color: red) (type: cube)))"
        board = embedded_layouts().scene(1).before
        (at,) = [at for at, block in board if (block.color, block.shape) == ("red", "cube")]
        assert row["move"] == f"take ({at[0]},{at[1]},{at[2]})"
        assert {"rcl", "verdict"} <= {*row["readings"][0]}
        assert "reason" not in row

    def test_a_refusal_is_no_failure(self, say: Say, model: str) -> None:
        out, err = say("do", "--model", model, "pick up the magenta stack", "--json")
        row = answer(out)
        assert (row["rcl"], row["move"], err) == (None, None, "")
        assert "magenta" in row["reason"]
        out, _ = say("do", "--model", model, "asdf qwer zxcv")
        assert out.startswith("nothing is done: I do not know")

    def test_a_series_of_orders_on_one_board(self, say: Say, model: str) -> None:
        lines = "pick up the red cube\npick up the blue cube\n\ndrop it\n"
        out, _ = say("do", "--model", model, "--json", lines=lines)
        rows = [json.loads(line) for line in out.splitlines()]
        assert len(rows) == 4
        assert rows[0]["move"].startswith("take")
        assert "the gripper already holds a red cube" in rows[1]["reason"]
        assert rows[2]["reason"].startswith("there is no order")
        assert rows[3]["move"] == "drop"

    def test_no_lines_at_all(self, say: Say, model: str) -> None:
        assert say("do", "--model", model, "--json") == ("", "")

    def test_a_line_that_is_no_text(self, say: Say, model: str) -> None:
        Path("binary").write_bytes(bytes(range(256)))
        _, err = say("evaluate", "--model", model, "--commands", "binary", "--rcl", "binary",
                     "--layouts", "binary", code=2)  # fmt: skip
        assert err.count("\n") == 1

    def test_a_picture(self, say: Say, model: str) -> None:
        say("do", "--model", model, "pick up the red cube", "--svg", "move.svg")
        assert Path("move.svg").read_text().startswith("<svg")
        _, err = say("do", "--model", model, "--svg", "move.svg", code=2)
        assert "--svg draws one command" in err

    def test_without_the_board(self, say: Say, model: str) -> None:
        row = answer(say("do", "--model", model, "take the white prism", "--no-planner", "--json")[0])
        assert row["rcl"] == "(event: (action: take) (entity: (color: white) (type: prism)))"
        assert row["move"] is None


class TestPlan:
    def write_cases(self, wrong: int = 0) -> None:
        rows = []
        for number, one in enumerate(embedded_commands()[:10]):
            board = embedded_layouts().scene(one.scene).before
            assert one.rcl is not None
            tree = one.rcl.bare()
            said = "REJECT" if number < wrong else dumps_moves(plan(tree, board).moves)
            rows.append(f"{one.scene}\t{tree}\t{said}\n")
        Path("cases.tsv").write_text("".join(rows))

    def test_json(self, say: Say) -> None:
        self.write_cases()
        row = answer(say("plan", "--cases", "cases.tsv", "--json")[0])
        assert row == {"n": 10, "agree": 10, "differences": []}

    def test_differences(self, say: Say) -> None:
        self.write_cases(wrong=2)
        row = answer(say("plan", "--cases", "cases.tsv", "--json")[0])
        assert (row["n"], row["agree"], len(row["differences"])) == (10, 8, 2)
        assert {*row["differences"][0]} == {"scene", "rcl", "expected", "planned"}
        out, _ = say("plan", "--cases", "cases.tsv")
        assert out.startswith("8 of 10 cases agree.")

    @pytest.mark.parametrize(
        ("text", "where"),
        [("", "empty"), ("1\tx\n", "cases.tsv"), ("9999\t(event: (action: take))\tREJECT\n", "")],
    )
    def test_bad_cases(self, say: Say, text: str, where: str) -> None:
        Path("cases.tsv").write_text(text)
        _, err = say("plan", "--cases", "cases.tsv", code=2)
        assert err.count("\n") == 1
        assert where in err or "no cases" in err


class TestStudy:
    def test_json(self, say: Say, corpus: Path) -> None:
        out, _ = say("study", "--data", str(corpus), "--test", "6", "--no-rules", "--no-perturbed", "--json")
        row = answer(out)
        assert (row["trained"], row["tested"]) == (LEARNT - 6, 6)
        for one in row["rows"]:
            assert {"reader", "planner", "precision", "recall"} <= {*one}
        assert (row["rule_curve"], row["perturbed"]) == ([], {})

    def test_what_does_not_go_together(self, say: Say, corpus: Path) -> None:
        _, err = say("study", "--data", str(corpus), "--no-rules", "--plot", "rules.svg", code=2)
        assert "--plot draws Figure 3, which --no-rules leaves out" in err
        _, err = say("study", "--data", str(corpus), "--test", "60", code=2)
        assert "expected fewer test commands than 60, found 60" in err


BAD = ["missing", "empty", "binary", "columns", "scene", "tree", "alignment", "twice", "boards"]


@pytest.mark.parametrize("kind", BAD)
def test_bad_files_are_told_in_one_line(say: Say, corpus: Path, kind: str) -> None:
    """Each goes to train, which reads all three files."""
    folder = Path("bad")
    shutil.copytree(corpus, folder)
    commands, trees, layouts = (folder / name for name in FILES)
    first, *rest = commands.read_text().splitlines(keepends=True)
    key, _, text = first.rstrip("\n").split("\t")
    changes: dict[str, tuple[Path, str | bytes, str]] = {
        "empty": (commands, "", "holds no commands"),
        "binary": (commands, bytes(range(256)), "commands.tsv"),
        "columns": (
            commands,
            f"{key}\t{text}\n",
            "3 columns (id, scene, text) with tabs between, found 2",
        ),
        "scene": (
            commands,
            "".join([f"{key}\t9999\t{text}\n", *rest]),
            "no scene 9999, expected one from 1 to",
        ),
        "tree": (trees, trees.read_text().replace("(event:", "(evnt:", 1), "expected an element such as"),
        "alignment": (trees, trees.read_text().replace("(token: 1", "(token: 99", 1), "rcl.tsv"),
        "twice": (commands, first + first + "".join(rest), f"the id {key} is there twice"),
        "boards": (layouts, "1\t1\n0\t0\t9\tO\n", "expected x, y, z from 0 to 7, found 0 0 9"),
    }
    if kind == "missing":
        commands.unlink()
        said = "commands.tsv"
    else:
        path, content, said = changes[kind]
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    _, err = say("train", "--data", "bad", "--out", "robot", code=2)
    assert err.count("\n") == 1
    assert said in err
    assert "Traceback" not in err
    assert not Path("robot").exists()


def test_a_scene_out_of_range(say: Say, model: str) -> None:
    _, err = say("do", "--model", model, "--scene", "9999", "drop it", code=2)
    assert "no scene 9999, expected one from 1 to" in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("option", [["--reader", "best"], ["--mode", "both"], ["--lang", "xx"],
                                    ["--reader", "deep", "--mode", "paper"]])  # fmt: skip
def test_settings_that_there_are_not(say: Say, model: str, option: list[str]) -> None:
    _, err = say("do", "--model", model, *option, "drop it", code=2)
    assert err.count("\n") == 1


def test_a_folder_without_a_model(say: Say) -> None:
    Path("nothing").mkdir()
    for name in ("nothing", "absent"):
        _, err = say("do", "--model", name, "drop it", code=2)
        assert err.count("\n") == 1
        assert name in err


def test_a_model_of_another_kind(say: Say, model: str) -> None:
    shutil.copytree(model, "other")
    (card,) = [one for one in Path("other").iterdir() if "robot-reader" in one.read_text("utf-8", "ignore")]
    card.write_text(card.read_text().replace("robot-reader", "follower"))
    _, err = say("do", "--model", "other", "drop it", code=2)
    assert err.count("\n") == 1
    assert "follower" in err


def test_a_model_that_lacks_a_file_or_is_cut_short(say: Say, model: str) -> None:
    for name in ("robust.json", "robust.npz", "words.json"):
        shutil.copytree(model, "broken", dirs_exist_ok=True)
        content = Path("broken", name).read_bytes()
        Path("broken", name).unlink()
        _, err = say("do", "--model", "broken", "drop it", code=2)
        assert err.count("\n") == 1
        assert name in err
        Path("broken", name).write_bytes(content[: len(content) // 2])
        _, err = say("do", "--model", "broken", "drop it", code=2)
        assert err.count("\n") == 1


def test_the_corpus_is_as_the_loader_wants_it(corpus: Path) -> None:
    assert len(load_commands(corpus / "commands.tsv", corpus / "rcl.tsv")) == LEARNT
