"""likewise navigate: learn and show a lexicon, train a follower, follow, evaluate; on the embedded routes."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

import likewise as lw
from likewise.data import navigation_folder
from likewise.navigate import GILL, Planned, embedded_follower, word_splitters
from likewise.navigate.corpus import read_corpus
from likewise.navigate.planned_follower import examples
from likewise.worlds import Pose, dump_map, dumps_map, load_maps, loads, loads_map

GROUP = "navigate"
Say = Callable[..., tuple[str, str]]


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("model") / "small"
    Planned.fit(read_corpus(navigation_folder(), lang="en").on(["Museum", "School"])).save(folder)
    return str(folder)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The embedded follower after two looks at its few sentences: it need not be good."""
    monkeypatch.setattr(embedded_follower, "SMALL", {"nets": 1, "epochs": 2})
    embedded_follower.embedded.cache_clear()
    yield
    embedded_follower.embedded.cache_clear()


class TestLexicon:
    def test_learnt_and_shown(self, say: Say) -> None:
        out, err = say("learn", "--out", "lexicon", "--json")
        found = json.loads(out)
        assert {"entries", "seconds"} <= set(found)
        assert (found["sentences"], found["entries"] > 100) == (346, True)
        assert "wrote lexicon" in err
        out, _ = say("show", "--lexicon", "lexicon", "Left", "--most", "3", "--json")
        rows = json.loads(out)["entries"]
        assert len(rows) == 3
        assert "LEFT" in rows[0]["meaning"]
        assert rows[0]["together"] <= rows[0]["with_words"] <= rows[0]["sentences"] == 346
        assert "Turn ( LEFT )" in say("show", "--lexicon", "lexicon", "left")[0]
        for word, hint in {
            "leftt": "the nearest words: left", "Trun left": "the nearest words: turn left",
            "xyzzy": "and no word is spelt like it",
        }.items():  # fmt: skip
            out, err = say("show", "--lexicon", "lexicon", word, "--json", code=2)
            assert (out, err.count("\n")) == ("", 1)
            assert err.startswith(f"likewise: lexicon: '{word.lower()}' means nothing here (seen too seldom")
            assert hint in err

    def test_by_either_method_and_on_some_maps(self, say: Say) -> None:
        say("learn", "--method", "gill", "--maps", "Museum", "--out", "gill")
        lexicon = lw.load("gill")
        corpus = embedded_follower.embedded_corpus().on(["Museum"])
        assert list(lexicon) == list(GILL.fit(examples(corpus)))
        rows = json.loads(say("show", "--lexicon", "gill", "turn left", "--json")[0])["entries"]
        assert all(row["words"] == "turn left" for row in rows)
        for broken in ("{", "[[], [], 1]", "5", '[["a"], [["Turn"]], 1, 1, 1, 1, 1]'):
            Path("gill/entries.jsonl").write_text(broken + "\n")
            assert "is no saved navigation-entries" in say("show", "--lexicon", "gill", "a", code=2)[1]

    def test_another_language(self, say: Say) -> None:
        assert json.loads(say("learn", "--lang", "zh", "--out", "zh", "--json")[0])["entries"] > 50

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (["learn", "--out", "no/such/folder"], "no/such/folder: its folder does not exist"),
            (
                ["learn", "--out", "m", "--method", "x"],
                "field 'method': unknown method 'x', expected sgoll, gill",
            ),
            (["learn", "--out", "m", "--maps", "Attic"], "unknown map 'Attic', expected Library, Museum"),
            (["learn", "--out", "m", "--lang", "fr"], "holds no instruction in 'fr', only in en, zh"),
            (["learn", "--out", "m", "--data", "nowhere"], "nowhere: no such folder"),
            (["show", "--lexicon", "nowhere", "left"], "nowhere: no such folder"),
            (["show", "--lexicon", ".", " "], "expected a word"),
        ],
    )
    def test_bad_input(self, say: Say, arguments: list[str], message: str) -> None:
        out, err = say(*arguments, code=2)
        assert (out, err.count("\n")) == ("", 1)
        assert message in err
        assert not list(Path().iterdir())

    def test_a_model_of_another_kind(self, say: Say, model: str) -> None:
        _, err = say("show", "--lexicon", model, "left", code=2)
        assert "holds a model of kind 'planned-follower', which is no lexicon" in err


