"""Campaigns: settings, rates with their history, items."""

from __future__ import annotations

from typing import Any

import pytest
import sqlalchemy as sa

from likewise.collect.campaigns import (
    add_items,
    create_campaign,
    get_campaign,
    list_campaigns,
    set_rate,
    set_status,
)
from likewise.collect.schema import events, items, rates
from likewise.collect.store import Store
from likewise.errors import InputError, RefusedError


def clip(number: int) -> dict[str, Any]:
    return {"youtube": f"{number:011d}", "start": 0, "end": 5}


def test_a_campaign_has_the_defaults_of_the_paper(store: Store) -> None:
    made = create_campaign(store, title="Was passiert im Clip?", task="describe", by="owner")
    assert (made.slug, made.status, made.currency) == ("was-passiert-im-clip", "open", "USD")
    assert (made.targets, made.rates) == ((20, 20), (1, 5))
    assert get_campaign(store, made.id) == get_campaign(store, made.slug) == get_campaign(store, made) == made


def test_titles_may_repeat_and_be_in_any_script(store: Store) -> None:
    slugs = [
        create_campaign(store, title=t, task="describe").slug for t in ("Clips", "Clips", "短片", "短片")
    ]
    assert slugs[0] == "clips"
    assert slugs[2] == "campaign"
    assert len(set(slugs)) == 4
    assert [c.slug for c in list_campaigns(store)] == slugs[::-1]


def test_a_slug_is_taken_once(store: Store) -> None:
    create_campaign(store, title="A", task="describe", slug="mine")
    with pytest.raises(RefusedError) as refused:
        create_campaign(store, title="B", task="describe", slug="mine")
    assert refused.value.code == "conflict"


@pytest.mark.parametrize(
    ("field", "wrong"),
    [
        ("title", ""),
        ("title", "a\0b"),
        ("title", "\ud800"),
        ("targets", (1, -1)),
        ("targets", (1, 2, 3)),
        ("rates", (1, 2.5)),
        ("rates", (1, 2**60)),
        ("rates", (True, 1)),
        ("currency", "usd"),
        ("lease_seconds", 0),
        ("grant_policy", "after-accepted:0"),
        ("fee_permille", 1001),
        ("slug", "../x"),
    ],
)
def test_wrong_settings_are_told_with_their_field(sqlite_url: str, field: str, wrong: object) -> None:
    with Store(sqlite_url) as store:
        with pytest.raises(InputError) as told:
            create_campaign(store, **{"title": "T", "task": "describe", field: wrong})  # type: ignore[arg-type]
        assert field in (told.value.field or "")
        assert list_campaigns(store) == []


@pytest.mark.parametrize("ref", [0, 99, -1, 2**70, "no", "", "a\0b", "\ud800"])
def test_an_unknown_campaign(store: Store, ref: int | str) -> None:
    with pytest.raises(RefusedError) as refused:
        get_campaign(store, ref)
    assert refused.value.code == "not-found"


def test_status_and_rate_change_and_are_recorded(store: Store) -> None:
    made = create_campaign(store, title="T", task="describe", by=7)
    assert set_status(store, made, "paused", by=7).status == "paused"
    assert set_rate(store, made, 2, 8, by=7).rates == (1, 8)
    assert set_rate(store, made.slug, 2, 0, by=7).rates == (1, 0)
    with store.read() as connection:
        kept = connection.execute(sa.select(rates.c.tier, rates.c.amount).order_by(rates.c.id)).all()
        done = connection.execute(sa.select(events.c.action, events.c.actor).order_by(events.c.id)).all()
    assert [tuple(row) for row in kept] == [(1, 1), (2, 5), (2, 8), (2, 0)]
    assert [row.action for row in done] == ["create-campaign", "set-status", "set-rate", "set-rate"]
    assert {row.actor for row in done} == {"7"}
    with pytest.raises(InputError):
        set_status(store, made, "gone")
    with pytest.raises(InputError):
        set_rate(store, made, 3, 1)


def test_items_are_added_all_or_none(store: Store) -> None:
    made = create_campaign(store, title="T", task="describe")
    assert add_items(store, made, (clip(n) for n in range(3))) == 3
    assert add_items(store, made, [clip(7)], keys=["seven"]) == 1
    assert add_items(store, made, []) == 0
    for keys in (["new", "seven"], ["twice", "twice"], ["one"], ["x", ""]):
        with pytest.raises(InputError):
            add_items(store, made, [clip(8), clip(9)], keys=keys)
    with pytest.raises(InputError):
        add_items(store, made, [clip(8), {"youtube": "bad", "start": 5, "end": 2}])
    with store.read() as connection:
        kept = connection.execute(sa.select(items.c.key, items.c.position).order_by(items.c.id)).all()
    assert [tuple(row) for row in kept] == [("1", 1), ("2", 2), ("3", 3), ("seven", 4)]


def test_a_campaign_comes_with_its_items_or_not_at_all(store: Store) -> None:
    given = {"title": "Whole", "task": "describe"}
    made = create_campaign(store, **given, stimuli=map(clip, range(3)), keys=["a", "b", "c"])
    assert add_items(store, made, [clip(3)]) == 1
    for stimuli, keys in (([clip(1), {"start": 1}], None), ([clip(1), clip(2)], ["a", "a"]), ([], ["a"])):
        with pytest.raises(InputError):
            create_campaign(store, **given, stimuli=stimuli, keys=keys)

    def crash(*_: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        create_campaign(store, **given, stimuli=[clip(1)], fill=crash)
    with store.read() as connection:
        kept = connection.execute(sa.select(items.c.key).order_by(items.c.position)).scalars()
        assert list(kept) == ["a", "b", "c", "4"]
    assert list_campaigns(store) == [made]


def test_five_thousand_items_are_added_by_few_statements(store: Store) -> None:
    """They take less than a second because there are few ways to the database, not one for each item."""
    made = create_campaign(store, title="T", task="describe")
    stimuli = [clip(n) for n in range(5000)]
    said: list[str] = []
    sa.event.listen(store.engine, "before_cursor_execute", lambda *told: said.append(told[2].split()[0]))
    assert add_items(store, made, stimuli, keys=(f"clip {n}" for n in range(5000))) == 5000
    assert said.count("INSERT") == 1
    assert len(said) < 20
