"""Majority-path filter for follower data (Chen 2012, section 4.2).

An instruction is kept only if at least five followers left a trace and more than half of the traces
agree on the path. A follower who skipped the instruction left no trace: skips are counted, but count
neither towards the five nor against the majority.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from likewise.errors import InputError

__all__ = ["LEAST", "Summary", "majority", "route", "summarise", "summary"]

LEAST = 5
P = TypeVar("P")
Key = Callable[[Any], Hashable]


@dataclass(frozen=True, slots=True)
class Summary:
    """What the followers of one instruction did; `path` is None where it is dropped, `reason` says why.

    `followers` counts traces, `distinct` different paths among them, `agree` the traces of the most
    frequent one. Reasons: "too-few" (followers), "no-majority".
    """

    id: str
    followers: int
    skipped: int
    distinct: int
    agree: int
    path: Any | None
    reason: str | None

    @property
    def share(self) -> float:
        """The share of the traces that took the most frequent path; 0 without traces."""
        return self.agree / self.followers if self.followers else 0.0


def exact(path: Any) -> Hashable:
    """The path itself, as something that can be counted: the default idea of "the same path"."""
    return tuple(exact(part) for part in path) if isinstance(path, list | tuple) else path


def route(path: Sequence[Sequence[int]]) -> Hashable:
    """The places in order and the last heading: a detour of turns on the spot makes no other route."""
    places = [tuple(pose[:2]) for pose in path]
    return tuple(p for i, p in enumerate(places) if i == 0 or p != places[i - 1]), path[-1][2] % 360


def majority(paths: Sequence[P | None], least: int = LEAST, *, key: Key = exact) -> P | None:
    """The path that more than half of the traces took, or None without one or with too few traces.

    None among the paths is a follower who skipped. `key` says when two paths are the same; where it
    takes different ones together (`route`), the most frequent of them is returned, the earliest of equals.
    """
    path: P | None = summary("", paths, least, key=key).path
    return path


def summary(id: str, paths: Sequence[Any | None], least: int = LEAST, *, key: Key = exact) -> Summary:
    """What the followers of one instruction did, and the path that is kept."""
    if least < 1:
        raise InputError(f"at least one follower is needed, found {least}", field="least")
    traces = [path for path in paths if path is not None]
    keys = [key(path) for path in traces]
    ranked = Counter(keys).most_common(1)
    top, agree = ranked[0] if ranked else (None, 0)
    path = reason = None
    if len(traces) < least:
        reason = "too-few"
    elif 2 * agree <= len(traces):
        reason = "no-majority"
    else:
        inside = [(exact(trace), trace) for trace, its in zip(traces, keys, strict=True) if its == top]
        best = Counter(form for form, _ in inside).most_common(1)[0][0]
        path = next(trace for form, trace in inside if form == best)
    return Summary(id, len(traces), len(paths) - len(traces), len(set(keys)), agree, path, reason)


def summarise(
    followers: Mapping[str, Sequence[Any | None]], least: int = LEAST, *, key: Key = exact
) -> list[Summary]:
    """One summary an instruction, in the order given."""
    return [summary(id, paths, least, key=key) for id, paths in followers.items()]
