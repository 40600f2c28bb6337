"""The crawler on the negated sentences of CD-SCO that have a reading, with the cues given."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from likewise.deep.checking import read_mrs
from likewise.negation.conll import Negation, Part, Sentence, load
from likewise.negation.crawler import Reading, Trust, choose, example, resolve
from likewise.negation.scoring import Scores, score

DATA = Path(__file__).resolve().parents[3] / "shared" / "data"
PARSED = {"train": 200, "dev": 106}
"""Sentences with a reading to look at: not all of the training part, for time."""


class Parsed(NamedTuple):
    sentence: Sentence
    readings: list[Reading]
    scores: list[float]


def parsed(part: str, file: str) -> list[Parsed]:
    if not (DATA / "cd-sco").is_dir() or not (DATA / "cd-sco-mrs").is_dir():
        pytest.skip(f"the negation corpus and its readings are not there: {DATA / 'cd-sco-mrs'}")
    sentences = {(s.chapter, s.number): s for s in load(DATA / "cd-sco" / file) if s.negations}
    found = []
    with gzip.open(DATA / "cd-sco-mrs" / f"{part}.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            item = json.loads(line)
            if item["parses"] and len(found) < PARSED[part]:
                sentence = sentences[item["chapter"], str(item["sentence"])]
                parses = item["parses"]
                readings = [Reading(sentence.words, read_mrs(p["mrs"]), p["derivation"]) for p in parses]
                found.append(Parsed(sentence, readings, [p["score"] for p in parses]))
    return found


def characters(sentence: Sentence, cue: tuple[Part, ...]) -> list[tuple[int, int]]:
    """The characters of a cue in the tokens joined by blanks; "less" stands at the end of its word."""
    spans = []
    for part in cue:
        word = sentence.words[part.token]
        begin = sum(len(w) + 1 for w in sentence.words[: part.token])
        begin += word.rfind(part.text) if part.text.lower() == "less" else word.find(part.text)
        spans.append((begin, begin + len(part.text)))
    return spans


def answered(items: list[Parsed], trust: Trust | None, least: float) -> Iterator[Sentence]:
    for sentence, readings, scores in items:
        text = " ".join(sentence.words)
        negations = []
        for gold in sentence.negations:
            choice = choose(readings, scores, characters(sentence, gold.cue), trust)
            pieces = choice.answer.scope if choice.probability >= least else None
            scope = tuple(Part(p.token, text[p.start : p.end]) for p in pieces or ())
            negations.append(Negation(gold.cue, scope))
        yield sentence.with_negations(negations)


@pytest.fixture(scope="module")
def development() -> list[Parsed]:
    return parsed("dev", "dev.conll")


def scores_of(items: list[Parsed], trust: Trust | None, least: float) -> Scores:
    return score([item.sentence for item in items], list(answered(items, trust, least)))


def test_every_reading_can_be_placed_over_its_text(development: list[Parsed]) -> None:
    problems = [reading.problem for item in development for reading in item.readings if reading.problem]
    assert len(development) == 106
    assert len(problems) < 0.05 * sum(len(item.readings) for item in development)
    assert all(problem.startswith(("cyclic handles", "missing offsets")) for problem in problems)


def test_figures_of_the_first_reading_that_handles_the_cue(development: list[Parsed]) -> None:
    scores = scores_of(development, None, 0.0)
    assert scores["tokens"].precision > 82
    assert scores["tokens"].recall > 73
    assert scores["scopes"].f1 > 59


def test_figures_of_trusted_answers(development: list[Parsed]) -> None:
    examples = [
        one
        for sentence, readings, scores in parsed("train", "train.conll.gz")
        for gold in sentence.negations
        if (one := example(readings, scores, characters(sentence, gold.cue), {p.token for p in gold.scope}))
    ]
    trust = Trust.fit(examples)
    trusted = scores_of(development, trust, 0.25)
    assert trusted["tokens"].precision > 87
    assert trusted["scopes"].f1 > 60


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
    if not file.is_file():
        pytest.skip(f"the treebank is not there: {file}")
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        item = next(item for line in lines if (item := json.loads(line))["text"].startswith(begins))
    text = item["text"]
    tokens = re.findall(r"\w+|[^\w\s]", text)
    at = re.search(rf"\b{cue}\b", text)
    assert at is not None
    answer = resolve(Reading(tokens, read_mrs(item["mrs"]), item["derivation"], text=text), [at.span()])
    assert " ".join(tokens[token] for token in answer.tokens) == denied
