"""Two tiers and the review between them (Chen and Dolan 2011, section 3.1).

Everyone works in tier 1. Reviewers look at the workers who submitted the most tier-1 answers since they were
last looked at, and grant, refuse or revoke tier 2, each with a reason that is kept. A campaign's policy may
grant by itself: to whoever writes in another language than the campaign's (the paper's footnote 3), or after
a number of accepted answers. What a reviewer decided, no policy changes.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from likewise.collect.assign import tier_in
from likewise.collect.bulk_import import segment_of, was_imported
from likewise.collect.campaigns import Actor, Campaign, Ref, actor, find_campaign, record
from likewise.collect.credits import lock_worker
from likewise.collect.schema import AnyRow, answers, grants, items, sa, workers
from likewise.collect.store import Store
from likewise.collect.tasks.marks import mark_lines
from likewise.errors import InputError, RefusedError
from likewise.text.languages import ENGLISH, same_language

__all__ = [
    "TierDecision",
    "Review",
    "apply_policy",
    "grant",
    "history",
    "refuse",
    "review_queue",
    "revoke",
    "tier_of",
]

POLICY = "policy"
"""Who grants where nobody did."""

_EVIDENCE = 60
"""Answers of a worker that the signals are computed from: enough to judge by, few enough for a page."""
_DECIDES = ("grant", "revoke")
_VOCABULARY = 10_000
"""Tier-2 answers, the newest, whose words count as known."""
_OTHERS = 20
"""Texts of others that an item's are held against."""


@dataclass(frozen=True, slots=True)
class TierDecision:
    """What was decided about a worker's tier, why, by whom and when."""

    action: str
    reason: str | None
    by: str | None
    at: int


@dataclass(frozen=True, slots=True)
class Review:
    """A worker to look at: how much was submitted in tier 1, some of it, and what the signals say."""

    worker_id: int
    code: str
    submitted: int
    since_review: int
    sample: list[str] = field(default_factory=list)
    evidence: dict[str, Any] = field(default_factory=dict)
    history: list[TierDecision] = field(default_factory=list)


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
        return _history(connection, worker_id, find_campaign(connection, campaign).id)


def _history(connection: sa.Connection, worker_id: int, campaign_id: int) -> list[TierDecision]:
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
    found = settings.get("language") or settings.get("lang")
    return found if isinstance(found, str) else ENGLISH


def review_queue(
    store: Store, campaign: Ref, *, sample: int = 12, limit: int = 50, seed: int = 12345
) -> list[Review]:
    """Tier-1 workers to look at, those with the most submissions since their last review first."""
    with store.read() as connection:
        reading = _Reading(connection, find_campaign(connection, campaign))
        rows = connection.execute(_waiting(reading.campaign.id).limit(limit)).all()
        return [reading.review(row, sample, seed) for row in rows]


def _waiting(campaign_id: int) -> sa.Select[Any]:
    here = grants.c.campaign_id == campaign_id
    last = sa.select(grants.c.worker_id, sa.func.max(grants.c.at).label("at")).where(here)
    seen = last.group_by(grants.c.worker_id).subquery("seen")
    newest = sa.select(sa.func.max(grants.c.id)).where(here, grants.c.action.in_(_DECIDES))
    high = sa.select(grants.c.worker_id).where(
        grants.c.id.in_(newest.group_by(grants.c.worker_id)), grants.c.action == "grant"
    )
    fresh = sa.func.count(sa.case((answers.c.created > sa.func.coalesce(seen.c.at, 0), 1)))
    joined = answers.join(workers, workers.c.id == answers.c.worker_id).outerjoin(
        seen, seen.c.worker_id == answers.c.worker_id
    )
    count = sa.func.count().label("submitted")
    query = sa.select(workers.c.id, workers.c.code, count, fresh.label("fresh")).select_from(joined)
    return (
        query.where(answers.c.campaign_id == campaign_id, answers.c.tier == 1)
        .where(workers.c.blocked.is_(False), workers.c.id.not_in(high))
        .group_by(workers.c.id, workers.c.code)
        .having(fresh > 0)
        .order_by(fresh.desc(), workers.c.id)
    )


