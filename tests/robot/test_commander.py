"""The commander: which reading it acts on, and why it does nothing where it should not."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from likewise.errors import InputError
from likewise.robot import (
    READERS,
    Answer,
    Command,
    Commander,
    RobotVocabulary,
    WordMeaning,
    embedded_commands,
    embedded_layouts,
    evaluate_robot,
)
from likewise.worlds.blocks import Block, Board, dumps_moves, loads_rcl

LEARNT = 72
ON_BLUE = "put the red cube on the blue cube"
BOARD = Board(
    {
        (0, 0, 0): Block("red", "cube"),
        (3, 3, 0): Block("blue", "cube"),
        (3, 5, 0): Block("green", "cube"),
        (6, 2, 0): Block("yellow", "cube"),
        (6, 2, 1): Block("green", "prism"),
    }
)
HOLDING = Board({**BOARD.blocks, (1, 6, 5): Block("white", "prism")}, (1, 6, 5), False)


@cache
def commander(lang: str = "en") -> Commander:
    return Commander.fit(embedded_commands(lang)[:LEARNT], layouts=embedded_layouts(), lang=lang)


def refused(text: str, board: Board = BOARD, *, lang: str = "en") -> Answer:
    """What is answered to something that the robot must not act on, whichever reader reads it."""
    for reader in READERS if lang == "en" else ("combined", "robust"):
        answer = commander(lang).answer(text, board, reader=reader)
        assert answer.chosen is None, (reader, answer.chosen)
        assert answer.reason, reader
        assert len(answer.reason) < 300
    return commander(lang).answer(text, board)


class TestWhatItActsOn:
    @pytest.mark.parametrize(
        ("text", "move"),
        [
            (ON_BLUE, "(0,0,0)>(3,3,1)"),
            ("Pick up the red cube.", "take (0,0,0)"),
            ("take the green prism and put it on the red cube", "(6,2,1)>(0,0,1)"),
            (". pick up teh yelow.. no: the blue cube", None),
            ("pickup the bleu cube", "take (3,3,0)"),
            ("grab the cyan or rather crimson brick", None),
        ],
    )
    def test_orders(self, text: str, move: str | None) -> None:
        answer = commander().answer(text, BOARD)
        if move is not None:
            assert answer.chosen is not None, answer.reason
            assert dumps_moves(answer.chosen.verdict.moves) == move
            assert answer.confidence > 0.5
            assert not answer.reason
        else:
            assert answer.chosen is None or answer.chosen.verdict

    def test_what_was_assumed_is_told(self) -> None:
        answer = commander().answer("pick up the bluuue cube", BOARD)
        assert answer.chosen is not None
        assert "'bluuue' read as 'blue'" in answer.as_dict()["notes"]

    def test_a_drop_while_something_is_held(self) -> None:
        answer = commander().answer("drop the white pyramid", HOLDING)
        assert answer.chosen is not None, answer.reason
        assert answer.as_dict()["move"] == "drop"

    def test_most_new_embedded_orders(self) -> None:
        scores = evaluate_robot(commander().answer, embedded_commands()[LEARNT:][:60], embedded_layouts())
        assert scores.correct > 45
        assert scores.precision > 90

    def test_readings_are_listed_with_their_verdicts(self) -> None:
        row = commander().answer(ON_BLUE, BOARD).as_dict()
        verdicts = [one["verdict"] for one in row["readings"]]
        assert verdicts[0] == "fits"
        assert all(one["probability"] == 0 for one in row["readings"] if one["verdict"] != "fits")
        assert sum(one["probability"] for one in row["readings"]) == pytest.approx(1, abs=0.01)


class TestReasons:
    """Each kind of text that must not move anything, and words of the reason that help."""

    @pytest.mark.parametrize("text", ["", "   ", "\n", "...", "?!", "💥💥"])
    def test_an_empty_line(self, text: str) -> None:
        assert refused(text).reason == "there is no order: say what to pick up, move or put down"

    @pytest.mark.parametrize(
        "text",
        ["asdf qwer zxcv", "lorem ipsum dolor sit amet", "fly to the moon", "12345 67",
         "the quick brown fox jumps over the lazy dog"],
    )  # fmt: skip
    def test_nonsense(self, text: str) -> None:
        reason = refused(text).reason
        assert reason.startswith("I do not know")
        assert any(f"'{word}'" in reason for word in text.split())
        assert "red cube" in reason or "blocks, colours, corners and places" in reason

    @pytest.mark.parametrize("text", ["hello", "what is the red cube", "the red cube", "on the left"])
    def test_no_order_among_known_words(self, text: str) -> None:
        assert any(part in refused(text).reason for part in ("begin with take, move or put", "try 'put the"))

    @pytest.mark.parametrize(
        "text",
        ["pon el cubo rojo sobre el azul", "把绿色棱锥放到红色方块上面",
         "stelle den roten würfel auf den blauen", "поставь красный куб на синий"],
    )  # fmt: skip
    def test_another_language(self, text: str) -> None:
        assert refused(text).reason.startswith("I do not know")

    def test_english_to_a_robot_that_learnt_spanish(self) -> None:
        assert refused("lift the red pyramid off the ground", lang="es").reason.startswith("I do not know '")

    @pytest.mark.parametrize(
        ("text", "why"),
        [
            ("pick up the magenta prism", "there is no magenta prism"),
            (ON_BLUE.replace("blue", "white"), "there is no white cube"),
            ("put the red cube on the red cube", "that is where it stands already"),
            ("pick up the cube", "cubes fit: say which"),
            ("pick up the yellow cube", "a green prism stands on the yellow cube: take that first"),
            ("move the blue cube on top of the yellow cube", "something stands there already"),
        ],
    )
    def test_an_impossible_order(self, text: str, why: str) -> None:
        reason = refused(text).reason
        assert reason.startswith('I read "')
        assert why in reason

    @pytest.mark.parametrize(
        "text",
        [
            "pick up the red cube and pick up the blue cube",
            f"{ON_BLUE} and put the green prism on the green cube",
            f"{ON_BLUE} then move the green prism to the green cube",
        ],
    )
    def test_two_orders_in_one(self, text: str) -> None:
        assert "give them one after the other" in refused(text).reason

    @pytest.mark.parametrize(
        "text", ["pick up the red cube", ON_BLUE, "take the green prism and put it on the red cube"]
    )
    def test_an_order_to_a_robot_that_holds_something(self, text: str) -> None:
        assert "the gripper already holds a white prism" in refused(text, HOLDING).reason

    def test_what_it_holds_is_named_when_something_else_is_to_be_dropped(self) -> None:
        reason = refused("drop the blue cube", HOLDING).reason
        assert "the gripper holds a white prism, not the blue cube" in reason

    @pytest.mark.parametrize("text", ["drop it", "drop the blue cube", "put down the green prism"])
    def test_a_drop_with_an_empty_gripper(self, text: str) -> None:
        assert "the gripper is empty: there is nothing to drop" in refused(text).reason

    @pytest.mark.parametrize("text", [ON_BLUE + " the red cube" * 30, "put the cube " * 30, "red " * 61])
    def test_a_very_long_line(self, text: str) -> None:
        count = len(text.split())
        assert refused(text).reason == f"{count} words are too many for one order: say it in at most 60"

    def test_a_very_long_word(self) -> None:
        assert "I do not know" in refused("x" * 5000).reason

    @pytest.mark.parametrize("text", ["do not pick up the red cube", "don't pick up the red cube",
                                      "never pick up the red cube"])  # fmt: skip
    def test_an_order_not_to_do_something(self, text: str) -> None:
        answer = refused(text)
        assert "I can do things, not leave them" in answer.reason
        assert not answer.suggestions

    def test_words_that_would_be_left_out(self) -> None:
        reason = refused("pick up the red cube, then the green one, then the white one").reason
        assert any(part in reason for part in ("one order at a time", "one after the other", "not sure"))

    def test_an_unknown_verb_is_no_order(self) -> None:
        assert "'zorgle'" in refused("zorgle the red cube").reason


class TestSettings:
    def test_without_the_planner_the_board_does_not_matter(self) -> None:
        empty = Board({})
        assert commander().answer(ON_BLUE, empty).chosen is None
        answer = commander().answer(ON_BLUE, empty, planner=False)
        assert answer.chosen is not None
        assert answer.as_dict()["move"] is None
        assert answer.as_dict()["rcl"].startswith("(event: (action: move)")

    @pytest.mark.parametrize("reader", READERS)
    def test_readers(self, reader: str) -> None:
        answer = commander().answer(ON_BLUE, BOARD, reader=reader)
        assert answer.chosen is not None
        names = {one.reading.reader for one in answer.readings}
        assert names == ({reader} if reader != "combined" else names)

    def test_mode_paper_always_answers_where_the_robust_reader_does(self) -> None:
        answer = commander().answer("fly to the moon", BOARD, mode="paper")
        assert answer.chosen is not None
        assert answer.chosen.reading.reader == "robust"

    def test_mode_paper_asks_the_planner_alone(self) -> None:
        text = "put the red cube on the red cube"
        assert commander().answer(text, BOARD).chosen is None
        chosen = commander().answer(text, BOARD, mode="paper").chosen
        assert chosen is not None
        assert dumps_moves(chosen.verdict.moves) == "(0,0,0)>(0,0,1)"

    def test_unknown_settings(self) -> None:
        with pytest.raises(InputError, match="expected one of combined, deep, robust, found 'best'"):
            commander().answer(ON_BLUE, BOARD, reader="best")
        with pytest.raises(InputError, match="expected best or paper, found 'both'"):
            commander().answer(ON_BLUE, BOARD, mode="both")


class TestLearning:
    def test_what_was_saved_answers_the_same(self, tmp_path: Path) -> None:
        commander().save(tmp_path / "robot")
        again = Commander.load(tmp_path / "robot")
        assert (again.lang, again.data) == ("en", commander().data)
        for text in (ON_BLUE, "pick up the bleu cube", "pick up the cube", "zorgle"):
            assert again.answer(text, BOARD) == commander().answer(text, BOARD)

    def test_a_model_of_another_language_has_no_deep_reader(self, tmp_path: Path) -> None:
        commander("es").save(tmp_path / "robot")
        again = Commander.load(tmp_path / "robot")
        assert again.deep is None
        answer = again.answer("pon el cubo rojo sobre el cubo azul", BOARD)
        assert answer.chosen is not None, answer.reason
        assert answer.as_dict()["move"] == "(0,0,0)>(3,3,1)"

    def test_words_of_ones_own(self, tmp_path: Path) -> None:
        words = RobotVocabulary([("wug", WordMeaning("type", "prism"))])
        taught = Commander.fit(embedded_commands()[:30], layouts=embedded_layouts(), vocabulary=words)
        taught.save(tmp_path / "robot")
        for one in (taught, Commander.load(tmp_path / "robot")):
            answer = one.answer("pick up the green wug", BOARD)
            assert answer.chosen is not None, answer.reason
            assert answer.as_dict()["move"] == "take (6,2,1)"

    def test_too_few_commands(self) -> None:
        with pytest.raises(InputError, match="expected at least 6 commands with trees, found 1"):
            Commander.fit([Command("1", 1, "take it"), embedded_commands()[0]])

    def test_without_boards(self) -> None:
        blind = Commander.fit(embedded_commands()[:24])
        assert blind.answer(embedded_commands()[0].text, embedded_layouts().scene(1).before).readings

    def test_progress_is_told(self) -> None:
        told: list[tuple[str, float]] = []
        Commander.fit(embedded_commands()[:12], progress=lambda what, at: told.append((what, at)))
        assert [at for _, at in told] == sorted(at for _, at in told)
        assert told[-1][1] == pytest.approx(0.9, abs=0.11)


def test_an_answer_as_json_has_a_reason_only_where_nothing_is_done() -> None:
    done, refusal = commander().answer(ON_BLUE, BOARD).as_dict(), refused("hello").as_dict()
    assert "reason" not in done
    assert (refusal["rcl"], refusal["move"], refusal["notes"]) == (None, None, [])
    assert {*done} | {"reason"} == {*refusal}
    assert loads_rcl(done["rcl"]) == loads_rcl(done["rcl"]).bare()
