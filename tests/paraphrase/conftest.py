"""The paraphrasers that tests share: one learnt from the embedded corpus, one from a corner of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from likewise import data
from likewise.paraphrase import Paraphraser, train
from likewise.paraphrase.embedded_model import embedded
from likewise.records import Cluster, Description

Learn = Callable[..., Paraphraser]


@pytest.fixture(scope="session")
def model() -> Paraphraser:
    return embedded()


@pytest.fixture(scope="session")
def learn() -> Learn:
    """Learn from rows of texts, in well under a second."""

    def learnt(rows: Sequence[Sequence[str]], **settings: Any) -> Paraphraser:
        clusters = (Cluster(str(k), tuple(map(Description, texts))) for k, texts in enumerate(rows))
        return train(clusters, **{"held_out": 12, "candidates": 10, **settings})

    return learnt


@pytest.fixture(scope="session")
def six() -> list[list[str]]:
    """Six embedded clusters of six texts."""
    return [[d.text for d in cluster.texts[:6]] for cluster in data.clusters()[:6]]
