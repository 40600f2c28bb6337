"""A text that was read, as a picture: its tree as arcs above the words, a row of roles below for each frame.

SVG as text, by the conventions of `likewise.draw`: colours by custom properties, everything escaped, no ids,
the same bytes for the same input. The frames stand in words in the description.
"""

from __future__ import annotations

from likewise.draw import (
    ARC_STEP,
    SMALL,
    Arc,
    arc_levels,
    colour,
    document,
    draw_arc,
    element,
    empty,
    escape,
    number,
    text,
    text_width,
)
from likewise.frames.framed_sentence import FramedSentence
from likewise.frames.sentence_blocks import sentence_blocks
from likewise.records import Frame

__all__ = ["draw_frames", "frames_in_words"]

_GAP, _EDGE, _BAND, _ROW = 14.0, 14.0, 19.0, 24.0
_COLOURS = {
    "ARG0": "s1", "ARG1": "s2", "ARG2": "s3", "TMP": "s4", "LOC": "s6", "NEG": "s8", "MOD": "s8",
}  # fmt: skip
"""The colour of a role; all others have one in common. The label stands on every band."""
_OTHER = "s5"


def draw_frames(*sentences: FramedSentence, title: str = "", standalone: bool = False) -> str:
    """The arcs and roles of a text, or of several, as SVG; sentences stand below each other."""
    title = title or f"Frames of: {' '.join(token for one in sentences for token in one.tokens)}"
    if not any(one.tokens for one in sentences):
        return empty(title, width=260, standalone=standalone)
    body, width, height = "", 0.0, 0.0
    for one in sentences:
        for start, end in sentence_blocks(one):
            drawn, wide, high = _block(one, start, end)
            body += element("g", drawn, transform=f"translate(0 {number(height)})")
            width, height = max(width, wide), height + high
    return document(
        body,
        width=width,
        height=height,
        title=title,
        description=" ".join(frames_in_words(one) for one in sentences),
        standalone=standalone,
    )


def frames_in_words(sentence: FramedSentence) -> str:
    """The frames for those who do not see the drawing: `bit: ARG0 The dog, ARG1 the man`."""

    def said(span: tuple[int, int]) -> str:
        return " ".join(sentence.tokens[slice(*span)])

    parts = [
        f"{said(frame.predicate)}: "
        + (", ".join(f"{role.label} {said(role.span)}" for role in frame.roles) or "no roles")
        for frame in sentence.frames
    ]
    return "; ".join(parts) + "." if parts else "No frames."


def _block(sentence: FramedSentence, start: int, end: int) -> tuple[str, float, float]:
    """One sentence as markup, its width and its height."""
    tokens, tags = sentence.tokens[start:end], sentence.tags[start:end]
    arcs = [
        Arc(head - start, k, relation)
        for k, (head, relation) in enumerate(
            zip(sentence.heads[start:end], sentence.relations[start:end], strict=True)
        )
        if head >= 0
    ]
    arcs.sort(key=lambda arc: (arc.ends[1] - arc.ends[0], arc.ends))
    frames = [frame for frame in sentence.frames if start <= frame.predicate[0] < end and frame.roles]
    rows = [_bands(sentence, frame, start) for frame in frames]
    middles, halves = _columns(tokens, tags, arcs, rows)
    levels = arc_levels(arcs)
    base = _EDGE + ARC_STEP * (max(levels, default=-1) + 1)
    body = "".join(
        draw_arc(arc, middles, base, level, role="muted") for arc, level in zip(arcs, levels, strict=True)
    )
    for k, (token, tag, x) in enumerate(zip(tokens, tags, middles, strict=True)):
        bold = "bold" if arcs and sentence.heads[start + k] < 0 else None
        body += text(token, x, base + 17, anchor="middle", weight=bold)
        body += text("" if tag == "_" else tag, x, base + 32, anchor="middle", size=10, role="muted")
    top = base + 40
    for row in rows:
        for first, last, label, role in row:
            left, right = middles[first] - halves[first], middles[last] + halves[last]
            body += _band(left, right, top, label, role)
        top += _ROW
    return body, middles[-1] + halves[-1] + _EDGE, top + _EDGE


_Band = tuple[int, int, str, str]
"""First column, last column, what is written on it, and its colour."""


def _bands(sentence: FramedSentence, frame: Frame, start: int) -> list[_Band]:
    first, end = frame.predicate
    name = frame.sense or " ".join(sentence.lemmas[first:end] or sentence.tokens[first:end])
    bands = [(first - start, end - start - 1, name if name != "_" else "V", "ink")]
    for role in frame.roles:
        bare = role.label.removeprefix("R-").removeprefix("C-").removeprefix("ARGM-")
        first, end = role.span
        bands.append((first - start, end - start - 1, role.label, _COLOURS.get(bare, _OTHER)))
    return bands


def _columns(
    tokens: tuple[str, ...], tags: tuple[str, ...], arcs: list[Arc], rows: list[list[_Band]]
) -> tuple[list[float], list[float]]:
    """The middle of each column and half its width, so that names of arcs and roles have room."""
    halves = [max(text_width(t), text_width(tag, 10), 14.0) / 2 for t, tag in zip(tokens, tags, strict=True)]
    apart: list[list[tuple[int, float]]] = [[] for _ in tokens]
    for first, last, label, _ in (band for row in rows for band in row):
        room = text_width(label, 11) + 8
        if first == last:
            halves[first] = max(halves[first], room / 2)
        else:
            apart[last].append((first, room))
    for arc in arcs:
        left, right = arc.ends
        apart[right].append((left, text_width(arc.label, 11) + 24))
    middles: list[float] = []
    for k in range(len(tokens)):
        place = _EDGE + halves[0] if not k else middles[-1] + halves[k - 1] + _GAP + halves[k]
        middles.append(max([place, *(middles[other] + room for other, room in apart[k])]))
    return middles, halves


def _band(left: float, right: float, top: float, label: str, role: str) -> str:
    strong = role == "ink"
    box = element(
        "rect",
        element("title", escape(label)),
        x=left,
        y=top,
        width=right - left,
        height=_BAND,
        rx=4,
        fill="currentColor",
        fill_opacity=0.08 if strong else 0.22,
        stroke="currentColor",
        class_=f"lw-{role}",
        color=colour(role),
    )
    weight = "bold" if strong else None
    return box + text(label, (left + right) / 2, top + 13.5, anchor="middle", size=SMALL - 1, weight=weight)
