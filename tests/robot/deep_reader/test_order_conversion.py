"""Analyses of a deep parser, given as text, and what the rules make of them (Packard 2014, section 3)."""

from __future__ import annotations

import pytest

from likewise.deep import Analysis, Item
from likewise.robot import DeepReader, command_words
from likewise.robot.deep_reader.conversion_state import NO_VERB, TWO_ORDERS, Unreadable
from likewise.robot.deep_reader.order_conversion import open_order
from likewise.robot.deep_reader.predications import CommandMeaning, Predication
from likewise.robot.deep_reader.rule_table import own_rules
from likewise.worlds.blocks import dumps_rcl

YOU = "[ pronoun_q<0:{n}> LBL: h4 ARG0: x6 [ x PERS: 2 ] RSTR: h7 BODY: h5 ] [ pron<0:{n}> LBL: h8 ARG0: x6 ]"


def mrs(relations: str, *, n: int, index: str = "e3", constraints: str = "h1 qeq h2 h7 qeq h8") -> str:
    you = YOU.format(n=n)
    return f"[ TOP: h1 INDEX: {index} RELS: < {you} {relations} > HCONS: < {constraints} > ]"


DROP = (
    "drop the red block .",
    mrs(
        "[ _drop_v_cause<0:4> LBL: h2 ARG0: e3 ARG1: x6 ARG2: x9 ] "
        "[ _the_q<5:8> LBL: h10 ARG0: x9 RSTR: h12 BODY: h11 ] "
        "[ _red_a_1<9:12> LBL: h13 ARG0: e15 ARG1: x9 ] [ _block_n_of<13:18> LBL: h13 ARG0: x9 ARG1: i20 ]",
        n=20,
        constraints="h1 qeq h2 h7 qeq h8 h12 qeq h13",
    ),
)
PUT = (
    "put the prism on the cube .",
    mrs(
        "[ _put_v_1<0:3> LBL: h2 ARG0: e3 ARG1: x6 ARG2: x9 ARG3: h20 ] "
        "[ _the_q<4:7> LBL: h10 ARG0: x9 RSTR: h12 BODY: h11 ] [ _prism_n_1<8:13> LBL: h13 ARG0: x9 ] "
        "[ _on_p<14:16> LBL: h21 ARG0: e22 ARG1: x9 ARG2: x23 ] "
        "[ _the_q<17:20> LBL: h24 ARG0: x23 RSTR: h25 BODY: h26 ] [ _cube_n_1<21:25> LBL: h27 ARG0: x23 ]",
        n=27,
        constraints="h1 qeq h2 h7 qeq h8 h12 qeq h13 h20 qeq h21 h25 qeq h27",
    ),
)
CARRIED = (
    "take the prism and drop it on the cube .",
    mrs(
        "[ _and_c<15:18> LBL: h2 ARG0: e3 L-INDEX: e30 R-INDEX: e31 L-HNDL: h32 R-HNDL: h33 ] "
        "[ _take_v_1<0:4> LBL: h34 ARG0: e30 ARG1: x6 ARG2: x9 ] "
        "[ _the_q<5:8> LBL: h10 ARG0: x9 RSTR: h12 BODY: h11 ] [ _prism_n_1<9:14> LBL: h13 ARG0: x9 ] "
        "[ _drop_v_cause<19:23> LBL: h35 ARG0: e31 ARG1: x6 ARG2: x40 ] "
        "[ pron<24:26> LBL: h41 ARG0: x40 [ x PERS: 3 NUM: sg ] ] "
        "[ pronoun_q<24:26> LBL: h42 ARG0: x40 RSTR: h43 BODY: h44 ] "
        "[ _on_p<27:29> LBL: h35 ARG0: e22 ARG1: e31 ARG2: x23 ] "
        "[ _the_q<30:33> LBL: h24 ARG0: x23 RSTR: h25 BODY: h26 ] [ _cube_n_1<34:38> LBL: h27 ARG0: x23 ]",
        n=40,
        constraints="h1 qeq h2 h7 qeq h8 h12 qeq h13 h32 qeq h34 h33 qeq h35 h43 qeq h41 h25 qeq h27",
    ),
)


def read_by(parsed: tuple[str, str], typed: str) -> list[str]:
    text, analysis = parsed
    reader = DeepReader(analyses=[Item("1", text, (Analysis(text, mrs=analysis),))])
    return [dumps_rcl(one.rcl) for one in reader.read(command_words(typed))]


def test_a_transitive_verb() -> None:
    best, *others = read_by(DROP, "Drop red block")
    assert best == (
        "(event: (action: drop (token: 1)) (entity: (color: red (token: 2)) (type: cube (token: 3))))"
    )
    assert others  # several blocks can be a block


def test_places_are_those_of_what_was_typed() -> None:
    best = read_by(DROP, ". drop the red block")[0]
    assert "(action: drop (token: 2))" in best
    assert "(type: cube (token: 5))" in best


def test_a_place_that_is_an_argument() -> None:
    best = read_by(PUT, "put the prism on the cube")[0]
    assert best == (
        "(event: (action: move (token: 1)) (entity: (type: prism (token: 3))) (destination: "
        "(spatial-relation: (relation: above (token: 4)) (entity: (type: cube (token: 6))))))"
    )


def test_coordinated_verbs_and_it() -> None:
    best = read_by(CARRIED, "take the prism and drop it on the cube")[0]
    assert best == (
        "(sequence: (event: (action: take (token: 1)) (entity: (id: 1) (type: prism (token: 3)))) "
        "(event: (action: drop (token: 5)) (entity: (type: reference (token: 6)) (reference-id: 1)) "
        "(destination: (spatial-relation: (relation: above (token: 7)) "
        "(entity: (type: cube (token: 9)))))))"
    )


