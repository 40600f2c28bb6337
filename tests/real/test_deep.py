"""Deep analyses on the staged treebank: what is broken in it, which candidates are close, what is learnt."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest

from likewise.deep import Analysis, Item, Skipped, load_heads, read_items, sound
from likewise.deep.drawings import draw_derivation, draw_mrs
from likewise.deep.heads import guess_head
from likewise.deep.selection import (
    cross_validate,
    extract,
    find_targets,
    folds_of,
)
from parts import needs_data, real_data, require_data

DATA = real_data()
TREEBANK = DATA / "erg-treebank"
pytestmark = needs_data("erg-treebank")


@pytest.fixture(scope="module")
def candidates() -> list[Item]:
    """Sixty items with few candidates each."""
    items = read_items(TREEBANK / "wescience-nbest.jsonl.gz")
    return list(islice((item for item in items if 2 <= len(item.analyses) <= 12), 60))


@pytest.fixture(scope="module")
def golds(candidates: list[Item]) -> list[Analysis | None]:
    wanted = {item.id for item in candidates}
    gold = {}
    for item in read_items(TREEBANK / "wescience-01-11.jsonl.gz"):
        if item.id in wanted:
            gold[item.id] = item.analyses[0]
        if len(gold) == len(wanted):
            break
    return [gold[item.id] for item in candidates]


def test_counts() -> None:
    sizes = [len(item.analyses) for item in read_items(TREEBANK / "wescience-nbest.jsonl.gz")]
    assert (len(sizes), sum(sizes), sum(size > 1 for size in sizes)) == (2709, 59417, 2443)


def test_heads_are_guessed() -> None:
    heads = load_heads(TREEBANK / "rules.hds")
    sizes = dict(line.split()[:2] for line in (TREEBANK / "rules.hds").read_text().splitlines())
    wrong = [rule for rule, head in heads.items() if guess_head(rule, int(sizes[rule])) != head]
    assert (len(heads), len(wrong)) == (301, 5)


@pytest.mark.parametrize("name", ["conan-doyle-speckled-band", "mrs-test-suite"])
def test_words_are_found_and_analyses_drawn(name: str) -> None:
    for item in islice(read_items(TREEBANK / f"{name}.jsonl.gz"), 100):
        analysis = item.analyses[0]
        tree = analysis.tree()
        for leaf in tree.leaves():
            assert leaf.span is not None
            found = [c for c in item.text[slice(*leaf.span)].lower() if c.isalnum()]
            assert found == [c for c in (leaf.form or "").lower() if c.isalnum()], item.text
        assert draw_derivation(tree).startswith("<svg")
        assert draw_mrs(analysis.parsed_mrs, item.text).startswith("<svg")


def test_broken_analyses_are_counted() -> None:
    path = DATA / "cd-sco-mrs" / "dev.jsonl.gz"
    require_data("cd-sco-mrs")
    skipped = Skipped()
    kept = list(sound(read_items(path), skipped))
    faults = sorted(complaint.message.partition(":")[0] for complaint in skipped.complaints)
    assert (len(kept), skipped.items) == (144, 0)
    assert set(faults) == {"cyclic handles", "missing offsets"}
    assert sum(bool(item.analyses) for item in kept) == 106


def test_targets_and_learning(candidates: list[Item], golds: list[Analysis | None]) -> None:
    targets = find_targets(candidates, golds)
    assert targets.best.mean() > 0.85
    assert targets.best.mean() > targets.similarity.mean() + 0.1
    store = extract(candidates, ["pcfg"])
    logs = cross_validate(store.candidates("pcfg"), targets.shares(), folds_of(store.ids, 3), [1.0])[0]
    runs = list(zip(store.items[:-1], store.items[1:], strict=True))
    right = np.mean([targets.chosen[a + int(np.argmax(logs[a:b]))] for a, b in runs])
    chance = np.mean([targets.chosen[a:b].mean() for a, b in runs])
    assert right > chance + 0.1
