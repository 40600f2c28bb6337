"""The page Robot and its API: orders, choices, refusals, undo, boards of one's own; nothing is lost."""

from __future__ import annotations

import html
import json
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from likewise.errors import InputError, RefusedError
from likewise.io.models import ModelCard, write_model
from likewise.robot import command_words
from likewise.studio.robot.order_series import MOST_ORDERS, OrderSeries, uploaded_board
from likewise.studio.robot.service import RobotService, layout_text
from likewise.studio.robot.shown_answer import marks_of, move_words, pieces_of, shown, tree_of
from likewise.worlds.blocks import Block, Board, Layouts, loads_layouts, loads_move, loads_rcl

from .browser.stub_robot import StubCommander, stub_robot

V1 = "/api/v1/robot"
RED, BLUE, PRISM = Block("red", "cube"), Block("blue", "cube"), Block("green", "prism")
BOARD = Board({(1, 2, 0): RED, (4, 4, 0): BLUE, (4, 5, 0): PRISM}, arm=(6, 6, 7))
HOLDING = Board({**BOARD.blocks, (6, 6, 7): Block("white", "cube")}, arm=(6, 6, 7), is_open=False)
PUT, TAKE, AWAY = "Put the red cube on the blue one!", "take the red cube", "put the red cube in the corner"


