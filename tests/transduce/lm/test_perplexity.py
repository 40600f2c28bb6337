"""Perplexity of texts and files, and the view of a sentence word by word."""

from __future__ import annotations

import gzip
import math
from pathlib import Path

import pytest

from likewise.text import Tokenization, words_of
from likewise.transduce.lm import Perplexity, measure, measure_file, perplexity as module, train

PLAIN = Tokenization("whitespace")
MODEL = train([s.split() for s in ("a man is riding a horse", "a man rides", "the man is cooking")], order=3)
LINES = ["a man is cooking", "the zebra rides", "", "a zebra zebra"]
TEXTS = [line.split() for line in LINES]


def test_by_the_definition() -> None:
    scores = [MODEL.word_scores(text) for text in TEXTS]
    total, events = sum(s.sum() for s in scores), sum(len(s) for s in scores)
    assert [s.sum() for s in scores] == pytest.approx([MODEL.score(text) for text in TEXTS])
    assert MODEL.perplexity(TEXTS) == pytest.approx(math.exp(-total / events))
    found = measure(MODEL, TEXTS)
    assert (found.sentences, found.words, found.unknown) == (4, 10, 3)
    assert found.value == pytest.approx(MODEL.perplexity(TEXTS))
    lost = scores[1][1] + scores[3][1] + scores[3][2]
    assert found.unknown_logprob == pytest.approx(lost)
    assert found.known == pytest.approx(math.exp(-(total - lost) / (events - 3)))


def test_an_even_model_is_as_perplexed_as_a_coin() -> None:
    model = train([])
    assert model.perplexity([[], ["x"], ["y", "z"]]) == pytest.approx(2)
    assert math.isnan(model.perplexity([]))
    assert math.isnan(Perplexity().value)


def test_parts_add_up() -> None:
    parts = measure(MODEL, TEXTS[:1]) + measure(MODEL, []) + measure(MODEL, TEXTS[1:])
    whole = measure(MODEL, words_of(LINES, PLAIN))
    assert (parts.sentences, parts.words, parts.unknown) == (whole.sentences, whole.words, whole.unknown)
    assert parts.value == pytest.approx(whole.value)
    assert parts.known == pytest.approx(whole.known)


@pytest.mark.parametrize("batch", [1, 50_000])
def test_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, batch: int) -> None:
    """One sentence a line, lines without words left out, however many are read at once."""
    monkeypatch.setattr(module, "BATCH", batch)
    path = tmp_path / "texts.txt.gz"
    path.write_bytes(gzip.compress("\n".join(LINES).encode() + b"\n   \n"))
    seen: list[int] = []
    found = measure_file(MODEL, path, PLAIN, progress=seen.append)
    assert found.sentences == 3
    assert found.value == pytest.approx(MODEL.perplexity([t for t in TEXTS if t]))
    assert sum(seen) == len("\n".join(LINES)) + 5


def test_surprising_words() -> None:
    found = MODEL.surprising(["a", "man", "is", "zebra"])
    assert [s.word for s in found] == ["a", "man", "is", "zebra", "</s>"]
    assert [s.known for s in found] == [True, True, True, False, True]
    assert [s.logprob for s in found] == MODEL.word_scores(["a", "man", "is", "zebra"]).tolist()
    assert [s.gram for s in found] == [
        ("<s>", "a"), ("<s>", "a", "man"), ("a", "man", "is"), ("zebra",), ("</s>",)
    ]  # fmt: skip
    assert min(found, key=lambda s: s.logprob).word == "zebra"
    assert MODEL.surprising(["a"], eos=False) == found[:1]
    assert MODEL.surprising([], eos=False) == []
    assert MODEL.word_scores(["a"], eos=False).tolist() == [found[0].logprob]