class TestMap:
    def test_which_there_are(self, say: Say, tmp_path: Path) -> None:
        maps = load_maps(Path(navigation_folder()) / "maps")
        rows = json.loads(say("map", "--json")[0])["maps"]
        assert [row["name"] for row in rows] == list(maps)
        for row in rows:
            world = maps[row["name"]]
            assert (row["places"], row["corridors"]) == (len(world.places), len(world.corridors))
            assert all(
                row["x"][0] <= x <= row["x"][1] and row["y"][0] <= y <= row["y"][1] for x, y in world.places
            )
        shown, _ = say("map")
        assert all(name in shown for name in maps)
        dump_map(maps["School"], "school.json")
        assert json.loads(say("map", "--data", ".", "--json")[0])["maps"] == [
            rows[list(maps).index("School")]
        ]

    def test_one(self, say: Say) -> None:
        out, err = say("map", "Museum", "--svg", "museum.svg", "--json")
        assert err == "likewise: wrote museum.svg\n"
        places = ElementTree.parse("museum.svg").getroot().iterfind(".//*[@data-place]")
        found = loads_map(out)  # what is printed is a map's own file
        assert {place.get("data-place") for place in places} == {f"{x},{y}" for x, y in found.places}
        assert dumps_map(found) == dumps_map(load_maps(Path(navigation_folder()) / "maps")["Museum"])
        assert "barstool" in say("map", "Museum")[0]
        assert say("map", "Museum", "--svg", "-")[0].startswith("<svg")

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (["Attic"], "unknown map 'Attic', expected Library, Museum, School, Station, or a file"),
            (["--svg", "x.svg"], "--svg draws one map: give its name as an argument"),
            (["Museum", "--svg", "no/x.svg"], "no/x.svg: its folder does not exist"),
            (["Museum", "--svg", "-", "--json"], "only one output can go to standard output"),
            (["--data", "nowhere"], "nowhere: no such folder"),
            (["--data", "."], ".: holds no maps (.xml or .json)"),
        ],
    )
    def test_bad_input(self, say: Say, arguments: list[str], message: str) -> None:
        out, err = say("map", *arguments, code=2)
        assert (out, err.count("\n")) == ("", 1)
        assert message in err
        assert not list(Path().iterdir())


