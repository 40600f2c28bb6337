"""Reviews: the tier-1 workers to look at, with some of what they gave and what the signals say.

Those who submitted the most since they were last looked at come first (Chen and Dolan 2011, section 3.1).
What is decided about them: see `tiers`.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from likewise.collect.bulk_import import segment_of, was_imported
from likewise.collect.campaigns import Campaign, Ref, find_campaign
from likewise.collect.schema import AnyRow, answers, grants, items, sa, workers
from likewise.collect.store import Store
from likewise.collect.tasks import get_task, mark_lines
from likewise.collect.tiers import TierDecision, history_in

__all__ = ["Review", "review_queue"]

_EVIDENCE = 60
"""Answers of a worker that the signals are computed from: enough to judge by, few enough for a page."""
_DECIDES = ("grant", "revoke")
_VOCABULARY = 10_000
"""Tier-2 answers, the newest, whose words count as known."""
_OTHERS = 20
"""Texts of others that an item's are held against."""


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


def review_queue(
    store: Store, campaign: Ref, *, sample: int = 12, limit: int = 50, seed: int = 12345
) -> list[Review]:
    """Tier-1 workers to look at, those with the most submissions since their last review first."""
    with store.read() as connection:
        desk = _Desk(connection, find_campaign(connection, campaign))
        rows = connection.execute(_waiting(desk.campaign.id).limit(limit)).all()
        return [desk.review(row, sample, seed) for row in rows]


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


class _Desk:
    """What reviews of one campaign read: workers' texts, what others wrote, the words of tier 2."""

    def __init__(self, connection: sa.Connection, campaign: Campaign) -> None:
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
        decided = history_in(self.connection, row.id, self.campaign.id)
        signs = self.evidence(row.id, written)
        return Review(row.id, row.code, row.submitted, row.fresh, shown[:sample], signs, decided)

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
