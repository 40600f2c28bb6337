"""The grounded follower on the real corpus: a short training must already beat the parsers of the paper."""

from __future__ import annotations

import pytest

from likewise.navigate.corpus import Corpus, read_corpus
from likewise.navigate.followers import best_pose, starts
from likewise.navigate.grounded import Grounded
from parts import real_data, require_data

DATA = real_data("sail")


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    require_data("sail")
    return read_corpus(DATA)


def test_one_fold_after_a_short_training(corpus: Corpus) -> None:
    """Learnt on Jelly and L, tried on Grid; the paper's system has 57.3 % over all folds."""
    name, rest, held_out = corpus.folds()[0]
    model = Grounded.fit(rest, nets=1, epochs=5)
    world, right = corpus.maps[name], 0.0
    for sentence in held_out.sentences:
        poses = starts(sentence.path[0])
        ends = [best_pose(model.follow(world, pose, sentence.text, k=4)) for pose in poses]
        right += sum(end == sentence.path[-1] for end in ends) / len(poses)
    assert right / len(held_out.sentences) > 0.62
