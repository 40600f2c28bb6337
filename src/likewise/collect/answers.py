"""Answers: what workers hand in, whether it is accepted, and, in the same transaction, what it earns."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from likewise.collect.assign import IS_OPEN, check_token, close, take, tier_in
from likewise.collect.campaigns import (
    Actor,
    Ref,
    actor,
    check_text,
    find_campaign,
    rate_in_force,
    record,
    task_of,
)
from likewise.collect.credits import credit_acceptance, lock_worker, reverse_acceptance
from likewise.collect.schema import AnyRow, answers, campaigns, decisions, items, leases, sa
from likewise.collect.store import Store
from likewise.collect.tiers import apply_policy
from likewise.errors import InputError, RefusedError

__all__ = ["Answer", "accept", "answers_of", "get_answer", "reject", "submit"]


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer; `pay` is what the ledger holds for it now, in minor units."""

    id: int
    item_id: int
    worker_id: int
    tier: int
    payload: dict[str, Any]
    lang: str | None
    seconds: float | None
    comment: str | None
    state: str
    created: int
    pay: int


_FIELDS = [answers.c[name] for name in Answer.__slots__]
_WORK = (
    sa.select(
        leases.c.id,
        leases.c.state,
        leases.c.tier,
        leases.c.item_id,
        leases.c.campaign_id,
        items.c.stimulus,
        items.c.taken_1,
        items.c.taken_2,
        campaigns.c.status,
        campaigns.c.currency,
        campaigns.c.auto_accept,
        campaigns.c.grant_policy,
        campaigns.c.target_1,
        campaigns.c.target_2,
        rate_in_force(leases.c.tier).label("rate"),
    )
    .join(items, items.c.id == leases.c.item_id)
    .join(campaigns, campaigns.c.id == leases.c.campaign_id)
    .where(leases.c.token == sa.bindparam("token"), leases.c.worker_id == sa.bindparam("worker"))
    .with_for_update(of=leases)
)
_BY_KEY = sa.select(*_FIELDS).where(answers.c.idempotency_key == sa.bindparam("key"))
_BY_LEASE = sa.select(*_FIELDS).where(answers.c.lease_id == sa.bindparam("lease"))
_INSERT = sa.insert(answers).returning(answers.c.id)


def submit(
    store: Store,
    worker_id: int,
    token: str,
    payload: Mapping[str, Any],
    *,
    lang: str | None = None,
    seconds: float | None = None,
    comment: str | None = None,
    key: str | None = None,
) -> Answer:
    """Hand in an answer; with automatic acceptance it is credited at the rate in force.

    The same key or the same work again gives the first answer, which is paid once. Work whose time is over is
    taken while the item has room. Language and comment may also be fields of the task.
    """
    check_token(token)
    _check_side(lang, seconds, comment, key)
    now = store.now()
    name = None if key is None else f"{worker_id}:{key}"

    def write(connection: sa.Connection) -> Answer:
        blocked = lock_worker(connection, worker_id)
        first = None if name is None else connection.execute(_BY_KEY, {"key": name}).first()
        if first is not None:
            return _read(first)
        work = connection.execute(_WORK, {"token": token, "worker": worker_id}).first()
        if work is None:
            raise RefusedError("not-found", "there is no such work")
        if work.state == "answered":
            return _read(connection.execute(_BY_LEASE, {"lease": work.id}).one())
        _check_allowed(connection, work, worker_id, blocked)
        campaign_id = work.campaign_id
        task, settings = task_of(store, connection, campaign_id)
        checked = task.check_answer(payload, work.stimulus, settings)
        if work.state != "open":
            _take_late(connection, work, worker_id, now)
        row = {
            "campaign_id": campaign_id,
            "item_id": work.item_id,
            "worker_id": worker_id,
            "tier": work.tier,
            "lease_id": work.id,
            "payload": checked,
            # The task's own reading first: it gives a language one spelling and cleans a comment.
            "lang": checked.get("language") or lang or settings.get("language"),
            "seconds": None if seconds is None else float(seconds),
            "comment": checked.get("comment") or comment,
            "state": "accepted" if work.auto_accept else "pending",
            "pay": work.rate if work.auto_accept else 0,
            "idempotency_key": name,
            "created": now,
        }
        answer_id = connection.execute(_INSERT, row).scalar_one()
        close(connection, work.id, "answered", now)
        if work.auto_accept:
            credit_acceptance(
                connection,
                answer_id=answer_id,
                worker_id=worker_id,
                campaign_id=campaign_id,
                amount=work.rate,
                currency=work.currency,
                at=now,
                new=True,
            )
        if work.grant_policy != "manual":
            apply_policy(connection, find_campaign(connection, campaign_id), worker_id, now)
        return Answer(answer_id, **{name: row[name] for name in Answer.__slots__[1:]})

    return store.transact(write)


def _check_allowed(connection: sa.Connection, work: AnyRow, worker_id: int, blocked: bool) -> None:
    if blocked:
        raise RefusedError("blocked", "this worker is blocked")
    if work.status == "closed":
        raise RefusedError("closed", "this campaign is closed")
    if work.tier == 2 and tier_in(connection, worker_id, work.campaign_id) != 2:
        raise RefusedError("tier", "tier 2 of this campaign is not granted to this worker")


