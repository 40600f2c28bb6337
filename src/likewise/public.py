"""The public page of a room: the names in its stub (`__init__.pyi`), each loaded when it is first used.

So a reader and a type checker see on one page what a room offers, and importing one name does not import the
whole room.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import lazy_loader

from likewise.moved import moved_name

__all__ = ["public_page"]


def public_page(room: str, file: str) -> tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]:
    """`__getattr__`, `__dir__` and `__all__` of the room whose `__init__.py` is `file`."""
    load, names, public = lazy_loader.attach_stub(room, file)

    def find(name: str) -> Any:
        return load(name) if name in public else moved_name(room, name)

    return find, names, public
