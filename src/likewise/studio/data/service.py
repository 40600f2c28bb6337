"""The data of a campaign as a file."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from fastapi import Response
from fastapi.responses import FileResponse
from starlette.background import BackgroundTask

from likewise.collect import FOLDERS, export_campaign, get_campaign
from likewise.studio.web import Studio

__all__ = ["KINDS", "export_response", "exported"]

KINDS = {
    "clusters": ("jsonl", "application/jsonl", "Clusters: the texts of each item (JSON lines)"),
    "segments": ("jsonl", "application/jsonl", "Segments with the judges' ratings (JSON lines)"),
    "patterns": ("jsonl", "application/jsonl", "Patterns with the judges' labels (JSON lines)"),
    "answers": ("csv", "text/csv", "Every answer (CSV)"),
    "msvd": ("csv", "text/csv", "Descriptions in the columns of MSVD (CSV)"),
    "huggingface": ("zip", "application/zip", "A folder for Hugging Face datasets (zip)"),
    "verses": ("jsonl", "application/jsonl", "Verses with stanzas and rhyme schemes (JSON lines)"),
    "annotations": ("jsonl", "application/jsonl", "Frames as people marked and judged them (JSON lines)"),
    "glossary": ("tsv", "text/tab-separated-values", "Keywords with the translations that most gave (TSV)"),
    "navigation": ("xml", "application/xml", "Navigation corpus (XML)"),
    "orders": ("zip", "application/zip", "Orders to the robot with their boards (zip)"),
}
"""What can be exported: its ending, its type, and what it is."""


@contextmanager
def exported(studio: Studio, slug: str, kind: str) -> Iterator[Path]:
    """The export as a file in a folder that goes when the block ends."""
    folder = Path(tempfile.mkdtemp(prefix="likewise-export-"))
    try:
        yield _write(studio, slug, kind, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def export_response(studio: Studio, slug: str, kind: str) -> Response:
    """The export as a download, which is removed once it is sent."""
    folder = Path(tempfile.mkdtemp(prefix="likewise-export-"))
    try:
        path = _write(studio, slug, kind, folder)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    ending, media_type, _ = KINDS[kind]
    return FileResponse(
        path, media_type=media_type, filename=f"{slug}-{kind}.{ending}",
        background=BackgroundTask(shutil.rmtree, folder, ignore_errors=True),
    )  # fmt: skip


def _write(studio: Studio, slug: str, kind: str, folder: Path) -> Path:
    slug = get_campaign(studio.store, slug).slug
    if kind not in FOLDERS:
        path = folder / f"{kind}.{KINDS[kind][0]}"
        export_campaign(studio.store, slug, kind, path)
        return path
    export_campaign(studio.store, slug, kind, folder / slug)
    return Path(shutil.make_archive(os.fspath(folder / "packed"), "zip", folder, slug))
