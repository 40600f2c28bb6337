"""Followers in general: several poses carried along, and whole texts followed with the way kept."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings, strategies as st

from likewise.errors import InputError
from likewise.navigate.followers import Following, best_pose, follow_route, joined, starts
from likewise.navigate.routes import follow_text
from likewise.worlds import Corridor, Map, Pose, Travel, Turn

HALL = Map(
    "Hall",
    {(x, 0): "" for x in range(4)},
    {((x, 0), (x + 1, 0)): Corridor("brick") for x in range(3)},
)
EAST = Pose(0, 0, 90)


def way(*path: Pose, p: float = 1.0) -> Following:
    return Following((Travel(),) * (len(path) - 1), path, math.log(p))


class Scripted:
    """Says of each text how likely each number of steps ahead is."""

    lang = "en"

    def __init__(self, script: dict[str, dict[int, float]]) -> None:
        self.script = script

    def follow(self, world: Map, start: Pose, text: str, *, k: int = 1) -> list[Following]:
        ways = []
        for steps, p in sorted(self.script[text].items(), key=lambda pair: -pair[1]):
            path = [start]
            while len(path) <= steps and (further := world.step(path[-1])) is not None:
                path.append(further)
            short = len(path) <= steps
            reason = f"no way on from {path[-1].place}" if short else None
            words = ((0,),) * (len(path) - 1)
            score = math.log(p / 100 if short else p)
            ways.append(Following((Travel(1),) * (len(path) - 1), tuple(path), score, reason, words))
        return ways[:k]


def test_an_unknown_heading_means_all_four() -> None:
    assert [pose.heading for pose in starts(Pose(1, 2, -1))] == [0, 90, 180, 270]
    assert starts(EAST) == [EAST]


def test_equal_things_add_up() -> None:
    found = joined([("a", math.log(0.3)), ("b", math.log(0.4)), ("a", math.log(0.3))])
    assert [thing for thing, _ in found] == ["a", "b"]
    assert math.exp(found[0][1]) == pytest.approx(0.6)


def test_ways_that_end_alike_count_together() -> None:
    near, far = Pose(1, 0, 90), Pose(2, 0, 90)
    assert best_pose([way(EAST, far, p=0.4), way(EAST, near, p=0.3), way(EAST, EAST, near, p=0.3)]) == near


def test_another_reading_is_still_there_after_a_dead_end() -> None:
    follower = Scripted({"go": {3: 0.6, 1: 0.4}, "two more": {2: 1.0}})

    def follow(pose: Pose, text: str) -> list[Following]:
        return follower.follow(HALL, pose, text, k=5)

    assert follow_route(follow, EAST, ["go", "two more"]) == (3, 0)
    # With one pose carried along, as in the paper, the dead end is not seen.
    assert follow_route(follow, EAST, ["go"], poses=1) == (3, 0)
    assert follow_route(follow, EAST, []) == (0, 0)


class TestTexts:
    def test_sentences_go_on_from_each_other(self) -> None:
        follower = Scripted({"go far.": {3: 0.6, 1: 0.4}, "two more.": {2: 1.0}})
        found = follow_text(follower, HALL, EAST, "go far. two more.")
        assert found.path == tuple(Pose(x, 0, 90) for x in range(4))
        assert found.reason is None
        assert found.plan == (Travel(1),) * 3
        # "go far" are the words 0 and 1, "two more" 2 and 3.
        assert found.words == ((0,), (2,), (2,))

    def test_the_first_reason_stays(self) -> None:
        follower = Scripted({"Go.": {2: 1.0}, "Run.": {3: 1.0}, "Walk.": {9: 1.0}})
        found = follow_text(follower, HALL, EAST, "Go. Run. Walk.")
        assert found.reason == "no way on from (3, 0)"
        assert found.path[-1] == Pose(3, 0, 90)

    @pytest.mark.parametrize("text", ["", "  ", ". ! ?"])
    def test_no_words(self, text: str) -> None:
        with pytest.raises(InputError, match="found no words"):
            follow_text(Scripted({}), HALL, EAST, text)

    @pytest.mark.parametrize(
        ("start", "message"),
        [(Pose(9, 9, 0), r"\(9, 9\) is not on map 'Hall'"), (Pose(0, 0, 45), "heading 45, expected 0")],
    )
    def test_bad_starts(self, start: Pose, message: str) -> None:
        with pytest.raises(InputError, match=message):
            follow_text(Scripted({}), HALL, start, "go")

    def test_a_follower_that_names_no_words(self) -> None:
        class Mute:
            lang = "en"

            def follow(self, world: Map, start: Pose, text: str, *, k: int = 1) -> list[Following]:
                return [Following((Turn("LEFT"),), (start, start.facing(0)))]

        assert follow_text(Mute(), HALL, EAST, "left").words == ((),)

    @settings(max_examples=30)
    @given(
        st.lists(
            st.dictionaries(st.integers(0, 3), st.floats(0.01, 1), min_size=1, max_size=4),
            min_size=1,
            max_size=3,
        )
    )
    def test_it_ends_where_the_route_ends(self, scripts: list[dict[int, float]]) -> None:
        names = [f"s{k}." for k in range(len(scripts))]
        follower = Scripted(dict(zip(names, scripts, strict=True)))

        def follow(pose: Pose, text: str) -> list[Following]:
            return follower.follow(HALL, pose, text, k=10)

        found = follow_text(follower, HALL, EAST, " ".join(names))
        assert found.path[-1].place == follow_route(follow, EAST, names)
        HALL.check_path(found.path)
        if len(names) == 1:
            assert found.path[-1] == best_pose(follow(EAST, names[0]))
