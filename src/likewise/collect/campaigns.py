"""Campaigns: a task, its items, how many answers each needs, and what an answer pays.

Two tiers of the same task at different pay (Chen and Dolan, ACL 2011, section 3.1): 1 and 5 cents by default.
"""

from __future__ import annotations

import re
import secrets
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from likewise.collect.schema import AnyRow, campaigns, events, items, rates, sa
from likewise.collect.store import Store
from likewise.errors import InputError, RefusedError

if TYPE_CHECKING:
    from likewise.collect.tasks import TaskType

__all__ = [
    "Actor",
    "Campaign",
    "Ref",
    "actor",
    "add_items",
    "check_number",
    "check_text",
    "create_campaign",
    "find_campaign",
    "find_id",
    "get_campaign",
    "list_campaigns",
    "rate_in_force",
    "record",
    "set_rate",
    "set_status",
    "task_of",
]

STATUSES = ("open", "paused", "closed")
_BIGGEST = 2**53 - 1  # amounts stay exact in every JSON reader
_POLICY = re.compile(r"manual|other-languages|after-accepted:[1-9][0-9]{0,8}")
_SLUG = re.compile(r"[a-z0-9][a-z0-9-]{0,63}")

Actor = int | str | None
"""Who did it: the id of an account, or a name; kept as text."""


@dataclass(frozen=True, slots=True)
class Campaign:
    """A campaign as it stands now; `rates` are those in force for tier 1 and 2, in minor units."""

    id: int
    slug: str
    title: str
    task: str
    settings: dict[str, Any]
    currency: str
    status: str
    targets: tuple[int, int]
    rates: tuple[int, int]
    lease_seconds: int
    auto_accept: bool
    grant_policy: str
    fee_permille: int
    created: int


Ref = Campaign | int | str
"""A campaign, its id, or its slug."""


def rate_in_force(tier: int | sa.ColumnElement[int]) -> sa.ScalarSelect[int]:
    """The newest rate of a tier, as a part of a query over campaigns."""
    newest = sa.select(rates.c.amount).where(rates.c.campaign_id == campaigns.c.id, rates.c.tier == tier)
    return newest.order_by(rates.c.id.desc()).limit(1).correlate_except(rates).scalar_subquery()


_SELECT = sa.select(campaigns, rate_in_force(1).label("rate_1"), rate_in_force(2).label("rate_2"))
_BY_ID = _SELECT.where(campaigns.c.id == sa.bindparam("ref"))
_BY_SLUG = _SELECT.where(campaigns.c.slug == sa.bindparam("ref"))


def create_campaign(
    store: Store,
    *,
    title: str,
    task: str,
    settings: Mapping[str, Any] | None = None,
    targets: tuple[int, int] = (20, 20),
    rates: tuple[int, int] = (1, 5),
    currency: str = "USD",
    lease_seconds: int = 1800,
    auto_accept: bool = True,
    grant_policy: str = "manual",
    fee_permille: int = 0,
    slug: str | None = None,
    by: Actor = None,
    stimuli: Iterable[Mapping[str, Any]] = (),
    keys: Iterable[str] | None = None,
    fill: Callable[[sa.Connection, Campaign], object] | None = None,
) -> Campaign:
    """A new, open campaign; `targets` are answers wanted per item in tier 1 and 2.

    Its items (`stimuli`, `keys` as in `add_items`) and whatever else `fill` writes come with it in one
    transaction: all of it or nothing.
    """
    from likewise.collect.tasks import get_task

    check_text(title, "title")
    kind = get_task(task, settings)
    checked = kind.check_settings(dict(settings or {}))
    first = _check_items(kind, checked, stimuli, keys)
    for target in targets:
        check_number(target, "targets", 0, 1_000_000)
    for amount in rates:
        check_number(amount, "rates", 0, _BIGGEST)
    check_number(lease_seconds, "lease_seconds", 1, 366 * 24 * 3600)
    check_number(fee_permille, "fee_permille", 0, 1000)
    if len(targets) != 2 or len(rates) != 2:
        raise InputError("expected one number for each of the two tiers", field="targets, rates")
    if not re.fullmatch("[A-Z]{3}", currency):
        raise InputError("expected a currency of three capital letters", field="currency")
    if not _POLICY.fullmatch(grant_policy):
        raise InputError("expected manual, other-languages or after-accepted:N", field="grant_policy")
    if slug is not None and not _SLUG.fullmatch(slug):
        raise InputError("expected small letters, digits and hyphens", field="slug")
    now = store.now()
    row = {
        "title": title.strip(),
        "task": task,
        "settings": checked,
        "currency": currency,
        "status": "open",
        "target_1": targets[0],
        "target_2": targets[1],
        "lease_seconds": lease_seconds,
        "auto_accept": bool(auto_accept),
        "grant_policy": grant_policy,
        "fee_permille": fee_permille,
        "created": now,
    }

    def write(connection: sa.Connection) -> Campaign:
        row["slug"] = _free_slug(connection, title) if slug is None else _unused(connection, slug)
        added = connection.execute(sa.insert(campaigns).values(row).returning(campaigns.c.id)).scalar_one()
        for tier, amount in enumerate(rates, start=1):
            _insert_rate(connection, added, tier, amount, by, now)
        record(connection, by, "create-campaign", f"campaign:{added}", now, title=title, rates=list(rates))
        _insert_items(connection, added, *first, now)
        if fill is not None:
            fill(connection, find_campaign(connection, added))
        return find_campaign(connection, added)

    return store.transact(write)


