"""Tiers: decisions with reason and history, and policies."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from likewise.collect import tiers
from likewise.collect.answers import accept, reject, submit
from likewise.collect.ledger import balance, check
from likewise.collect.store import Store
from likewise.errors import InputError, RefusedError


class TestDecisions:
    def test_grant_refuse_revoke(self, scene: Any) -> None:
        store, campaign, worker = scene.store, scene.campaign, scene.workers[0]
        assert tiers.tier_of(store, worker, campaign) == 1
        tiers.refuse(store, worker, campaign, "anna", "many slips")
        assert tiers.tier_of(store, worker, campaign) == 1
        tiers.grant(store, worker, campaign, "anna", "much better")
        assert tiers.tier_of(store, worker, campaign.slug) == 2
        tiers.revoke(store, worker, campaign, 7, "copies")
        assert tiers.tier_of(store, worker, campaign) == 1
        found = tiers.history(store, worker, campaign)
        assert [(d.action, d.reason, d.by) for d in found] == [
            ("refuse", "many slips", "anna"),
            ("grant", "much better", "anna"),
            ("revoke", "copies", "7"),
        ]
        assert found[0].at < found[1].at < found[2].at

    def test_a_grant_is_for_one_campaign(self, store: Store, make_scene: Callable[..., Any]) -> None:
        one, two = make_scene(store), make_scene(store, title="Others")
        tiers.grant(store, one.workers[0], one.campaign, "anna", "good")
        assert tiers.tier_of(store, one.workers[0], two.campaign) == 1

    def test_not_twice(self, scene: Any) -> None:
        store, campaign, worker = scene.store, scene.campaign, scene.workers[0]
        with pytest.raises(RefusedError, match="does not work in tier 2") as caught:
            tiers.revoke(store, worker, campaign, "anna", "why")
        assert caught.value.code == "already-decided"
        tiers.grant(store, worker, campaign, "anna", "good")
        for decide in (tiers.grant, tiers.refuse):
            with pytest.raises(RefusedError, match="in tier 2 already"):
                decide(store, worker, campaign, "anna", "again")
        assert len(tiers.history(store, worker, campaign)) == 1

    @pytest.mark.parametrize("reason", ["", "  ", None, "x" * 2001])
    def test_a_reason_is_needed(self, scene: Any, reason: Any) -> None:
        with pytest.raises(InputError, match="expected a reason"):
            tiers.grant(scene.store, scene.workers[0], scene.campaign, "anna", reason)

    def test_unknown_worker_and_campaign(self, scene: Any) -> None:
        with pytest.raises(RefusedError, match="no such worker"):
            tiers.grant(scene.store, 999, scene.campaign, "anna", "good")
        with pytest.raises(RefusedError, match="no such campaign"):
            tiers.grant(scene.store, scene.workers[0], "none", "anna", "good")

    def test_tier_2_pays_more_on_the_same_item(self, scene: Any) -> None:
        scene.answer()
        tiers.grant(scene.store, scene.workers[0], scene.campaign, "anna", "good")
        assert scene.answer().tier == 2
        assert balance(scene.store, scene.workers[0]) == 6
        assert check(scene.store) == []


class TestPolicies:
    def test_after_accepted(self, store: Store, make_scene: Callable[..., Any]) -> None:
        scene = make_scene(store, items=4, grant_policy="after-accepted:3")
        assert [scene.answer().tier for _ in range(4)] == [1, 1, 1, 2]
        (made,) = tiers.history(store, scene.workers[0], scene.campaign)
        assert (made.action, made.by, made.reason) == ("grant", "policy", "3 accepted answers")

    def test_only_what_is_accepted_counts(self, store: Store, make_scene: Callable[..., Any]) -> None:
        scene = make_scene(store, items=4, grant_policy="after-accepted:2", auto_accept=False)
        first, second, third = scene.answer(), scene.answer(), scene.answer()
        accept(store, first.id, "anna")
        reject(store, second.id, "anna", "nonsense")
        assert tiers.tier_of(store, scene.workers[0], scene.campaign) == 1
        accept(store, third.id, "anna")
        assert tiers.tier_of(store, scene.workers[0], scene.campaign) == 2

    @pytest.mark.parametrize(("said", "tier"), [("Hindi", 2), ("English", 1), ("english", 1)])
    def test_other_languages(
        self, store: Store, make_scene: Callable[..., Any], said: str, tier: int
    ) -> None:
        """The paper's footnote 3."""
        scene = make_scene(store, grant_policy="other-languages")
        work = scene.take()
        submit(store, scene.workers[0], work.token, {"text": "Ein Satz.", "language": said}, lang=said)
        assert tiers.tier_of(store, scene.workers[0], scene.campaign) == tier

    def test_no_policy_undoes_a_decision(self, store: Store, make_scene: Callable[..., Any]) -> None:
        scene = make_scene(store, grant_policy="after-accepted:1")
        tiers.refuse(store, scene.workers[0], scene.campaign, "anna", "a machine")
        scene.answer()
        assert tiers.tier_of(store, scene.workers[0], scene.campaign) == 1
        scene.answer(worker=1)
        tiers.revoke(store, scene.workers[1], scene.campaign, "anna", "not yet")
        scene.answer(worker=1)
        assert tiers.tier_of(store, scene.workers[1], scene.campaign) == 1

    def test_manual_does_nothing(self, scene: Any) -> None:
        scene.answer()
        assert tiers.history(scene.store, scene.workers[0], scene.campaign) == []
