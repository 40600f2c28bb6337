"""Each rule of Figure 2 of Packard et al. (2014) on a small MRS written by hand."""

from __future__ import annotations

import pytest

from likewise.deep.mrs import read_mrs
from likewise.negation.crawler.cue_predication import find_cue
from likewise.negation.crawler.graph import Graph
from likewise.negation.crawler.predication_crawl import crawl


def crawled(mrs: str, cue: tuple[int, int], said: str) -> dict[str, str]:
    """Predicate and place of what is reached, with the reason."""
    graph = Graph(read_mrs(mrs))
    found = find_cue(graph, [cue], [(ep.cfrom, ep.cto) for ep in graph.eps], said)
    assert found is not None
    return {
        f"{graph.eps[at].predicate}<{graph.eps[at].cfrom}>": why for at, why in crawl(graph, found).items()
    }


GERMAN = """[ TOP: h1 INDEX: e3 RELS: <
 [ _the_q<0:3> LBL: h4 ARG0: x6 RSTR: h7 BODY: h5 ] [ _german_n_1<4:10> LBL: h8 ARG0: x6 ]
 [ _send_v_for<15:19> LBL: h9 ARG0: e10 ARG1: i11 ARG2: x6 ]
 [ _but_c<24:27> LBL: h2 ARG0: e3 L-HNDL: h9 R-HNDL: h14 ]
 [ _profess_v_to<28:37> LBL: h14 ARG0: e13 ARG1: x6 ARG2: h15 ]
 [ _know_v_1<41:45> LBL: h16 ARG0: e17 ARG1: x6 ARG2: x18 ]
 [ _no_q<46:53> LBL: h20 ARG0: x18 RSTR: h21 BODY: h22 ] [ thing<46:53> LBL: h19 ARG0: x18 ]
 [ _of_p<54:56> LBL: h19 ARG0: e23 ARG1: x18 ARG2: x24 ]
 [ _the_q<57:60> LBL: h25 ARG0: x24 RSTR: h27 BODY: h26 ]
 [ _matter_n_of<61:67> LBL: h28 ARG0: x24 ARG1: i29 ]
> HCONS: < h27 qeq h28 h21 qeq h19 h15 qeq h16 h7 qeq h8 h1 qeq h2 > ]"""


def test_the_papers_own_example() -> None:
    reached = crawled(GERMAN, (46, 53), "nothing")
    assert set(reached) == {
        "_the_q<0>", "_german_n_1<4>", "_know_v_1<41>", "_no_q<46>", "thing<46>", "_of_p<54>", "_the_q<57>",
        "_matter_n_of<61>",
    }  # fmt: skip
    assert reached["_know_v_1<41>"] == "takes _no_q as ARG2"
    assert reached["_german_n_1<4>"] == "ARG1 of _know_v_1"
    assert reached["_matter_n_of<61>"] == "ARG2 of _of_p"


def test_a_modal_above_and_a_modifier_beside_a_negated_verb_are_in_scope() -> None:
    # He could not run fast: could(neg(run & fast)).
    reached = crawled(
        """[ TOP: h1 INDEX: e2 RELS: < [ pron<0:2> LBL: h3 ARG0: x4 ]
        [ pronoun_q<0:2> LBL: h5 ARG0: x4 RSTR: h6 BODY: h7 ]
        [ _could_v_modal<3:8> LBL: h8 ARG0: e2 ARG1: h9 ] [ neg<9:12> LBL: h10 ARG0: e11 ARG1: h12 ]
        [ _run_v_1<13:16> LBL: h13 ARG0: e14 ARG1: x4 ] [ _fast_a_1<17:21> LBL: h13 ARG0: e15 ARG1: e14 ]
        > HCONS: < h1 qeq h8 h6 qeq h3 h9 qeq h10 h12 qeq h13 > ]""",
        (9, 12),
        "not",
    )
    assert set(reached) == {
        "pron<0>", "pronoun_q<0>", "_could_v_modal<3>", "neg<9>", "_run_v_1<13>", "_fast_a_1<17>",
    }  # fmt: skip
    assert reached["_could_v_modal<3>"] == "modal over neg"
    assert reached["_run_v_1<13>"] == reached["_fast_a_1<17>"] == "ARG1 of neg"


