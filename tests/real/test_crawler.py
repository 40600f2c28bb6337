"""The crawler on the negated sentences of CD-SCO that have a reading, with the cues given."""

from __future__ import annotations

import gzip
import json
import re
from dataclasses import replace

import pytest

from likewise.deep.mrs import read_mrs
from likewise.negation import NegationScores, Resolver, Sentence, embedded, score
from likewise.negation.conll import load
from likewise.negation.crawler import (
    DeepReading,
    Parses,
    Trust,
    choose,
    crawled_scope,
    default_trust,
    example,
    spans_of,
)
from parts import real_data, require_data

DATA = real_data()
LEARNT_FROM = 200
"""Sentences to learn trust from: not all of the training part, for time."""


def parses(part: str) -> Parses:
    require_data("cd-sco", "cd-sco-mrs")
    return Parses.read(DATA / "cd-sco-mrs" / f"{part}.jsonl.gz")


@pytest.fixture(scope="module")
def deep() -> Resolver:
    return replace(embedded(False), parses=parses("dev"))


@pytest.fixture(scope="module")
def development(deep: Resolver) -> list[Sentence]:
    return [sentence for sentence in load(DATA / "cd-sco" / "dev.conll") if sentence.negations]


def scores_of(deep: Resolver, gold: list[Sentence], method: str) -> NegationScores:
    answers = []
    for sentence in gold:
        cues = [one.cue for one in sentence.negations]
        answers.append(deep.resolve(sentence, cues=cues, method=method))
    return score(gold, answers)


def test_every_reading_can_be_placed_over_its_text(deep: Resolver, development: list[Sentence]) -> None:
    assert deep.parses is not None
    parsed = [deep.parses.of(sentence) for sentence in development]
    assert sum(bool(one.readings) for one in parsed) == 106
    problems = [reading.problem for one in parsed for reading in one.readings if reading.problem]
    assert len(problems) < 0.05 * sum(len(one.readings) for one in parsed)
    assert all(problem.startswith(("cyclic handles", "missing offsets")) for problem in problems)


def test_figures_of_the_crawler_alone(deep: Resolver, development: list[Sentence]) -> None:
    scores = scores_of(deep, development, "crawler")
    assert scores["tokens"].precision > 91
    assert scores["tokens"].f1 > 67
    assert scores["scopes"].f1 > 61


def test_the_crawler_helps_the_ranker(deep: Resolver, development: list[Sentence]) -> None:
    ranker, weighed = (scores_of(deep, development, method) for method in ("ranker", "crawler-p"))
    assert weighed["scopes"].f1 >= ranker["scopes"].f1
    assert weighed["scopes"].f1 > 81.5
    assert weighed["tokens"].f1 > 86
    combined = scores_of(deep, development, "combined")
    assert combined["scopes"].f1 > 83.5
    assert combined["tokens"].f1 > 88


def test_every_word_of_every_scope_has_a_reason(deep: Resolver, development: list[Sentence]) -> None:
    for sentence in development[:40]:
        cues = [one.cue for one in sentence.negations]
        for found in deep.resolve(sentence, cues=cues, method="combined").resolved:
            assert len(found.reasons) == len(found.negation.scope)
            assert all(found.reasons)


def test_trust_learnt_anew_ranks_signs_as_the_embedded_one() -> None:
    part, examples = parses("train"), []
    sentences = [s for s in load(DATA / "cd-sco" / "train.conll.gz") if s.negations][:LEARNT_FROM]
    for sentence in sentences:
        found = part.of(sentence)
        for gold in sentence.negations if found.readings else ():
            cue = spans_of(found.readings[0], gold.cue)
            one = example(found.readings, found.scores, cue, {piece.token for piece in gold.scope})
            examples.extend([one] if one else [])
    anew, ours = Trust.fit(examples).weights, default_trust().weights
    strong = [name for name, weight in ours.items() if abs(weight) > 0.6 and name in anew]
    assert len(strong) > 5
    assert sum(anew[name] * ours[name] > 0 for name in strong) >= 0.8 * len(strong)


@pytest.mark.parametrize(
    ("begins", "cue", "denied"),
    [
        ("There is no communication between", "no", "There is communication between them"),
        ("He does not say so, but", "not", "He does say so"),
        ("My stepfather has offered", "no", "My stepfather has offered opposition to the match"),
        ("I sprang up and lit the lamp", "nothing", "was to be seen in the room"),
    ],
)
def test_gold_readings_of_a_newer_grammar(begins: str, cue: str, denied: str) -> None:
    file = DATA / "erg-treebank" / "conan-doyle-speckled-band.jsonl.gz"
    require_data("erg-treebank")
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        item = next(item for line in lines if (item := json.loads(line))["text"].startswith(begins))
    text = item["text"]
    tokens = re.findall(r"\w+|[^\w\s]", text)
    at = re.search(rf"\b{cue}\b", text)
    assert at is not None
    reading = DeepReading(tokens, read_mrs(item["mrs"]), item["derivation"], text=text)
    assert " ".join(tokens[token] for token in crawled_scope(reading, [at.span()]).tokens) == denied
    assert choose([reading], [0.0], [at.span()], default_trust()).probability > 0.3
