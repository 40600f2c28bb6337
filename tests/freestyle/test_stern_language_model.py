"""The stern language model: what was never seen side by side is dear, rare words are cheaper."""

from __future__ import annotations

import pytest

from likewise.freestyle.stern_language_model import stern
from likewise.transduce import LanguageModel, lm

TEXTS = ["the sea is deep", "the king is old", "a king of gold", "the sea of gold", "the sea is old"]
PRICE = 5.0


@pytest.fixture(scope="module")
def model() -> LanguageModel:
    return lm.train([text.split() for text in TEXTS], order=3)


def test_zeros_give_the_model_itself(model: LanguageModel) -> None:
    assert stern(model, 0.0) is model


def test_a_line_that_was_seen_costs_what_it_did(model: LanguageModel) -> None:
    words = ["the", "sea", "is", "deep"]
    assert stern(model, PRICE).score(words) == pytest.approx(model.score(words), abs=1e-5)


@pytest.mark.parametrize(
    ("text", "prices"),
    [
        # king is, is deep: seen; king is deep: three words that were never seen
        ("the king is deep", 0.8),
        # a sea: never side by side after one word; of "<s> a" and "a" both contexts are known
        ("a sea is deep", 1.8),
    ],
)
def test_each_step_back_has_its_price(model: LanguageModel, text: str, prices: float) -> None:
    words = text.split()
    paid = model.score(words) - stern(model, PRICE).score(words)
    assert paid == pytest.approx(prices * PRICE, abs=1e-4)


def test_content_favours_rare_words_and_leaves_the_mean_one(model: LanguageModel) -> None:
    changed = stern(model, 0.0, 0.5)  # "is" follows more words than "deep"
    gains = {
        word: changed.score([word], eos=False) - model.score([word], eos=False) for word in ("is", "deep")
    }
    assert gains["is"] < 0.0 < gains["deep"]
    alone = {word: model.levels[0].logprob[model.ids([word])[0]] for word in gains}
    assert gains["deep"] - gains["is"] == pytest.approx(0.5 * (alone["is"] - alone["deep"]), abs=1e-4)


def test_the_model_is_left_as_it_was(model: LanguageModel) -> None:
    before = model.dumps()
    stern(model, PRICE, 0.5)
    assert model.dumps() == before
