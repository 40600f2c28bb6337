"""Figures of a campaign as the paper gives them (Chen and Dolan 2011, Table 1 and section 3.3).

The plain figures are of the campaign's main language, as the paper's are of English; each has its total over
all languages beside it. A segment is an item; those that nobody described count as well.
"""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime
from typing import Any

from likewise.collect.bulk_import import segment_of, was_imported
from likewise.collect.campaigns import Campaign, Ref, find_campaign
from likewise.collect.schema import answers, entries, items, sa, workers
from likewise.collect.store import Store
from likewise.collect.tiers import main_language
from likewise.text import find_language, name_of, same_language, unknown_language

__all__ = ["shown_name", "table1"]

_DAY = 24 * 3600 * 1_000_000
_LEAST = (100, 500)
_TOP = 10
PUBLIC_ORIGINS = ("msvd", "import")
"""Where workers' own ids were published with the data, so that they may be shown."""


def table1(store: Store, campaign: Ref, *, lang: str | None = None) -> dict[str, Any]:
    """The figures; `lang` is a language, by code or name, or `all`, else the main one if anyone used it."""
    with store.read() as connection:
        current = find_campaign(connection, campaign)
        imported = was_imported(connection, current.id)
        groups = _groups(connection, current.id)
        chosen = name_of(lang) if lang else _main(current, groups)
        spoken = _spellings(chosen, groups)
        tiers = {
            str(tier): {"pay": current.rates[tier - 1], **_tier(connection, current.id, groups, tier, spoken)}
            for tier in (1, 2)
        }
        people = _people(connection, current.id, spoken)
        counts = _per_segment(connection, current.id, spoken, imported)
        total = sum(people.values())
        return {
            "campaign": current.slug,
            "title": current.title,
            "status": current.status,
            "currency": current.currency,
            "language": None if chosen == "all" else chosen,
            "tiers": tiers,
            "segments": len(counts[0]),
            "descriptions": total,
            "workers": len(people),
            "per_segment": {**_spread(counts[0]), "tiers": {str(t): _spread(counts[t]) for t in (1, 2)}},
            "top_worker": max(people.values(), default=0),
            "top_workers": [{"worker": name, "descriptions": n} for name, n in people.most_common(_TOP)],
            "workers_with": {str(least): sum(n >= least for n in people.values()) for least in _LEAST},
            "languages": _languages(connection, current.id, groups),
            "total": _total(connection, current.id, groups),
            "seconds": _seconds(connection, current.id, spoken),
            # The day of the import says nothing about when people wrote.
            "per_day": {} if imported else _per_day(connection, current.id, spoken),
            "cost": _cost(connection, current.id),
        }


def shown_name(code: str, origin: str, external: str | None) -> str:
    """How a worker is called outside: by the published id, or by the anonymous code."""
    return external if origin in PUBLIC_ORIGINS and external is not None else code


_Groups = dict[tuple[int, str | None, str], int]


def _groups(connection: sa.Connection, campaign_id: int) -> _Groups:
    """Answers by tier, language and state."""
    columns = (answers.c.tier, answers.c.lang, answers.c.state)
    query = sa.select(*columns, sa.func.count()).where(answers.c.campaign_id == campaign_id)
    return {(t, lang, state): n for t, lang, state, n in connection.execute(query.group_by(*columns))}


def _main(campaign: Campaign, groups: _Groups) -> str:
    main = main_language(campaign.settings)
    return main if any(lang and same_language(lang, main) for _, lang, _ in groups) else "all"


_Spoken = frozenset[str] | None
"""How a language is called in the answers; None stands for all languages."""


def _spellings(chosen: str, groups: _Groups) -> _Spoken:
    if chosen == "all":
        return None
    spellings = frozenset(lang for _, lang, _ in groups if lang and same_language(lang, chosen))
    if not spellings and find_language(chosen) is None:
        raise unknown_language(chosen)
    return spellings


def _spoken(langs: _Spoken) -> list[sa.ColumnElement[bool]]:
    return [] if langs is None else [answers.c.lang.in_(sorted(langs))]


def _tier(
    connection: sa.Connection, campaign_id: int, groups: _Groups, tier: int, langs: _Spoken
) -> dict[str, Any]:
    """A column of Table 1: workers, submitted, accepted in the language, and in all."""

    def column(spoken: _Spoken) -> dict[str, int]:
        query = sa.select(sa.func.count(answers.c.worker_id.distinct())).where(
            answers.c.campaign_id == campaign_id, answers.c.tier == tier, *_spoken(spoken)
        )
        own = {k: n for k, n in groups.items() if k[0] == tier and (spoken is None or k[1] in spoken)}
        return {
            "workers": connection.execute(query).scalar_one(),
            "submitted": sum(own.values()),
            "accepted": sum(n for (_, _, state), n in own.items() if state == "accepted"),
        }

    return {**column(langs), "total": column(None)}


