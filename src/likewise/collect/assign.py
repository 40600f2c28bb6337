"""Assignment: which item a worker gets next, for how long, and what becomes of work that is not done.

An item goes to a worker once per tier (Chen and Dolan, ACL 2011, section 3.1). Items with the fewest answers
come first. An item is taken by each answer that is not rejected and by each open lease; never by more than
its target.

A piece of work may hold several problems (the setting `problems`; Chen 2012, section 4.1, asks for three
instructions or five walks at a time). It is then that many leases, taken in one transaction and ending
together, each answered, skipped and paid on its own.
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from likewise.collect.campaigns import Ref, find_id, task_of
from likewise.collect.schema import AnyRow, answers, campaigns, grants, items, leases, sa, workers
from likewise.collect.store import Store
from likewise.errors import InputError, RefusedError

__all__ = ["Work", "check_counts", "expire", "next_work", "skip", "take", "tier_in", "work_on"]


@dataclass(frozen=True, slots=True)
class Work:
    """An item handed to a worker until `expires`; `token` is what the answer is sent with.

    It is problem `number` of the `of` that were taken together.
    """

    token: str
    item_id: int
    key: str
    stimulus: dict[str, Any]
    tier: int
    expires: int
    campaign: str
    number: int = 1
    of: int = 1


def _newest_grant(worker: sa.ColumnElement[int], campaign: sa.ColumnElement[int]) -> sa.ScalarSelect[str]:
    query = sa.select(grants.c.action).where(
        grants.c.worker_id == worker, grants.c.campaign_id == campaign, grants.c.action != "refuse"
    )
    return query.order_by(grants.c.id.desc()).limit(1).scalar_subquery()


# The state is written out, not bound: SQLite uses a partial index only where it can see the condition.
IS_OPEN = leases.c.state == sa.literal_column("'open'")
_TIER = sa.select(_newest_grant(sa.bindparam("worker"), sa.bindparam("campaign")))
# One row holds the worker and says all about both; FOR UPDATE locks the worker only.
_BOTH = (
    sa.select(
        campaigns.c.slug,
        campaigns.c.status,
        campaigns.c.target_1,
        campaigns.c.target_2,
        campaigns.c.lease_seconds,
        workers.c.blocked,
        _newest_grant(workers.c.id, campaigns.c.id).label("granted"),
    )
    .select_from(workers)
    .join(campaigns, campaigns.c.id == sa.bindparam("campaign"))
    .where(workers.c.id == sa.bindparam("worker"))
    .with_for_update(of=workers, key_share=True)
)
_HELD = (
    sa.select(leases.c.id, leases.c.token, leases.c.expires, leases.c.item_id, items.c.key, items.c.stimulus)
    .join(items, items.c.id == leases.c.item_id)
    .where(
        leases.c.worker_id == sa.bindparam("worker"),
        leases.c.campaign_id == sa.bindparam("campaign"),
        leases.c.tier == sa.bindparam("tier"),
        IS_OPEN,
    )
    .order_by(leases.c.id)
)


def _free(tier: int) -> sa.Select[Any]:
    taken = items.c[f"taken_{tier}"]
    done = sa.exists().where(
        answers.c.item_id == items.c.id,
        answers.c.worker_id == sa.bindparam("worker"),
        answers.c.tier == tier,
    )
    skipped = sa.exists().where(
        leases.c.worker_id == sa.bindparam("worker"),
        leases.c.campaign_id == sa.bindparam("campaign"),
        leases.c.tier == tier,
        leases.c.state == "skipped",
        leases.c.item_id == items.c.id,
    )
    free = sa.and_(taken < sa.bindparam("target"), ~done, ~skipped)
    query = sa.select(items.c.id, items.c.key, items.c.stimulus)
    query = query.where(items.c.campaign_id == sa.bindparam("campaign"), free)
    return query.order_by(taken, items.c.position).limit(sa.bindparam("problems", type_=sa.Integer))


# On PostgreSQL, an item that another is taking at this moment is left out first and waited for second.
_FREE = {
    tier: (_free(tier).with_for_update(skip_locked=True), _free(tier).with_for_update()) for tier in (1, 2)
}
_TAKE = {
    tier: sa.update(items)
    .where(items.c.id == sa.bindparam("item"))
    .values({f"taken_{tier}": items.c[f"taken_{tier}"] + sa.bindparam("by")})
    for tier in (1, 2)
}
_CLOSE = (
    sa.update(leases)
    .where(leases.c.id == sa.bindparam("lease"))
    .values(state=sa.bindparam("state"), closed=sa.bindparam("closed"))
)
_OPEN = sa.insert(leases)
_OVERDUE = (
    sa.update(leases)
    .where(IS_OPEN, leases.c.expires <= sa.bindparam("now"))
    .values(state="expired", closed=sa.bindparam("now"))
    .returning(leases.c.item_id, leases.c.tier)
)


def next_work(store: Store, worker_id: int, campaign: Ref, tier: int | None = None) -> Work | None:
    """The worker's open work, else the next for this worker, else None.

    `tier` None is the worker's own; tier 2 is refused to who was not granted it.
    """
    if tier not in (None, 1, 2):
        raise InputError("expected tier 1 or 2", field="tier")
    now = store.now()

    def write(connection: sa.Connection) -> Work | None:
        campaign_id = find_id(connection, campaign)
        both = connection.execute(_BOTH, {"worker": worker_id, "campaign": campaign_id}).first()
        if both is None:
            raise RefusedError("not-found", "there is no such worker or campaign")
        wanted = _allowed_tier(both, tier)
        problems = task_of(store, connection, campaign_id)[1].get("problems", 1)
        bound = {"worker": worker_id, "campaign": campaign_id, "tier": wanted}
        # Who is promoted in the middle of a piece of work does the rest of it first.
        begun = (1, 2) if tier is None and wanted == 2 and problems > 1 else (wanted,)
        for level in begun:
            held = _held(connection, bound | {"tier": level}, both.slug, now)
            if held is not None:
                return held
        bound |= {"target": both.target_1 if wanted == 1 else both.target_2, "problems": problems}
        chosen = _choose(store, connection, bound, now)
        return _lease(connection, chosen, bound, both, now) if chosen else None

    return store.transact(write)


def work_on(store: Store, worker_id: int, campaign: Ref, key: str) -> Work:
    """One item of the worker's own choice, by its key, in the worker's tier.

    The rules are those of `next_work`: once for each worker, and not beyond the item's target.
    """
    now = store.now()

    def write(connection: sa.Connection) -> Work:
        campaign_id = find_id(connection, campaign)
        both = connection.execute(_BOTH, {"worker": worker_id, "campaign": campaign_id}).first()
        query = sa.select(items).where(items.c.campaign_id == campaign_id, items.c.key == key)
        item = connection.execute(query.with_for_update()).first()
        if both is None or item is None:
            raise RefusedError("not-found", "there is no such worker, campaign or item")
        tier = _allowed_tier(both, None)
        bound = {"worker": worker_id, "campaign": campaign_id, "tier": tier}
        for held in connection.execute(_HELD, bound).all():
            if held.item_id == item.id and held.expires > now:
                return _work(held.token, item.id, held, tier, held.expires, both.slug)
        mine = (answers.c.item_id == item.id, answers.c.worker_id == worker_id, answers.c.tier == tier)
        if connection.execute(sa.select(answers.c.id).where(*mine)).first():
            raise RefusedError("already-answered", "this worker has answered this item already")
        if getattr(item, f"taken_{tier}") >= (both.target_1 if tier == 1 else both.target_2):
            raise RefusedError("conflict", "enough people have answered this item")
        return _lease(connection, [item], bound, both, now)

    return store.transact(write)


def _held(connection: sa.Connection, bound: dict[str, int], slug: str, now: int) -> Work | None:
    """The first open problem of this worker in this tier; what is overdue is closed."""
    for row in connection.execute(_HELD, bound).all():
        if row.expires > now:
            return _work(row.token, row.item_id, row, bound["tier"], row.expires, slug)
        close(connection, row.id, "expired", now)
        take(connection, row.item_id, bound["tier"], -1)
    return None


def _choose(store: Store, connection: sa.Connection, bound: dict[str, int], now: int) -> Sequence[AnyRow]:
    """The items of the next piece of work; fewer than its problems only where no more are left."""
    quick, patient = _FREE[bound["tier"]]
    # Several problems are waited for from the start: who holds some while waiting for more blocks others.
    several = bound["problems"] > 1
    chosen = connection.execute(patient if several else quick, bound).all()
    if len(chosen) == bound["problems"]:
        return chosen
    overdue = _expire(connection, now)
    if not overdue and (several or store.is_sqlite):
        return chosen
    return connection.execute(patient, bound).all()


def _lease(
    connection: sa.Connection, chosen: Sequence[AnyRow], bound: dict[str, int], both: AnyRow, now: int
) -> Work:
    """Lease all of these, and give the first."""
    tier, expires = bound["tier"], now + both.lease_seconds * 1_000_000
    rows: list[dict[str, Any]] = []
    for number, item in enumerate(chosen, start=1):
        take(connection, item.id, tier, 1)
        row = {"item_id": item.id, "worker_id": bound["worker"], "campaign_id": bound["campaign"]}
        row |= {"tier": tier, "state": "open", "opened": now, "expires": expires}
        rows.append(row | {"token": _token(number, len(chosen))})
    connection.execute(_OPEN, rows)
    return _work(rows[0]["token"], chosen[0].id, chosen[0], tier, expires, both.slug)


def _work(token: str, item_id: int, row: AnyRow, tier: int, expires: int, slug: str) -> Work:
    number, of = _place(token)
    return Work(token, item_id, row.key, row.stimulus, tier, expires, slug, number, of)


def _token(number: int, of: int) -> str:
    """A secret; that of one problem among several ends with its place, such as `.2.3`."""
    secret = secrets.token_urlsafe(18)
    return secret if of == 1 else f"{secret}.{number}.{of}"


def _place(token: str) -> tuple[int, int]:
    """Which problem of how many a token is for."""
    _, *place = token.split(".")
    return (int(place[0]), int(place[1])) if place else (1, 1)


def _allowed_tier(both: AnyRow, tier: int | None) -> int:
    if both.blocked:
        raise RefusedError("blocked", "this worker is blocked")
    if both.status != "open":
        raise RefusedError("closed", f"this campaign is {both.status}")
    own = 2 if both.granted == "grant" else 1
    if tier is not None and tier > own:
        raise RefusedError("tier", "tier 2 of this campaign was not granted to this worker")
    return tier or own


def tier_in(connection: sa.Connection, worker_id: int, campaign_id: int) -> int:
    """The worker's tier in a campaign: 2 from a grant until it is revoked, else 1."""
    action = connection.execute(_TIER, {"worker": worker_id, "campaign": campaign_id}).scalar()
    return 2 if action == "grant" else 1