def _take_late(connection: sa.Connection, work: AnyRow, worker_id: int, now: int) -> None:
    """Make room for an answer whose lease is over: the worker's newer lease of the item, or a free place."""
    mine = (answers.c.item_id == work.item_id, answers.c.worker_id == worker_id, answers.c.tier == work.tier)
    if connection.execute(sa.select(answers.c.id).where(*mine)).first():
        raise RefusedError("already-answered", "this worker has answered this item already")
    newer = sa.select(leases.c.id).where(
        leases.c.item_id == work.item_id, leases.c.worker_id == worker_id, leases.c.tier == work.tier, IS_OPEN
    )
    lease = connection.execute(newer.with_for_update()).first()
    if lease is not None:
        close(connection, lease.id, "expired", now)
        return
    taken = items.c[f"taken_{work.tier}"]
    target = work.target_1 if work.tier == 1 else work.target_2
    room = sa.update(items).where(items.c.id == work.item_id, taken < target).values({taken: taken + 1})
    if connection.execute(room).rowcount != 1:
        raise RefusedError("lease-expired", "the time for this work is over and others have done it")


def _check_side(lang: object, seconds: object, comment: object, key: object) -> None:
    """What comes beside the payload; the payload is the task's to check."""
    for value, field in ((lang, "lang"), (key, "key")):
        if value is not None:
            check_text(value, field)
    if comment is not None:
        check_text(comment, "comment", least=0, most=5000)
    if seconds is None:
        return
    number = isinstance(seconds, (int, float)) and not isinstance(seconds, bool)
    if not number or not math.isfinite(seconds) or not 0 <= seconds <= 1e7:  # type: ignore[arg-type,operator]
        raise InputError("expected a number of seconds", field="seconds")


def accept(store: Store, answer_id: int, by: Actor, reason: str | None = None) -> Answer:
    """Accept a pending or rejected answer and credit it at the rate in force."""
    return _decide(store, answer_id, "accept", by, reason)


def reject(store: Store, answer_id: int, by: Actor, reason: str) -> Answer:
    """Reject an answer: its place is free again, and its credit is reversed unless it is paid out."""
    if reason is None or not reason.strip():
        raise InputError("a rejection needs its reason", field="reason")
    return _decide(store, answer_id, "reject", by, reason)


def _decide(store: Store, answer_id: int, action: str, by: Actor, reason: str | None) -> Answer:
    if reason is not None:
        check_text(reason, "reason", least=0, most=5000)
    after = f"{action}ed"
    now = store.now()

    def write(connection: sa.Connection) -> Answer:
        before = _find(connection, answer_id)
        lock_worker(connection, before.worker_id)
        answer = _find(connection, answer_id)  # again: it may have changed before the worker was held
        if answer.state == after:
            raise RefusedError("already-decided", f"this answer is {after} already")
        query = sa.select(answers.c.campaign_id).where(answers.c.id == answer_id)
        campaign = find_campaign(connection, connection.execute(query).scalar_one())
        common: dict[str, Any] = {
            "answer_id": answer_id,
            "worker_id": answer.worker_id,
            "campaign_id": campaign.id,
            "currency": campaign.currency,
            "at": now,
            "by": by,
        }
        if action == "accept":
            pay = credit_acceptance(connection, amount=campaign.rates[answer.tier - 1], **common)
        else:
            pay = reverse_acceptance(connection, note=reason, **common)
        if answer.state == "rejected" or after == "rejected":
            take(connection, answer.item_id, answer.tier, 1 if action == "accept" else -1)
        change = sa.update(answers).where(answers.c.id == answer_id).values(state=after, pay=pay)
        connection.execute(change)
        row = {"answer_id": answer_id, "action": action, "reason": reason, "actor": actor(by), "at": now}
        connection.execute(sa.insert(decisions), row)
        record(connection, by, action, f"answer:{answer_id}", now, reason=reason)
        if action == "accept":
            apply_policy(connection, campaign, answer.worker_id, now)
        return _find(connection, answer_id)

    return store.transact(write)


def get_answer(store: Store, answer_id: int) -> Answer:
    """The answer of this id."""
    with store.read() as connection:
        return _find(connection, answer_id)


def answers_of(
    store: Store,
    campaign: Ref,
    *,
    worker_id: int | None = None,
    tier: int | None = None,
    state: str | None = None,
) -> Iterator[Answer]:
    """The answers of a campaign, the oldest first, as they are read."""
    with store.read() as connection:
        query = sa.select(*_FIELDS).where(answers.c.campaign_id == find_campaign(connection, campaign).id)
        for column, value in (
            (answers.c.worker_id, worker_id),
            (answers.c.tier, tier),
            (answers.c.state, state),
        ):
            if value is not None:
                query = query.where(column == value)
        for row in connection.execution_options(yield_per=1000).execute(query.order_by(answers.c.id)):
            yield _read(row)


def _find(connection: sa.Connection, answer_id: int) -> Answer:
    row = None
    if 0 < answer_id < 2**63:
        row = connection.execute(sa.select(*_FIELDS).where(answers.c.id == answer_id)).first()
    if row is None:
        raise RefusedError("not-found", "there is no such answer")
    return _read(row)


def _read(row: AnyRow) -> Answer:
    return Answer(*row)  # the fields of a record in their order
