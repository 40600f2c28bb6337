"""Models on disk: one folder with a `model.json` that says what it is and how it came about."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from likewise.errors import InputError
from likewise.io.lines import Source
from likewise.version import __version__

__all__ = ["ModelCard", "check_model_place", "fingerprint", "read_model", "write_model"]

CARD = "model.json"


@dataclass(frozen=True, slots=True)
class ModelCard:
    """What a model is: its kind, the version that made it, its settings, the data it was made from."""

    kind: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    data: str = ""
    version: str = __version__


def fingerprint(rows: Iterable[Any]) -> str:
    """A short name for data: the same rows in the same order give the same one."""
    digest = hashlib.sha256()
    for row in rows:
        digest.update(json.dumps(row, ensure_ascii=False, sort_keys=True).encode("utf-8"))
        digest.update(b"\n")
    return digest.hexdigest()[:16]


def check_model_place(folder: Source) -> Path:
    """The place that a model's folder goes to; one that cannot be written is refused before work is done."""
    target = Path(folder).resolve()
    if target.exists() and not _may_be_replaced(target):
        raise InputError("is there already and is no model, so it is not replaced", file=str(folder))
    if not target.parent.is_dir():
        raise InputError("its folder does not exist", file=str(folder))
    if not os.access(target.parent, os.W_OK):
        raise InputError("cannot be written (permission denied)", file=str(folder))
    return target


def write_model(folder: Source, card: ModelCard, files: Mapping[str, bytes] | None = None) -> None:
    """Write a model's folder whole or not at all; an older model in its place is replaced."""
    target = check_model_place(folder)
    try:
        fresh = Path(tempfile.mkdtemp(prefix=f".{target.name[:40]}.", suffix=".part", dir=target.parent))
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise InputError(f"cannot be written ({reason})", file=str(folder)) from None
    try:
        for name, content in (files or {}).items():
            (fresh / name).write_bytes(content)
        text = json.dumps(asdict(card), ensure_ascii=False, indent=2, sort_keys=True)
        (fresh / CARD).write_text(text + "\n", encoding="utf-8")
        os.chmod(fresh, 0o755)
        _swap(fresh, target)
    except BaseException:
        shutil.rmtree(fresh, ignore_errors=True)
        raise


def _may_be_replaced(target: Path) -> bool:
    """Whether the place holds nothing, or a model of ours: other programs write a `model.json` too."""
    if not target.is_dir():
        return False
    try:
        return not any(target.iterdir()) or bool(read_model(target))
    except InputError:
        return False


def _swap(fresh: Path, target: Path) -> None:
    """Put the folder in its place; the older one goes only when the new one stands."""
    if not target.exists():
        os.replace(fresh, target)
        return
    old = fresh.with_suffix(".old")
    os.replace(target, old)
    try:
        os.replace(fresh, target)
    except BaseException:
        os.replace(old, target)
        raise
    shutil.rmtree(old)


def read_model(folder: Source) -> ModelCard:
    """The card of a model's folder."""
    path = Path(folder) / CARD
    name = str(path)
    try:
        row = json.loads(path.read_text(encoding="utf-8"))
    except OSError:
        wrong = f"is no model: it holds no readable {CARD}" if Path(folder).exists() else "no such folder"
        raise InputError(wrong, file=os.fspath(folder)) from None
    except ValueError:
        raise InputError("not valid JSON", file=name) from None
    if not isinstance(row, dict):
        raise InputError("expected a JSON object", file=name)
    for key, kind in (("kind", str), ("settings", dict), ("data", str), ("version", str)):
        if not isinstance(row.get(key), kind):
            raise InputError(f"missing or of a wrong type, expected {kind.__name__}", file=name, field=key)
    return ModelCard(row["kind"], row["settings"], row["data"], row["version"])