def take(connection: sa.Connection, item_id: int, tier: int, by: int) -> None:
    """Count one more (or, with -1, one less) answer or lease of the item."""
    connection.execute(_TAKE[tier], {"item": item_id, "by": by})


def close(connection: sa.Connection, lease_id: int, state: str, now: int) -> None:
    """End a lease; its count is the caller's business."""
    connection.execute(_CLOSE, {"lease": lease_id, "state": state, "closed": now})


def skip(store: Store, worker_id: int, token: str) -> None:
    """Give an item back undone; the worker is not asked again in this tier.

    Of several problems the others stay as they are, and none comes in its place.
    """
    now = store.now()

    def write(connection: sa.Connection) -> None:
        query = sa.select(leases).where(leases.c.token == token, leases.c.worker_id == worker_id)
        lease = connection.execute(query.with_for_update()).first()
        if lease is None:
            raise RefusedError("not-found", "there is no such work")
        if lease.state == "answered":
            raise RefusedError("already-answered", "this work is answered already")
        if lease.state == "open":
            take(connection, lease.item_id, lease.tier, -1)
        if lease.state != "skipped":
            close(connection, lease.id, "skipped", now)

    check_token(token)
    store.transact(write)


def check_token(token: str) -> None:
    """Refuse what cannot be a token before a database sees it (PostgreSQL knows no NUL)."""
    if not isinstance(token, str) or not token.isascii() or not token.isprintable():
        raise RefusedError("not-found", "there is no such work")


