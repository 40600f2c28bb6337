"""Models behind the pages: folders that the studio was given, or the one that comes with the package."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from pathlib import Path

from likewise.errors import InputError, RefusedError
from likewise.io import ModelCard, read_model

__all__ = ["EMBEDDED", "ModelFolders", "check_kind"]

EMBEDDED = "embedded"
"""The name of the model that comes with the package."""


def check_kind(folder: Path, kinds: Collection[str], wanting: str) -> ModelCard:
    """The card of the model in a folder; one of another kind is refused, and `wanting` says what it lacks."""
    card = read_model(folder)
    if card.kind not in kinds:
        raise InputError(f"holds a model of kind '{card.kind}', which {wanting}", file=str(folder))
    return card


class ModelFolders:
    """Models by name, in the order in which they were given; without any, the embedded one (no folder)."""

    def __init__(self, folders: Iterable[Path], *, kinds: Collection[str], wanting: str) -> None:
        self._folders: dict[str, Path | None] = {}
        for folder in folders:
            check_kind(folder, kinds, wanting)
            self._folders[self._free_name(folder.resolve().name)] = folder.resolve()
        if not self._folders:
            self._folders[EMBEDDED] = None

    def _free_name(self, name: str) -> str:
        """The name, with a number where another model has it already."""
        base, number = name or "model", 2
        while name in self._folders or not name:
            name, number = f"{base}-{number}", number + 1
        return name

    @property
    def names(self) -> list[str]:
        """The names; the first is the model that is used where none is named."""
        return list(self._folders)

    @property
    def embedded(self) -> bool:
        """Whether there is none but the embedded one."""
        return self.names == [EMBEDDED]

    def name_of(self, wanted: str | None) -> str:
        """The name of a model that is there, the first where none is wanted."""
        name = wanted or self.names[0]
        if name not in self._folders:
            raise RefusedError("not-found", "there is no such model")
        return name

    def folder(self, name: str) -> Path | None:
        """Where a model lies; None for the embedded one."""
        return self._folders[self.name_of(name)]

    def card(self, name: str) -> ModelCard | None:
        """What a model is; None for the embedded one, which is made when it is needed."""
        folder = self.folder(name)
        return None if folder is None else read_model(folder)
