"""The Gymnasium environment: its own checker, the reward, the view, and the message without Gymnasium."""

from __future__ import annotations

import pickle
import re
import sys
import warnings
from typing import Any

import pytest

from likewise.errors import InputError, MissingPartError
from likewise.installation import install_line
from likewise.worlds import Map, Mission, Pose, make_environment, sights
from likewise.worlds.missions import ACTIONS, ROWS, things_of

LEFT, RIGHT, FORWARD, STOP = range(4)


@pytest.fixture
def missions(tiny: Map) -> list[Mission]:
    return [
        Mission("go to the lamp", tiny, Pose(0, 0, 90), Pose(2, 0, 90)),
        Mission("走到尽头", tiny, Pose(1, 0, -1), Pose(1, 2, -1)),
        Mission("", tiny, Pose(0, 0, 90), Pose(0, 0, 90)),
    ]


@pytest.fixture
def gym() -> Any:
    return pytest.importorskip("gymnasium", reason="needs gymnasium: pip install 'likewise[gym]'")


def test_the_checker_of_gymnasium_is_content(gym: Any, missions: list[Mission]) -> None:
    from gymnasium.utils.env_checker import check_env

    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        check_env(make_environment(missions, render_mode="svg"))
    # It cannot make another environment like this one to try the other modes of drawing.
    assert all("not having a spec" in str(w.message) for w in said)


def test_a_mission_fulfilled(gym: Any, missions: list[Mission]) -> None:
    walk = make_environment(missions, render_mode="svg")
    seen, info = walk.reset(options={"mission": 0})
    assert seen["mission"] == "go to the lamp"
    assert info == {"pose": (0, 0, 90), "blocked": False, "map": "Tiny"}
    for _ in range(2):
        assert walk.step(FORWARD)[1:4] == (0.0, False, False)
    _, _, _, _, info = walk.step(FORWARD)
    assert info["blocked"]
    assert info["pose"] == (2, 0, 90)
    assert walk.step(STOP)[1:4] == (1.0, True, False)
    assert 'aria-label="go to the lamp"' in walk.render()


def test_stopping_elsewhere_earns_nothing(gym: Any, missions: list[Mission]) -> None:
    walk = make_environment(missions)
    walk.reset(options={"mission": 0})
    walk.step(FORWARD)
    assert walk.step(STOP)[1:4] == (0.0, True, False)
    walk.reset(options={"mission": 2})
    walk.step(LEFT)
    assert walk.step(STOP)[1] == 0.0  # the right place, the wrong heading
    assert walk.render() is None


def test_any_heading_will_do_where_the_goal_leaves_it_open(tiny: Map) -> None:
    mission = Mission("", tiny, Pose(0, 0, -1), Pose(1, 2, -1))
    assert mission.met(Pose(1, 2, 0))
    assert mission.met(Pose(1, 2, 180))
    assert not mission.met(Pose(1, 1, 0))


def test_an_unknown_start_is_drawn_anew_and_by_the_seed(gym: Any, missions: list[Mission]) -> None:
    walk = make_environment(missions)
    starts = [walk.reset(seed=seed, options={"mission": 1})[1]["pose"] for seed in range(30)]
    assert {pose[2] for pose in starts} == {0, 90, 180, 270}
    assert starts == [walk.reset(seed=seed, options={"mission": 1})[1]["pose"] for seed in range(30)]


def test_time_runs_out(gym: Any, missions: list[Mission]) -> None:
    walk = make_environment(missions, max_steps=3)
    walk.reset(options={"mission": 0})
    assert [walk.step(LEFT)[2:4] for _ in range(3)] == [(False, False), (False, False), (False, True)]


def test_the_view_says_what_is_seen(gym: Any, missions: list[Mission], tiny: Map) -> None:
    walk = make_environment(missions)
    view = walk.reset(options={"mission": 0})[0]["view"]
    nearest: dict[tuple[str, str], int] = {}
    for direction, thing, distance in sights(tiny, Pose(0, 0, 90)):
        nearest.setdefault((direction, thing), distance)
    for row, direction in enumerate(ROWS):
        for column, thing in enumerate(walk.things):
            assert view[row, column] == nearest.get((direction, thing), -1)


def test_chosen_things_are_the_columns(gym: Any, missions: list[Mission]) -> None:
    walk = make_environment(missions, things=["LAMP", "PIANO"])
    view = walk.reset(options={"mission": 0})[0]["view"]
    assert view.tolist() == [[-1, -1], [2, -1], [-1, -1], [-1, -1], [-1, -1]]


def test_it_travels_to_other_processes(gym: Any, missions: list[Mission]) -> None:
    walk = make_environment(missions)
    walk.reset(seed=3)
    copy = pickle.loads(pickle.dumps(walk))
    assert copy.step(FORWARD)[4] == walk.step(FORWARD)[4]


def test_wrong_settings(gym: Any, missions: list[Mission]) -> None:
    for settings in ({"max_steps": 0}, {"render_mode": "human"}):
        with pytest.raises(InputError):
            make_environment(missions, **settings)
    with pytest.raises(InputError, match="at least one mission"):
        make_environment([])
    for chosen in (3, -1, "first", True):
        with pytest.raises(InputError, match="expected 0 to 2"):
            make_environment(missions).reset(options={"mission": chosen})


def test_wrong_steps(gym: Any, missions: list[Mission]) -> None:
    walk = make_environment(missions)
    with pytest.raises(InputError, match="begins with reset"):
        walk.step(FORWARD)
    walk.reset(options={"mission": 0})
    for action in (-1, 4, "LEFT", 1.0):
        with pytest.raises(InputError, match="expected 0 to 3"):
            walk.step(action)


def test_a_mission_off_the_map_is_refused(tiny: Map) -> None:
    with pytest.raises(InputError, match="not on map 'Tiny'"):
        Mission("", tiny, Pose(0, 0, 0), Pose(8, 8, 0))


def test_without_gymnasium(missions: list[Mission], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    monkeypatch.delitem(sys.modules, "likewise.worlds.walker_env", raising=False)
    with pytest.raises(MissingPartError, match=re.escape(install_line("likewise[gym]"))):
        make_environment(missions)


def test_things_are_sorted_and_complete(tiny: Map) -> None:
    assert ACTIONS == ("LEFT", "RIGHT", "FORWARD", "STOP")
    assert things_of([tiny]) == (
        "3-INTERSECTION", "BRICK HALLWAY", "FISH WALL", "HALLWAY", "LAMP", "SOFA",
        "TOWER WALL", "WALL", "WOOD HALLWAY",
    )  # fmt: skip
