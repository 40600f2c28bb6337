"""The public page of a room: the names in its stub (`__init__.pyi`), each loaded when it is first used.

So a reader and a type checker see on one page what a room offers, and importing one name does not import the
whole room.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

import lazy_loader

from likewise.moved import MODULES, moved_name

__all__ = ["public_page"]


class _Page(ModuleType):
    """A room in which the old path of a module does not take the place of a public name."""

    def __setattr__(self, name: str, value: Any) -> None:
        if not isinstance(value, ModuleType) or f"{self.__name__}.{name}" not in MODULES:
            super().__setattr__(name, value)


def public_page(room: str, file: str) -> tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]:
    """`__getattr__`, `__dir__` and `__all__` of the room whose `__init__.py` is `file`."""
    load, names, public = lazy_loader.attach_stub(room, file)
    if any(f"{room}.{name}" in MODULES for name in public):
        sys.modules[room].__class__ = _Page

    def find(name: str) -> Any:
        return load(name) if name in public else moved_name(room, name)

    return find, names, public
