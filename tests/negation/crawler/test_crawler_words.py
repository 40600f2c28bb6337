"""From characters of the cue to tokens of the scope: empty words, affixes, punctuation, and broken input."""

from __future__ import annotations

import pytest

from likewise.deep.mrs import read_mrs
from likewise.errors import InputError
from likewise.negation.crawler import DeepReading, crawled_scope
from likewise.negation.crawler.empty_words import kind_of, punctuation
from likewise.negation.crawler.headed_tree import read_headed_tree

# "I trust there is nothing which I have overlooked ?", shortened from example (3) of the paper.
TRUST = ["I", "trust", "there", "is", "nothing", "which", "I", "have", "overlooked", "?"]
TRUST_MRS = """[ TOP: h1 INDEX: e2 RELS: < [ pron<0:1> LBL: h3 ARG0: x4 ]
 [ _trust_v_1<2:7> LBL: h5 ARG0: e2 ARG1: x4 ARG2: h6 ]
 [ _be_v_there<14:16> LBL: h7 ARG0: e8 ARG1: x9 ] [ _no_q<17:24> LBL: h10 ARG0: x9 RSTR: h11 BODY: h12 ]
 [ thing<17:24> LBL: h13 ARG0: x9 ] [ pron<31:32> LBL: h14 ARG0: x15 ]
 [ _overlook_v_1<38:50> LBL: h13 ARG0: e16 ARG1: x15 ARG2: x9 ]
 > HCONS: < h1 qeq h5 h6 qeq h7 h11 qeq h13 > ]"""
TRUST_TREE = """(root_strict (sb-hd_mc_c 0 9 (i 0 1 ("i")) (hd-cmp_u_c 1 9 (trust_v1 1 2 ("trust"))
 (sb-hd_nmc_c 2 9 (there_expl 2 3 ("there")) (hd-cmp_u_c 3 9 (be_th_cop_is 3 4 ("is"))
 (hdn-aj_rc_c 4 9 (nothing 4 5 ("nothing")) (flr-hd_rel-fin_c 5 9 (which_r 5 6 ("which"))
 (sb-hd_nmc_c 6 9 (i 6 7 ("i")) (hd-cmp_u_c 7 9 (have_fin_aux 7 8 ("have")) (overlook_v1 8 9
 ("overlooked?"))))))))))))"""


def reading(tokens: list[str], mrs: str, tree: str) -> DeepReading:
    return DeepReading(tokens, read_mrs(mrs), " ".join(tree.split()))


def test_empty_words_are_pulled_in_one_after_the_other() -> None:
    answer = crawled_scope(reading(TRUST, TRUST_MRS, TRUST_TREE), [(17, 24)])
    assert answer.cue == "_no_q"
    assert answer.scope is not None
    reasons = {TRUST[piece.token]: piece.reason for piece in answer.scope if piece.token > 1}
    assert reasons == {
        "there": "expletive of 'is'",
        "is": "takes _no_q as ARG1",
        "which": "relative pronoun of 'have'",
        "I": "ARG1 of _overlook_v_1",
        "have": "auxiliary of 'overlooked?'",
        "overlooked": "takes _no_q as ARG2",
    }
    assert answer.tokens == (2, 3, 5, 6, 7, 8)


DONT = ["Please", "do", "n't", "go", ",", "ever", ",", "again", "."]
DONT_MRS = """[ TOP: h1 INDEX: e2 RELS: < [ neg<7:13> LBL: h3 ARG0: e4 ARG1: h5 ]
 [ _go_v_1<14:18> LBL: h6 ARG0: e2 ARG1: i7 ]
 [ _ever_a_1<19:25> LBL: h6 ARG0: e8 ARG1: e2 ]
 [ _again_a_1<26:33> LBL: h6 ARG0: e9 ARG1: e2 ] > HCONS: < h5 qeq h6 > ]"""
DONT_TREE = """(root_strict (aj-hd_scp_c 0 5 (please_adv 0 1 ("please")) (hd-cmp_u_c 1 5 (dont_1 1 2
 ("don't"))
 (hd-aj_int_c 2 5 (hd-aj_int_c 2 4 (w_comma_plr 2 3 (go_v1 2 3 ("go,"))) (ever_adv 3 4 ("ever,")))
 (again_adv 4 5 ("again."))))))"""


def test_a_contraction_leaves_its_verb_and_punctuation_between_is_in() -> None:
    answer = crawled_scope(reading(DONT, DONT_MRS, DONT_TREE), [(10, 13)])
    assert answer.tokens == (1, 3, 4, 5, 6, 7)
    assert answer.scope is not None
    assert answer.scope[0].reason == 'written together with "n\'t"'
    assert answer.scope[2].reason == "punctuation between"


UNHAPPY = ["He", "is", "unhappy", "."]
UNHAPPY_MRS = """[ TOP: h1 INDEX: e2 RELS: < [ pron<0:2> LBL: h3 ARG0: x4 ]
 [ _unhappy_a_1<6:15> LBL: h5 ARG0: e2 ARG1: x4 ]
 > HCONS: < h1 qeq h5 > ]"""
UNHAPPY_TREE = """(root_strict (sb-hd_mc_c 0 3 (he 0 1 ("he")) (hd-cmp_u_c 1 3 (be_c_is 1 2 ("is"))
 (unhappy_a1 2 3 ("unhappy.")))))"""


