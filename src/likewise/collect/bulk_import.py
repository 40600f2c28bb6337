"""A finished campaign on its way into the database, in bulk: items, workers, answers, credits, grants.

A worker who answered an item more than once in a tier did it in another round; a round is an item of its own,
named after the first with `#2` and so on (see `segment_of`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from likewise.collect.campaigns import Campaign, create_campaign, record
from likewise.collect.credits import acceptance
from likewise.collect.payouts import pay_in
from likewise.collect.people import insert_new, new_code
from likewise.collect.schema import answers, campaigns, entries, events, grants, items, sa, workers
from likewise.collect.store import Store

__all__ = ["FinishedCampaign", "segment_of", "was_imported", "write_finished"]

_BATCH = 5000


@dataclass(slots=True)
class _Written:
    """An answer on its way in."""

    segment: str
    round: int
    worker: str
    tier: int
    text: str
    lang: str | None
    seconds: float | None


@dataclass(slots=True)
class FinishedCampaign:
    """A finished campaign on its way in: stimuli by segment, answers in the order of the file."""

    origin: str
    stimuli: dict[str, dict[str, Any]] = field(default_factory=dict)
    answers: list[_Written] = field(default_factory=list)
    done: Counter[tuple[str, str, int]] = field(default_factory=Counter)
    rounds: Counter[str] = field(default_factory=Counter)

    def add(
        self, segment: str, worker: str, tier: int, text: str, lang: str | None, seconds: float | None = None
    ) -> None:
        """Add an answer; one more of this worker to this segment in this tier opens a new round of it."""
        self.done[segment, worker, tier] += 1
        number = self.done[segment, worker, tier]
        self.rounds[segment] = max(self.rounds[segment], number)
        self.answers.append(_Written(segment, number, worker, tier, text, lang, seconds))


def write_finished(
    store: Store,
    finished: FinishedCampaign,
    *,
    title: str,
    task: str,
    settings: dict[str, Any],
    rates: tuple[int, int] = (1, 5),
    paid: bool = False,
) -> Campaign:
    """Write a finished campaign with its workers, answers, credits and grants, all of it or nothing.

    `paid`: its people were paid in their day, so nothing is owed and no payout may send it again.
    """
    taken = Counter((row.segment, row.round, row.tier) for row in finished.answers)
    targets = tuple(max((n for key, n in taken.items() if key[2] == t), default=0) for t in (1, 2))

    def fill(connection: sa.Connection, created: Campaign) -> None:
        now = created.created
        people = _workers(connection, finished, now)
        places = _items(connection, created.id, finished, taken, now)
        rows = (_answer(row, created.id, places, people, rates, now) for row in finished.answers)
        _insert(connection, sa.insert(answers), rows)
        _credit(connection, created, rates, now)
        _grants(connection, created.id, finished, people, now)
        record(connection, "import", "import", f"campaign:{created.id}", now, rows=len(finished.answers))
        closed = sa.update(campaigns).where(campaigns.c.id == created.id).values(status="closed")
        connection.execute(closed)
        if paid:
            pay_in(connection, now, campaign=created, by="import", key=f"import:{created.slug}")

    return create_campaign(
        store,
        title=title,
        task=task,
        settings=settings,
        targets=(targets[0], targets[1]),
        rates=rates,
        by="import",
        fill=fill,
    )


def was_imported(connection: sa.Connection, campaign_id: int) -> bool:
    """Whether the answers came from a file."""
    mark = sa.and_(events.c.subject == f"campaign:{campaign_id}", events.c.action == "import")
    return connection.execute(sa.select(events.c.id).where(mark).limit(1)).first() is not None


def segment_of(key: str) -> str:
    """The segment of an imported item: `#2` marks one that was put out again to the same worker."""
    name, mark, number = key.rpartition("#")
    return name if name and mark and number.isdigit() else key


def _insert(connection: sa.Connection, insert: Any, rows: Iterable[dict[str, Any]]) -> None:
    """Insert in batches, so that no more than one of them lies ready at a time."""
    waiting = iter(rows)
    while part := list(islice(waiting, _BATCH)):
        connection.execute(insert, part)


def _workers(connection: sa.Connection, finished: FinishedCampaign, now: int) -> dict[str, int]:
    """Ids of the workers by their names in the file; those who are here from an earlier import stay."""
    names = dict.fromkeys(row.worker for row in finished.answers)
    rows = [
        {"code": new_code(), "origin": finished.origin, "external": name, "blocked": False, "created": now}
        for name in names
    ]
    _insert(connection, insert_new(connection, workers, "origin", "external"), rows)
    query = sa.select(workers.c.external, workers.c.id).where(workers.c.origin == finished.origin)
    return {str(name): number for name, number in connection.execute(query)}


def _items(
    connection: sa.Connection,
    campaign_id: int,
    finished: FinishedCampaign,
    taken: Counter[tuple[str, int, int]],
    now: int,
) -> dict[tuple[str, int], int]:
    """Ids of the items by segment and round; the rounds of a segment stand side by side."""
    rows: list[dict[str, Any]] = []
    places: dict[str, tuple[str, int]] = {}
    for segment, stimulus in finished.stimuli.items():
        for number in range(1, max(1, finished.rounds[segment]) + 1):
            key = segment if number == 1 else f"{segment}#{number}"
            places[key] = (segment, number)
            counts = {f"taken_{tier}": taken[segment, number, tier] for tier in (1, 2)}
            row = {"campaign_id": campaign_id, "position": len(rows) + 1, "key": key, "stimulus": stimulus}
            rows.append({**row, **counts, "created": now})
    _insert(connection, sa.insert(items), rows)
    query = sa.select(items.c.key, items.c.id).where(items.c.campaign_id == campaign_id)
    return {places[key]: number for key, number in connection.execute(query)}


def _answer(
    row: _Written,
    campaign_id: int,
    places: Mapping[tuple[str, int], int],
    people: Mapping[str, int],
    rates: tuple[int, int],
    now: int,
) -> dict[str, Any]:
    payload = {"text": row.text} if row.lang is None else {"language": row.lang, "text": row.text}
    return {
        "campaign_id": campaign_id,
        "item_id": places[row.segment, row.round],
        "worker_id": people[row.worker],
        "tier": row.tier,
        "payload": payload,
        "lang": row.lang,
        "seconds": row.seconds,
        "state": "accepted",
        "pay": rates[row.tier - 1],
        "created": now,
    }


def _credit(connection: sa.Connection, campaign: Campaign, rates: tuple[int, int], now: int) -> None:
    """Credit every answer, as acceptance one by one would have done."""
    query = sa.select(answers.c.id, answers.c.worker_id, answers.c.tier)
    query = query.where(answers.c.campaign_id == campaign.id).order_by(answers.c.id)
    rows = (
        acceptance(
            answer_id=answer_id,
            worker_id=worker_id,
            campaign_id=campaign.id,
            amount=rates[tier - 1],
            currency=campaign.currency,
            at=now,
            by="import",
        )
        for answer_id, worker_id, tier in connection.execute(query).all()
    )
    _insert(connection, sa.insert(entries), rows)


def _grants(
    connection: sa.Connection,
    campaign_id: int,
    finished: FinishedCampaign,
    people: Mapping[str, int],
    now: int,
) -> None:
    rows = [
        {
            "worker_id": people[name],
            "campaign_id": campaign_id,
            "action": "grant",
            "actor": "import",
            "at": now,
        }
        for name in dict.fromkeys(row.worker for row in finished.answers if row.tier == 2)
    ]
    if rows:
        connection.execute(sa.insert(grants), [{**row, "reason": "worked in tier 2"} for row in rows])
