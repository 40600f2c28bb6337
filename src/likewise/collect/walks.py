"""Items for the two tasks that collect route instructions (Chen 2012, section 4.1).

Random walks on maps are what instructors are shown; what they wrote is what followers get. The export
`navigation` of the followers' campaign is then a corpus: instructions on whose path most of them agree.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from typing import Any

from likewise.collect.campaigns import Ref, find_campaign
from likewise.collect.export_rows import Rows
from likewise.collect.store import Store
from likewise.collect.tasks.grid import plain_map
from likewise.errors import InputError
from likewise.text import code_of
from likewise.worlds import Map, moves_of, random_path

__all__ = ["follower_items", "instructor_items", "language_code"]

_TRIES = 50


def instructor_items(
    maps: Sequence[Map], count: int, *, seed: int = 0, actions: tuple[int, int] = (1, 4)
) -> Iterator[dict[str, Any]]:
    """So many random walks, no two alike, the maps in turn; stimuli of the task `instruct`."""
    if not maps:
        raise InputError("expected at least one map", field="maps")
    plain = [plain_map(world) for world in maps]
    seen: set[Any] = set()
    tries = 0
    while len(seen) < count:
        which = len(seen) % len(maps)
        path = random_path(maps[which], seed * 1_000_003 + tries, actions=actions)
        tries += 1
        if tries > _TRIES * count:
            raise InputError(f"the maps have only {len(seen)} such walks that differ", field="count")
        if (which, *path) in seen:
            continue
        seen.add((which, *path))
        name = f"{maps[which].name}-{len(seen)}"
        yield {"id": name, "map": plain[which], "start": list(path[0]), "actions": moves_of(path)}


def follower_items(
    store: Store, campaign: Ref, *, state: str | None = "accepted"
) -> Iterator[dict[str, Any]]:
    """The instructions of a campaign of instructors; stimuli of the task `follow`."""
    with store.read() as connection:
        current = find_campaign(connection, campaign)
        if current.task != "instruct":
            raise InputError("only a campaign of instructors has instructions to follow", field="campaign")
        with closing(Rows(connection, current, state)) as rows:
            for row in rows():
                about = {"map": row.stimulus["map"], "start": row.stimulus["start"]}
                code = language_code(row.lang)
                spoken = {"lang": code} if code else {}
                yield {"id": f"{row.item}-{row.id}", **about, "instruction": row.payload["text"], **spoken}


def language_code(name: str | None) -> str | None:
    """The code of a language that people name; the name itself where its code is not known here."""
    return code_of(name) if name else None
