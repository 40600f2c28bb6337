"""The section on what changed in meaning: kinds and roles by system, and the worst segments first.

It is made from the flags of the metric `meaning` (`likewise.metrics.meaning`), gathered while segments are
scored: counts of all of them, and of each kind the worst few, so that a page of any file stays small.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappush, heappushpop
from typing import Any

from likewise.draw import escape, heatmap
from likewise.metrics.meaning import KINDS, family_of, marked_pieces
from likewise.records import Segment
from likewise.report.contents import Section
from likewise.report.html import figure, paragraph, section, sub

__all__ = ["METRIC", "MeaningChanges"]

METRIC = "meaning"
"""The metric whose flags are changes of meaning."""
_WORST = 40
"""Segments of each kind that a page lists."""
_DONE = {"role-lost": "lost", "role-added": "added", "role-swap": "swapped"}
_NO_SYSTEM = "all"

Flags = Sequence[Mapping[str, Any]]


@dataclass(frozen=True, order=True, slots=True)
class _Graver:
    """A segment in a heap: the root is the mildest, of equal ones the one that came last."""

    badness: float
    earlier: int


class MeaningChanges:
    """Changes of meaning by system, gathered segment by segment."""

    def __init__(self) -> None:
        self.segments: Counter[str] = Counter()
        self.kinds: dict[str, Counter[str]] = {}
        self.roles: dict[str, Counter[str]] = {}
        self.seen = self.changed = 0
        self.unread = self.empty = 0
        self._worst: dict[str, list[tuple[_Graver, Segment, float, Flags]]] = {}

    def add(self, segment: Segment, score: float, flags: Flags) -> None:
        """Take in a segment with its score and its flags: what changed in it, what was not read."""
        system = segment.system if segment.system is not None else _NO_SYSTEM
        self.seen += 1
        self.unread += any(flag["kind"] == "unread" for flag in flags)
        self.empty += any(flag["kind"] == "empty" for flag in flags)
        flags = [flag for flag in flags if flag["kind"] in KINDS]
        self.changed += bool(flags)
        self.segments[system] += 1
        kinds = {flag["kind"] for flag in flags}
        self.kinds.setdefault(system, Counter()).update(kinds)
        self.roles.setdefault(system, Counter()).update(set(_roles(flags)))
        row = (_Graver(-score, -self.seen), segment, score, flags)
        for kind in kinds:
            heap = self._worst.setdefault(kind, [])
            if len(heap) < _WORST:
                heappush(heap, row)
            else:
                heappushpop(heap, row)

    def worst(self) -> list[tuple[Segment, float, Flags]]:
        """The segments that are listed, those with the lowest score first."""
        rows = {row[0].earlier: row for heap in self._worst.values() for row in heap}
        return [row[1:] for row in sorted(rows.values(), key=lambda row: row[0], reverse=True)]

    def sections(self) -> list[Section]:
        """The section of the page; none where nothing was gathered."""
        if not self.seen:
            return []
        how = (
            f"In {self.changed:,} of {self.seen:,} segments the candidate says something else than the text "
            "that it was held against, or more, or less. Confidence is the chance that a change is real."
        )
        if self.unread:
            how += f" {self.unread:,} were not read in full, for language, script or length: look there too."
        if self.empty:
            how += f" {self.empty:,} are empty on a side, and score 0."
        parts = [self._kind_map(), self._role_map(), self._list()] if self.changed else []
        return [Section(METRIC, "Meaning", section(METRIC, "What changed in meaning", how, *parts))]

    def _kind_map(self) -> str:
        kinds = [kind for kind in KINDS if any(counts[kind] for counts in self.kinds.values())]
        named = [kind.replace("-", " ") for kind in kinds]
        return sub(
            "Kinds of change, by system",
            "Percent of a system's segments with a change of this kind.",
            _heat(named, [[self._share(self.kinds, s, kind) for s in self.segments] for kind in kinds],
                  list(self.segments), "Kinds of change, by system"),
        )  # fmt: skip

    def _role_map(self) -> str:
        roles = sorted({role for counts in self.roles.values() for role in counts})
        if not roles:
            return ""
        return sub(
            "Roles lost, added and swapped, by system",
            "Who did what to whom, when, where, how: percent of a system's segments in which it went wrong.",
            _heat(roles, [[self._share(self.roles, s, role) for s in self.segments] for role in roles],
                  list(self.segments), "Roles lost, added and swapped, by system"),
        )  # fmt: skip

    def _share(self, counts: Mapping[str, Counter[str]], system: str, what: str) -> float:
        return 100.0 * counts[system][what] / self.segments[system]

    def _list(self) -> str:
        rows = self.worst()
        kinds = [kind for kind in KINDS if kind in self._worst]
        systems = list(self.segments) if len(self.segments) > 1 else []
        shown = "" if len(rows) == self.changed else f" Of each kind the worst {_WORST} are here."
        return sub(
            "The worst first",
            f"Before is the reference (or the source), after is the candidate.{shown}",
            _controls(kinds, systems),
            f'<ol class="changes" id="change-list">{"".join(_item(*row) for row in rows)}</ol>',
            '<p><button type="button" id="change-more" hidden>Show more</button></p>',
        )


def _roles(flags: Flags) -> Iterable[str]:
    """What happened to roles: `WHEN lost`, `WHO changed`."""
    for flag in flags:
        if flag.get("role"):
            yield f"{flag['role']} {_DONE.get(flag['kind'], 'changed')}"


def _heat(rows: Sequence[str], values: list[list[float]], columns: Sequence[str], title: str) -> str:
    drawing = heatmap(values, rows, columns, title=title, low=0.0, decimals=0)
    return (
        f'<div class="scroll matrix large" tabindex="0" role="region" aria-label="{escape(title)}">'
        f"{figure(drawing)}</div>"
    )


def _controls(kinds: Sequence[str], systems: Sequence[str]) -> str:
    """The filters; the script shows them, since they do nothing without it."""
    named = _options((kind, kind.replace("-", " ")) for kind in kinds)
    by_system = ""
    if systems:
        options = _options((f"={name}", name) for name in systems)
        by_system = f'<label>System <select id="change-system">{options}</select></label>'
    return (
        '<form class="controls" id="change-controls" hidden>'
        f'<label>Kind <select id="change-kind">{named}</select></label>{by_system}</form>'
        '<p class="status" id="change-status" role="status"></p>'
    )


def _options(pairs: Iterable[tuple[str, str]]) -> str:
    chosen = [("", "all"), *pairs]
    return "".join(f'<option value="{escape(key)}">{escape(name)}</option>' for key, name in chosen)


def _item(segment: Segment, score: float, flags: Flags) -> str:
    kinds = " ".join(dict.fromkeys(flag["kind"] for flag in flags))
    system = f" · <bdi>{escape(segment.system)}</bdi>" if segment.system is not None else ""
    data = f"={segment.system}" if segment.system is not None else ""
    before = _before(segment, flags)
    sides = "" if before is None else _side("before", before, flags, "a")
    sides += _side("after", segment.candidate, flags, "b")
    changes = "".join(
        f'<li><span class="kind k-{family_of(flag["kind"])}">{escape(flag["kind"].replace("-", " "))}</span> '
        f'<span dir="auto">{escape(flag["sentence"])}</span> '
        f'<span class="sure">{100 * flag["confidence"]:.0f} % sure</span></li>'
        for flag in flags
    )
    return (
        f'<li data-kinds="{escape(kinds)}" data-system="{escape(data)}">'
        f'<p class="which"><bdi>{escape(segment.id)}</bdi>{system} · {METRIC} {score:.1f}</p>'
        f"{sides}<ol>{changes}</ol></li>"
    )


def _before(segment: Segment, flags: Flags) -> str | None:
    """The text that the candidate was held against: the one in which the words of the flags stand."""
    sides = [flag["a"] for flag in flags if flag["a"]]
    texts = [*segment.references, *([segment.source] if segment.source is not None else [])]
    fitting = (t for t in texts if all(t[slice(*side["span"])] == side["text"] for side in sides))
    return next(fitting, None)


def _side(name: str, text: str, flags: Flags, side: str) -> str:
    marked = ""
    for piece in marked_pieces(text, flags, side):
        inner = escape(piece.text)
        if piece.numbers:
            ends = "".join(f"<sup>{number}</sup>" for number in piece.ends)
            inner = f'<mark class="k-{piece.family}">{inner}{ends}</mark>'
        marked += inner
    label = f'<span class="side">{name}</span> '
    return f'<p class="marked">{label}<bdi dir="auto">{marked}</bdi></p>' if text else paragraph("(empty)")
