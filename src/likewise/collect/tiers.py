"""Two tiers, and who decided about them (Chen and Dolan 2011, section 3.1).

Everyone works in tier 1. Reviewers look at workers (`reviews`), and grant, refuse or revoke tier 2, each with
a reason that is kept. A campaign's policy may
grant by itself: to whoever writes in another language than the campaign's (the paper's footnote 3), or after
a number of accepted answers. What a reviewer decided, no policy changes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from likewise.collect.assign import tier_in
from likewise.collect.campaigns import Actor, Campaign, Ref, actor, find_campaign, record
from likewise.collect.credits import lock_worker
from likewise.collect.schema import answers, grants, sa
from likewise.collect.store import Store
from likewise.errors import InputError, RefusedError
from likewise.text import ENGLISH, same_language

__all__ = [
    "TierDecision",
    "apply_policy",
    "grant",
    "history",
    "history_in",
    "main_language",
    "refuse",
    "revoke",
    "tier_of",
]

POLICY = "policy"
"""Who grants where nobody did."""


@dataclass(frozen=True, slots=True)
class TierDecision:
    """What was decided about a worker's tier, why, by whom and when."""

    action: str
    reason: str | None
    by: str | None
    at: int


def tier_of(store: Store, worker_id: int, campaign: Ref) -> int:
    """The tier that this worker works in: 2 after a grant that was not revoked, else 1."""
    with store.read() as connection:
        return tier_in(connection, worker_id, find_campaign(connection, campaign).id)


def grant(store: Store, worker_id: int, campaign: Ref, by: Actor, reason: str) -> TierDecision:
    """Let this worker work in tier 2 from now on."""
    return _decide(store, worker_id, campaign, "grant", by, reason)


def refuse(store: Store, worker_id: int, campaign: Ref, by: Actor, reason: str) -> TierDecision:
    """Looked at, and left in tier 1; the worker may go on there and is looked at again later."""
    return _decide(store, worker_id, campaign, "refuse", by, reason)


def revoke(store: Store, worker_id: int, campaign: Ref, by: Actor, reason: str) -> TierDecision:
    """Back to tier 1; what was earned stays."""
    return _decide(store, worker_id, campaign, "revoke", by, reason)


def _decide(store: Store, worker_id: int, campaign: Ref, action: str, by: Actor, reason: str) -> TierDecision:
    if not isinstance(reason, str) or not reason.strip() or len(reason) > 2000:
        raise InputError("expected a reason of 1 to 2000 characters", field="reason")
    now = store.now()

    def write(connection: sa.Connection) -> TierDecision:
        lock_worker(connection, worker_id)
        place = find_campaign(connection, campaign).id
        high = tier_in(connection, worker_id, place) == 2
        if high is not (action == "revoke"):
            state = "works in tier 2 already" if high else "does not work in tier 2"
            raise RefusedError("already-decided", f"this worker {state}")
        return _write(connection, worker_id, place, action, by, reason.strip(), now)

    return store.transact(write)


def _write(
    connection: sa.Connection, worker_id: int, campaign_id: int, action: str, by: Actor, reason: str, now: int
) -> TierDecision:
    row = {"worker_id": worker_id, "campaign_id": campaign_id, "action": action, "reason": reason}
    connection.execute(sa.insert(grants), {**row, "actor": actor(by), "at": now})
    record(connection, by, action, f"worker:{worker_id}", now, campaign=campaign_id, reason=reason)
    return TierDecision(action, reason, actor(by), now)


def history(store: Store, worker_id: int, campaign: Ref) -> list[TierDecision]:
    """What was decided about this worker, the oldest first."""
    with store.read() as connection:
        return history_in(connection, worker_id, find_campaign(connection, campaign).id)


def history_in(connection: sa.Connection, worker_id: int, campaign_id: int) -> list[TierDecision]:
    """The same inside a transaction."""
    query = sa.select(grants.c.action, grants.c.reason, grants.c.actor, grants.c.at).where(
        grants.c.worker_id == worker_id, grants.c.campaign_id == campaign_id
    )
    return [TierDecision(*row) for row in connection.execute(query.order_by(grants.c.id))]


def apply_policy(connection: sa.Connection, campaign: Campaign, worker_id: int, now: int) -> bool:
    """Grant tier 2 where the campaign's policy says so; whether it did. Call it when an answer has come in.

    It acts once: where anything was decided about this worker before, it leaves that as it is.
    """
    if campaign.grant_policy == "manual":
        return False
    own = sa.and_(grants.c.worker_id == worker_id, grants.c.campaign_id == campaign.id)
    if connection.execute(sa.select(grants.c.id).where(own).limit(1)).first() is not None:
        return False
    reason = _policy_reason(connection, campaign, worker_id)
    if reason is None:
        return False
    _write(connection, worker_id, campaign.id, "grant", POLICY, reason, now)
    return True


def _policy_reason(connection: sa.Connection, campaign: Campaign, worker_id: int) -> str | None:
    here = sa.and_(answers.c.worker_id == worker_id, answers.c.campaign_id == campaign.id)
    if campaign.grant_policy == "other-languages":
        # The newest answer tells: the policy is asked after each.
        query = sa.select(answers.c.lang, answers.c.payload).where(here, answers.c.state != "rejected")
        newest = connection.execute(query.order_by(answers.c.id.desc()).limit(1)).first()
        lang = None if newest is None else newest.lang or newest.payload.get("language")
        other = lang is not None and not same_language(lang, main_language(campaign.settings))
        return f"writes in another language: {lang}" if other else None
    least = int(campaign.grant_policy.removeprefix("after-accepted:"))
    done = sa.select(sa.func.count()).where(here, answers.c.tier == 1, answers.c.state == "accepted")
    return f"{least} accepted answers" if connection.execute(done).scalar_one() >= least else None


def main_language(settings: dict[str, Any]) -> str:
    """The language that a campaign asks for first: what its settings name, else English."""
    named = settings.get("language") or settings.get("lang")
    return named if isinstance(named, str) else ENGLISH
