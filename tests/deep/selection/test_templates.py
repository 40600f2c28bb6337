"""The language of templates, and what they see."""

from __future__ import annotations

import pytest

from likewise.deep import Analysis, Item
from likewise.deep.selection import FEATURE_SETS, parse_templates
from likewise.deep.selection.features import AnalysisView, lexical_type, seen
from likewise.deep.selection.templates import atoms_of
from likewise.errors import InputError

TINY = Analysis(
    "Dogs bark.",
    '(root_strict (sb-hd_mc_c 0 2 (hdn_bnp_c 0 1 (n_pl_olr 0 1 (dog_n1 0 1 ("dogs")))) '
    '(bark_v1 1 2 ("bark."))))',
    "[ TOP: h0 INDEX: e2 RELS: < [ udef_q<0:4> LBL: h4 ARG0: x3 RSTR: h5 BODY: h6 ] "
    "[ _dog_n_1<0:4> LBL: h7 ARG0: x3 ] [ _bark_v_1<5:10> LBL: h1 ARG0: e2 ARG1: x3 ] > "
    "HCONS: < h0 qeq h1 h5 qeq h7 > ]",
)


def features(template: str) -> list[str]:
    return sorted(seen(parse_templates(template)[0], AnalysisView(TINY)).elements())


SEEN = {
    "rule": ["hdn_bnp_c", "n", "n_pl_olr", "sb-hd_mc_c", "v"],
    "rule&daughters": [
        "hdn_bnp_c (n_pl_olr)", "n (dog_n1 dogs)", "n_pl_olr (n)", "sb-hd_mc_c (hdn_bnp_c v)",
        "v (bark_v1 bark.)",
    ],
    "rule & grandparent:2": [
        "hdn_bnp_c ^sb-hd_mc_c ^", "n ^n_pl_olr hdn_bnp_c", "n_pl_olr ^hdn_bnp_c sb-hd_mc_c", "sb-hd_mc_c ^^",
        "v ^sb-hd_mc_c ^",
    ],
    "rule&edge": [
        "hdn_bnp_c [0/1 n_pl_olr]", "n_pl_olr [0/1 n]", "sb-hd_mc_c [0/2 hdn_bnp_c]", "sb-hd_mc_c [1/2 v]",
    ],
    "weight": ["0", "0", "0", "0", "0/0"],
    "rule&head": ["hdn_bnp_c n", "n n", "n_pl_olr n", "sb-hd_mc_c v", "v v"],
    "rule&boundary": ["hdn_bnp_c n..n", "n n..n", "n_pl_olr n..n", "sb-hd_mc_c n..v", "v v..v"],
    "lextype": ["n", "v"],
    "lextype:2": ["<s> n", "n v", "v </s>"],
    "entry:3": ["<s> dog_n1 bark_v1", "dog_n1 bark_v1 </s>"],
    "headdep": ["sb-hd_mc_c v n"],
    "headdep:entry": ["sb-hd_mc_c bark_v1 dog_n1"],
    "predicate": ["_bark_v_1", "_dog_n_1", "udef_q"],
    "predarg": ["_bark_v_1 ARG1 _dog_n_1", "udef_q BV _dog_n_1"],
    "predarg:class": ["_v ARG1 _n", "udef_q BV _n"],
    "root": ["root_strict"],
}  # fmt: skip


@pytest.mark.parametrize("template", SEEN)
def test_what_each_template_sees(template: str) -> None:
    assert features(template) == SEEN[template]


def test_there_are_many_sets_and_each_is_sound() -> None:
    assert len(FEATURE_SETS) >= 20
    parsed = [parse_templates(name) for name in FEATURE_SETS]
    assert len(set(parsed)) == len(parsed)
    assert parse_templates("pcfg") == parse_templates("daughters & rule, rule&daughters")
    assert [str(t) for t in atoms_of(("pcfg", "gp1"))] == ["rule&daughters", "rule&daughters&grandparent:1"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected a name"),
        ("rule,,head", "expected a name"),
        ("rool", "unknown 'rool', expected one of rule, daughters"),
        ("rule&lextype:2", "unknown 'lextype'"),
        ("grandparent", "takes a number from 1 to 4"),
        ("grandparent:5", "takes a number from 1 to 4"),
        ("rule:2", "rule takes no number"),
        ("lextype:4", "lextype takes 1, 2, 3"),
        ("root:2", "root takes nothing"),
    ],
)
def test_templates_that_make_no_sense(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        parse_templates(text)


@pytest.mark.parametrize(
    ("entry", "kind"),
    [
        ("dog_n1", "n"),
        ("see_imp_v1", "v"),
        ("in", "in"),
        ("it2", "it"),
        ("the_1", "the"),
        ("generic_adj", "generic_adj"),
    ],
)
def test_lexical_types(entry: str, kind: str) -> None:
    assert lexical_type(entry) == kind


def test_a_broken_mrs_has_no_predicates() -> None:
    view = AnalysisView(Analysis(TINY.text, TINY.derivation, "[ broken"))
    assert (view.links, view.predicates) == ([], [])
    assert len(Item("x", "", (TINY,)).analyses) == 1
