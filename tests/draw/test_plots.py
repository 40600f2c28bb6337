"""What every plot promises: well-formed, escaped, described, deterministic, calm about missing numbers."""

from __future__ import annotations

import re
from collections.abc import Callable
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings, strategies as st

from likewise import draw
from likewise.draw import Series

SVG = "{http://www.w3.org/2000/svg}"
NASTY = "</svg><script>alert('x')</script>&\"\x00\ud800"
NAN, INF = float("nan"), float("inf")

PLOTS: dict[str, Callable[..., str]] = {
    "scatter": lambda name=NASTY, **more: draw.scatter(
        [1.0, 2.0, 3.0], [2.0, 1.0, 4.0], title=name, x_label=name, y_label=name, groups=[name, "b", "b"],
        labels=[name, "q", "r"], ids=[name, None, "3"], tips=[name, "", "t"], regression=True, **more),
    "plane": lambda name=NASTY, **more: draw.plane([name, "b"], [10.0, 60.0], [70.0, 30.0],
        title=name, **more),
    "lines": lambda name=NASTY, **more: draw.lines(
        [Series(name, [1, 2, 5], [0.1, 0.4, 0.5], [0.0, 0.3, 0.4], [0.2, 0.5, 0.6]),
         Series("b", [1, 2], [0.2, 0.3])],
        title=name, x_label=name, y_label=name, **more),
    "named": lambda name=NASTY, **more: draw.lines(
        [Series(name, [0, 1], [0.1, -0.4])], title=name, x_names=[name, "b"], legend_at="right", **more),
    "heatmap": lambda name=NASTY, **more: draw.heatmap(
        [[1.0, -0.5], [None, NAN]], [name, "b"], [name, "d"], title=name, diverging=True, **more),
    "bars": lambda name=NASTY, **more: draw.bars(
        [name, "b", "c"], [0.5, -0.2, None], [0.4, -0.3, None], [0.6, -0.1, None],
        title=name, x_label=name, **more),
}  # fmt: skip
EMPTY = {
    "scatter": lambda: draw.scatter([], [], title="t"),
    "scatter, no numbers": lambda: draw.scatter([NAN, None], [1.0, 2.0], title="t"),
    "plane": lambda: draw.plane([], [], [], title="t"),
    "lines": lambda: draw.lines([], title="t"),
    "lines, no numbers": lambda: draw.lines([Series("a", [1.0], [INF])], title="t"),
    "heatmap": lambda: draw.heatmap([], [], [], title="t"),
    "bars": lambda: draw.bars([], [], title="t"),
    "bars, no numbers": lambda: draw.bars(["a"], [NAN], title="t"),
}


