"""Freestyle models behind the page: those that come with the package, those given, those learnt here."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from likewise.errors import InputError, RefusedError
from likewise.io import ModelCard, read_model
from likewise.studio.models import ModelFolders
from likewise.text import name_of

__all__ = ["EMBEDDED_LANGUAGES", "ModelShelf", "ShelfModel"]

EMBEDDED_LANGUAGES = ("en", "fr")
"""Languages of the models that come with the package."""
_NAME = re.compile(r"[^\W_][\w -]{0,39}")
_KIND = "freestyle"


@dataclass(frozen=True, slots=True)
class ShelfModel:
    """A model by name; `folder` is None for one that comes with the package, `own` for one learnt here."""

    name: str
    lang: str
    folder: Path | None
    own: bool = False

    @property
    def title(self) -> str:
        """What people choose it by."""
        spoken = name_of(self.lang)
        return f"{spoken} (comes with the package)" if self.folder is None else f"{self.name} ({spoken})"

    def as_dict(self) -> dict[str, Any]:
        """The model as JSON: its name, its language, and where it is from."""
        origin = "embedded" if self.folder is None else "own" if self.own else "given"
        return {"name": self.name, "lang": self.lang, "origin": origin}

    @property
    def place(self) -> dict[str, Any]:
        """Where a process finds it; the stamp changes where another model takes its place."""
        if self.folder is None:
            return {"folder": None, "lang": self.lang, "stamp": 0}
        stamp = (self.folder / "model.json").stat().st_mtime_ns
        return {"folder": str(self.folder), "lang": self.lang, "stamp": stamp}


class ModelShelf:
    """Models as they are offered: given ones, those that come with the package, those learnt here."""

    def __init__(self, given: Iterable[Path], kept: Path) -> None:
        self.kept = kept
        folders = list(given)
        shelf = ModelFolders(folders, kinds=(_KIND,), wanting="writes no verse") if folders else None
        self._given = [] if shelf is None else [_shelved(name, shelf.folder(name)) for name in shelf.names]

    @property
    def models(self) -> list[ShelfModel]:
        """All models; the first is used where none is named."""
        embedded = [ShelfModel(f"embedded-{lang}", lang, None) for lang in EMBEDDED_LANGUAGES]
        return [*self._given, *embedded, *self._own()]

    def _own(self) -> list[ShelfModel]:
        found = []
        for folder in sorted(self.kept.iterdir()) if self.kept.is_dir() else ():
            # A folder that holds something else, or half of a model, is passed over.
            with suppress(InputError):
                if not folder.name.startswith(".") and read_model(folder).kind == _KIND:
                    found.append(_shelved(folder.name, folder, own=True))
        return found

    def find(self, name: str | None = None, lang: str | None = None) -> ShelfModel:
        """The model of a name, else the first of a language, else the first."""
        for model in self.models:
            if model.name == name if name else lang is None or model.lang == lang:
                return model
        if name:
            raise RefusedError("not-found", "there is no such model")
        spoken = ", ".join(dict.fromkeys(model.lang for model in self.models))
        raise InputError(f"there is no model of this language, expected one of {spoken}", field="lang")

    def place_for(self, name: str) -> Path:
        """The folder of a model that is to be learnt; no other model may have its name."""
        name = " ".join(name.split())
        if not _NAME.fullmatch(name):
            raise InputError("expected a name of at most 40 letters, digits, blanks and -", field="name")
        same = [model for model in self.models if model.name == name]
        if same:
            way_out = "choose another name, or delete it" if same[0].own else "choose another name"
            raise InputError(f"there is a model of that name already: {way_out}", field="name")
        return self.kept / name

    def remove(self, name: str) -> None:
        """Delete a model that was learnt here."""
        model = self.find(name)
        if not model.own or model.folder is None:
            raise RefusedError("not-allowed", "only models that were learnt here can be deleted")
        shutil.rmtree(model.folder)


def _shelved(name: str, folder: Path | None, *, own: bool = False) -> ShelfModel:
    card: ModelCard | None = None if folder is None else read_model(folder)
    lang = "en" if card is None else str(card.settings.get("lang", "en"))
    return ShelfModel(name, lang, folder, own)