@dataclass(frozen=True, slots=True)
class _Written:
    item: str
    texts: list[str]
    marks: list[str]
    seconds: float | None
    lang: str | None


class _Reading:
    """What reviews of one campaign read: workers' texts, what others wrote, the words of tier 2."""

    def __init__(self, connection: sa.Connection, campaign: Campaign) -> None:
        from likewise.collect.tasks import get_task

        self.connection = connection
        self.campaign = campaign
        self.task = get_task(campaign.task, campaign.settings)
        self.imported = was_imported(connection, campaign.id)
        self._vocabularies: dict[str | None, frozenset[str] | None] = {}

    def review(self, row: AnyRow, sample: int, seed: int) -> Review:
        """All about one worker; the same seed shows the same sentences."""
        query = sa.select(answers.c.id).where(
            answers.c.worker_id == row.id, answers.c.campaign_id == self.campaign.id, answers.c.tier == 1
        )
        chance = random.Random(f"{seed}:{row.id}")
        ids = list(self.connection.execute(query.order_by(answers.c.id)).scalars())
        chosen = chance.sample(ids, min(len(ids), max(sample, _EVIDENCE)))
        written = list(self.texts(answers.c.id.in_(chosen)))
        shown = [text for one in chance.sample(written, len(written)) for text in one.texts or one.marks]
        decided = _history(self.connection, row.id, self.campaign.id)
        found = self.evidence(row.id, written)
        return Review(row.id, row.code, row.submitted, row.fresh, shown[:sample], found, decided)

    def texts(self, *chosen: sa.ColumnElement[bool], most: int | None = None) -> Iterator[_Written]:
        """What was written in the answers chosen, the newest first."""
        columns = (items.c.key, items.c.stimulus, answers.c.payload, answers.c.seconds, answers.c.lang)
        query = sa.select(*columns).select_from(answers.join(items, items.c.id == answers.c.item_id))
        query = query.where(answers.c.campaign_id == self.campaign.id, *chosen)
        rows = self.connection.execute(query.order_by(answers.c.id.desc()).limit(most))
        for key, stimulus, payload, seconds, lang in rows:
            name = segment_of(key) if self.imported else key
            said = lang or payload.get("language") or self.campaign.settings.get("language")
            texts = self.task.texts(stimulus, payload)
            yield _Written(name, texts, mark_lines(payload), seconds, said)

    @cached_property
    def trusted(self) -> list[_Written]:
        """The newest tier-2 answers."""
        return list(self.texts(answers.c.tier == 2, answers.c.state != "rejected", most=_VOCABULARY))

    def vocabulary(self, lang: str | None) -> frozenset[str] | None:
        """The words of tier-2 texts in this language; None where there are none."""
        from likewise.collect.signals import vocabulary_of

        if lang not in self._vocabularies:
            texts = (text for one in self.trusted if one.lang == lang for text in one.texts)
            self._vocabularies[lang] = vocabulary_of(texts) or None
        return self._vocabularies[lang]

    def evidence(self, worker_id: int, written: Sequence[_Written]) -> dict[str, Any]:
        """What the signals say of these answers, beside what others wrote of the same items.

        Only texts in the worker's own language say anything about the worker's words.
        """
        from likewise.collect.signals import evidence

        rows = [(text, one.seconds, one.lang, one.item) for one in written for text in one.texts]
        if not rows:
            return {}
        lang = Counter(one.lang for one in written).most_common(1)[0][0]
        others: dict[str, list[str]] = {}
        mine = sorted({one.item for one in written})
        for other in self.texts(answers.c.worker_id != worker_id, items.c.key.in_(mine)):
            texts = others.setdefault(other.item, [])
            if other.lang == lang and len(texts) < _OTHERS:
                texts.extend(other.texts)
        sentences, seconds, langs, keys = zip(*rows, strict=True)
        known = self.vocabulary(lang)
        return evidence(sentences, seconds, langs, items=keys, others=others, vocabulary=known)
