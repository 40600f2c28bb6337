"""Styles and scripts of the pages: files of the package, read once, with the colours of the plots put in."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib import resources
from string import Template

from fastapi import APIRouter, Request, Response

from likewise import draw
from likewise.errors import RefusedError

__all__ = ["ASSETS", "asset", "assets", "versioned"]

ASSETS = {
    "studio.css": "text/css; charset=utf-8",
    "theme.js": "text/javascript; charset=utf-8",
    "work.js": "text/javascript; charset=utf-8",
    "player.js": "text/javascript; charset=utf-8",
    "walker.js": "text/javascript; charset=utf-8",
    "map.js": "text/javascript; charset=utf-8",
    "paraphrase.js": "text/javascript; charset=utf-8",
    "navigate.js": "text/javascript; charset=utf-8",
    "negation.js": "text/javascript; charset=utf-8",
    "htmx/htmx.min.js": "text/javascript; charset=utf-8",
    "htmx/LICENSE": "text/plain; charset=utf-8",
    "icon.svg": "image/svg+xml",
}
"""Every file that may be asked for; there is no other way to a file than by one of these names."""

assets = APIRouter(prefix="/static", include_in_schema=False)


@cache
def asset(name: str) -> tuple[bytes, str]:
    """A file's bytes and a tag that changes with them."""
    data = resources.files("likewise.studio").joinpath("static", name).read_bytes()
    if name == "studio.css":
        filled = Template(data.decode()).substitute(light=draw.LIGHT, dark=draw.DARK, plots=draw.PLOT_CSS)
        data = filled.encode()
    return data, hashlib.sha256(data).hexdigest()[:16]


def versioned(name: str) -> str:
    """The address of an asset, which changes with its content so that browsers may keep it for long."""
    return f"/static/{name}?v={asset(name)[1]}"


@assets.get("/{name:path}")
def _serve(request: Request, name: str) -> Response:
    if name not in ASSETS:
        raise RefusedError("not-found", "there is no such file")
    data, tag = asset(name)
    headers = {"etag": f'"{tag}"', "cache-control": "public, max-age=86400"}
    if request.headers.get("if-none-match") == headers["etag"]:
        return Response(status_code=304, headers=headers)
    return Response(data, media_type=ASSETS[name], headers=headers)