def subordinate(conjunction: str, negated: str) -> str:
    """`A .. B` with a negation in the main clause (its ARG1) or in the subordinate one (its ARG2)."""
    main, sub = ("h8", "h5") if negated == "main" else ("h4", "h8")
    over = "h4" if negated == "main" else "h5"
    return f"""[ TOP: h1 INDEX: e2 RELS: < [ {conjunction}<5:9> LBL: h2 ARG0: e3 ARG1: {main} ARG2: {sub} ]
     [ neg<0:3> LBL: h8 ARG0: e9 ARG1: h10 ] [ _go_v_1<10:12> LBL: h4 ARG0: e6 ]
     [ _rain_v_1<13:17> LBL: h5 ARG0: e7 ]
     > HCONS: < h1 qeq h2 h10 qeq {over} > ]"""


@pytest.mark.parametrize(
    ("conjunction", "negated", "reached"),
    [
        ("_because_x", "main", {"neg<0>", "_because_x<5>", "_go_v_1<10>", "_rain_v_1<13>"}),
        ("_because_x", "sub", {"neg<0>", "_rain_v_1<13>"}),
        ("_if_x_then", "main", {"neg<0>", "_go_v_1<10>"}),
    ],
)
def test_listed_conjunctions_open_upwards_from_the_main_clause_only(
    conjunction: str, negated: str, reached: set[str]
) -> None:
    assert set(crawled(subordinate(conjunction, negated), (0, 3), "not")) == reached


# An unknown man who does not sleep: the noun, its modifiers and the relative clause share a label.
RELATIVE = """[ TOP: h1 INDEX: e2 RELS: < [ _a_q<0:2> LBL: h3 ARG0: x4 RSTR: h5 BODY: h6 ]
 [ _strange_a_1<3:10> LBL: h7 ARG0: e8 ARG1: x4 ] [ _unknown_a_1<11:18> LBL: h7 ARG0: e9 ARG1: x4 ]
 [ _man_n_1<19:22> LBL: h7 ARG0: x4 ] [ neg<32:35> LBL: h7 ARG0: e10 ARG1: h11 ]
 [ _sleep_v_1<36:41> LBL: h12 ARG0: e13 ARG1: x4 ] > HCONS: < h5 qeq h7 h11 qeq h12 > ]"""


def test_co_modifiers_of_the_cue_stay_out() -> None:
    assert set(crawled(RELATIVE, (32, 35), "not")) == {"neg<32>", "_sleep_v_1<36>"}
    assert set(crawled(RELATIVE, (11, 18), "un")) == {"_a_q<0>", "_unknown_a_1<11>", "_man_n_1<19>"}


# We ate bread but no fish.
BREAD = """[ TOP: h1 INDEX: e2 RELS: < [ pron<0:2> LBL: h3 ARG0: x4 ]
 [ _eat_v_1<3:6> LBL: h5 ARG0: e2 ARG1: x4 ARG2: x6 ]
 [ udef_q<7:24> LBL: h7 ARG0: x6 RSTR: h8 BODY: h9 ] [ _bread_n_1<7:12> LBL: h10 ARG0: x11 ]
 [ _but_c<13:16> LBL: h12 ARG0: x6 L-INDEX: x11 R-INDEX: x13 ]
 [ _no_q<17:19> LBL: h14 ARG0: x13 RSTR: h15 BODY: h16 ] [ _fish_n_1<20:24> LBL: h17 ARG0: x13 ]
 > HCONS: < h1 qeq h5 h8 qeq h12 h15 qeq h17 > ]"""


def test_coordination_is_passed_through_upwards_and_closed_downwards() -> None:
    reached = crawled(BREAD, (17, 19), "no")
    assert set(reached) == {"pron<0>", "_eat_v_1<3>", "_no_q<17>", "_fish_n_1<20>"}
    # From above it is open: "We did not eat bread but fish" denies both.
    above = BREAD.replace("[ pron", "[ neg<25:28> LBL: h20 ARG0: e21 ARG1: h5 ] [ pron").replace(
        "_no_q", "_a_q"
    )
    assert {"_bread_n_1<7>", "_but_c<13>", "_fish_n_1<20>"} <= set(crawled(above, (25, 28), "not"))


