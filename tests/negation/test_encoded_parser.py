"""The parser over the encoder: spans beside the plain formula, trees of sentences, lengths of all kinds."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from likewise.negation import Sentence, embedded
from likewise.negation.parser import EncodedParser
from likewise.negation.trees import write_tree
from likewise.text.encoder import INSTALL, encoder_folder


def sentence_of(text: str) -> Sentence:
    return Sentence(tuple(text.split()))


pytestmark = pytest.mark.skipif(encoder_folder() is None, reason=f"the encoder is missing: {INSTALL}")


@pytest.fixture(scope="module")
def parser() -> EncodedParser:
    found = embedded(True).parser
    assert isinstance(found, EncodedParser)
    return found


def test_spans_equal_the_formula_taken_one_by_one(parser: EncodedParser) -> None:
    rng = np.random.default_rng(4)
    first, words, last = (rng.normal(size=(k, 384)).astype(np.float32) for k in (1, 4, 1))
    label, score = parser._spans(first, words, last)
    w = parser.weights
    half = len(w["spread.bias"]) // 2
    before, after = np.concatenate([first, words]), np.concatenate([words, last])
    spread = [x @ w["spread.weight"].T + w["spread.bias"] for x in (before, after)]
    ends = np.concatenate([spread[0][:, :half], spread[1][:, half:]], 1)
    for i in range(4):
        for j in range(i + 1, 5):
            hidden = np.maximum((ends[j] - ends[i]) @ w["hidden.weight"].T + w["hidden.bias"], 0)
            scores = hidden @ w["out.weight"].T + w["out.bias"]
            if scores.max() > 0 or (i, j) == (0, 4):
                assert label[i, j] == scores.argmax()
                assert score[i, j] == pytest.approx(scores.max(), rel=1e-4)
            else:
                assert (label[i, j], score[i, j]) == (-1, 0)


def test_a_plain_sentence_has_the_tree_that_people_draw(parser: EncodedParser) -> None:
    read, tree = parser.read(sentence_of("The dog did not chase the cat ."))
    assert read.tags == ("DT", "NN", "VBD", "RB", "VB", "DT", "NN", ".")
    assert write_tree(tree) == ("(S(NP*", "*)", "(VP*", "*", "(VP*", "(NP*", "*)))", "*)")


def test_a_word_it_never_saw_does_not_disturb_the_clause(parser: EncodedParser) -> None:
    read, tree = parser.read(sentence_of("The compiler does not accept recursive macros ."))
    assert read.tags[:5] == ("DT", "NN", "VBZ", "RB", "VB")
    assert [tree.labels[node] for node in tree.chain(3)][:2] == ["VP", "S"]


@pytest.mark.parametrize("size", [0, 1, 2, 251, 900])
def test_any_length_is_read(parser: EncodedParser, size: int) -> None:
    sentence = Sentence(("word",) * size)
    read, tree = parser.read(sentence)
    assert len(read.tags) == len(tree.homes) == size
    assert size <= 250 or set(tree.labels) == {"TOP"}


def test_it_takes_the_place_of_the_small_one_only_with_the_encoder() -> None:
    plain, both = embedded(False), embedded(True)
    assert plain.parser is not None
    assert not isinstance(plain.parser, EncodedParser)
    sentence = sentence_of("He was not there .")
    assert both.read(sentence)[0] is both.raw
    assert replace(both, parser=plain.parser).read(sentence)[1][0].words == sentence.words
