"""What a part of the studio says of itself: app, menu, home, command and tests loop over all parts.

A feature is a folder: `api.py` and `page.py`, each with a `router`; `service.py` with what lives as long as
the studio; its `templates`, and in `static` its scripts. The folder's `__init__` holds one `Feature` and
imports none of the others: they are loaded when a studio is made.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module, resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol, Self

if TYPE_CHECKING:
    from fastapi import APIRouter

__all__ = ["MenuEntry", "Feature", "FolderOption", "Service", "Setup", "feature_of", "setup_of"]


@dataclass(frozen=True)
class MenuEntry:
    """A link of the menu, lower orders first; with `about` a card on the home page, there named `card`."""

    address: str
    title: str
    about: str | None = None
    card: str | None = None
    order: int = 1000
    group: Literal["staff", "worker"] = "staff"


@dataclass(frozen=True)
class FolderOption:
    """A folder that the studio is given: `flag` of `likewise studio`, `keyword` of `create_app`."""

    flag: str
    keyword: str
    help: str
    many: bool = False


@dataclass(frozen=True)
class Setup:
    """What services are opened with: the folder of media, and the folders that were named for options."""

    media: Path
    given: Mapping[str, Sequence[Path]] = field(default_factory=dict)

    def folders(self, keyword: str) -> Sequence[Path]:
        """The folders of an option that may be repeated."""
        return self.given.get(keyword, ())

    def folder(self, keyword: str) -> Path | None:
        """The folder of an option that is given once."""
        return next(iter(self.folders(keyword)), None)


class Service(Protocol):
    """What a feature keeps while the studio runs; opening one checks its folders and starts nothing dear."""

    @classmethod
    def open(cls, setup: Setup) -> Self:
        """The service of a studio."""

    def close(self) -> None:
        """Let go of processes and files."""


@dataclass(frozen=True)
class Feature:
    """One part of the studio, by the package that it lives in.

    `service` is the name of a class in `service.py`, `routers` are the modules with routes. `uploads` are
    endings of paths that take files, with the limit (a field of `Limits`) for their size. `pages` are
    addresses that show what there is to see, for staff, and `worker_pages` for workers: tests look at each.
    In them `{rate}` stands for a campaign of the task `rate`, and so on, `{worker}` for a worker's code.
    `files` are routes that answer with a file or lead elsewhere.
    """

    package: str
    menu: tuple[MenuEntry, ...] = ()
    options: tuple[FolderOption, ...] = ()
    service: str | None = None
    routers: tuple[str, ...] = ("api", "page")
    uploads: Mapping[str, str] = field(default_factory=dict)
    pages: tuple[str, ...] = ()
    worker_pages: tuple[str, ...] = ()
    files: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The folder's name, under which its templates are known."""
        return self.package.rpartition(".")[2]

    def load_routers(self) -> list[APIRouter]:
        """The routes, those of the API first."""
        return [import_module(f"{self.package}.{module}").router for module in self.routers]

    def open_service(self, setup: Setup) -> Service | None:
        """The service, where there is one."""
        if self.service is None:
            return None
        kind: type[Service] = getattr(import_module(f"{self.package}.service"), self.service)
        return kind.open(setup)

    def resource(self, *path: str) -> Traversable:
        """A file or folder inside the feature's own."""
        return resources.files(self.package).joinpath(*path)


def feature_of(package: str) -> Feature:
    """The feature that a package holds."""
    feature: Feature = import_module(package).FEATURE
    return feature


def setup_of(features: Sequence[Feature], media: Path, given: Mapping[str, Any]) -> Setup:
    """The setup out of keyword arguments: each a folder, or an iterable of them where it may be repeated."""
    known = {option.keyword: option for feature in features for option in feature.options}
    if unknown := sorted(set(given) - set(known)):
        raise TypeError(f"no feature of the studio takes {', '.join(unknown)}")
    folders: dict[str, Sequence[Path]] = {}
    for keyword, value in given.items():
        if value is not None:
            folders[keyword] = tuple(map(Path, value)) if known[keyword].many else (Path(value),)
    return Setup(media, folders)
