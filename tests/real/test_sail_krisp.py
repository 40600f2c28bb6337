"""The KRISP-style parser on the corpus: trained on refined plans of two maps, walked on the third."""

from __future__ import annotations

import pytest

from likewise.navigate.corpus import Corpus, Instruction, read_corpus
from likewise.navigate.grammar import expand, grammar_for, things_on
from likewise.navigate.krisp import Krisp, Settings
from likewise.navigate.landmarks_plan import landmarks
from likewise.navigate.lexicon import SGOLL
from likewise.navigate.refinement import refine
from likewise.navigate.word_splitters import words
from likewise.worlds import Plan
from likewise.worlds.executor import Executor
from likewise.worlds.poses import HEADINGS, UNKNOWN
from parts import needs_data, real_data

SAIL = real_data("sail")
pytestmark = needs_data("sail")


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return read_corpus(SAIL)


def test_both_grammars_make_every_gold_plan(corpus: Corpus) -> None:
    compact = grammar_for(things_on(corpus.maps.values()))
    assert len(grammar_for(things_on(corpus.maps.values()), numbers=[1]).rules) == 45
    for grammar in (compact, expand(compact)):
        for plan in {s.plan: None for s in corpus.sentences if s.plan is not None}:
            assert grammar.plan(grammar.tree(plan)) == plan


def test_it_learns_from_two_maps_and_walks_the_third(corpus: Corpus) -> None:
    """A short training on one fold; the paper's 57 % is the mean of all three."""
    name, rest, unseen = corpus.folds()[1]
    assert name == "Jelly"
    seen = [(words(s.text), landmarks(rest.maps[s.map], s.path)) for s in rest.sentences]
    lexicon = SGOLL.fit(seen).lexicon()
    examples = [(text, refine(text, plan, lexicon)) for text, plan in seen]
    grammar = expand(grammar_for(things_on(corpus.maps.values())))
    parser = Krisp.train(examples, grammar, settings=Settings(passes=3))
    walker = Executor(unseen.maps[name])
    tested = unseen.sentences[::3]
    right = sum(_right(walker, s, parser.parse(words(s.text))[0][0]) for s in tested)
    assert right / len(tested) > 0.57


def _right(walker: Executor, sentence: Instruction, plan: Plan) -> float:
    start = sentence.path[0]
    starts = [start.facing(h) for h in HEADINGS] if start.heading == UNKNOWN else [start]
    return sum(walker.run(plan, s).path[-1] == sentence.path[-1] for s in starts) / len(starts)
