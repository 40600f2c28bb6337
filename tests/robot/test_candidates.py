"""Readings of two readers as one list of candidates."""

from __future__ import annotations

from likewise.robot import Reading, command_words
from likewise.robot.candidates import FEATURES, all_candidates, feature_matrix
from likewise.robot.word_alignment import WordAlignment
from likewise.worlds.blocks import Block, Board, loads_rcl
from robot_orders import BOARD, Fixed, take

WORDS = command_words("take red cube")
DEEP = Fixed("deep", {"take red cube": [(take("red"), 0.0), (take("white"), -1.0)]}).read(WORDS)
ROBUST = Fixed("robust", {"take red cube": [(take("blue"), -1.0), (take("red"), -3.0)]}).read(WORDS)
NOTHING = WordAlignment({})


def color_of(reading: Reading) -> str:
    entity = reading.rcl.child("entity")
    return entity.get("color") if entity else ""


def test_each_tree_is_there_once_with_both_ranks() -> None:
    found = {color_of(one.reading): one for one in all_candidates(DEEP, ROBUST, BOARD)}
    assert list(found) == ["blue", "red", "white"]
    assert (found["red"].robust, found["red"].deep) == ((1, 2.0), (0, 0.0))
    assert (found["blue"].deep, found["white"].robust) == (None, None)
    assert [bool(one.verdict) for one in found.values()] == [False, True, False]


def test_without_a_board_the_planner_is_not_asked() -> None:
    assert all(one.verdict is None for one in all_candidates(DEEP, ROBUST, None))


def test_features_name_what_speaks_for_a_candidate() -> None:
    candidates = all_candidates(DEEP, ROBUST, BOARD)
    rows = feature_matrix(candidates, WORDS, NOTHING)
    red = dict(zip(FEATURES, rows[1], strict=True))
    assert (red["both"], red["fits the board"], red["can be done"], red["robust behind its best"]) == (
        1,
        1,
        1,
        2,
    )


def test_what_the_arm_cannot_do_is_told_from_what_the_planner_allows() -> None:
    tower = Board({(1, 1, 0): Block("red", "cube"), (1, 1, 1): Block("blue", "cube")})
    candidates = all_candidates(DEEP[:1], [], tower)
    assert candidates[0].verdict  # the planner does not ask what lies on a block
    row = feature_matrix(candidates, WORDS, NOTHING)[0]
    assert row[FEATURES.index("can be done")] == 0


def test_a_corner_cannot_be_lifted() -> None:
    order = loads_rcl("(event: (action: take) (entity: (indicator: back) (indicator: right) (type: corner)))")
    candidates = all_candidates([Reading(order, 0.0, "deep")], [], BOARD)
    assert candidates[0].verdict  # the planner allows it
    row = feature_matrix(candidates, WORDS, NOTHING)[0]
    assert row[FEATURES.index("can be done")] == 0


def test_words_that_usually_mean_something_are_missed() -> None:
    alignment = WordAlignment({"take": (9, 9), "red": (9, 9), "please": (9, 0)})
    words = command_words("please take red zorb")
    missed, unknown = alignment.left_out(DEEP[0].rcl, words[1:])
    assert (round(missed, 2), unknown) == (0, 0)
    missed, unknown = alignment.left_out(DEEP[0].rcl, (*words[1:3], *words[1:4]))
    assert (round(missed, 2), unknown) == (0.9, 1)
    assert alignment.unknown(words) == ["zorb"]