def _people(connection: sa.Connection, campaign_id: int, langs: _Spoken) -> Counter[str]:
    """Descriptions by worker, the rejected ones left out."""
    who = (workers.c.code, workers.c.origin, workers.c.external)
    query = sa.select(*who, sa.func.count()).join(workers, workers.c.id == answers.c.worker_id)
    query = query.where(answers.c.campaign_id == campaign_id, answers.c.state != "rejected", *_spoken(langs))
    rows = connection.execute(query.group_by(*who).order_by(sa.func.count().desc(), workers.c.code))
    return Counter({shown_name(code, origin, external): n for code, origin, external, n in rows})


def _per_segment(
    connection: sa.Connection, campaign_id: int, langs: _Spoken, imported: bool
) -> tuple[dict[str, int], dict[str, int], dict[str, int]]:
    """Descriptions by segment, in all and in each tier."""

    def name(key: str) -> str:
        return segment_of(key) if imported else key

    keys = connection.execute(sa.select(items.c.key).where(items.c.campaign_id == campaign_id))
    both = dict.fromkeys((name(key) for key in keys.scalars()), 0)
    counts = (both, both.copy(), both.copy())
    query = sa.select(items.c.key, answers.c.tier, sa.func.count()).join(
        items, items.c.id == answers.c.item_id
    )
    query = query.where(answers.c.campaign_id == campaign_id, answers.c.state != "rejected", *_spoken(langs))
    for key, tier, n in connection.execute(query.group_by(items.c.key, answers.c.tier)):
        for place in (0, tier):
            counts[place][name(key)] += n
    return counts


def _spread(counts: dict[str, int]) -> dict[str, float]:
    """Mean, and the most that at least 95 % of the segments have."""
    ordered = sorted(counts.values())
    if not ordered:
        return {"mean": 0.0, "p05": 0, "median": 0, "max": 0}
    n = len(ordered)
    return {
        "mean": sum(ordered) / n,
        "p05": ordered[n * 5 // 100],
        "median": ordered[n // 2],
        "max": ordered[-1],
    }


def _languages(connection: sa.Connection, campaign_id: int, groups: _Groups) -> dict[str, dict[str, int]]:
    query = sa.select(answers.c.lang, sa.func.count(answers.c.worker_id.distinct()))
    languages = {
        lang: {"workers": n, "submitted": 0, "accepted": 0}
        for lang, n in connection.execute(
            query.where(answers.c.campaign_id == campaign_id).group_by(answers.c.lang)
        )
    }
    for (_, lang, state), n in groups.items():
        languages[lang]["submitted"] += n
        languages[lang]["accepted"] += n if state == "accepted" else 0
    ranked = sorted(languages.items(), key=lambda row: (-row[1]["submitted"], row[0] or ""))
    return {lang or "unknown": row for lang, row in ranked}


def _total(connection: sa.Connection, campaign_id: int, groups: _Groups) -> dict[str, int]:
    query = sa.select(sa.func.count(answers.c.worker_id.distinct())).where(
        answers.c.campaign_id == campaign_id
    )
    states: Counter[str] = Counter()
    for (_, _, state), n in groups.items():
        states[state] += n
    return {
        "workers": connection.execute(query).scalar_one(),
        "submitted": states.total(),
        "descriptions": states.total() - states["rejected"],
        **{state: states[state] for state in ("accepted", "pending", "rejected")},
    }


def _seconds(connection: sa.Connection, campaign_id: int, langs: _Spoken) -> dict[str, float | None]:
    query = sa.select(answers.c.seconds).where(
        answers.c.campaign_id == campaign_id, answers.c.seconds.is_not(None), *_spoken(langs)
    )
    times = list(connection.execute(query.order_by(answers.c.seconds)).scalars())
    if not times:
        return {"mean": None, "median": None}
    return {"mean": sum(times) / len(times), "median": times[len(times) // 2]}


def _per_day(connection: sa.Connection, campaign_id: int, langs: _Spoken) -> dict[str, int]:
    day = sa.cast(sa.func.floor(answers.c.created / sa.literal(_DAY)), sa.Integer)
    query = sa.select(day, sa.func.count()).where(answers.c.campaign_id == campaign_id, *_spoken(langs))
    rows = connection.execute(query.group_by(day).order_by(day))
    return {datetime.fromtimestamp(d * 86400, UTC).date().isoformat(): n for d, n in rows}


def _cost(connection: sa.Connection, campaign_id: int) -> dict[str, int]:
    """What was spent by kind in minor units, answers net of reversals; and what of it is paid out."""
    query = sa.select(entries.c.kind, sa.func.sum(entries.c.amount)).where(
        entries.c.campaign_id == campaign_id
    )
    kinds = {kind: int(amount) for kind, amount in connection.execute(query.group_by(entries.c.kind))}
    answered = kinds.get("accepted", 0) + kinds.get("reversal", 0)
    bonus, fee = kinds.get("bonus", 0), kinds.get("fee", 0)
    return {
        "answers": answered,
        "bonus": bonus,
        "fee": fee,
        "total": answered + bonus + fee,
        "paid": -kinds.get("payout", 0),
    }
