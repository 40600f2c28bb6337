"""Agreement of the judges of a campaign."""

from __future__ import annotations

from typing import Any

from likewise.collect import get_campaign
from likewise.studio.agreement.service import agreement_of
from likewise.studio.web import House, Reviewer, Slug, api_router

__all__ = ["router"]

router = api_router("agreement")


@router.get("/campaigns/{slug}/agreement")
def agreement(studio: House, person: Reviewer, slug: Slug) -> dict[str, Any]:
    """Krippendorff's alpha, kappa and the correlation of judges, by criterion."""
    return {"criteria": agreement_of(studio.store, get_campaign(studio.store, slug))}
