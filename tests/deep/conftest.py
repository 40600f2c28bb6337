"""Small analyses written by hand."""

from __future__ import annotations

import pytest

TEXT = "The dog barks."
DERIVATION = (
    '(root_strict (sb-hd_mc_c 0 3 (sp-hd_n_c 0 2 (the_1 0 1 ("the")) (n_sg_ilr 1 2 (dog_n1 1 2 ("dog")))) '
    '(w_period_plr 2 3 (v_3s-fin_olr 2 3 (bark_v1 2 3 ("barks."))))))'
)
MRS = (
    "[ TOP: h0 INDEX: e2 [ e SF: prop TENSE: pres ] RELS: < "
    "[ _the_q<0:3> LBL: h4 ARG0: x3 [ x PERS: 3 NUM: sg ] RSTR: h5 BODY: h6 ] "
    "[ _dog_n_1<4:7> LBL: h7 ARG0: x3 ] "
    "[ _bark_v_1<8:14> LBL: h1 ARG0: e2 ARG1: x3 ] > HCONS: < h0 qeq h1 h5 qeq h7 > ]"
)


@pytest.fixture
def dog() -> dict[str, str]:
    """A sentence with its derivation and its MRS."""
    return {"text": TEXT, "derivation": DERIVATION, "mrs": MRS}
