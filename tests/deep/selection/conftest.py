"""Sentences with two or three candidates: where a prepositional phrase is attached."""

from __future__ import annotations

import pytest

from likewise.deep import Analysis, Item

NOUNS = ["cat", "dog", "bird", "fish", "horse", "cow", "sheep", "goat", "duck", "mouse", "owl", "fox"]


def sentence(noun: str) -> str:
    return f"We see the {noun} with it."


def words(noun: str) -> list[str]:
    return [
        '(hdn_bnp-qnt_c 0 1 (we 0 1 ("we")))',
        '(v_n3s-bse_ilr 1 2 (see_v1 1 2 ("see")))',
        f'(sp-hd_n_c 2 4 (the_1 2 3 ("the")) (n_sg_ilr 3 4 ({noun}_n1 3 4 ("{noun}"))))',
        '(hd-cmp_u_c 4 6 (with_p 4 5 ("with")) (hdn_bnp-qnt_c 5 6 (w_period_plr 5 6 (it 5 6 ("it.")))))',
    ]


def high(noun: str) -> str:
    """The phrase belongs to the verb."""
    we, see, thing, phrase = words(noun)
    return (
        f"(root_strict (sb-hd_mc_c 0 6 {we} (hd-aj_int-unsl_c 1 6 (hd-cmp_u_c 1 4 {see} {thing}) {phrase})))"
    )


def low(noun: str) -> str:
    """The phrase belongs to the noun."""
    we, see, thing, phrase = words(noun)
    return (
        f"(root_strict (sb-hd_mc_c 0 6 {we} (hd-cmp_u_c 1 6 {see} (hdn-aj_redrel_c 2 6 {thing} {phrase}))))"
    )


def mrs(noun: str, attached: str) -> str:
    places = {"we": "0:2", "see": "3:6", "the": "7:10", "noun": f"11:{11 + len(noun)}"}
    start = 12 + len(noun)
    return (
        "[ TOP: h0 INDEX: e2 RELS: < "
        f"[ pron<{places['we']}> LBL: h3 ARG0: x4 ] "
        f"[ _see_v_1<{places['see']}> LBL: h1 ARG0: e2 ARG1: x4 ARG2: x5 ] "
        f"[ _the_q<{places['the']}> LBL: h6 ARG0: x5 RSTR: h7 BODY: h8 ] "
        f"[ _{noun}_n_1<{places['noun']}> LBL: h9 ARG0: x5 ] "
        f"[ _with_p<{start}:{start + 4}> LBL: h1 ARG0: e10 ARG1: {attached} ARG2: x11 ] "
        f"[ pron<{start + 5}:{start + 8}> LBL: h12 ARG0: x11 ] > HCONS: < h0 qeq h1 h7 qeq h9 > ]"
    )


def item(noun: str) -> Item:
    text = sentence(noun)
    candidates = (Analysis(text, high(noun), mrs(noun, "e2")), Analysis(text, low(noun), mrs(noun, "x5")))
    return Item(noun, text, candidates)


@pytest.fixture
def items() -> list[Item]:
    """One item a noun; the first candidate attaches high, the second low."""
    return [item(noun) for noun in NOUNS]


@pytest.fixture
def golds(items: list[Item]) -> list[Analysis | None]:
    """The gold of each: high."""
    return [one.analyses[0] for one in items]