def get_campaign(store: Store, ref: Ref) -> Campaign:
    """The campaign of this id or slug, as it stands now."""
    with store.read() as connection:
        return find_campaign(connection, ref)


def find_campaign(connection: sa.Connection, ref: Ref, *, lock: bool = False) -> Campaign:
    """`get_campaign` inside a transaction; `lock` keeps others from changing it until the end."""
    if isinstance(ref, Campaign):
        ref = ref.id
    if isinstance(ref, int) and not 0 < ref < 2**63:
        raise RefusedError("not-found", "there is no such campaign")
    query = _BY_ID if isinstance(ref, int) else _BY_SLUG
    if lock:
        query = query.with_for_update(of=campaigns)
    try:
        row = connection.execute(query, {"ref": ref}).first()
    except (UnicodeEncodeError, sa.exc.DataError):  # NUL or half a surrogate pair is no slug
        row = None
    if row is None:
        raise RefusedError("not-found", "there is no such campaign")
    return _read(row)


def list_campaigns(store: Store) -> list[Campaign]:
    """Every campaign, the newest first."""
    with store.read() as connection:
        return [_read(row) for row in connection.execute(_SELECT.order_by(campaigns.c.id.desc()))]


def set_status(store: Store, campaign: Ref, status: str, by: Actor = None) -> Campaign:
    """Open, pause or close a campaign; only an open one hands out work."""
    if status not in STATUSES:
        raise InputError(f"expected one of {', '.join(STATUSES)}", field="status")
    now = store.now()

    def write(connection: sa.Connection) -> Campaign:
        current = find_campaign(connection, campaign, lock=True)
        connection.execute(sa.update(campaigns).where(campaigns.c.id == current.id).values(status=status))
        record(
            connection, by, "set-status", f"campaign:{current.id}", now, before=current.status, after=status
        )
        return find_campaign(connection, current)

    return store.transact(write)


def set_rate(store: Store, campaign: Ref, tier: int, amount: int, by: Actor = None) -> Campaign:
    """Pay `amount` for what is accepted from now on; what is credited stays as it is."""
    if tier not in (1, 2):
        raise InputError("expected tier 1 or 2", field="tier")
    check_number(amount, "amount", 0, _BIGGEST)
    now = store.now()

    def write(connection: sa.Connection) -> Campaign:
        current = find_campaign(connection, campaign, lock=True)
        _insert_rate(connection, current.id, tier, amount, by, now)
        record(connection, by, "set-rate", f"campaign:{current.id}", now, tier=tier, amount=amount)
        return find_campaign(connection, current)

    return store.transact(write)


def add_items(
    store: Store,
    campaign: Ref,
    stimuli: Iterable[Mapping[str, Any]],
    *,
    keys: Iterable[str] | None = None,
) -> int:
    """Add stimuli as items, all or none; gives how many. A key that is there already is refused.

    Without `keys`, an item is named after its position.
    """
    with store.read() as connection:
        current = find_campaign(connection, campaign)
        task, settings = task_of(store, connection, current.id)
    checked, names = _check_items(task, settings, stimuli, keys)
    now = store.now()

    def write(connection: sa.Connection) -> int:
        find_campaign(connection, current, lock=True)  # positions are given to one writer at a time
        return _insert_items(connection, current.id, checked, names, now)

    return store.transact(write)


def _check_items(
    task: TaskType,
    settings: dict[str, Any],
    stimuli: Iterable[Mapping[str, Any]],
    keys: Iterable[str] | None,
) -> tuple[list[dict[str, Any]], list[str] | None]:
    checked = [task.check_stimulus(stimulus, settings) for stimulus in stimuli]
    return checked, None if keys is None else _check_keys(list(keys), len(checked))