def test_an_affix_leaves_the_rest_of_its_word() -> None:
    answer = crawled_scope(reading(UNHAPPY, UNHAPPY_MRS, UNHAPPY_TREE), [(6, 8)])
    assert answer.scope is not None
    assert [(p.token, p.start, p.end, p.reason) for p in answer.scope] == [
        (0, 0, 2, "ARG1 of _unhappy_a_1"),
        (1, 3, 5, "auxiliary of 'unhappy.'"),
        (2, 8, 13, "the rest of the cue's word"),
    ]


def test_tokens_of_a_text_that_has_blanks_elsewhere() -> None:
    mrs = read_mrs(UNHAPPY_MRS.replace("<6:15>", "<6:13>"))
    tree = " ".join(UNHAPPY_TREE.split())
    answer = crawled_scope(DeepReading(UNHAPPY, mrs, tree, text="He is unhappy."), [(6, 8)])
    assert answer.tokens == (0, 1, 2)
    with pytest.raises(InputError, match="the token 'He' is not in the text after character 2"):
        DeepReading(["He", "He"], mrs, tree, text="He is unhappy.")


def test_no_before_punctuation_is_an_answer() -> None:
    tokens = ["No", ",", "sir", "."]
    mrs = """[ TOP: h1 INDEX: e2 RELS: < [ _no_q<0:4> LBL: h3 ARG0: x4 RSTR: h5 ]
     [ _sir_n_1<5:10> LBL: h6 ARG0: x4 ] > HCONS: < h5 qeq h6 > ]"""
    tree = '(root_frag (sp-hd_n_c 0 2 (no 0 1 ("no,")) (sir 1 2 ("sir."))))'
    assert crawled_scope(reading(tokens, mrs, tree), [(0, 2)]).scope == ()


@pytest.mark.parametrize(
    ("entry", "kind"),
    [
        ("would_aux_pos", "auxiliary"), ("to_c_prop", "infinitive marker"), ("that_comp", "complementizer"),
        ("which_r", "relative pronoun"), ("there_expl", "expletive"), ("up_prtcl", "particle"),
        ("than_p1", "comparative"), ("that_det", None), ("house_n1", None),
    ],
)  # fmt: skip
def test_kinds_of_empty_words(entry: str, kind: str | None) -> None:
    assert kind_of(entry) == kind


def test_punctuation_wants_a_neighbour_on_both_sides() -> None:
    assert punctuation(["a", ",", "b", ".", "``", "c"], {0, 2, 5}) == [1]


@pytest.mark.parametrize(
    ("mrs", "tree", "problem"),
    [
        (UNHAPPY_MRS.replace("<6:15>", ""), UNHAPPY_TREE, "offsets"),
        (UNHAPPY_MRS.replace("<6:15>", "<6:99>"), UNHAPPY_TREE, "offsets"),
        (UNHAPPY_MRS.replace("ARG1: x4 ]", "ARG1: h5 ]"), UNHAPPY_TREE, "cyclic handles"),
        ("[ TOP: h1 INDEX: e2 RELS: < > HCONS: < > ]", UNHAPPY_TREE, "no predicates"),
        (UNHAPPY_MRS, UNHAPPY_TREE.replace("unhappy.", "gloomy."), "is not in the text"),
        (UNHAPPY_MRS, "(root_strict (he 0 1", "derivation"),
        (UNHAPPY_MRS.replace("<6:15>", "<3:5>"), UNHAPPY_TREE, "no predication stands on the cue"),
    ],
)  # fmt: skip
def test_what_cannot_be_crawled_says_why(mrs: str, tree: str, problem: str) -> None:
    answer = crawled_scope(reading(UNHAPPY, mrs, tree), [(6, 8)])
    assert answer.scope is None
    assert answer.tokens == ()
    assert problem in answer.problem


@pytest.mark.parametrize("cue", [[], [(6, 6)], [(14, 99)]])
def test_a_cue_outside_the_text_is_refused(cue: list[tuple[int, int]]) -> None:
    with pytest.raises(InputError, match="of the cue are not in the text"):
        crawled_scope(reading(UNHAPPY, UNHAPPY_MRS, UNHAPPY_TREE), cue)


def test_a_tree_knows_heads_and_words() -> None:
    tree = read_headed_tree(" ".join(TRUST_TREE.split()), " ".join(TRUST))
    assert tree.spans[4] == (17, 24)
    assert tree.entries[8] == "overlook_v1"
    assert tree.forms[tree.nodes[0].head] == "trust"
    relative = next(node for node in tree.nodes if node.rule == "flr-hd_rel-fin_c")
    assert tree.forms[relative.head] == "have"


def test_a_sentence_of_two_hundred_words() -> None:
    size = 200
    tokens = ["not", *(["tick"] * size)]
    text = "[ TOP: h1 INDEX: e2 RELS: < [ neg<0:3> LBL: h2 ARG0: e1 ARG1: h3 ] "
    text += " ".join(
        f"[ _tick_v_1<{4 + 5 * i}:{8 + 5 * i}> LBL: h{3 + i} ARG0: e{3 + i} ARG1: h{4 + i} ]"
        for i in range(size)
    )
    tree = f'(tick_v1 {size} {size + 1} ("tick"))'
    for i in reversed(range(1, size)):
        tree = f'(hd-cmp_u_c {i} {size + 1} (tick_v1 {i} {i + 1} ("tick")) {tree})'
    tree = f'(root_strict (aj-hd_scp_c 0 {size + 1} (not 0 1 ("not")) {tree}))'
    assert crawled_scope(reading(tokens, text + " > HCONS: < > ]", tree), [(0, 3)]).tokens == tuple(
        range(1, size + 1)
    )
