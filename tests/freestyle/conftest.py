"""Verse that tests share: couplets made of our own half-lines and families of end words that rhyme."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from likewise.freestyle import Freestyler, Verse

FAMILIES = (
    ("house", "mouse", "blouse", "grouse"),
    ("bell", "well", "shell", "spell"),
    ("king", "ring", "wing", "spring"),
    ("gold", "cold", "told", "bold"),
    ("door", "floor", "shore", "store"),
    ("bread", "thread", "shed", "bed"),
    ("night", "light", "bright", "sight"),
    ("day", "way", "play", "stay"),
    ("sea", "free", "tree", "me"),
    ("rain", "train", "lane", "plain"),
    ("song", "long", "strong", "wrong"),
    ("sound", "ground", "round", "found"),
)
STARTS = (
    "i walk alone into the", "we ran together to the", "you told me all about the", "she never saw another",
    "they dance and sing around the", "my brother waits beside the", "he wrote a letter on the",
    "the children talk about the", "our house was near the", "nobody ever took the",
)  # fmt: skip


def made_verses(count: int, seed: int = 1) -> list[Verse]:
    """Verses of two couplets, AABB."""
    draw = random.Random(seed)
    verses = []
    for number in range(count):
        ends = [word for family in draw.sample(FAMILIES, 2) for word in draw.sample(family, 2)]
        lines = tuple(f"{start} {end}" for start, end in zip(draw.sample(STARTS, 4), ends, strict=True))
        verses.append(Verse(str(number), lines))
    return verses


@pytest.fixture(scope="session")
def verses() -> list[Verse]:
    return made_verses(160)


@pytest.fixture(scope="session")
def learn(verses: list[Verse]) -> Callable[..., Freestyler]:
    """Learn from the made verses, each setting once."""
    learnt: dict[str, Freestyler] = {}

    def fit(**settings: Any) -> Freestyler:
        name = repr(sorted(settings.items()))
        if name not in learnt:
            learnt[name] = Freestyler.fit(verses, **settings)
        return learnt[name]

    return fit
