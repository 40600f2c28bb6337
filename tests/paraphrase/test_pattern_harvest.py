"""Pattern harvest on phrase tables written by hand: what is kept, in which order, and what is dropped."""

from __future__ import annotations

import json
from math import log, sqrt
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, strategies as st

from likewise.cli.main import run
from likewise.collect.tasks import get_task
from likewise.paraphrase.pattern_harvest import dump_harvest, harvest_table, lower_bound
from likewise.transduce.phrases import PhraseTable

Rows = dict[str, dict[str, tuple[int, float, float]]]

ROWS: Rows = {
    # paraphrase: count, p(paraphrase|term), p(term|paraphrase)
    "is cutting": {
        "is cutting": (400, 0.4, 0.4),
        "cuts": (120, 0.12, 0.2),
        "is slicing": (200, 0.2, 0.5),
        "slicing": (50, 0.05, 0.5),
        "cutting": (60, 0.06, 0.3),
        "is cutting a tomato": (40, 0.04, 0.3),
        "is": (30, 0.03, 0.001),
        "chops": (30, 0.03, 0.25),
        "is chopping up": (1, 0.001, 1.0),
    },
    "a man": {"someone": (90, 0.3, 0.2), "a guy": (80, 0.25, 0.6), "the man": (120, 0.4, 0.5)},
    "man is": {"guy is": (500, 0.5, 0.5)},
    "the": {"a": (900, 0.5, 0.5)},
}
TEXTS = ["a man is cutting a big tomato", "he is cutting it now", "is cutting", "a man runs off"]


def table(rows: Rows) -> PhraseTable:
    """A phrase table with one vocabulary, the lexical scores left at zero."""
    phrases = list(dict.fromkeys([*rows, *(target for found in rows.values() for target in found)]))
    vocabulary = list(dict.fromkeys(word for phrase in phrases for word in phrase.split()))

    def packed(chosen: list[str]) -> tuple[np.ndarray, np.ndarray]:
        ids = [[vocabulary.index(word) for word in phrase.split()] for phrase in chosen]
        bounds = np.cumsum([0, *map(len, ids)])
        return np.array([i for row in ids for i in row], np.int32), bounds.astype(np.int64)

    found = [(phrases.index(t), *values) for targets in rows.values() for t, values in targets.items()]
    scores = [[log(forward), log(backward), 0.0, 0.0] for _, _, forward, backward in found]
    starts = np.cumsum([0, *(len(targets) for targets in rows.values())]).astype(np.int32)
    return PhraseTable(
        vocabulary, vocabulary, *packed(list(rows)), *packed(phrases), starts,
        np.array([row[0] for row in found], np.int32), np.array([row[1] for row in found], np.int64),
        np.array(scores, np.float32).reshape(-1, 4),
    )  # fmt: skip


TABLE = table(ROWS)


def test_patterns_of_a_term_in_order() -> None:
    found = harvest_table(TABLE, ["Is cutting!"], texts=TEXTS)
    # Gone: itself, "cutting" and "is cutting a tomato" (nothing else said, or only more), "is", and of
    # "is slicing" and "slicing" the worse one. A pair seen once comes last, in spite of p = 1 one way.
    assert [p.paraphrase for p in found] == ["is slicing", "cuts", "chops", "is chopping up"]
    assert [p.rank for p in found] == [1, 2, 3, 4]
    assert {p.labels for p in found} == {()}
    assert {p.source for p in found} == {"is cutting"}
    assert {p.example for p in found} == {"he is cutting it now"}
    assert found[0].score == pytest.approx(sqrt(lower_bound(200, 1000) * lower_bound(200, 400)), rel=1e-5)
    assert [p.score for p in found] == sorted((p.score for p in found), reverse=True)
    assert len(harvest_table(TABLE, ["is cutting"], k=2)) == 2


def test_terms_that_give_nothing() -> None:
    assert harvest_table(TABLE, ["the", "nowhere", "", " ?"]) == []
    assert [p.paraphrase for p in harvest_table(TABLE, ["a man", "A MAN"])] == ["a guy"]
    assert harvest_table(table({})) == []


def test_frequent_terms_are_content_phrases() -> None:
    found = harvest_table(TABLE)
    # "man is" ends in a function word, "the" holds no content.
    assert list(dict.fromkeys(p.source for p in found)) == ["is cutting", "a man"]
    assert {p.source for p in harvest_table(TABLE, most=1)} == {"is cutting"}


def test_lower_bound_by_hand() -> None:
    # Wilson 1927: one of one at 95 % is at least 0.2065, none is at least nothing, half of many is a half.
    assert lower_bound(1, 1) == pytest.approx(0.20654, abs=1e-4)
    assert lower_bound(10, 10) == pytest.approx(0.72247, abs=1e-4)
    assert lower_bound(0, 5) == 0.0
    assert lower_bound(5e8, 1e9) == pytest.approx(0.5, abs=1e-4)


@given(count=st.integers(1, 1000), more=st.integers(0, 1000), times=st.integers(2, 9))
def test_lower_bound_is_below_the_share_and_rises_with_evidence(count: int, more: int, times: int) -> None:
    total = count + more
    assert 0 <= lower_bound(count, total) < count / total
    assert lower_bound(count, total) < lower_bound(times * count, times * total)


def test_the_file_is_what_a_campaign_takes_and_dimple_sends_to_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "patterns.jsonl"
    assert dump_harvest(harvest_table(TABLE, ["is cutting"], texts=TEXTS), path) == 4
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    checked = [get_task("pattern").check_stimulus(row, None) for row in rows]
    assert [row["rank"] for row in checked] == [1, 2, 3, 4]
    assert run(["dimple", str(path)]) == 2
    assert "labels': missing: people label patterns" in capsys.readouterr().err
