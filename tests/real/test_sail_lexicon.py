"""Lexicon learning on the corpus of MacMahon et al. with the plans of Chen and Mooney."""

from __future__ import annotations

import time

import pytest

from likewise.navigate.corpus import Corpus, read_corpus
from likewise.navigate.landmarks_plan import landmarks
from likewise.navigate.lexicon import SGOLL, Example
from likewise.navigate.lexicon.graphs import text
from likewise.navigate.partial_correctness import partial_correctness
from likewise.navigate.refinement import refine
from likewise.navigate.word_splitters import words
from parts import real_data, require_data

SAIL = real_data("sail")


@pytest.fixture(scope="module")
def training() -> Corpus:
    require_data("sail")
    return read_corpus(SAIL).folds()[0][1]


@pytest.fixture(scope="module")
def examples(training: Corpus) -> list[Example]:
    return [(words(s.text), landmarks(training.maps[s.map], s.path)) for s in training.sentences]


def test_refined_plans(training: Corpus, examples: list[Example]) -> None:
    start = time.process_time()
    lexicon = SGOLL.fit(examples).lexicon()
    assert time.process_time() - start < 10
    raw = partial_correctness(
        (landmarks(training.maps[s.map], s.path), s.plan) for s in training.sentences if s.plan is not None
    ).partial
    plans = [refine(found, plan, lexicon) for found, plan in examples]  # type: ignore[arg-type]
    pairs = zip(plans, training.sentences, strict=True)
    better = partial_correctness((plan, s.plan) for plan, s in pairs if s.plan is not None).partial
    assert raw.f1 < 0.3
    assert raw.recall > 0.9
    assert better.f1 > 0.74
    assert min(better.precision, better.recall) > 0.7
    meanings = {w: text(lexicon.explain(w)[0].meaning) for w in ("twice", "lamp", "left", "wooden")}
    assert meanings == {"twice": "steps: 2", "lamp": "LAMP", "left": "LEFT", "wooden": "WOOD HALLWAY"}


def test_merged_is_batch(examples: list[Example]) -> None:
    merged = SGOLL()
    for part in range(2):
        shard = SGOLL()
        for example in examples[part:600:2]:
            shard.update(example)
        merged.merge(shard)
    assert merged.lexicon() == SGOLL.fit(examples[:600]).lexicon()
