"""The pipeline gives what its steps give one by one, in one language or two."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from likewise.errors import InputError
from likewise.text.vocabulary import Tokenization, words_of
from likewise.transduce import Bitext, align_corpus, learn_phrases, lm
from likewise.transduce.align import fit_both, symmetrise
from likewise.transduce.phrases import extract_phrases

ENGLISH, CHINESE = Tokenization("words", lowercase=True), Tokenization("char")
PAIRS = [
    ("The cat sleeps.", "猫睡觉"), ("The dog sleeps.", "狗睡觉"), ("The cat runs.", "猫跑步"),
    ("The dog runs.", "狗跑步"), ("Cat", "猫"), ("Dog", "狗"), ("They sleep", "睡觉"),
]  # fmt: skip


@pytest.fixture(scope="module")
def bitext() -> Bitext:
    return Bitext.of(PAIRS, ENGLISH, CHINESE)


def test_the_steps_one_by_one_give_the_same(bitext: Bitext) -> None:
    system = learn_phrases(bitext, order=3, longest=4)
    forward, backward = fit_both(bitext)
    links = symmetrise(forward.align(bitext), backward.align(bitext.swapped()), bitext)
    table = extract_phrases(bitext, links, forward.lexicon, backward.lexicon, longest=4)
    assert system.corpus.alignment.dumps() == links.dumps()
    assert system.corpus.forward.dumps() == forward.lexicon.dumps()
    assert system.corpus.backward.dumps() == backward.lexicon.dumps()
    assert system.table.dumps() == table.dumps()
    assert system.lm.dumps() == lm.train(bitext.target, order=3).dumps()


def test_two_languages_have_a_tokenisation_each(bitext: Bitext) -> None:
    system = learn_phrases(bitext)
    assert system.corpus.forward.best("cat", 1)[0][0] == "猫"
    assert system.corpus.backward.best("狗", 1)[0][0] == "dog"
    decoder = system.decoder(beam=20)
    assert "".join(decoder.text(decoder.nbest(ENGLISH.words("the dog runs")), 0)) == "狗跑步"
    matrix = system.corpus.forward.matrix(["cat", "dog"], ["猫", "狗"])
    assert matrix.argmax(axis=1).tolist() == [0, 1]


def test_the_language_model_may_know_more_texts(bitext: Bitext) -> None:
    everything = words_of(["猫跑步", "鸟睡觉", "鸟跑步"], CHINESE)
    assert "鸟" in learn_phrases(bitext, everything).lm.vocabulary
    assert "鸟" not in learn_phrases(bitext).lm.vocabulary


def test_some_of_the_pairs_as_they_were_aligned(bitext: Bitext) -> None:
    corpus = align_corpus(bitext, model="ibm1", heuristic="intersection")
    some = corpus.select(np.array([0, 3]))
    assert len(some) == 2
    assert some.alignment.pharaoh() == [corpus.alignment.pharaoh()[k] for k in (0, 3)]
    assert some.phrase_table(longest=2).longest == 2
    assert len(some.phrase_table()) < len(corpus.phrase_table())


def test_rhyming_lines_share_their_words() -> None:
    lines = ["and you say that you love me", "then we sail on the sea", "there is nothing to do"]
    pairs = [(a, b) for a, b in pairwise(lines)] + [(b, a) for a, b in pairwise(lines)]
    bitext = Bitext.of(pairs, ENGLISH, shared=True)
    system = learn_phrases(bitext, words_of(lines, ENGLISH), order=4)
    assert system.table.source_vocabulary == system.table.target_vocabulary
    assert len(system.decoder(limit=0).nbest(ENGLISH.words(lines[0]), 3)) == 3


def test_progress_is_told_in_order(bitext: Bitext) -> None:
    told: list[tuple[str, float]] = []
    learn_phrases(bitext, progress=lambda what, share: told.append((what, share)))
    assert list(dict.fromkeys(what for what, _ in told)) == [
        "aligning words",
        "putting alignments together",
        "extracting phrases",
        "learning the language model",
        "done",
    ]
    shares = [share for _, share in told]
    assert shares == sorted(shares)
    assert (shares[0], shares[-1]) == (0.0, 1.0)
    assert len(set(shares)) > 10, "each round of learning is told"


def test_pairs_that_are_worth_aligning() -> None:
    pairs = [("a b", "c d"), ("", "c"), ("a", ""), ("a", "b " * 10), ("a " * 81, "b " * 81), ("a", "b " * 9)]
    bitext = Bitext.of(pairs, Tokenization("whitespace"))
    assert bitext.usable().source.lengths.tolist() == [2, 1]
    assert len(bitext.usable(longest=100, ratio=10)) == 4


def test_unknown_ways_are_refused(bitext: Bitext) -> None:
    with pytest.raises(InputError, match="unknown alignment model 'nonsense'"):
        align_corpus(bitext, model="nonsense")
    with pytest.raises(InputError, match="unknown way to symmetrise 'nonsense'"):
        align_corpus(bitext, heuristic="nonsense")