def test_a_command_that_has_no_analysis() -> None:
    assert read_by(DROP, "drop the blue block") == []
    assert DeepReader(analyses=[Item("1", "drop it")]).read(command_words("drop it")) == []


def test_a_broken_analysis_is_passed_over() -> None:
    text = "drop the red block ."
    items = [Item("1", text, (Analysis(text, mrs="[ nonsense"), Analysis(*DROP[:1], mrs=DROP[1])))]
    assert DeepReader(analyses=items).read(command_words("drop the red block"))


def test_a_noun_that_looks_like_the_verb_is_refused() -> None:
    text, analysis = DROP
    assert read_by((text, analysis.replace("_drop_v_cause", "_block_v_1")), "drop the red block") == []


def test_somebody_else_doing_it_is_no_order() -> None:
    text, analysis = DROP
    told = analysis.replace("PERS: 2", "PERS: 3")
    assert read_by((text, told), "drop the red block") == []


# Predications by hand: what is not in the tables.


def meaning(*predications: Predication, index: str = "e1") -> CommandMeaning:
    return CommandMeaning(index, predications, {}, 0.0)


def said(name: str, span: tuple[int, int] | None = None, constant: str = "", **args: str) -> Predication:
    return Predication(name, args, span, constant)


PUT_IT = said("_put_v_1", (0, 1), ARG0="e1", ARG2="x1")
TAKE_IT = said("_take_v_1", (0, 1), ARG0="e1", ARG2="x1")
CUBE, PRISM = said("_cube_n_1", (1, 2), ARG0="x1"), said("_prism_n_1", (3, 4), ARG0="x2")


def rcl(*predications: Predication) -> str:
    order = open_order(meaning(*predications), own_rules())
    (_, tree), *_ = order.trees(4)
    return dumps_rcl(tree, alignment=False)


def test_an_unknown_relation_of_a_thing_is_dropped() -> None:
    odd = said("_despite_p", (2, 3), ARG0="e2", ARG1="x1", ARG2="x2")
    on = said("_on_p", (2, 3), ARG0="e2", ARG1="x1", ARG2="x2")
    bare = "(event: (action: take) (entity: (type: cube)))"
    assert rcl(TAKE_IT, CUBE, PRISM, odd) == bare
    assert "(relation: above)" in rcl(TAKE_IT, CUBE, PRISM, on)


def test_an_unknown_relation_that_is_the_destination_makes_it_fail() -> None:
    """Footnote 2: what the verb asks for cannot be dropped."""
    put = said("_put_v_1", (0, 1), ARG0="e1", ARG2="x1", ARG3="e2")
    odd = said("_despite_p", (2, 3), ARG0="e2", ARG1="x1", ARG2="x2")
    with pytest.raises(Unreadable, match="I do not know where 'despite' is"):
        rcl(put, CUBE, PRISM, odd)
    order = open_order(meaning(put, CUBE, PRISM, odd), own_rules().first_rules(72))
    assert not any(one.name == "destination" for one in order.tree.walk())


def test_an_unknown_modifier_is_dropped_and_an_unknown_thing_is_not() -> None:
    heavy = said("_heavy_a_1", (1, 2), ARG0="e5", ARG1="x1")
    assert rcl(TAKE_IT, CUBE, heavy) == rcl(TAKE_IT, CUBE)
    with pytest.raises(Unreadable):
        rcl(TAKE_IT, said("_banana_n_1", (1, 2), ARG0="x1"))


def test_the_fifth_argument_is_a_destination_too() -> None:
    on = said("_on_p", (2, 3), ARG0="e2", ARG1="x1", ARG2="x2")
    put = said("_move_v_from-to", (0, 1), ARG0="e1", ARG2="x1", ARG3="u1", ARG4="e2")
    assert "(destination: (spatial-relation: (relation: above) (entity: (type: prism))))" in rcl(
        put, CUBE, PRISM, on
    )


def test_the_first_modifier_of_the_verb_is_the_destination_where_it_names_none() -> None:
    on = said("_on_p", (2, 3), ARG0="e2", ARG1="e1", ARG2="x2")
    assert "(destination: (spatial-relation: (relation: above)" in rcl(PUT_IT, CUBE, PRISM, on)


def test_what_has_no_verb_or_too_many() -> None:
    with pytest.raises(Unreadable, match=NO_VERB):
        rcl(CUBE)
    both = [said("_and_c", ARG0="e9", **{"L-INDEX": "e1", "R-INDEX": "e4"})]
    other = said("_take_v_1", (4, 5), ARG0="e4", ARG2="x2")
    with pytest.raises(Unreadable, match=TWO_ORDERS):
        open_order(meaning(*both, TAKE_IT, CUBE, other, PRISM, index="e9"), own_rules())


def test_what_speaks_of_itself_is_refused() -> None:
    round_about = said("_on_p", (2, 3), ARG0="e2", ARG1="x1", ARG2="x1")
    with pytest.raises(Unreadable, match="it speaks of itself"):
        rcl(TAKE_IT, CUBE, round_about)


def test_open_choices_come_with_their_cost() -> None:
    grey = said("_grey_a_1", (1, 2), ARG0="e5", ARG1="x1")
    order = open_order(meaning(TAKE_IT, grey, CUBE), own_rules())
    found = [(cost, dumps_rcl(tree, alignment=False)) for cost, tree in order.trees(5)]
    assert ["gray" in found[0][1], "white" in found[1][1]] == [True, True]
    assert found[1][0] > found[0][0]