# He came , but she did not stay and they slept: as newer grammars write it, with one label for all clauses.
NEWER = """[ TOP: h0 INDEX: e1 RELS: < [ _come_v_1<3:7> LBL: h1 ARG0: e2 ]
 [ _but_c<10:13> LBL: h1 ARG0: e1 ARG1: e2 ARG2: e3 ]
 [ _and_c<32:35> LBL: h1 ARG0: e3 ARG1: e4 ARG2: e5 ] [ neg<22:25> LBL: h1 ARG0: e6 ARG1: h2 ]
 [ _stay_v_1<26:30> LBL: h3 ARG0: e4 ARG1: x7 ] [ pron<14:17> LBL: h4 ARG0: x7 ]
 [ _sleep_v_1<41:46> LBL: h1 ARG0: e5 ] [ _soon_a_1<47:51> LBL: h1 ARG0: e8 ARG1: e5 ]
 > HCONS: < h0 qeq h1 h2 qeq h3 > ]"""


def test_clauses_of_newer_grammars_are_kept_apart() -> None:
    assert set(crawled(NEWER, (22, 25), "not")) == {"neg<22>", "_stay_v_1<26>", "pron<14>"}
    slept = NEWER.replace("_sleep_v_1", "_never_v_1")
    assert set(crawled(slept, (41, 46), "never")) == {"_never_v_1<41>", "_soon_a_1<47>"}
    bread = BREAD.replace("L-INDEX", "ARG1").replace("R-INDEX", "ARG2")
    assert crawled(bread, (17, 19), "no") == crawled(BREAD, (17, 19), "no")


def test_the_unspoken_subject_of_an_imperative_is_out() -> None:
    reached = crawled(
        """[ TOP: h1 INDEX: e2 RELS: < [ pronoun_q<0:5> LBL: h3 ARG0: x4
        [ x PERS: 2 PRONTYPE: zero_pron ] RSTR: h5 BODY: h6 ]
        [ pron<0:5> LBL: h7 ARG0: x4 ] [ neg<0:5> LBL: h8 ARG0: e9 ARG1: h10 ]
        [ _move_v_1<6:10> LBL: h11 ARG0: e2 ARG1: x4 ]
        > HCONS: < h1 qeq h8 h5 qeq h7 h10 qeq h11 > ]""",
        (0, 5),
        "n't",
    )
    assert set(reached) == {"neg<0>", "_move_v_1<6>"}


# They left without a word and not by train: cues that are read in a way of their own.
WITHOUT = """[ TOP: h1 INDEX: e2 RELS: < [ _leave_v_1<0:4> LBL: h3 ARG0: e2 ]
 [ _could_v_modal<40:45> LBL: h9 ARG0: e10 ARG1: h3 ]
 [ _without_p<5:12> LBL: h3 ARG0: e4 ARG1: e2 ARG2: x5 ] [ _a_q<13:14> LBL: h6 ARG0: x5 RSTR: h7 BODY: h8 ]
 [ _word_n_1<15:19> LBL: h11 ARG0: x5 ] > HCONS: < h1 qeq h9 h7 qeq h11 > ]"""


def test_without_denies_its_complement_and_the_answer_no_denies_nothing() -> None:
    assert set(crawled(WITHOUT, (5, 12), "without")) == {"_without_p<5>", "_a_q<13>", "_word_n_1<15>"}
    answer = WITHOUT.replace("_without_p", "_no_a_1")
    assert set(crawled(answer, (5, 12), "No")) == {"_no_a_1<5>"}


def test_and_not_denies_the_second_conjunct_of_what_both_share() -> None:
    facts = BREAD.replace("_but_c", "_and+not_c").replace("_no_q", "udef_q")
    reached = set(crawled(facts, (13, 16), "not"))
    assert {"_eat_v_1<3>", "pron<0>", "_fish_n_1<20>"} <= reached
    assert "_bread_n_1<7>" not in reached


def test_a_negator_taken_for_another_word_is_not_found() -> None:
    graph = Graph(read_mrs(WITHOUT.replace("_without_p", "_number_n_of")))
    spans = [(ep.cfrom, ep.cto) for ep in graph.eps]
    assert find_cue(graph, [(5, 12)], spans, "no") is None
    assert find_cue(graph, [(5, 12)], spans, "absence") is not None
    assert find_cue(graph, [(20, 22)], spans, "absence") is None
