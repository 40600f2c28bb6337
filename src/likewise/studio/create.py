"""Making a studio. The parts that it needs (FastAPI, Jinja2, SQLAlchemy) are optional and imported here."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from likewise.errors import MissingPartError

if TYPE_CHECKING:
    from fastapi import FastAPI

__all__ = ["create_app"]


def create_app(store: Any, *, media: str | Path, **options: Any) -> FastAPI:
    """The studio over a `collect.Store`; see `likewise.studio.app.build` for the options."""
    try:
        from likewise.studio.app import build
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("likewise"):
            raise
        raise MissingPartError(f"the studio's part '{error.name}'", "likewise[studio]") from error
    return build(store, media=Path(media), **options)
