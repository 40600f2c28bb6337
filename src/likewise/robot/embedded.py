"""The commander that everyone has: learnt from the embedded commands when it is first needed, and kept.

It is kept in the user's cache folder (`LIKEWISE_CACHE` names another), under a name that changes with the
data and with the version. Where nothing can be written it is learnt each time.
"""

from __future__ import annotations

import os
from contextlib import suppress
from functools import cache
from pathlib import Path

from platformdirs import user_cache_path

from likewise.data import robot_files
from likewise.errors import InputError, LikewiseError
from likewise.io import Progress, fingerprint
from likewise.robot.commander import Commander
from likewise.robot.corpus import Command, load_commands
from likewise.text import code_of
from likewise.version import __version__
from likewise.worlds.blocks import Layouts, dumps_rcl, load_layouts

__all__ = ["LANGUAGES", "embedded_commander", "embedded_commands", "embedded_layouts", "is_commander_kept"]

LANGUAGES = ("en", "es", "zh")
_LEARNING = 5
"""Goes up when learning changes, so that what was kept before is not taken for new."""
_OPEN: dict[str, Commander] = {}


@cache
def embedded_commands(lang: str = "en") -> tuple[Command, ...]:
    """Our own commands in one language, with their trees."""
    commands, rcl, _ = robot_files(_known(lang))
    return load_commands(commands, rcl)


@cache
def embedded_layouts() -> Layouts:
    """Our own boards."""
    return load_layouts(robot_files()[2])


def embedded_commander(lang: str = "en", *, progress: Progress | None = None) -> Commander:
    """A commander learnt from the embedded commands."""
    code = _known(lang)
    if code not in _OPEN:
        _OPEN[code] = _kept_or_learnt(code, progress)
    return _OPEN[code]


def is_commander_kept(lang: str = "en") -> bool:
    """Whether the embedded commander was learnt before."""
    return _known(lang) in _OPEN or _kept_at(_known(lang)).is_dir()


def _kept_or_learnt(lang: str, progress: Progress | None) -> Commander:
    place = _kept_at(lang)
    with suppress(LikewiseError):
        return Commander.load(place)
    commander = Commander.fit(
        embedded_commands(lang), layouts=embedded_layouts(), lang=lang, progress=progress
    )
    with suppress(LikewiseError, OSError):
        place.parent.mkdir(parents=True, exist_ok=True)
        commander.save(place)
    return commander


def _kept_at(lang: str) -> Path:
    rows = ([one.id, one.scene, one.text, dumps_rcl(one.rcl)] for one in embedded_commands(lang) if one.rcl)
    named = os.environ.get("LIKEWISE_CACHE")
    folder = Path(named) if named else user_cache_path("likewise", appauthor=False)
    return folder / f"robot-{lang}-{__version__}-{_LEARNING}-{fingerprint(rows)}"


def _known(lang: str) -> str:
    code = code_of(lang)
    if code not in LANGUAGES:
        raise InputError(
            f"there are no embedded commands in '{lang}', only in {', '.join(LANGUAGES)}", field="lang"
        )
    return code