class TestTrain:
    def test_says_what_it_made(self, say: Say, model: str) -> None:
        arguments = ["train", "--parser", "krisp", "--maps", "Museum,School", "--out", "m", "--json"]
        found = json.loads(say(*arguments)[0])
        assert {"sentences", "seconds", "kind"} <= set(found)
        assert (found["sentences"], found["kind"]) == (178, "planned-follower")
        os.utime("m/model.json", (0, 1_790_000_000))
        _, err = say("learn", "--maps", "Museum", "--out", "m")
        assert err == "likewise: replaced m (planned-follower, made 2026-09-21 14:13 UTC)\n"
        assert say(*arguments)[1].startswith("likewise: replaced m (navigation-lexicon, made 20")
        for name in ("model.json", "parser.npz"):  # the same data and seed, the same bytes
            assert (Path(model) / name).read_bytes() == (Path("m") / name).read_bytes()

    def test_the_best(self, say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
        from likewise.navigate import Grounded

        monkeypatch.setattr(Grounded.fit.__func__, "__kwdefaults__", {  # type: ignore[attr-defined]
            **(Grounded.fit.__func__.__kwdefaults__ or {}), "epochs": 1, "nets": 1,  # type: ignore[attr-defined]
        })  # fmt: skip
        out, _ = say("train", "--maps", "Museum", "--lang", "zh", "--out", "best")
        assert out.startswith("grounded-follower from 90 sentences, in ")
        out, _ = say("follow", "--model", "best", "--map", "Museum", "--start", "0,3,0", "左转", "--json")
        assert json.loads(out)["path"][0] == [0, 3, 0]

    @pytest.mark.parametrize(
        ("option", "value"), [("--parser", "svm"), ("--grammar", "tiny"), ("--method", "none")]
    )
    def test_bad_settings(self, say: Say, option: str, value: str) -> None:
        paper = ["--parser", "krisp"] if option == "--grammar" else []
        _, err = say("train", "--out", "m", *paper, option, value, code=2)
        assert f"unknown {option[2:]} '{value}', expected " in err


class TestFollow:
    START = ("--map", "Museum", "--start", "0,3,0")

    def test_the_walk(self, say: Say, model: str) -> None:
        text = "Walk one block. Turn right and go to the coat rack."
        out, err = say("follow", *self.START, "--model", model, text, "--json")
        found = json.loads(out)
        assert err == ""
        world = load_maps(Path(navigation_folder()) / "maps")["Museum"]
        world.check_path([Pose(*pose) for pose in found["path"]])
        plan = loads(found["plan"])
        assert found["tokens"] == [
            "walk", "one", "block", "turn", "right", "and", "go", "to", "the", "coat", "rack",
        ]  # fmt: skip
        assert len(found["words"]) == len(plan)
        shown, _ = say("follow", *self.START, "--model", model, text)
        x, y, heading = found["path"][-1]
        assert shown.splitlines()[-1] == f"ends at {x},{y}, heading {heading}"
        assert len(shown.splitlines()) >= len(plan) + 2

    def test_drawn(self, say: Say, model: str) -> None:
        say("follow", *self.START, "--model", model, "walk & turn", "--svg", "walk.svg")
        assert ElementTree.parse("walk.svg").getroot().tag.endswith("svg")
        out, _ = say("follow", *self.START, "--model", model, "walk", "--svg", "-")
        assert out.startswith("<svg")

    def test_lines_from_one_start(self, say: Say, model: str) -> None:
        lines = "turn right\n\nxyzzy plugh\n"
        out, _ = say("follow", *self.START, "--model", model, "--json", lines=lines)
        rows = [json.loads(line) for line in out.splitlines()]
        assert [row["path"][0] for row in rows] == [[0, 3, 0]] * 3
        assert "reason" not in rows[0]
        assert rows[1]["reason"] == "there are no words to follow"
        assert rows[2]["reason"] == "no word of 'xyzzy plugh' is known"

    def test_a_map_of_ones_own(self, say: Say, model: str) -> None:
        places = [{"x": 0, "y": 0}, {"x": 1, "y": 0}, {"x": 5, "y": 5}]
        ways = [{"from": [0, 0], "to": [1, 0], "floor": "brick"}]
        Path("own.json").write_text(json.dumps({"name": "Own", "places": places, "corridors": ways}))
        own = ("--map", "own.json", "--model", model, "--json")
        out, _ = say("follow", *own, "--start", "0,0,90", "walk to the sofa")
        assert "sofa" in json.loads(out)["reason"].lower()
        alone, _ = say("follow", *own, "--start", "5,5,0", "walk one block")  # no corridor leads there
        assert "blocked" in json.loads(alone)["reason"]

    @pytest.mark.usefixtures("quick")
    def test_without_a_model(self, say: Say) -> None:
        out, err = say("follow", *self.START, "walk one block", "--json")
        assert "plan" in json.loads(out)
        assert err == "likewise: no --model: a small one, trained on the embedded examples, to try it out\n"

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (["--start", "0,3,0", ""], "expected an instruction, found no words"),
            (["--start", "0,3,0", "..."], "expected an instruction, found no words"),
            (["--start", "0,3,0", "--svg", "x.svg"], "--svg draws one walk"),
            (["--start", "0,3,0", "--map", "Attic", "go"], "unknown map 'Attic', expected Library, Museum"),
            (["--start", "0,3,0", "--map", "no.json", "go"], "no.json: no such file"),
            (["--start", "0,3,0", "--map", "-", "go"], "a map is read from a file"),
            (["--start", "0,3,0", "--data", "nowhere", "go"], "nowhere: no such folder"),
            (["--start", "9,3,0", "go"], "field 'start': (9, 3) is not on map 'Museum'"),
            (["--start", "0,3,45", "go"], "field 'start': heading 45, expected 0, 90, 180 or 270"),
            (["--start", "0,3,-1", "go"], "where the walker looks must be known"),
            (["--start", "0,3", "go"], "--start 0,3: expected x,y,heading, for example 0,3,90"),
            (["--start", "a,b,c", "go"], "expected x,y,heading"),
            (["--start", "0,3,0", "--svg", "no/x.svg", "go"], "no/x.svg"),
            (["--start", "0,3,0", "--lang", "zh", "go"], "--lang has no effect beside --model"),
        ],
    )
    def test_bad_input(self, say: Say, model: str, arguments: list[str], message: str) -> None:
        where = [] if "--map" in arguments else ["--map", "Museum"]
        out, err = say("follow", *where, "--model", model, *arguments, code=2)
        assert (out, err.count("\n")) == ("", 1)
        assert message in err

    def test_a_model_of_another_kind(self, say: Say) -> None:
        say("learn", "--maps", "Museum", "--out", "lexicon")
        _, err = say("follow", *self.START, "--model", "lexicon", "go", code=2)
        wrong = "holds a model of kind 'navigation-lexicon', which follows no instructions"
        assert err == f"likewise: lexicon: {wrong}\n"

    def test_a_language_without_examples(self, say: Say) -> None:
        _, err = say("follow", *self.START, "--lang", "fr", "go", code=2)
        assert err.count("\n") == 1
        assert "holds no instruction in 'fr', only in en, zh" in err


