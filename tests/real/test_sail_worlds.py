"""The corpus of MacMahon et al. (2006) as Chen and Mooney (2011) cut it: its counts and its maps."""

from __future__ import annotations

from collections import Counter
from xml.etree import ElementTree

import pytest

from likewise.navigate.corpus import Corpus, read_corpus
from likewise.worlds import Verify, draw_map, dumps, dumps_map, loads, loads_map
from likewise.worlds.generator import runs
from likewise.worlds.poses import moves_of
from likewise.worlds.views import sights
from parts import real_data, require_data

SAIL = real_data("sail")


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    require_data("sail")
    return read_corpus(SAIL)


def test_counts(corpus: Corpus) -> None:
    assert Counter(s.map for s in corpus.sentences) == {"Grid": 874, "Jelly": 1293, "L": 1070}
    assert Counter(r.map for r in corpus.routes) == {"Grid": 225, "Jelly": 244, "L": 237}
    sizes = {name: (len(w.places), len(w.corridors)) for name, w in corpus.maps.items()}
    assert sizes == {"Grid": (28, 40), "Jelly": (38, 41), "L": (34, 40)}
    assert [s.id for s in corpus.sentences if s.plan is None] == ["1382-4"]
    assert sum(s.plan == () for s in corpus.sentences) == 65
    assert [r.id for r in corpus.routes if not r.sentences] == ["418", "935", "1247", "1385"]
    assert sum(r.path[-1].place != r.end for r in corpus.routes) == 15
    assert sum(moves_of(s.path).count("FORWARD") for s in corpus.sentences) == 4209
    assert sum(len(s.path) == 1 for s in corpus.sentences) == 322


def test_plans_are_written_as_they_were_read(corpus: Corpus) -> None:
    plans = [s.plan for s in corpus.sentences if s.plan is not None]
    # 958 texts differ; seven of them only in where they put blanks.
    assert len(set(plans)) == 951
    assert all(loads(dumps(plan)) == plan for plan in plans)
    steps = [step for plan in plans for step in plan if isinstance(step, Verify)]
    assert sum(where == "side" for step in steps for where, _ in step.conditions) == 528


def test_what_plans_name_can_be_seen_on_the_maps(corpus: Corpus) -> None:
    named = {
        thing
        for s in corpus.sentences
        for step in s.plan or ()
        if isinstance(step, Verify)
        for _, thing in step.conditions
    }
    seen = {
        sight.thing
        for s in corpus.sentences
        for pose in s.path
        if pose.heading >= 0
        for sight in sights(corpus.maps[s.map], pose)
    }
    assert named <= seen


def test_floors_run_along_lines_as_in_random_maps(corpus: Corpus) -> None:
    for world in corpus.maps.values():
        for line in runs(world.corridors):
            assert len({world.corridors[way].floor for way in line}) == 1


def test_maps_are_written_and_drawn(corpus: Corpus) -> None:
    for world in corpus.maps.values():
        assert loads_map(dumps_map(world)) == world
        ElementTree.fromstring(draw_map(world))