@pytest.fixture
def told(house: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The house with a robot that answers in this process; `house.asked` is what it was asked."""
    house.asked = stub_robot(house.app.state.studio.service(RobotService), monkeypatch)
    return house


def form(board: Board = BOARD, **change: str) -> dict[str, str]:
    return {"layout": layout_text(board), "orders": "", "text": PUT, "act": "order"} | change


def hidden(page: str, name: str) -> str:
    found = re.search(rf'<input type="hidden" name="{name}" value="([^"]*)"', page)
    assert found is not None
    return html.unescape(found.group(1))


def text_of(page: str) -> str:
    return " ".join(html.unescape(re.sub("<[^>]*>", " ", page)).split())


class TestSeries:
    def test_goes_through_a_form_and_back(self) -> None:
        series = OrderSeries.begin(BOARD).add("put  it\nthere", [loads_move("(1,2,0)>(4,4,1)")])
        series = series.add("take it", [loads_move("take (4,4,1)")])
        assert OrderSeries.loads(*series.dumps()) == series
        assert [one.text for one in series.orders] == ["put it there", "take it"]
        assert series.board.held == RED
        assert [step.kind for step in series.last_steps()] == ["go", "reach", "close", "lift"]

    def test_undo_is_the_board_before(self) -> None:
        first = OrderSeries.begin(BOARD).add("a", [loads_move("(1,2,0)>(4,4,1)")])
        assert first.add("b", [loads_move("take (4,4,1)")]).undo() == first
        assert first.undo() == OrderSeries.begin(BOARD)
        assert OrderSeries.begin(BOARD).last_steps() == ()

    @pytest.mark.parametrize(
        ("layout", "orders", "said"),
        [
            ("", "", "is empty"),
            ("1 1\n0 0 9 O\n", "", "0 to 7"),
            (layout_text(BOARD), "jump\tx", "expected drop, take"),
            (layout_text(BOARD), "take (0,0,0)\tx", "no block"),
            (layout_text(BOARD), "drop\tx", "nothing to drop"),
            (layout_text(BOARD), "drop\n" * (MOST_ORDERS + 1), "at most"),
        ],
    )
    def test_what_no_page_sends(self, layout: str, orders: str, said: str) -> None:
        with pytest.raises(InputError, match=said):
            OrderSeries.loads(layout, orders)

    def test_files_that_are_brought(self) -> None:
        other = Board({(0, 0, 0): BLUE})
        text = layout_text(BOARD) + "\n" + layout_text(other).replace("1\t1\n", "1\t2\n", 1)
        assert uploaded_board(text.encode(), "") == BOARD
        assert uploaded_board(b"\xef\xbb\xbf" + text.encode(), " 2 ") == other
        for data, scene, said in (
            (None, "", "choose a file"),
            (b"\xff\xfe", "", "text file"),
            (b"1 1\n0 0 7\n", "", "line 2.*expected the arm"),
            (text.encode(), "3", "no scene 3"),
            (text.encode(), "one", "number of a scene"),
        ):
            with pytest.raises(InputError, match=said):
                uploaded_board(data, scene)


class TestShown:
    def test_words_have_the_colours_of_their_leaves(self) -> None:
        text = "Move the light blue  cube."
        words: list[list[Any]] = [[word.text, word.start, word.end] for word in command_words(text)]
        tree = loads_rcl(
            "(event: (action: move (token: 1)) (entity: (color: cyan (token: 3 4)) (type: cube (token: 5))"
            " (id: 1)))"
        )
        pieces = pieces_of(text, words, tree)
        assert "".join(str(piece["text"]) for piece in pieces) == text
        assert [(piece["text"], piece["name"]) for piece in pieces if piece["leaf"] is not None] == [
            ("Move", "action"),
            ("light blue", "color"),
            ("cube", "type"),
        ]
        rows = tree_of(tree, [word[0] for word in words])
        colour = rows["children"][1]["children"][0]
        assert (colour["leaf"], colour["words"], colour["value"]) == (1, "light blue", "cyan")
        assert rows["children"][1]["children"][2]["leaf"] is None

    def test_leaves_that_share_words_or_lie_beyond_them_do_no_harm(self) -> None:
        words = [["take", 0, 4], ["it", 5, 7]]
        tree = loads_rcl(
            "(event: (action: take (token: 1)) (entity: (type: cube (token: 1 2)) (color: red (token: 9))))"
        )
        assert "".join(str(piece["text"]) for piece in pieces_of("take it", words, tree)) == "take it"
        assert pieces_of("take it", words, None) == [{"text": "take it", "leaf": None}]

    @pytest.mark.parametrize(
        ("move", "said"),
        [
            ("drop", "drop it at row 7, column 2"),
            ("take (1,2,0)", "pick up the red cube at row 2, column 6"),
            ("(1,2,0)>(0,7,0)", "the red cube from row 2, column 6 to row 1, column 1"),
            ("(0,0,0)>(0,7,0)", "the block from row 1, column 8 to row 1, column 1"),
        ],
    )
    def test_moves_in_words(self, move: str, said: str) -> None:
        assert move_words(loads_move(move), BOARD) == said

    def test_marks_are_the_suggestions_or_what_could_have_been_meant(self) -> None:
        answer: dict[str, Any] = {
            "chosen": None,
            "readings": [{"candidates": [[1, 2, 0], [4, 4, 0], [9, 9, 9]]}],
            "suggestions": [{"move": "(1,2,0)>(0,7,0)"}, {"move": "drop"}, {"move": None}],
        }
        assert marks_of(answer, HOLDING) == {"A": [(1, 2, 0), (0, 7, 0)], "B": [(6, 6, 7), (6, 6, 0)]}
        answer["suggestions"] = []
        assert marks_of(answer, BOARD) == {"1": [(1, 2, 0)], "2": [(4, 4, 0)]}
        assert marks_of({**answer, "chosen": {}}, BOARD) == {}

    def test_a_move_that_the_arm_cannot_do_is_told(self) -> None:
        one = {"rcl": "(event: (action: take))", "move": "take (4,4,0)", "verdict": "fits",
               "probability": 0.5, "sentence": "take it", "candidates": [], "notes": []}  # fmt: skip
        under = Board({**BOARD.blocks, (4, 4, 1): RED})
        answer = {"command": "take it", "words": [], "chosen": None, "confidence": 0.25, "reason": "",
                  "readings": [one], "suggestions": [one]}  # fmt: skip
        row = shown(answer, under)["readings"][0]
        assert row["does"] == ""
        assert "red cube" in row["reason"]
        assert shown(answer, BOARD)["readings"][0]["does"] == "pick up the blue cube at row 5, column 4"


class TestProgram:
    def test_an_order_is_carried_out(self, told: Any) -> None:
        found = told.client("rita").post(V1, json={"text": f" {PUT}\n", "layout": layout_text(BOARD)})
        assert found.status_code == 200, found.text
        answer = found.json()
        assert answer["command"] == PUT
        assert answer["move"] == "(1,2,0)>(4,4,1)"
        assert loads_rcl(answer["rcl"]).get("action") == "move"
        assert next(iter(loads_layouts(answer["layout"]))).board.blocks[4, 4, 1] == RED
        assert answer["reason"] == ""
        assert answer["confidence"] == 0.9
        (reading,) = answer["readings"]
        assert (reading["move"], reading["verdict"], reading["reader"]) == (
            "(1,2,0)>(4,4,1)",
            "fits",
            "robust",
        )
        assert answer["words"][2] == {"text": "red", "start": 8, "end": 11}
        assert (told.asked[0]["folder"], told.asked[0]["lang"]) == (None, "en")

    def test_what_it_does_not_dare_has_a_reason_and_choices(self, told: Any) -> None:
        client = told.client("rita")
        board = {"layout": layout_text(BOARD)}
        answer = client.post(V1, json={"text": AWAY, **board}).json()
        assert (answer["rcl"], answer["move"], answer["layout"]) == (None, None, None)
        assert answer["reason"] == "more than one reading can be done"
        assert [one["move"] for one in answer["suggestions"]] == ["(1,2,0)>(0,7,0)", "(1,2,0)>(0,0,0)"]
        for text, said in (("Nimm den roten Würfel", "no word"), ("take the pink cube", "no word"),
                           ("take the white cube", "no white cube")):  # fmt: skip
            answer = client.post(V1, json={"text": text, **board}).json()
            assert (answer["rcl"], answer["suggestions"]) == (None, [])
            assert said in answer["reason"]
        held = client.post(V1, json={"text": PUT, "layout": layout_text(HOLDING)}).json()
        assert "holds a white cube" in held["reason"]

    def test_what_cannot_be_done_may_be_read(self, told: Any) -> None:
        body = {"text": "take the white cube", "layout": layout_text(BOARD), "planner": False}
        answer = told.client("rita").post(V1, json=body).json()
        assert loads_rcl(answer["rcl"]).get("action") == "take"
        assert answer["move"] is None
        assert "white cube" in answer["reason"]

    def test_what_the_arm_cannot_do_is_told(self, told: Any) -> None:
        under = Board({**BOARD.blocks, (1, 2, 1): BLUE, (4, 4, 0): RED})
        board = replace(under, blocks={at: one for at, one in under if at != (4, 4, 0)})
        answer = told.client("rita").post(V1, json={"text": TAKE, "layout": layout_text(board)}).json()
        assert answer["move"] == "take (1,2,0)"
        assert answer["layout"] is None
        assert "blue cube stands on" in answer["reason"]

    def test_scenes(self, told: Any) -> None:
        client = told.client("rita")
        scenes = client.get(f"{V1}/scenes").json()["scenes"]
        assert len(scenes) >= 40
        assert all(one["orders"]["en"] for one in scenes[:2])
        answer = client.post(V1, json={"text": "take the pink one", "scene": scenes[3]["scene"]})
        assert answer.status_code == 200
        assert (
            next(iter(loads_layouts(told.asked[-1]["layout"]))).board
            == next(iter(loads_layouts(scenes[3]["before"]))).board
        )

    @pytest.mark.parametrize(
        ("change", "field"),
        [
            ({"text": ""}, "text"),
            ({"text": " \n"}, "text"),
            ({"text": "a\x08"}, "text"),
            ({"text": "a" * 501}, "text"),
            ({"layout": "1 1"}, None),
            ({"layout": "x" * 20_001}, "layout"),
            ({"scene": 9999}, "scene"),
            ({"scene": 1, "layout": layout_text(BOARD)}, "scene"),
            ({"reader": "other"}, "reader"),
            ({"lang": "de"}, "lang"),
            ({"lang": "nonsense"}, "lang"),
            ({"most": 0}, "most"),
            ({"more": 1}, "more"),
        ],
    )
    def test_bad_questions(self, told: Any, change: dict[str, Any], field: str | None) -> None:
        found = told.client("olga").post(V1, json={"text": PUT} | change)
        assert found.status_code == 422
        assert found.json()["error"]["field"] == field

    def test_is_for_staff(self, told: Any) -> None:
        assert told.client("wim").post(V1, json={"text": PUT}).status_code == 403
        assert told.client().post(V1, json={"text": PUT}).status_code == 401


class TestPerson:
    def test_a_scene_a_board_by_chance_and_orders_to_begin_with(self, told: Any) -> None:
        client = told.client("rita")
        page = client.get("/robot")
        assert page.status_code == 200
        assert "microphone=(self)" in page.headers["permissions-policy"]
        assert "Orders for this board" in page.text
        second = client.get("/robot", params={"scene": "2"}).text
        assert hidden(second, "layout") != hidden(page.text, "layout")
        by_chance = [client.get("/robot", params={"seed": seed}).text for seed in ("7", "7", "8")]
        boards = [hidden(one, "layout") for one in by_chance]
        assert boards[0] == boards[1] != boards[2]
        assert "Orders for this board" not in by_chance[0]
        for bad in ({"scene": "9999"}, {"scene": "x"}, {"seed": "-"}, {"seed": "9" * 40}):
            found = client.get("/robot", params=bad)
            assert found.status_code == 422
            assert 'role="alert"' in found.text
            assert hidden(found.text, "layout") == hidden(page.text, "layout")

    def test_a_series_of_orders_and_back(self, told: Any) -> None:
        client = told.client("rita")
        page = client.post("/robot", data=form()).text
        said = text_of(page)
        assert "Done: the red cube from row 2, column 6 to row 5, column 4." in said
        assert "90 % sure" in said
        assert "chosen" in said
        assert "8 of" not in said  # what plays it has come with the scripts
        state = {name: hidden(page, name) for name in ("layout", "orders")}
        assert state["orders"] == f"(1,2,0)>(4,4,1)\t{PUT}\n"
        assert re.search(r'name="text" type="text" value=""', page)
        second = client.post("/robot", data=form(text=TAKE) | state).text
        state["orders"] = hidden(second, "orders")
        assert state["orders"].endswith(f"take (4,4,1)\t{TAKE}\n")
        assert "holds a red cube" in text_of(second)
        third = client.post("/robot", data=form(text="drop it") | state).text
        assert "Done: drop it at row 5, column 4" in text_of(third)
        undone = client.post("/robot", data=form(text="", act="undo") | {**state}).text
        assert hidden(undone, "orders") == f"(1,2,0)>(4,4,1)\t{PUT}\n"
        assert f'value="{TAKE}"' in undone
        begun = client.post("/robot", data=form(act="undo")).text
        assert "there is no order to take back" in text_of(begun)

    def test_without_scripts_the_board_after_is_seen(self, told: Any) -> None:
        page = told.client("rita").post("/robot", data=form()).text
        moved = {
            found.group(1): "hidden" not in found.group(0)
            for found in re.finditer(r'<g [^>]*data-block="([^"]*)"[^>]*data-steps=[^>]*>', page)
        }
        assert moved["4,4,1"]
        assert not moved["1,2,0"]

    def test_a_choice(self, told: Any) -> None:
        client = told.client("rita")
        page = client.post("/robot", data=form(text=AWAY), headers={"hx-request": "true"}).text
        assert "<html" not in page
        assert "The robot does not move: more than one reading can be done." in text_of(page)
        assert re.findall(r'data-mark="(.)"', page) == ["A", "B"]
        assert f'value="{AWAY}"' in page
        choices = [html.unescape(one) for one in re.findall(r'<button name="rcl" value="([^"]*)"', page)]
        assert len(choices) == 2
        done = client.post("/robot", data=form(text=AWAY, rcl=choices[1])).text
        assert hidden(done, "orders") == f"(1,2,0)>(0,0,0)\t{AWAY}\n"
        for bad, said in (("(event:", "rcl"), (choices[0].replace("red", "white"), "white cube")):
            refused = client.post("/robot", data=form(text=AWAY, rcl=bad))
            assert refused.status_code == 422
            assert said in text_of(refused.text)
            assert f'value="{AWAY}"' in refused.text

    @pytest.mark.parametrize(
        ("board", "text", "said"),
        [
            (BOARD, "", "expected an order"),
            (BOARD, "a" * 501, "at most 500 characters"),
            (BOARD, "colorless green ideas sleep", "The robot does not move"),
            (BOARD, "把红色方块拿起来", "no word of it is known"),
            (BOARD, "take the white cube", "no white cube"),
            (BOARD, "drop it", "the gripper is empty"),
            (HOLDING, PUT, "holds a white cube"),
            (BOARD, "<b>take</b>", "no word of it is known"),
        ],
    )
    def test_an_order_that_cannot_be_done_has_its_reason(
        self, told: Any, board: Board, text: str, said: str
    ) -> None:
        page = told.client("rita").post("/robot", data=form(board, text=text))
        assert page.status_code in (200, 422)
        assert said in text_of(page.text)
        assert hidden(page.text, "layout") == layout_text(board)
        assert hidden(page.text, "orders") == ""
        assert f'value="{html.escape(text)}"' in page.text
        assert "<b>take</b>" not in page.text

    def test_another_language(self, told: Any) -> None:
        client = told.client("rita")
        page = client.get("/robot", params={"lang": "zh"}).text
        assert re.search(r'<ul class="texts" lang="zh">.*[\u4e00-\u9fff]', page)
        client.post("/robot", data=form(lang="es"))
        assert told.asked[-1]["lang"] == "es"
        refused = client.post("/robot", data=form(lang="de"))
        assert (refused.status_code, "expected one of en, es, zh" in text_of(refused.text)) == (422, True)

    def test_settings_are_kept(self, told: Any) -> None:
        page = told.client("rita").post("/robot", data=form(reader="deep", planner="no", names="yes"))
        assert "the deep reader is asleep" in text_of(page.text)
        assert told.asked[-1]["reader"] == "deep"
        assert told.asked[-1]["planner"] is False
        assert 'id="f-names" checked' in page.text
        odd = told.client("rita").post("/robot", data=form(reader="other"))
        assert (odd.status_code, "expected one of combined" in text_of(odd.text)) == (422, True)

    def test_a_broken_form_begins_anew(self, told: Any) -> None:
        page = told.client("rita").post("/robot", data=form(layout="nonsense"))
        assert page.status_code == 422
        assert 'role="alert"' in page.text
        assert hidden(page.text, "layout")

    def test_a_board_of_ones_own(self, told: Any) -> None:
        client = told.client("rita")
        orders = f"(1,2,0)>(4,4,1)\t{PUT}\n"
        state = form(orders=orders, text="half an order")
        own = layout_text(HOLDING)
        page = client.post("/robot/board", data={**state, "scene": ""}, files={"file": ("b.txt", own)})
        assert page.status_code == 200
        assert (hidden(page.text, "layout"), hidden(page.text, "orders")) == (own, "")
        for data, scene, said in (
            (own[:-2], "", "line 6: expected a block"),
            (own, "5", "no scene 5"),
            ("", "", "is empty"),
            (b"\xff\xfe\x00", "", "expected a text file"),
        ):
            bad = client.post("/robot/board", data={**state, "scene": scene}, files={"file": ("b.txt", data)})
            assert bad.status_code == 422
            assert said in text_of(bad.text)
            assert (hidden(bad.text, "layout"), hidden(bad.text, "orders")) == (state["layout"], orders)
            assert 'value="half an order"' in bad.text
        assert "choose a file" in text_of(client.post("/robot/board", data=state).text)


class TestService:
    def test_models_of_another_kind_are_refused(self, tmp_path: Path) -> None:
        write_model(tmp_path / "other", ModelCard("freestyle"))
        with pytest.raises(InputError, match="of kind 'freestyle', which reads no orders"):
            RobotService(tmp_path / "other")
        write_model(tmp_path / "mine", ModelCard("robot-reader"))
        assert RobotService(tmp_path / "mine").folder == tmp_path / "mine"
        write_model(tmp_path / "spanish", ModelCard("robot-reader", {"lang": "es"}))
        assert list(RobotService(tmp_path / "spanish").languages) == ["es"]

    def test_a_silent_process_is_told(self, monkeypatch: pytest.MonkeyPatch) -> None:
        service = RobotService()
        service.process.module = "likewise.no_such_module"
        with pytest.raises(RefusedError, match="no answer in time"):
            service.ask(PUT, BOARD)
        service.close()

    def test_the_embedded_boards(self) -> None:
        service = RobotService()
        layouts: Layouts = service.layouts
        assert service.board() == layouts.scene(layouts.numbers[0]).before
        assert service.examples(layouts.numbers[0], "en")
        assert service.examples(layouts.numbers[0], "de") == []


def test_the_process_answers_in_json(monkeypatch: pytest.MonkeyPatch) -> None:
    from likewise.studio.robot import worker

    monkeypatch.setattr(worker, "_commander", lambda folder, lang: StubCommander())
    question = {"text": PUT, "layout": layout_text(BOARD), "folder": None, "lang": "en", "reader": "combined",
                "planner": True, "most": 5}  # fmt: skip
    answer = worker.answer(question)
    assert json.loads(json.dumps(answer)) == answer
    assert answer["chosen"]["move"] == "(1,2,0)>(4,4,1)"


def test_the_page_imports_no_model() -> None:
    code = "import likewise.studio.robot.page, sys; print('likewise.robot.commander' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
