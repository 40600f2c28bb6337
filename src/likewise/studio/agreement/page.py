"""Agreement: do the judges of a campaign agree with each other?"""

from __future__ import annotations

from typing import Any

from fastapi import Request, Response

from likewise.collect import campaigns
from likewise.draw import heatmap
from likewise.studio.agreement.service import agreement_of
from likewise.studio.web import House, Reviewer, Slug, page_router, render

__all__ = ["router"]

router = page_router()
_DRAWN = 40


@router.get("/agreement")
def choose(request: Request, studio: House, person: Reviewer) -> Response:
    """The campaigns, those that rate first."""
    offered = sorted(campaigns.list_campaigns(studio.store), key=lambda c: c.task != "rate")
    return render(
        request, "choose.html", title="Agreement", how="Choose a campaign in which people rate.",
        found=offered, address="/agreement", none="There is no campaign yet.", paid=False,
    )  # fmt: skip


def _drawn(one: dict[str, Any]) -> str | None:
    judges = one["judges"][:_DRAWN]
    if len(judges) < 2:
        return None
    rows = [row[: len(judges)] for row in one["matrix"][: len(judges)]]
    title = f"Correlation of judges on {one['criterion']}"
    return heatmap(rows, judges, judges, title=title, low=-1, high=1, diverging=True)


@router.get("/agreement/{slug}")
def agreement(request: Request, studio: House, person: Reviewer, slug: Slug) -> Response:
    """The judges of one campaign."""
    campaign = campaigns.get_campaign(studio.store, slug)
    criteria = [{**one, "drawing": _drawn(one)} for one in agreement_of(studio.store, campaign)]
    return render(request, "agreement/page.html", c=campaign, found=criteria, fault=None)
