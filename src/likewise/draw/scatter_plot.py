"""Two numbers a point: metric against human judgement, or one metric against another."""

from __future__ import annotations

from collections.abc import Sequence

from likewise.draw.axes import Frame, horizontal, legend, legend_height, vertical
from likewise.draw.labels import label_points
from likewise.draw.marks import marker
from likewise.draw.palette import colour, series
from likewise.draw.scale import Scale, extent, finite, tick_labels
from likewise.draw.svg import SMALL, document, element, empty, escape, text_width

__all__ = ["scatter"]

_GOLDEN = 0.6180339887498949


def _fit(xs: Sequence[float], ys: Sequence[float]) -> tuple[float, float] | None:
    """Least squares as (slope, intercept); none where x does not vary."""
    n = len(xs)
    if n < 2:
        return None
    mean_x, mean_y = sum(xs) / n, sum(ys) / n
    # Multiplied out: a power of a huge number raises, a product only becomes infinite.
    spread = sum((x - mean_x) * (x - mean_x) for x in xs)
    if not spread > 0 or not finite(spread):
        return None
    slope = sum((x - mean_x) * (y - mean_y) for x, y in zip(xs, ys, strict=True)) / spread
    intercept = mean_y - slope * mean_x
    return (slope, intercept) if finite(slope) and finite(intercept) else None


def _regression(fit: tuple[float, float], xs: Sequence[float], x: Scale, y: Scale) -> str:
    """The fitted line over the range of the data, cut where it leaves the frame."""
    slope, intercept = fit
    ends = [min(xs), max(xs)]
    if slope:
        crossings = sorted([(y.low - intercept) / slope, (y.high - intercept) / slope])
        ends = [max(ends[0], crossings[0]), min(ends[1], crossings[1])]
    if ends[0] >= ends[1]:
        return ""
    return element(
        "line",
        x1=x(ends[0]),
        y1=y(slope * ends[0] + intercept),
        x2=x(ends[1]),
        y2=y(slope * ends[1] + intercept),
        stroke="currentColor",
        stroke_width=1.6,
        stroke_dasharray="6 4",
    )


def _radius(n: int) -> float:
    """Smaller marks for more points: what matters then is where they crowd."""
    if n <= 40:
        return 4.2
    if n <= 250:
        return 3.0
    return 2.1 if n <= 1500 else 1.4


def scatter(
    x: Sequence[float | None],
    y: Sequence[float | None],
    *,
    title: str,
    x_label: str = "",
    y_label: str = "",
    groups: Sequence[str] | None = None,
    labels: Sequence[str] | None = None,
    ids: Sequence[str | None] | None = None,
    tips: Sequence[str] | None = None,
    regression: bool = False,
    jitter_y: float = 0.0,
    x_range: tuple[float, float] | None = None,
    y_range: tuple[float, float] | None = None,
    width: float = 340,
    height: float = 300,
    standalone: bool = False,
) -> str:
    """A scatter plot; groups differ in colour and in marker shape, and keep their order of appearance.

    `labels` are written beside the points, `tips` appear on hovering, `ids` become `data-id` so that a page
    can link a point to its row. `jitter_y` moves points up or down by at most that much, so that equal
    ratings do not hide each other; the moves depend only on the order, and the regression line is fitted
    without them.
    """
    known = [
        (i, float(a), float(b)) for i, (a, b) in enumerate(zip(x, y, strict=True)) if finite(a) and finite(b)
    ]
    if not known:
        return empty(title, width=width, standalone=standalone)
    names = list(dict.fromkeys(groups[i] for i, _, _ in known)) if groups is not None else []
    legend_names = names if len(names) > 1 else []
    low_x, high_x = x_range or extent(a for _, a, _ in known)
    low_y, high_y = y_range or extent(
        [b - jitter_y for _, _, b in known] + [b + jitter_y for _, _, b in known]
    )
    below = legend_height(legend_names, width - 8)
    left = 14 + max(text_width(t, SMALL) for t in tick_labels(Scale(low_y, high_y, 0, 1).ticks()) or [""])
    frame = Frame(left, 30, width - 12, height - 44)
    sx, sy = frame.x(low_x, high_x), frame.y(low_y, high_y)
    inside = [(i, a, b) for i, a, b in known if sx.shows(a) and sy.shows(b)]
    places = {i: (sx(a), sy(b + jitter_y * _jitter(i) if jitter_y else b)) for i, a, b in inside}

    body = [horizontal(frame, sx, x_label), vertical(frame, sy, y_label)]
    radius = _radius(len(inside))
    for k, name in enumerate(names or [""]):
        marks = []
        for i, _, _ in inside:
            if groups is not None and groups[i] != name:
                continue
            tip = element("title", escape(tips[i])) if tips is not None else ""
            data_id = ids[i] if ids is not None else None
            marks.append(marker(k, *places[i], radius, *([tip] if tip else []), data_id=data_id))
        role = series(k)
        body.append(
            element(
                "g",
                *marks,
                class_=f"lw-points lw-{role}",
                color=colour(role),
                fill="currentColor",
                fill_opacity=0.85 if len(inside) <= 40 else 0.6,
            )
        )
    fit = _fit([a for _, a, _ in known], [b for _, _, b in known]) if regression else None
    if fit is not None:
        body.append(_regression(fit, [a for _, a, _ in known], sx, sy))
    keyed = 0.0
    if labels is not None:
        shown = [labels[i] for i, _, _ in inside]
        points = [places[i] for i, _, _ in inside]
        bounds = (frame.left, frame.top, frame.right, frame.bottom)
        written = label_points(shown, points, bounds, size=SMALL)
        body += [written.markup, written.draw_key(8, height + below, width - 16)]
        keyed = written.key_height(width - 16)
    body.append(legend(legend_names, 8, height + 4, width - 8))
    described = f"Scatter plot of {len(inside)} points; {x_label or 'x'} across, {y_label or 'y'} up."
    if legend_names:
        described += f" Groups: {', '.join(legend_names)}."
    return document(
        "".join(body),
        width=width,
        height=height + below + keyed,
        title=title,
        description=described,
        standalone=standalone,
    )


def _jitter(index: int) -> float:
    """A number in [-1, 1) that looks random and depends only on the index (golden-ratio sequence)."""
    return 2 * ((index * _GOLDEN) % 1.0) - 1
