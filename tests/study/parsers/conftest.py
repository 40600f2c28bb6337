"""A treebank of sentences with two or three analyses: the verb says where the last phrase belongs."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

NOUNS = ["cat", "dog", "bird", "fish", "horse", "cow", "sheep", "goat"]
VERBS = {"see": "low", "eat": "high"}
"""What the gold analyses of each verb have."""

Row = dict[str, Any]
Bank = Callable[..., Path]


def text_of(verb: str, noun: str) -> str:
    return f"We {verb} the {noun} with it."


def derivation(verb: str, noun: str, kind: str) -> str:
    we = '(hdn_bnp-qnt_c 0 1 (we 0 1 ("we")))'
    does = f'(v_n3s-bse_ilr 1 2 ({verb}_v1 1 2 ("{verb}")))'
    thing = f'(sp-hd_n_c 2 4 (the_1 2 3 ("the")) (n_sg_ilr 3 4 ({noun}_n1 3 4 ("{noun}"))))'
    phrase = '(hd-cmp_u_c 4 6 (with_p 4 5 ("with")) (hdn_bnp-qnt_c 5 6 (w_period_plr 5 6 (it 5 6 ("it.")))))'
    if kind == "high":
        inner = f"(hd-aj_int-unsl_c 1 6 (hd-cmp_u_c 1 4 {does} {thing}) {phrase})"
    elif kind == "low":
        inner = f"(hd-cmp_u_c 1 6 {does} (hdn-aj_redrel_c 2 6 {thing} {phrase}))"
    else:
        inner = f"(hd-cmp_odd_c 1 6 {does} {thing} {phrase})"
    return f"(root_strict (sb-hd_mc_c 0 6 {we} {inner}))"


def mrs(verb: str, noun: str, kind: str) -> str:
    end = 3 + len(verb)
    last = end + 5 + len(noun)
    start = last + 1
    attached = {"high": "e2", "low": "x5"}.get(kind, "x4")
    return (
        "[ TOP: h0 INDEX: e2 [ e TENSE: pres ] RELS: < [ pron<0:2> LBL: h3 ARG0: x4 ] "
        f"[ _{verb}_v_1<3:{end}> LBL: h1 ARG0: e2 ARG1: x4 ARG2: x5 ] "
        f"[ _the_q<{end + 1}:{end + 4}> LBL: h6 ARG0: x5 RSTR: h7 BODY: h8 ] "
        f"[ _{noun}_n_1<{end + 5}:{last}> LBL: h9 ARG0: x5 ] "
        f"[ _with_p<{start}:{start + 4}> LBL: h1 ARG0: e10 ARG1: {attached} ARG2: x11 ] "
        f"[ pron<{start + 5}:{start + 8}> LBL: h12 ARG0: x11 ] > HCONS: < h0 qeq h1 h7 qeq h9 > ]"
    )


def analysis(verb: str, noun: str, kind: str) -> Row:
    return {"derivation": derivation(verb, noun, kind), "mrs": mrs(verb, noun, kind)}


def candidates() -> list[Row]:
    """An item for each verb and noun, with three candidates for every other noun."""
    return [
        {
            "id": f"{verb}-{noun}",
            "text": text_of(verb, noun),
            "parses": [
                analysis(verb, noun, kind) for kind in ("high", "low", "odd")[: 2 + (NOUNS.index(noun) % 2)]
            ],
        }
        for verb in VERBS
        for noun in NOUNS
    ]


def golds() -> list[Row]:
    return [
        {"id": f"{verb}-{noun}", "text": text_of(verb, noun), **analysis(verb, noun, kind)}
        for verb, kind in VERBS.items()
        for noun in NOUNS
    ]


def lines(rows: list[Row]) -> str:
    return "".join(json.dumps(row) + "\n" for row in rows)


@pytest.fixture
def found() -> list[Row]:
    """Rows of candidates, which a test may change."""
    return candidates()


@pytest.fixture
def right() -> list[Row]:
    """Rows of gold analyses."""
    return golds()


@pytest.fixture
def bank(tmp_path: Path) -> Bank:
    """Write a folder with candidates and gold."""

    def make(found: list[Row] | None = None, right: list[Row] | None = None, name: str = "bank") -> Path:
        folder = tmp_path / name
        folder.mkdir()
        (folder / "bank-nbest.jsonl").write_text(lines(candidates() if found is None else found))
        (folder / "bank.jsonl").write_text(lines(golds() if right is None else right))
        return folder

    return make