def _insert_items(
    connection: sa.Connection,
    campaign_id: int,
    checked: list[dict[str, Any]],
    names: list[str] | None,
    now: int,
) -> int:
    if not checked:
        return 0
    last = sa.select(sa.func.max(items.c.position)).where(items.c.campaign_id == campaign_id)
    start = (connection.execute(last).scalar() or 0) + 1
    rows = [
        {
            "campaign_id": campaign_id,
            "position": start + offset,
            "key": str(start + offset) if names is None else names[offset],
            "stimulus": stimulus,
            "created": now,
        }
        for offset, stimulus in enumerate(checked)
    ]
    _refuse_known(connection, campaign_id, [str(row["key"]) for row in rows])
    connection.execute(sa.insert(items), rows)
    return len(rows)


def find_id(connection: sa.Connection, ref: Ref) -> int:
    """The id of a campaign; a number is taken as it is."""
    if isinstance(ref, Campaign):
        return ref.id
    return ref if isinstance(ref, int) and 0 < ref < 2**63 else find_campaign(connection, ref).id


def task_of(store: Store, connection: sa.Connection, campaign_id: int) -> tuple[TaskType, dict[str, Any]]:
    """The task type of a campaign and its settings; kept by the store, as they never change."""
    from likewise.collect.tasks import get_task

    known: tuple[TaskType, dict[str, Any]] | None = store.kept.get(campaign_id)
    if known is None:
        campaign = find_campaign(connection, campaign_id)
        known = store.kept[campaign_id] = (get_task(campaign.task, campaign.settings), campaign.settings)
    return known


def record(
    connection: sa.Connection, by: Actor, action: str, subject: str, now: int, **detail: object
) -> None:
    """One line of the audit: who did what to whom, and when."""
    row = {"actor": actor(by), "action": action, "subject": subject, "detail": detail, "at": now}
    connection.execute(sa.insert(events), row)


def actor(by: Actor) -> str | None:
    """The actor as the database keeps it."""
    return None if by is None else str(by)


def _read(row: AnyRow) -> Campaign:
    return Campaign(
        id=row.id,
        slug=row.slug,
        title=row.title,
        task=row.task,
        settings=row.settings,
        currency=row.currency,
        status=row.status,
        targets=(row.target_1, row.target_2),
        rates=(row.rate_1, row.rate_2),
        lease_seconds=row.lease_seconds,
        auto_accept=row.auto_accept,
        grant_policy=row.grant_policy,
        fee_permille=row.fee_permille,
        created=row.created,
    )


def _insert_rate(
    connection: sa.Connection, campaign_id: int, tier: int, amount: int, by: Actor, now: int
) -> None:
    row = {"campaign_id": campaign_id, "tier": tier, "amount": amount, "actor": actor(by), "at": now}
    connection.execute(sa.insert(rates), row)


def _free_slug(connection: sa.Connection, title: str) -> str:
    """A slug out of the title; a random tail keeps it apart from others of that title."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    slug = re.sub("[^a-z0-9]+", "-", plain).strip("-")[:48].strip("-") or "campaign"
    taken = connection.execute(sa.select(campaigns.c.id).where(campaigns.c.slug == slug)).first()
    # A slug of digits alone would read like an id on the command line.
    return f"{slug}-{secrets.token_hex(4)}" if taken or slug.isdigit() else slug


def _unused(connection: sa.Connection, slug: str) -> str:
    if connection.execute(sa.select(campaigns.c.id).where(campaigns.c.slug == slug)).first():
        raise RefusedError("conflict", f"there is a campaign called {slug!r} already")
    return slug


def _check_keys(keys: list[str], wanted: int) -> list[str]:
    if len(keys) != wanted:
        raise InputError(f"{wanted} stimuli but {len(keys)} keys", field="keys")
    seen: set[str] = set()
    for key in keys:
        check_text(key, "keys")
        if key in seen:
            raise InputError(f"key {key!r} comes twice", field="keys")
        seen.add(key)
    return keys


def _refuse_known(connection: sa.Connection, campaign_id: int, keys: list[str]) -> None:
    for start in range(0, len(keys), 500):
        part = keys[start : start + 500]
        query = sa.select(items.c.key).where(items.c.campaign_id == campaign_id, items.c.key.in_(part))
        known = connection.execute(query.limit(1)).scalar()
        if known is not None:
            raise InputError(f"there is an item {known!r} already", field="keys")


def check_number(value: object, field: str, least: int, most: int) -> None:
    """Refuse what is not a whole number in the range."""
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise InputError(f"expected a whole number from {least} to {most}", field=field)


def check_text(value: object, field: str, *, least: int = 1, most: int = 500) -> None:
    """Refuse a text that is too long, or that a database cannot hold."""
    if not isinstance(value, str) or not least <= len(value.strip()) or len(value) > most:
        raise InputError(f"expected a text of {least} to {most} characters", field=field)
    if "\0" in value or any("\ud800" <= c <= "\udfff" for c in value):
        raise InputError("holds a NUL or half of a character", field=field)
