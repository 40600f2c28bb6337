"""A store on a fresh database of either kind, a clock that a test sets, and a campaign at work."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from likewise.collect.answers import Answer, submit
from likewise.collect.assign import Work, next_work
from likewise.collect.campaigns import Campaign, add_items, create_campaign
from likewise.collect.people import create_worker
from likewise.collect.store import Store


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    with Store(url) as store:
        yield store


class Clock:
    """A clock that a test sets: `wall` may go anywhere, `ticks` only on."""

    def __init__(self) -> None:
        self.wall = time.time_ns() // 1000
        self.ticks = 0

    def pass_seconds(self, seconds: float) -> None:
        self.wall += int(seconds * 1_000_000)
        self.ticks += int(seconds * 1_000_000)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def timed(url: str, clock: Clock) -> Iterator[Store]:
    """A store whose time the test sets."""
    with Store(url, clock=lambda: clock.wall, ticks=lambda: clock.ticks) as store:
        yield store


ANSWER = {"text": "A man is peeling a potato.", "language": "English"}


@dataclass
class Scene:
    """A campaign with items, and workers who do it."""

    store: Store
    campaign: Campaign
    workers: list[int]

    def take(self, worker: int = 0, tier: int | None = None) -> Work:
        work = next_work(self.store, self.workers[worker], self.campaign, tier)
        assert work is not None
        return work

    def answer(self, worker: int = 0, tier: int | None = None, **extra: Any) -> Answer:
        work = self.take(worker, tier)
        return submit(self.store, self.workers[worker], work.token, ANSWER, **extra)


@pytest.fixture
def make_scene() -> Callable[..., Scene]:
    def make(store: Store, items: int = 3, workers: int = 2, **settings: Any) -> Scene:
        settings = {"title": "Clips", "task": "describe"} | settings
        campaign = create_campaign(store, **settings)
        stimuli = ({"youtube": f"{n:011d}", "start": 0, "end": 5} for n in range(items))
        add_items(store, campaign, stimuli)
        return Scene(store, campaign, [create_worker(store).id for _ in range(workers)])

    return make


@pytest.fixture
def scene(store: Store, make_scene: Callable[..., Scene]) -> Scene:
    """Three items, two workers, accepted at once, 1 and 5 cents."""
    return make_scene(store)
