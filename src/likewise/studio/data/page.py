"""Data and export: what came in, counted, files of it, and straight on to the scores."""

from __future__ import annotations

from typing import Any

from fastapi import Request, Response

from likewise.collect import campaigns, stats
from likewise.collect.tasks import get_task
from likewise.errors import InputError, LikewiseError
from likewise.studio.data.service import KINDS, export_response, exported
from likewise.studio.score.page import result_page
from likewise.studio.score.service import ScoreService
from likewise.studio.web import House, Reviewer, Slug, Studio, complaint_of, page_router, render

__all__ = ["router"]

router = page_router()


@router.get("/data")
def choose(request: Request, studio: House, person: Reviewer) -> Response:
    """The campaigns."""
    return render(
        request, "choose.html", title="Data & export", how="Choose a campaign.", paid=False, address="/data",
        found=campaigns.list_campaigns(studio.store), none="There is no campaign yet.",
    )  # fmt: skip


def _page(request: Request, studio: Studio, slug: str, status: int = 200, fault: Any = None) -> Response:
    campaign = campaigns.get_campaign(studio.store, slug)
    return render(
        request, "data/page.html", status, c=campaign, s=stats.table1(studio.store, campaign),
        kinds=_fitting(campaign), fault=fault,
    )  # fmt: skip


def _fitting(campaign: campaigns.Campaign) -> dict[str, tuple[str, str, str]]:
    """The exports that a campaign of this task can give."""
    given = ("answers", *get_task(campaign.task, campaign.settings).exports)
    return {kind: about for kind, about in KINDS.items() if kind in given}


@router.get("/data/{slug}")
def data(request: Request, studio: House, person: Reviewer, slug: Slug) -> Response:
    """Statistics and files of a campaign."""
    return _page(request, studio, slug)


@router.get("/data/{slug}/{kind}")
def download(request: Request, studio: House, person: Reviewer, slug: Slug, kind: str) -> Response:
    """A file of the campaign's data."""
    try:
        if kind not in KINDS:
            raise InputError(f"expected one of {', '.join(KINDS)}", field="kind")
        return export_response(studio, slug, kind)
    except LikewiseError as error:
        fault, status = complaint_of(error)
        return _page(request, studio, slug, status, fault)


@router.post("/data/{slug}/score/{kind}")
def score(request: Request, studio: House, person: Reviewer, slug: Slug, kind: str) -> Response:
    """Score what was collected, as it would be exported."""
    try:
        if kind not in ("clusters", "segments"):
            raise InputError("expected clusters or segments", field="kind")
        with exported(studio, slug, kind) as path:
            text = path.read_bytes()
        # Pairs that were rated without references can be told apart by PINC alone.
        paired = kind == "segments" and not all(b'"references"' in line for line in text.splitlines())
        scores = studio.service(ScoreService).score(
            person.by, text, format="jsonl", metrics="pinc" if paired else "bleu,pinc", by=None,
            clusters=kind == "clusters",
        )  # fmt: skip
    except LikewiseError as error:
        fault, status = complaint_of(error)
        return _page(request, studio, slug, status, fault)
    return result_page(request, scores)
