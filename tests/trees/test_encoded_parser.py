"""The parser over the encoder: spans beside the plain formula, trees of sentences, lengths of all kinds."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from likewise.negation import Resolver, Sentence, embedded, with_encoder
from likewise.trees import EncodedParser, write_tree
from parts import needs_encoder


def words_of(text: str) -> tuple[str, ...]:
    return tuple(text.split())


pytestmark = needs_encoder


@pytest.fixture(scope="module")
def parser() -> EncodedParser:
    found = embedded(True).parts.lent
    assert found is not None
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
    _, tags, tree = parser.read(words_of("The dog did not chase the cat ."))
    assert tags == ("DT", "NN", "VBD", "RB", "VB", "DT", "NN", ".")
    assert write_tree(tree) == ("(S(NP*", "*)", "(VP*", "*", "(VP*", "(NP*", "*)))", "*)")


def test_a_word_it_never_saw_does_not_disturb_the_clause(parser: EncodedParser) -> None:
    _, tags, tree = parser.read(words_of("The compiler does not accept recursive macros ."))
    assert tags[:5] == ("DT", "NN", "VBZ", "RB", "VB")
    assert [tree.labels[node] for node in tree.chain(3)][:2] == ["VP", "S"]


@pytest.mark.parametrize("size", [0, 1, 2, 150])
def test_any_length_that_it_reads_has_tags_and_a_tree(parser: EncodedParser, size: int) -> None:
    words = ("word",) * size
    assert parser.reads(words)
    read = parser.read(words)
    assert len(read.tags) == len(read.tree.homes) == size


@pytest.mark.parametrize("before", [("characterisations",) * 60, ("and",) * 300])
def test_what_is_too_long_for_the_encoder_is_answered_without_it(before: tuple[str, ...]) -> None:
    words = (*before, ";", *words_of("the dog did not chase a cat in London ."))
    both, plain = embedded(True), embedded(False)
    assert both.parts.lent is not None
    assert not both.parts.lent.reads(words)
    sentence = Sentence(words)
    assert both.resolve(sentence) == plain.resolve(sentence)
    (found,) = both.resolve(sentence).negations
    assert {"dog", "did", "chase", "cat"} <= {part.text for part in found.scope}


def test_what_is_lent_is_not_saved(tmp_path: Path) -> None:
    embedded(True).save(tmp_path / "a")
    embedded(False).save(tmp_path / "b")
    for name in ("names.json", "weights.npz"):
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()
    loaded = Resolver.load(tmp_path / "a")
    assert loaded.parts.parser is not None
    assert not loaded.encoded()
    assert with_encoder(loaded).parts.lent is not None


def test_a_parser_is_lent_only_where_trees_are_alike() -> None:
    plain = embedded(False)
    parts = plain.parts
    assert parts.parser is not None
    strange = replace(parts.parser, tags=("NOUN", "VERB", "PART", "PUNCT"))
    other = replace(plain, parts=replace(parts, parser=strange))
    assert with_encoder(other).parts.lent is None
    assert with_encoder(other).encoded()
    assert not with_encoder(other).encoded("ranker")
    assert with_encoder(replace(plain, parts=replace(parts, parser=None))).parts.lent is None
    both = embedded(True)
    assert [both.encoded(m) for m in ("best", "ranker", "crawler")] == [True] * 3
    assert [both.encoded(m, given=True) for m in ("best", "ranker", "crawler")] == [True, False, False]
