"""Where answered trees differ from gold ones: both are walked in tandem, and what differs is counted.

After Packard (2014, section 3.2, footnote 3), whose error tool showed what to mend first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from difflib import SequenceMatcher

from likewise.robot.evaluation import Judged
from likewise.worlds.blocks import Rcl

__all__ = ["Mismatch", "mismatches", "tree_differences"]


@dataclass(frozen=True, slots=True)
class Mismatch:
    """A way in which trees differ, how often, and the ids of commands in which they do."""

    place: str
    gold: str
    system: str
    count: int
    ids: tuple[str, ...] = field(default=())


def tree_differences(gold: Rcl, system: Rcl) -> Iterator[tuple[str, str, str]]:
    """Place, what gold has there and what the system has; "" where one has nothing."""
    yield from _differences(gold.bare(), system.bare(), "")


def mismatches(judged: Iterable[Judged], *, most: int = 20) -> list[Mismatch]:
    """The most frequent differences of wrong answers; a command that was not answered is one by itself."""
    counts: Counter[tuple[str, str, str]] = Counter()
    ids: dict[tuple[str, str, str], list[str]] = {}
    for one in judged:
        if one.right or one.command.rcl is None:
            continue
        chosen = one.answer.chosen
        found = [("command", "answered", "not answered")] if chosen is None else None
        for key in found or tree_differences(one.command.rcl, chosen.rcl if chosen else one.command.rcl):
            counts[key] += 1
            ids.setdefault(key, []).append(one.command.id)
    return [Mismatch(*key, count, tuple(ids[key])) for key, count in counts.most_common(most)]


def _differences(gold: Rcl, system: Rcl, place: str) -> Iterator[tuple[str, str, str]]:
    here = f"{place}/{gold.name}" if place else gold.name
    if gold.name != system.name:
        yield here, _shown(gold), _shown(system)
        return
    if gold.value != system.value:
        yield here, gold.value, system.value
    left, right = gold.children, system.children
    blocks = SequenceMatcher(None, [_key(one) for one in left], [_key(one) for one in right], autojunk=False)
    for _, i, i_end, j, j_end in blocks.get_opcodes():
        both = min(i_end - i, j_end - j)
        for k in range(both):
            yield from _differences(left[i + k], right[j + k], here)
        for one in left[i + both : i_end]:
            yield f"{here}/{one.name}", _shown(one), ""
        for one in right[j + both : j_end]:
            yield f"{here}/{one.name}", "", _shown(one)


def _key(one: Rcl) -> str:
    return one.name


def _shown(one: Rcl) -> str:
    """An element in a few words: its value, or the values below it."""
    return one.value or " ".join(part.value for part in one.walk() if part.value)
