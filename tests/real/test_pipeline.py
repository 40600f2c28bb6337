"""The pipeline on real sentences of two languages: a tokenisation for each, words that belong together."""

from __future__ import annotations

import csv
import gzip
from itertools import islice

import pytest

from likewise.text.vocabulary import Tokenization
from likewise.transduce import Bitext, learn_phrases
from parts import real_data, require_data

ENGLISH = Tokenization("13a", lowercase=True)


def pairs(folder: str, number: int) -> list[tuple[str, str]]:
    """English and the other language of the first lines."""
    require_data(folder)
    with gzip.open(real_data(folder, "train.tsv.gz"), "rt", encoding="utf-8") as stream:
        rows = csv.reader(stream, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [(row[2], row[1]) for row in islice(rows, 1, number + 1)]


@pytest.mark.parametrize(
    ("folder", "tokenizer", "words"),
    [
        ("parallel-zh-en", "zh", {"red": "红", "man": "男", "snow": "雪"}),
        ("parallel-ja-en", "whitespace", {"he": "彼", "water": "水", "book": "本"}),
    ],
)
def test_english_and_another_language(folder: str, tokenizer: str, words: dict[str, str]) -> None:
    bitext = Bitext.of(pairs(folder, 4000), ENGLISH, Tokenization(tokenizer)).usable()
    system = learn_phrases(bitext, order=3, longest=4)
    for english, other in words.items():
        assert other in [word for word, _ in system.corpus.forward.best(english, 3)], english
    decoder = system.decoder()
    source = [bitext.source.vocabulary[i] for i in bitext.source.ids[: bitext.source.bounds[1]]]
    output = decoder.text(decoder.nbest(source), 0)
    assert set(output) & set(bitext.target.vocabulary)
