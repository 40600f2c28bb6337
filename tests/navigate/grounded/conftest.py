"""A small model, learnt once: enough to follow plain instructions on the embedded maps."""

from __future__ import annotations

import pytest

from likewise.data import navigation_folder
from likewise.navigate.corpus import Corpus, read_corpus
from likewise.navigate.grounded import Grounded


@pytest.fixture(scope="package")
def corpus() -> Corpus:
    return read_corpus(navigation_folder(), lang="en")


@pytest.fixture(scope="package")
def model(corpus: Corpus) -> Grounded:
    return Grounded.fit(corpus, nets=2, epochs=15)
