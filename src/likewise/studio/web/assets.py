"""Styles and scripts of the pages: files of the package, read once, with the colours of the plots put in."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from importlib.resources.abc import Traversable
from string import Template

from fastapi import APIRouter, Request, Response

from likewise import draw
from likewise.errors import RefusedError

__all__ = ["Assets"]

_TYPES = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "LICENSE": "text/plain; charset=utf-8",
    "svg": "image/svg+xml",
}


class Assets:
    """The files of some folders by name; there is no other way to a file than by one of these names."""

    def __init__(self, folders: Iterable[Traversable]) -> None:
        self.files: dict[str, Traversable] = {}
        for name, file in (pair for folder in folders for pair in _files(folder)):
            if name in self.files:
                raise ValueError(f"two files of the studio are called {name}: {self.files[name]}, {file}")
            self.files[name] = file
        self._read: dict[str, tuple[bytes, str]] = {}

    def read(self, name: str) -> tuple[bytes, str]:
        """A file's bytes and a tag that changes with them."""
        if name not in self._read:
            data = self.files[name].read_bytes()
            if name == "studio.css":
                colours = {"light": draw.LIGHT, "dark": draw.DARK, "plots": draw.PLOT_CSS}
                data = Template(data.decode()).substitute(colours).encode()
            self._read[name] = data, hashlib.sha256(data).hexdigest()[:16]
        return self._read[name]

    def address(self, name: str) -> str:
        """The address of an asset, which changes with its content so that browsers may keep it for long."""
        return f"/static/{name}?v={self.read(name)[1]}"

    def router(self) -> APIRouter:
        """The route by which they are served."""
        router = APIRouter(prefix="/static", include_in_schema=False)
        router.add_api_route("/{name:path}", self._serve, methods=["GET"])
        return router

    def _serve(self, request: Request, name: str) -> Response:
        if name not in self.files:
            raise RefusedError("not-found", "there is no such file")
        data, tag = self.read(name)
        headers = {"etag": f'"{tag}"', "cache-control": "public, max-age=86400"}
        if request.headers.get("if-none-match") == headers["etag"]:
            return Response(status_code=304, headers=headers)
        return Response(data, media_type=_TYPES[_ending(name)], headers=headers)


def _files(folder: Traversable, above: str = "") -> Iterator[tuple[str, Traversable]]:
    for file in folder.iterdir() if folder.is_dir() else ():
        if file.is_dir():
            yield from _files(file, f"{above}{file.name}/")
        elif _ending(file.name) in _TYPES:
            yield f"{above}{file.name}", file


def _ending(name: str) -> str:
    return name.rpartition("/")[2].rpartition(".")[2]
