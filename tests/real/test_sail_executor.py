"""Gold plans of the SAIL corpus, carried out: how often the walk ends where people's did."""

from __future__ import annotations

import pytest

from likewise.navigate.corpus import Corpus, read_corpus
from likewise.worlds import Plan, Pose
from likewise.worlds.executor import Executor
from likewise.worlds.poses import HEADINGS
from parts import real_data, require_data

DATA = real_data("sail")


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    require_data("sail")
    return read_corpus(DATA)


@pytest.fixture(scope="module")
def walkers(corpus: Corpus) -> dict[str, Executor]:
    return {name: Executor(world) for name, world in corpus.maps.items()}


def starts(pose: Pose) -> list[Pose]:
    return [pose] if pose.heading in HEADINGS else [pose.facing(heading) for heading in HEADINGS]


def test_single_sentences(corpus: Corpus, walkers: dict[str, Executor]) -> None:
    right = 0.0
    for sentence in corpus.sentences:
        walks = [walkers[sentence.map].run(sentence.plan or (), pose) for pose in starts(sentence.path[0])]
        for walk in walks:
            corpus.maps[sentence.map].check_path(walk.path)
        right += sum(walk.path[-1] == sentence.path[-1] for walk in walks) / len(walks)
    assert right / len(corpus.sentences) > 0.88


def test_complete_instructions(corpus: Corpus, walkers: dict[str, Executor]) -> None:
    plans: dict[str, list[Plan]] = {}
    for sentence in corpus.sentences:
        plans.setdefault(sentence.route, []).append(sentence.plan or ())
    right = 0.0
    for route in corpus.routes:
        ends = starts(route.path[0])
        for plan in plans.get(route.id, []):
            ends = [walkers[route.map].run(plan, pose).path[-1] for pose in ends]
        right += sum(end.place == route.path[-1].place for end in ends) / len(ends)
    assert right / len(corpus.routes) > 0.71
