"""Words find their things from what is seen with them."""

from __future__ import annotations

import numpy as np

from likewise.navigate.grounded.grounding import Grounding


def test_a_word_speaks_for_the_thing_that_is_there_when_it_is_said() -> None:
    random = np.random.default_rng(1)
    examples = []
    for _ in range(200):
        seen = sorted(random.choice(4, 2, replace=False).tolist())
        words = ["go", "to", "the", f"word{seen[0]}"]
        examples.append((words, seen))
    learnt = Grounding.learn(examples, 4)
    for thing in range(3):
        row = learnt.of([f"word{thing}"])[0]
        assert row.argmax() == thing
        assert row[thing] > 0.5
    assert not learnt.of(["go", "the", "never said"]).any()


def test_rare_words_speak_for_nothing() -> None:
    examples = [(["hello"], [0]), (["hello"], [0]), *[(["go"], [1])] * 20]
    assert not Grounding.learn(examples, 2).of(["hello"]).any()


def test_nothing_to_learn_from() -> None:
    assert Grounding.learn([], 3).table == {}
    assert Grounding.learn([(["go"], [])], 0).table == {}
    assert Grounding.learn([], 3).of([]).shape == (0, 3)