class TestEvaluate:
    @pytest.fixture
    def two(self, tmp_path: Path) -> str:
        """Two maps with a few sentences each."""
        source = Path(navigation_folder())
        folder = tmp_path / "two"
        (folder / "maps").mkdir(parents=True)
        for name in ("museum.json", "school.json"):
            (folder / "maps" / name).write_bytes((source / "maps" / name).read_bytes())
        for name in ("sentences.jsonl", "paragraphs.jsonl"):
            rows = (source / name).read_text(encoding="utf-8").splitlines(keepends=True)
            for world in ("Museum", "School"):
                kept = [row for row in rows if f'"map": "{world}"' in row and '"lang": "en"' in row]
                with (folder / name).open("a", encoding="utf-8") as out:
                    out.writelines(kept[:24])
        return str(folder)

    def test_the_figures(self, say: Say, two: str) -> None:
        out, _ = say("evaluate", "--data", two, "--parser", "krisp", "--json")
        found = json.loads(out)
        assert set(found) == {"plans", "parser", "single", "complete", "seconds", "folds"}
        assert set(found["folds"]) == {"Museum", "School"}
        assert {"precision", "recall", "f1"} <= set(found["plans"])
        assert {"lexicon", "parser", "total"} <= set(found["seconds"])
        assert 5 < found["single"] < 90

    def test_other_instructions_for_the_same_maps(
        self, say: Say, two: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        # Known here alone: no processes.
        monkeypatch.setitem(word_splitters._registered, "xx", lambda text: text.split())
        rows = [
            {"id": f"{n}-1", "map": n[:6], "text": "go on", "path": path}
            for n, path in [("Museum", [[0, 3, 0], [0, 2, 0]]), ("School", [[0, 0, 90]])]
        ]
        Path("other.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
        routes = [{**row, "id": row["id"][:-2]} for row in rows]
        Path("routes.jsonl").write_text("".join(json.dumps(row) + "\n" for row in routes))
        files = ["--sentences", "other.jsonl", "--paragraphs", "routes.jsonl"]
        out, _ = say(
            "evaluate", "--data", two, *files, "--lang", "xx", "--parser", "krisp", "--processes", "1"
        )
        assert "map left out" in out
        assert "seconds: lexicon" in out

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (["--parser", "x"], "unknown parser 'x', expected best, krisp"),
            (["--lang", "fr"], "holds no instruction in 'fr', only in en, zh"),
            (["--sentences", "none.jsonl"], "none.jsonl: no such file"),
            (["--data", "."], "holds no maps"),
        ],
    )
    def test_bad_input(self, say: Say, arguments: list[str], message: str) -> None:
        out, err = say("evaluate", *arguments, code=2)
        assert (out, err.count("\n")) == ("", 1)
        assert message in err

    def test_one_map(self, say: Say, two: str) -> None:
        (Path(two) / "maps" / "school.json").unlink()
        source = Path(two) / "sentences.jsonl"
        rows = source.read_text(encoding="utf-8").splitlines(keepends=True)
        source.write_text("".join(row for row in rows if "Museum" in row), encoding="utf-8")
        (Path(two) / "paragraphs.jsonl").unlink()
        _, err = say("evaluate", "--data", two, code=2)
        assert "instructions on at least two are needed, found only 'Museum'" in err