def parse(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


@pytest.mark.parametrize("standalone", [False, True])
@pytest.mark.parametrize("kind", PLOTS)
def test_well_formed_escaped_and_described(kind: str, standalone: bool) -> None:
    svg = PLOTS[kind](standalone=standalone)
    root = parse(svg)
    assert root.tag == SVG + "svg"
    assert root.get("role") == "img"
    assert root.get("aria-label")
    assert root.find(SVG + "desc") is not None
    assert len(root.get("viewBox", "").split()) == 4
    assert root.find(f".//{SVG}script") is None
    assert (root.find(SVG + "style") is not None) is standalone
    svg.encode("utf-8")


@pytest.mark.parametrize("kind", PLOTS)
def test_same_input_same_bytes_and_no_ids(kind: str) -> None:
    first = PLOTS[kind](name="a")
    assert first == PLOTS[kind](name="a")
    assert not re.search(r"\sid=", first)
    assert "nan" not in first
    assert "inf" not in first


@pytest.mark.parametrize("kind", EMPTY)
def test_nothing_to_draw_says_so(kind: str) -> None:
    svg = EMPTY[kind]()
    assert "No data" in "".join(parse(svg).itertext())
    assert len(svg) < 1500


@given(
    st.lists(st.tuples(st.floats(), st.floats()), max_size=30),
    st.booleans(),
)
@settings(max_examples=60, deadline=None)
def test_any_numbers_give_a_well_formed_scatter(points: list[tuple[float, float]], regression: bool) -> None:
    svg = draw.scatter([x for x, _ in points], [y for _, y in points], title="t", regression=regression)
    assert not re.search(r'"[^"]*(nan|inf)[^"]*"', svg)
    parse(svg)


@given(st.lists(st.tuples(st.floats(), st.floats(), st.floats(), st.floats()), max_size=12), st.booleans())
@settings(max_examples=60, deadline=None)
def test_any_numbers_give_well_formed_lines(
    rows: list[tuple[float, float, float, float]], log_x: bool
) -> None:
    columns = [list(column) for column in zip(*rows, strict=True)] or [[], [], [], []]
    svg = draw.lines([Series("a", *columns)], title="t", log_x=log_x)
    parse(svg)


def test_points_without_a_number_are_skipped() -> None:
    svg = draw.scatter([1.0, NAN, 3.0, 4.0], [1.0, 2.0, INF, 4.0], title="t")
    assert len(parse(svg).findall(f".//{SVG}circle")) == 2


def test_groups_differ_in_shape_as_well_as_in_colour() -> None:
    root = parse(draw.scatter([1.0, 2.0], [1.0, 2.0], title="t", groups=["a", "b"]))
    groups = [g for g in root.iter(SVG + "g") if "lw-points" in (g.get("class") or "")]
    assert [g[0].tag for g in groups] == [SVG + "circle", SVG + "path"]
    assert groups[0].get("color") != groups[1].get("color")


def test_points_carry_their_ids_and_tips() -> None:
    root = parse(draw.scatter([1.0, 2.0], [1.0, 2.0], title="t", ids=["7", None], tips=["one", "two"]))
    first, second = root.findall(f".//{SVG}circle")
    assert (first.get("data-id"), second.get("data-id")) == ("7", None)
    assert first[0].text == "one"


def test_jitter_moves_points_but_not_the_line() -> None:
    x, y = [1.0, 2.0, 3.0, 4.0], [1.0, 1.0, 2.0, 2.0]
    plain = draw.scatter(x, y, title="t", regression=True, y_range=(0, 3))
    moved = draw.scatter(x, y, title="t", regression=True, y_range=(0, 3), jitter_y=0.3)
    line = re.compile(r'<line [^>]*stroke-dasharray="6 4"[^>]*>')
    assert line.findall(plain) == line.findall(moved)
    assert plain != moved


def test_frontier_keeps_what_nothing_beats() -> None:
    assert draw.frontier([3, 44, 47, 79, 40], [62, 58, 51, 22, 30]) == [0, 1, 2, 3]
    assert draw.frontier([1, 1, 2], [5, 6, 7]) == [2]
    assert draw.frontier([NAN, 1], [5, 6]) == [1]
    assert draw.frontier([], []) == []


@given(st.lists(st.tuples(st.integers(0, 20), st.integers(0, 20)), min_size=1, max_size=20))
def test_frontier_law(points: list[tuple[int, int]]) -> None:
    kept = {points[i] for i in draw.frontier([x for x, _ in points], [y for _, y in points])}
    for x, y in points:
        beaten = any(a >= x and b >= y and (a, b) != (x, y) for a, b in points)
        assert ((x, y) in kept) is not beaten


def test_plane_names_do_not_cover_each_other() -> None:
    names = ["all pairs", "single pair", "five pairs", "ten pairs"]
    root = parse(draw.plane(names, [44.0, 45.0, 44.5, 45.5], [58.0, 57.5, 58.5, 57.0]))
    boxes = []
    for text in root.iter(SVG + "text"):
        if text.text in names:
            boxes.append((float(text.get("x", 0)), float(text.get("y", 0)), 6.0 * len(text.text or "")))
    assert len(boxes) == 4
    for i, (x, y, width) in enumerate(boxes):
        for a, b, other in boxes[:i]:
            assert abs(y - b) >= 12 or x + width <= a or a + other <= x


def test_heatmap_prints_values_and_leaves_gaps() -> None:
    texts = [t.text for t in parse(PLOTS["heatmap"](name="a")).iter(SVG + "text")]
    assert "1.00" in texts
    assert "−.50" in texts
    assert len([t for t in texts if t and re.fullmatch(r"−?\d?\.\d\d", t)]) == 2


def test_a_gap_breaks_the_line() -> None:
    svg = draw.lines([Series("a", [1, 2, 3, 4], [1.0, None, 2.0, 3.0])], title="t")
    paths = [p.get("d", "") for p in parse(svg).iter(SVG + "path") if p.get("fill") == "none"]
    assert paths[0].count("M") == 2


def test_public_names_are_there_and_documented() -> None:
    for name in dir(draw):
        thing = getattr(draw, name)
        assert isinstance(thing, str) or thing.__doc__
