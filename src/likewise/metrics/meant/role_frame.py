"""Frames as MEANT sees them: a predicate and its arguments, each a set of tokens in a role group."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from likewise.metrics.meant.role_groups import group_of, plain_label
from likewise.records import Frame

__all__ = ["RoleFiller", "RoleFrame", "role_frames"]


@dataclass(frozen=True, slots=True)
class RoleFiller:
    """An argument: its label, the group that the label is in, and its tokens in order."""

    label: str
    group: int
    tokens: tuple[int, ...]


@dataclass(frozen=True)
class RoleFrame:
    """The tokens of a predicate, and its arguments."""

    predicate: tuple[int, ...]
    arguments: tuple[RoleFiller, ...] = ()

    @cached_property
    def covered(self) -> int:
        """How many tokens predicate and arguments fill, each counted once."""
        return len(set(self.predicate).union(*(one.tokens for one in self.arguments)))


def role_frames(frames: Iterable[Frame], size: int, *, relative: str = "drop") -> tuple[RoleFrame, ...]:
    """The frames of a sentence of `size` tokens, in the order of the sentence whatever order they come in.

    A continued argument (`C-ARG1`) is joined to the argument that it continues. A relative pronoun (`R-ARG1`)
    only points to an argument: it is dropped, or kept as one more of its group. Arguments without tokens, and
    what lies outside the sentence, are left out.
    """
    made = (_role_frame(frame, size, relative) for frame in frames)
    return tuple(sorted((one for one in made if one.predicate), key=_order))


def _role_frame(frame: Frame, size: int, relative: str) -> RoleFrame:
    fillers: dict[tuple[str, int], set[int]] = {}
    ordered = sorted(frame.roles, key=lambda role: (plain_label(role.label).startswith("C-"), role.span))
    for number, role in enumerate(ordered):
        label, tokens = plain_label(role.label), set(range(max(role.span[0], 0), min(role.span[1], size)))
        if not tokens or (label.startswith("R-") and relative == "drop"):
            continue
        head = label.removeprefix("C-")
        same = [key for key in fillers if key[0] == head] if head != label else []
        # Of several arguments of that label, the last before the continuation is the one that goes on.
        before = [key for key in same if min(fillers[key]) <= min(tokens)]
        fillers.setdefault((before or same or [(head, number)])[-1], set()).update(tokens)
    arguments = [
        RoleFiller(label, group_of(label), tuple(sorted(tokens))) for (label, _), tokens in fillers.items()
    ]
    predicate = range(max(frame.predicate[0], 0), min(frame.predicate[1], size))
    return RoleFrame(tuple(predicate), tuple(sorted(arguments, key=lambda one: (one.tokens, one.label))))


def _order(frame: RoleFrame) -> tuple[object, ...]:
    return frame.predicate, tuple((one.tokens, one.label) for one in frame.arguments)
