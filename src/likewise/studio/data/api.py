"""Statistics and exports of a campaign."""

from __future__ import annotations

from typing import Any, Literal

from fastapi import Response
from fastapi.responses import FileResponse

from likewise.collect import stats
from likewise.studio.data.service import export_response
from likewise.studio.web import House, Reviewer, Slug, api_router

__all__ = ["router"]

router = api_router("data")

Kind = Literal[
    "clusters",
    "segments",
    "patterns",
    "answers",
    "msvd",
    "huggingface",
    "verses",
    "annotations",
    "glossary",
    "navigation",
    "orders",
]


@router.get("/campaigns/{slug}/statistics")
def statistics(studio: House, person: Reviewer, slug: Slug) -> dict[str, Any]:
    """The paper's Table 1 for this campaign, and more."""
    return stats.table1(studio.store, slug)


@router.get("/campaigns/{slug}/export/{kind}", response_class=FileResponse)
def download(studio: House, person: Reviewer, slug: Slug, kind: Kind) -> Response:
    """The campaign's data as a file."""
    return export_response(studio, slug, kind)
