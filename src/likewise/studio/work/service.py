"""Handing out work and taking in answers, the same for pages and programs.

A worker is only ever the one who is signed in: no request names a worker, and a lease that belongs to
another is refused below. Someone with a pass works in the campaign of the pass alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

from likewise.collect import Campaign, answers, assign, get_campaign, tiers
from likewise.collect.tasks import get_task, language_name
from likewise.errors import RefusedError
from likewise.studio.feature import Setup
from likewise.studio.web import Person, RecentLookups, Studio

__all__ = [
    "WorkTurn", "WorkService", "check_tier", "enter", "following", "next_turn", "skip_turn", "submit_answer",
]  # fmt: skip


class WorkService:
    """Campaigns that were looked up a moment ago: someone at work asks for the same one again and again."""

    def __init__(self) -> None:
        self.opened: RecentLookups[Campaign] = RecentLookups(1.0)

    @classmethod
    def open(cls, setup: Setup) -> Self:
        """The service of a studio."""
        return cls()

    def close(self) -> None:
        """There is nothing to let go of."""


@dataclass(frozen=True)
class WorkTurn:
    """What is to be done next, with the form that asks for it; `work` is None where there is none.

    A piece of work may hold several problems; `work` is one of them and says which.
    """

    campaign: Campaign
    tier: int
    work: assign.Work | None
    form: Any | None


def enter(studio: Studio, person: Person, slug: str) -> Campaign:
    """The campaign, where this person may work in it; its status and pay are looked up again on writing."""
    if person.worker_id is None:
        raise RefusedError("not-allowed", "this account is not a worker's")
    if person.campaign not in (None, slug):
        raise RefusedError("not-allowed", "your link is for another campaign")
    opened = studio.service(WorkService).opened
    campaign = opened.get(slug)
    if campaign is None:
        campaign = get_campaign(studio.store, slug)
        opened.put(slug, campaign)
    return campaign


def next_turn(studio: Studio, person: Person, campaign: Campaign, tier: int | None = None) -> WorkTurn:
    """The open problem, or the first of the next piece of work; without `tier`, in the worker's own."""
    assert person.worker_id is not None
    work = assign.next_work(studio.store, person.worker_id, campaign, tier)
    if work is None:
        return WorkTurn(campaign, tier or tiers.tier_of(studio.store, person.worker_id, campaign), None, None)
    form = get_task(campaign.task, campaign.settings).form(work.stimulus, campaign.settings)
    return WorkTurn(campaign, work.tier, work, form)


def following(studio: Studio, person: Person, campaign: Campaign, tier: int | None = None) -> WorkTurn:
    """What comes after one was handed in; that there is none now must not make the answer look lost."""
    try:
        return next_turn(studio, person, campaign, tier)
    except RefusedError as error:
        if error.code not in ("closed", "blocked"):
            raise
        return WorkTurn(campaign, tier or 1, None, None)


def check_tier(studio: Studio, person: Person, campaign: Campaign, tier: int | None) -> None:
    """Refuse a tier that is not one's own before anything is written."""
    assert person.worker_id is not None
    if tier == 2 and tiers.tier_of(studio.store, person.worker_id, campaign) != 2:
        raise RefusedError("tier", "tier 2 of this campaign was not granted to you")


def submit_answer(
    studio: Studio, person: Person, campaign: Campaign, token: str, payload: dict[str, Any], *,
    seconds: float | None, key: str | None,
) -> answers.Answer:  # fmt: skip
    """Take in an answer for a lease of this worker's own."""
    assert person.worker_id is not None
    named = payload.get("language")
    lang = language_name(named, "language") if isinstance(named, str) else campaign.settings.get("language")
    comment = payload.get("comment")
    return answers.submit(
        studio.store, person.worker_id, token, payload, lang=lang or None, seconds=seconds,
        comment=comment if isinstance(comment, str) and comment else None, key=key,
    )  # fmt: skip


def skip_turn(studio: Studio, person: Person, token: str) -> None:
    """Give a problem back; it will not come again."""
    assert person.worker_id is not None
    assign.skip(studio.store, person.worker_id, token)
