"""The review queue: who is due, some of what they gave, and what the signals say."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from likewise.collect.answers import submit
from likewise.collect.people import block
from likewise.collect.reviews import review_queue
from likewise.collect.store import Store
from likewise.collect.tiers import grant, refuse


def test_most_first_and_only_who_is_due(store: Store, make_scene: Callable[..., Any]) -> None:
    scene = make_scene(store, items=5, workers=5)
    for worker, count in enumerate((1, 4, 2, 3, 0)):
        for _ in range(count):
            scene.answer(worker)
    grant(store, scene.workers[3], scene.campaign, "anna", "good")
    block(store, scene.workers[0], "anna", "spam")
    queue = review_queue(store, scene.campaign)
    assert [(r.worker_id, r.submitted, r.since_review) for r in queue] == [
        (scene.workers[1], 4, 4),
        (scene.workers[2], 2, 2),
    ]
    assert queue[0].sample == ["A man is peeling a potato."] * 4
    assert [r.worker_id for r in review_queue(store, scene.campaign, limit=1)] == [scene.workers[1]]


def test_since_the_last_review(store: Store, make_scene: Callable[..., Any]) -> None:
    scene = make_scene(store, items=5)
    scene.answer()
    refuse(store, scene.workers[0], scene.campaign, "anna", "too early")
    assert review_queue(store, scene.campaign) == []
    scene.answer()
    (due,) = review_queue(store, scene.campaign)
    assert (due.submitted, due.since_review) == (2, 1)
    assert [d.action for d in due.history] == ["refuse"]


def test_samples_are_repeatable(store: Store, make_scene: Callable[..., Any]) -> None:
    scene = make_scene(store, items=30, workers=1)
    for number in range(30):
        work = scene.take()
        submit(store, scene.workers[0], work.token, {"text": f"Sentence {number}.", "language": "English"})
    first, again = (review_queue(store, scene.campaign, sample=5)[0].sample for _ in range(2))
    other = review_queue(store, scene.campaign, sample=5, seed=1)[0].sample
    assert first == again != other
    assert len(set(first)) == 5


def test_evidence_comes_with_it(store: Store, make_scene: Callable[..., Any]) -> None:
    scene = make_scene(store, items=3, workers=6)
    for worker in range(6):
        for _ in range(3):
            scene.answer(worker, seconds=12.0)
    signs = review_queue(store, scene.campaign)[0].evidence
    assert (signs["sentences"], signs["median_seconds"], signs["language"]) == (3, 12, "en")
    assert signs["overlap_with_others"] == 1


def test_words_are_held_against_the_same_language(store: Store, make_scene: Callable[..., Any]) -> None:
    scene = make_scene(store, items=3, workers=7)
    for _ in range(3):
        for worker in range(6):
            scene.answer(worker)
        payload = {"text": "Papagaj se umiva.", "language": "Slovene"}
        submit(store, scene.workers[6], scene.take(6).token, payload)
    signs = {r.worker_id: r.evidence for r in review_queue(store, scene.campaign)}
    assert signs[scene.workers[0]]["overlap_with_others"] == 1
    assert signs[scene.workers[6]]["language_named"] == "Slovene"
    assert signs[scene.workers[6]]["overlap_with_others"] is None
