"""Names in plots: none covers another, whatever their number and length; what is cut is told in full."""

from __future__ import annotations

import math
import random
from itertools import combinations
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings, strategies as st

from likewise import draw
from likewise.draw import text_width
from likewise.draw.labels import label_points, place_labels
from likewise.draw.svg import NORMAL, shortened

SVG = "{http://www.w3.org/2000/svg}"
Box = tuple[float, float, float, float]
LONG = "a rather long name of a system that somebody entered, run "


def words_of(node: ElementTree.Element) -> str:
    """The text as it is seen: what stands beside a title."""
    return (node.text or "") + "".join(child.tail or "" for child in node)


def boxes(svg: str) -> list[tuple[str, Box]]:
    """The box of each level text in a plot, a little smaller than its line."""
    kept = []
    for node in ElementTree.fromstring(svg).iter(SVG + "text"):
        if node.get("transform"):
            continue
        size, shown = float(node.get("font-size", NORMAL)), words_of(node)
        wide = text_width(shown, size)
        x, y = float(node.get("x", 0)), float(node.get("y", 0))
        left = x - {"start": 0.0, "middle": wide / 2, "end": wide}[node.get("text-anchor", "start")]
        kept.append((shown, (left, y - size * 0.75, left + wide, y + size * 0.2)))
    return kept


def overlapping(svg: str) -> list[tuple[str, str]]:
    """Pairs of texts that cover each other."""
    return [
        (a, b)
        for (a, one), (b, other) in combinations(boxes(svg), 2)
        if min(one[2], other[2]) - max(one[0], other[0]) > 0.5
        and min(one[3], other[3]) - max(one[1], other[1]) > 0.5
    ]


def outside(svg: str) -> list[str]:
    """Texts that leave the drawing."""
    root = ElementTree.fromstring(svg)
    _, _, width, height = map(float, root.get("viewBox", "").split())
    return [t for t, (a, b, c, d) in boxes(svg) if a < -1 or b < -1 or c > width + 1 or d > height + 1]


def titles(svg: str) -> list[str]:
    """What is told where the pointer rests on a name."""
    root = ElementTree.fromstring(svg)
    return [title.text or "" for node in root.iter(SVG + "text") for title in node.iter(SVG + "title")]


def clouds(n: int, spread: float) -> tuple[list[float], list[float]]:
    chance = random.Random(f"{n} {spread}")
    pairs = [(chance.gauss(55, spread), chance.gauss(50, spread)) for _ in range(n)]
    return [min(max(x, 1), 99) for x, _ in pairs], [min(max(y, 1), 99) for _, y in pairs]


@pytest.mark.parametrize("spread", [0.0, 6.0, 22.0])
@pytest.mark.parametrize("n", [3, 12, 40])
@pytest.mark.parametrize("stem", ["s", LONG])
def test_names_in_the_plane_never_cover_each_other(n: int, spread: float, stem: str) -> None:
    names = [f"{stem}{k}" for k in range(n)]
    svg = draw.plane(names, *clouds(n, spread))
    assert overlapping(svg) == []
    assert outside(svg) == []
    # Each name stands in the drawing, or is told in full where the pointer rests on its beginning and end.
    said = {shown for shown, _ in boxes(svg)} | {*titles(svg)}
    assert {*names} <= said


def test_names_that_would_stand_far_off_become_numbers_with_a_key() -> None:
    """Twenty points in a heap: lines to names would run across each other."""
    xs, ys = clouds(20, 3.0)
    names = [f"system {k}" for k in range(20)]
    labels = label_points(names, [(4 * x, 4 * y) for x, y in zip(xs, ys, strict=True)], (0, 0, 400, 400))
    assert labels.key == tuple(names)
    apart = label_points(names[:4], [(90, 90), (300, 90), (90, 300), (300, 300)], (0, 0, 400, 400))
    assert apart.key == ()


@settings(max_examples=15, deadline=None)
@given(
    st.lists(st.tuples(st.floats(0, 100), st.floats(0, 100), st.text(max_size=60)), min_size=1, max_size=25)
)
def test_no_plane_has_names_that_cover_each_other(rows: list[tuple[float, float, str]]) -> None:
    xs, ys, names = zip(*rows, strict=True)
    svg = draw.plane([name.replace("\r", " ") for name in names], xs, ys)
    assert overlapping(svg) == []
    assert outside(svg) == []


@pytest.mark.parametrize("stem", ["s", LONG])
def test_names_in_a_scatter_plot(stem: str) -> None:
    names = [f"{stem}{k}" for k in range(40)]
    svg = draw.scatter(
        *clouds(40, 8.0), title="t", labels=names, groups=[f"{LONG}{k % 4}" for k in range(40)]
    )
    assert overlapping(svg) == []
    assert outside(svg) == []


def test_long_names_of_bars_lines_and_maps_are_cut() -> None:
    names = [f"{LONG}{k}" for k in range(40)]
    values = [math.sin(k) for k in range(40)]
    plots = [
        draw.bars(names, values, title="t", x_label=LONG * 3),
        draw.lines([draw.Series(name, [0, 1], [0, 1]) for name in names[:6]], title="t", y_label=LONG * 3),
        draw.lines([draw.Series(LONG * 2, [0, 1], [0, 1])], title="t", x_label=LONG * 3, legend_at="right"),
        draw.heatmap([[1.0] * 3] * 40, names, ["a", "b", "c"], title="t"),
        draw.heatmap([[1.0] * 4], ["a"], names[:4], title="t"),
    ]
    for svg in plots:
        assert overlapping(svg) == []
        assert outside(svg) == []
    assert names[7] in titles(plots[0])
    assert LONG * 3 in titles(plots[1])


def test_few_names_stand_beside_their_points() -> None:
    labels = label_points(["first", "second"], [(50, 50), (120, 90)], (0, 0, 200, 200))
    assert labels.key == ()
    places = place_labels(["first", "second"], [(50, 50), (120, 90)], (0, 0, 200, 200))
    assert [place is not None and not place.apart for place in places] == [True, True]


def test_a_crowd_is_numbered_and_has_a_key() -> None:
    points = [(100.0 + k % 5, 100.0 + k % 7) for k in range(30)]
    labels = label_points([f"{LONG}{k}" for k in range(30)], points, (0, 0, 300, 300))
    assert len(labels.key) == 30
    assert labels.key_height(300) > 100
    assert label_points(["a"] * 200, [(1.0, 1.0)] * 200, (0, 0, 9, 9)).markup == ""


def test_a_name_that_is_cut_keeps_both_its_ends() -> None:
    assert shortened("short", 100) == "short"
    cut = shortened(f"{LONG}17", 130)
    assert cut.startswith("a rather")
    assert cut.endswith("17")
    assert text_width(cut) <= 130
    assert shortened("mm", 1) == "m…"
