"""Left and right are found, and a mirror turns a walk round."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings, strategies as st

from likewise.navigate.corpus import Corpus
from likewise.navigate.grounded.features import Inventory, Terrain, mirrored
from likewise.navigate.grounded.sides import mirrored_words, side_words
from likewise.worlds import Map, Pose, random_map, random_path

LEFT, RIGHT, NONE, BOTH = (frozenset(turns) for turns in ({3}, {1}, set[int](), {1, 3}))


def test_the_words_for_the_sides() -> None:
    examples = [
        (["turn", "left"], LEFT),
        (["go", "left", "now"], LEFT),
        (["turn", "right"], RIGHT),
        (["right", "then"], RIGHT),
        (["walk", "on"], NONE),
        (["left", "then", "right"], BOTH),
    ]
    assert side_words(examples) == ("left", "right")
    assert side_words([(["go"], LEFT), (["go"], RIGHT)]) is None
    assert side_words([(["left"], LEFT)]) is None
    assert side_words([]) is None


def test_words_with_a_side_in_them_are_swapped() -> None:
    known = ["left", "right", "lefthand", "righthand", "bright", "leftover", "the"]
    assert mirrored_words(known, "left", "right") == {
        "left": "right",
        "right": "left",
        "lefthand": "righthand",
        "righthand": "lefthand",
    }
    assert mirrored_words(["左转", "右转", "左边", "右边"], "左转", "右转") == {
        "左转": "右转",
        "右转": "左转",
        "左边": "右边",
        "右边": "左边",
    }
    assert mirrored_words([], "a", "b") == {"a": "b", "b": "a"}


def test_features_in_the_mirror() -> None:
    assert mirrored(("turn-0", "1")) == ("turn-0", "3")
    assert mirrored(("pivot", "2")) == ("pivot", "2")
    assert mirrored(("first-left", "WALL")) == ("first-right", "WALL")
    assert mirrored(("nth-right-HALLWAY", "2")) == ("nth-left-HALLWAY", "2")
    assert mirrored(("steps", "3")) == ("steps", "3")


def test_twice_in_the_mirror_is_as_before(corpus: Corpus) -> None:
    inventory = Inventory.of(list(corpus.maps.values()))
    np.testing.assert_array_equal(inventory.mirror[inventory.mirror], np.arange(inventory.width))


@settings(max_examples=6, deadline=None)
@given(st.integers(0, 1000))
def test_a_mirrored_state_is_the_state_on_a_mirrored_map(seed: int) -> None:
    world = random_map(seed % 5, places=12)
    image = Map(
        "Image",
        {(-x, y): item for (x, y), item in world.items.items()},
        {((-a[0], a[1]), (-b[0], b[1])): c for (a, b), c in world.corridors.items()},
    )
    inventory = Inventory.of([world, image])
    pose = random_path(world, seed)[0]
    here = Terrain(world, inventory).at(pose, 0)
    there = Terrain(image, inventory).at(Pose(-pose.x, pose.y, -pose.heading % 360), 0)
    seen = here.mirrored(inventory)
    for number, choice in enumerate(here.choices):
        other = there.find(-choice.quarters % 4, choice.steps)
        assert sorted(seen.features[seen.owner == number]) == sorted(there.features[there.owner == other])
