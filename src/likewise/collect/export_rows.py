"""Answers on their way out: streamed, with what an export needs of their items and workers.

Workers appear under their anonymous codes; only ids that were published with the data (see `stats`) go out
again as they were.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from likewise.collect.bulk_import import segment_of, was_imported
from likewise.collect.campaigns import Campaign
from likewise.collect.schema import answers, items, sa, workers
from likewise.collect.stats import shown_name
from likewise.io import Source, write_text

__all__ = ["Given", "Rows", "write_json_lines"]

_BLOCK = 2000


@dataclass(frozen=True, slots=True)
class Given:
    """An answer with what the export needs of its item and worker."""

    id: int
    item: str
    stimulus: dict[str, Any]
    worker: str
    tier: int
    payload: dict[str, Any]
    lang: str | None
    seconds: float | None
    comment: str | None
    state: str
    created: int
    pay: int


class Rows:
    """The answers of a campaign as a stream that can be asked for again."""

    def __init__(self, connection: sa.Connection, campaign: Campaign, state: str | None) -> None:
        from likewise.collect.tasks import get_task

        self.connection = connection
        self.campaign = campaign
        self.task = get_task(campaign.task, campaign.settings)
        self.state = state
        self._streams: list[sa.CursorResult[Any]] = []
        self.merged = was_imported(connection, campaign.id)
        # An item's stimulus may be large (a map) and has many answers: it is read once.
        query = sa.select(items.c.id, items.c.key, items.c.stimulus).where(items.c.campaign_id == campaign.id)
        self.items = {number: (key, stimulus) for number, key, stimulus in connection.execute(query)}

    def __call__(self, *, by_item: bool = True) -> Iterator[Given]:
        """The answers in the order of the items, or in the order in which they came."""
        joined = answers.join(items, items.c.id == answers.c.item_id)
        joined = joined.join(workers, workers.c.id == answers.c.worker_id)
        order = [items.c.position, answers.c.id] if by_item else [answers.c.id]
        query = sa.select(*_COLUMNS).select_from(joined).where(answers.c.campaign_id == self.campaign.id)
        if self.state is not None:
            query = query.where(answers.c.state == self.state)
        stream = self.connection.execute(query.order_by(*order), execution_options={"yield_per": _BLOCK})
        self._streams.append(stream)
        spoken = self.campaign.settings.get("language")
        for number, item, code, origin, external, tier, payload, lang, *rest in stream:
            key, stimulus = self.items[item]
            name = segment_of(key) if self.merged else key
            worker = shown_name(code, origin, external)
            said = lang or payload.get("language") or spoken
            yield Given(number, name, stimulus, worker, tier, payload, said, *rest)

    def close(self) -> None:
        """End the streams that were left before their end: PostgreSQL keeps a cursor for each."""
        for stream in self._streams:
            stream.close()

    def groups(self) -> Iterator[tuple[str, list[Given]]]:
        """The answers of one item after the other, in the order in which they came."""
        for name, group in groupby(self(), key=lambda row: row.item):
            yield name, sorted(group, key=lambda row: row.id)


_COLUMNS = (
    answers.c.id,
    answers.c.item_id,
    workers.c.code,
    workers.c.origin,
    workers.c.external,
    answers.c.tier,
    answers.c.payload,
    answers.c.lang,
    answers.c.seconds,
    answers.c.comment,
    answers.c.state,
    answers.c.created,
    answers.c.pay,
)


def write_json_lines(values: Iterable[dict[str, Any]], target: Source) -> int:
    """Write one object a line, whole or not at all; gives how many."""
    count = 0
    with write_text(target) as stream:
        for value in values:
            stream.write(json.dumps(value, ensure_ascii=False) + "\n")
            count += 1
    return count
