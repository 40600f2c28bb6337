"""The embedded instructions are our own: none of five words or more is a sentence of the corpus."""

from __future__ import annotations

import re

from likewise import data
from likewise.navigate.corpus import read_corpus
from parts import needs_data, real_data

SAIL = real_data("sail")
pytestmark = needs_data("sail")


def bare(text: str) -> tuple[str, ...]:
    return tuple(re.findall(r"[\w']+", text.lower()))


def test_no_embedded_sentence_is_one_of_the_corpus() -> None:
    theirs = read_corpus(SAIL)
    whole = [s for route in theirs.routes for s in re.split(r"[.;!?]", route.text)]
    taken = {bare(text) for text in [*whole, *(s.text for s in theirs.sentences)]}
    ours = {bare(s.text) for s in read_corpus(data.navigation_folder(), lang="en").sentences}
    assert len(taken) > 2000
    assert {words for words in ours & taken if len(words) >= 5} == set()
