"""What a drawn map promises: well-formed, escaped, described, the same for the same map, and complete."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings, strategies as st

from likewise.errors import InputError
from likewise.worlds import Corridor, Map, Pose, draw_map, random_map, random_path
from likewise.worlds.generator import FLOORS
from likewise.worlds.textures import Box, floor_patch, pick, textures_of

SVG = "{http://www.w3.org/2000/svg}"
NASTY = "</svg><script>alert('x')</script>&\"\x01\ud800"


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def having(root: ElementTree.Element, name: str) -> list[str]:
    return [found for part in root.iter() if (found := part.get(name)) is not None]


def test_every_place_and_corridor_is_there_once(tiny: Map) -> None:
    root = parsed(draw_map(tiny))
    assert having(root, "data-place") == [f"{x},{y}" for x, y in tiny.places]
    ends = zip(having(root, "data-from"), having(root, "data-to"), strict=True)
    assert list(ends) == [(f"{a},{b}", f"{c},{d}") for (a, b), (c, d) in tiny.corridors]
    titles = [part.text for part in root.iter(SVG + "title")]
    assert "sofa at 0,0" in titles
    assert "brick floor, fish on the wall" in titles
    assert titles.count("wood floor") == 1


def test_the_legend_names_what_is_there_and_nothing_else(tiny: Map) -> None:
    words = [part.text for part in parsed(draw_map(tiny, labels=False)).iter(SVG + "text")]
    assert words[-9:] == ["Floors", "brick", "wood", "Pictures", "fish", "tower", "Furniture", "lamp", "sofa"]
    assert "Floors" not in draw_map(tiny, legend=False)


def test_it_describes_itself(tiny: Map) -> None:
    path = tiny.walk(Pose(0, 0, 90), ["FORWARD", "RIGHT"])
    root = parsed(draw_map(tiny, path=path, walker=path[-1]))
    assert root.get("role") == "img"
    assert root.get("aria-label") == root.findtext(SVG + "title") == "Map Tiny"
    assert root.findtext(SVG + "desc") == (
        "6 places, 4 corridors. Furniture: sofa at 0,0, lamp at 2,0. "
        "A path from 0,0 looking right to 1,0 looking down: FORWARD, RIGHT. "
        "The walker is at 1,0 looking down."
    )
    assert parsed(draw_map(tiny, title="Where am I?")).get("aria-label") == "Where am I?"


def test_steps_are_groups_and_only_the_first_is_shown(tiny: Map) -> None:
    path = tiny.walk(Pose(0, 0, 90), ["FORWARD", "RIGHT", "FORWARD"])
    root = parsed(draw_map(tiny, path=path, steps=True))
    groups = [part for part in root.iter() if part.get("data-step") is not None]
    assert [g.get("data-step") for g in groups] == ["0", "1", "2", "3"]
    assert [g.get("visibility") for g in groups] == [None, "hidden", "hidden", "hidden"]
    poses = [having(g, "data-pose") for g in groups]
    assert poses == [["0,0,90"], ["1,0,90"], ["1,0,180"], ["1,1,180"]]
    assert not having(parsed(draw_map(tiny, path=path)), "data-step")


def test_an_unknown_heading_is_a_question_mark(tiny: Map) -> None:
    assert ">?<" in draw_map(tiny, walker=Pose(0, 0, -1))
    assert ">?<" not in draw_map(tiny, walker=Pose(0, 0, 0))


def test_hostile_names_stay_text() -> None:
    world = Map(NASTY, {(0, 0): NASTY, (1, 0): ""}, {((0, 0), (1, 0)): Corridor(NASTY, NASTY)})
    svg = draw_map(world, marks={(1, 0): NASTY}, title=NASTY, standalone=True)
    root = parsed(svg)
    assert not list(root.iter(SVG + "script"))
    assert svg.count("</svg>") == len(list(root.iter(SVG + "svg")))
    assert "alert(&#39;x&#39;)" in svg


@pytest.mark.parametrize("world", [
    Map("alone", {(3, 3): "sofa"}, {}),
    Map("apart", {(0, 0): "", (0, 1): "", (999_999, -5): "chair"}, {((0, 0), (0, 1)): Corridor()}),
])  # fmt: skip
def test_isolated_places_are_drawn_at_a_sensible_size(world: Map) -> None:
    root = parsed(draw_map(world))
    assert len(having(root, "data-place")) == len(world.places)
    assert float(root.get("width", "inf")) < 500
    assert float(root.get("height", "inf")) < 500


def test_what_is_not_on_the_map_is_refused(tiny: Map) -> None:
    with pytest.raises(InputError, match="through a wall"):
        draw_map(tiny, path=[Pose(1, 1, 90), Pose(2, 1, 90)])
    with pytest.raises(InputError, match="not on map"):
        draw_map(tiny, walker=Pose(9, 9, 0))
    with pytest.raises(InputError, match="not on map"):
        draw_map(tiny, marks={(9, 9): "goal"})


@settings(max_examples=10)
@given(st.integers(0, 10**6), st.integers(2, 25))
def test_same_bytes_and_no_ids(seed: int, places: int) -> None:
    world = random_map(seed, places=places)
    path = random_path(world, seed, actions=(1, 9))
    svg = draw_map(world, path=path, walker=path[0], marks={path[-1].place: "goal"}, steps=True)
    assert svg == draw_map(world, path=path, walker=path[0], marks={path[-1].place: "goal"}, steps=True)
    assert not re.search(r'\sid="|url\(#|nan|inf"', svg)
    parsed(svg)


def test_floors_of_one_map_look_different() -> None:
    names = ["moss", "marble", "sand", "carpet", "slate", "tar", "ice", "mud"]
    looks = textures_of([*FLOORS, *names])
    assert len({look.colour for look in looks.values()}) == len(FLOORS) + len(names) + 1
    assert textures_of(names) == textures_of(reversed(names))
    patches = [floor_patch(look, Box(0, 0, 30, 20)) for look in looks.values()]
    assert len(set(patches)) == len(patches)
    for patch in patches:
        parsed(f"<g>{patch}</g>")
    # More floors than colours are still drawn.
    assert len(textures_of(map(str, range(40)))) == 41


def test_the_hash_is_stable() -> None:
    assert pick("Piano", 8) == pick("piano", 8)
    # CRC-32 of the five letters is 381170860 on any machine.
    assert pick("piano", 1000) == 860