def expire(store: Store) -> int:
    """Close every lease whose time is over and free its place; gives how many."""
    now = store.now()
    return store.transact(lambda connection: _expire(connection, now))


def _expire(connection: sa.Connection, now: int) -> int:
    freed = Counter((row.item_id, row.tier) for row in connection.execute(_OVERDUE, {"now": now}))
    for (item_id, tier), number in sorted(freed.items()):
        take(connection, item_id, tier, -number)
    return freed.total()


def check_counts(store: Store) -> list[str]:
    """Where an item's counters differ from its answers and open leases; nowhere, ever."""
    wrong = []
    with store.read() as connection:
        for tier in (1, 2):
            given = sa.select(answers.c.item_id, sa.func.count().label("n"))
            given = given.where(answers.c.tier == tier, answers.c.state != "rejected")
            held = sa.select(leases.c.item_id, sa.func.count().label("n")).where(
                leases.c.tier == tier, IS_OPEN
            )
            one = given.group_by(answers.c.item_id).subquery()
            two = held.group_by(leases.c.item_id).subquery()
            count = sa.func.coalesce(one.c.n, 0) + sa.func.coalesce(two.c.n, 0)
            taken = items.c[f"taken_{tier}"]
            joined = items.outerjoin(one, one.c.item_id == items.c.id).outerjoin(
                two, two.c.item_id == items.c.id
            )
            query = sa.select(items.c.id, taken.label("taken"), count.label("count")).select_from(joined)
            for row in connection.execute(query.where(taken != count).order_by(items.c.id)):
                wrong.append(f"item {row.id}: taken_{tier} is {row.taken}, but {row.count} are there")
    return wrong
