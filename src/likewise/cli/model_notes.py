"""That a model was written, and which older one it replaced: repeated runs replace, and say so."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from likewise.cli.command import InputError, note
from likewise.io import CARD, read_model

__all__ = ["made_at", "older_model", "said_model"]


def made_at(path: Path) -> str:
    """When a file was written, for people."""
    return f"made {datetime.fromtimestamp(path.stat().st_mtime, UTC):%Y-%m-%d %H:%M} UTC"


def older_model(folder: str) -> str | None:
    """What stands in a model's place before it is written: its kind and age; None where nothing does."""
    try:
        return f"{read_model(folder).kind}, {made_at(Path(folder) / CARD)}"
    except (InputError, OSError):
        return None


def said_model(folder: str, older: str | None) -> None:
    """Tell that a model was written, or what it replaced."""
    note(f"wrote {folder}" if older is None else f"replaced {folder} ({older})")
