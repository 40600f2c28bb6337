"""likewise collect review: who is due for a review, and decisions about tiers."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

import typer

from likewise.cli.collect.database import DEFAULT, By, Database, Which, one_campaign, open_store
from likewise.cli.command import InputError, Json, Seed, print_json

__all__ = ["review"]


def review(
    campaign: Which = None,
    grant: Annotated[
        str | None, typer.Option("--grant", metavar="CODE", help="Give this worker tier 2.")
    ] = None,
    refuse: Annotated[
        str | None, typer.Option("--refuse", metavar="CODE", help="Leave this worker in tier 1.")
    ] = None,
    revoke: Annotated[
        str | None, typer.Option("--revoke", metavar="CODE", help="Take tier 2 away from this worker.")
    ] = None,
    reason: Annotated[str | None, typer.Option("--reason", help="Why; kept with the decision.")] = None,
    by: By = "command line",
    limit: Annotated[int, typer.Option("--limit", min=1, help="How many workers to show.")] = 10,
    sample: Annotated[int, typer.Option("--sample", min=0, help="How many sentences of each.")] = 12,
    seed: Seed = 12345,
    database: Database = DEFAULT,
    json_out: Json = False,
) -> None:
    """Show the tier-1 workers who are due for a review, or decide about one.

    Example: likewise collect review --grant W7KQ2M4XA --reason "writes well"
    """
    from likewise.collect import get_worker, review_queue, tiers

    decisions = {"grant": grant, "refuse": refuse, "revoke": revoke}
    chosen = [(action, code) for action, code in decisions.items() if code is not None]
    if len(chosen) > 1:
        raise InputError("expected one of --grant, --refuse and --revoke")
    if chosen and not reason:
        raise InputError(f"--{chosen[0][0]}: expected --reason as well")
    with open_store(database) as store:
        chosen_campaign = one_campaign(store, campaign)
        if chosen:
            action, code = chosen[0]
            worker = get_worker(store, code)
            made = getattr(tiers, action)(store, worker.id, chosen_campaign, by, reason)
            tier = tiers.tier_of(store, worker.id, chosen_campaign)
            result = {
                "campaign": chosen_campaign.slug,
                "worker": worker.code,
                "tier": tier,
                "decision": asdict(made),
            }
            if json_out:
                print_json(result)
            else:
                print(f"{worker.code} works in tier {tier} of {chosen_campaign.slug}.")
            return
        queue = review_queue(store, chosen_campaign, sample=sample, limit=limit, seed=seed)
    if json_out:
        print_json({"campaign": chosen_campaign.slug, "queue": [asdict(one) for one in queue]})
        return
    if not queue:
        print("Nobody is due for a review.")
    for one in queue:
        _show_review(one)


def _show_review(one: Any) -> None:
    print(f"{one.code}: {one.submitted} in tier 1, {one.since_review} since the last review")
    # `says` tells the signals in words, `flags` those of them that passed a limit.
    said_flags = [f"! {flag}" for flag in one.evidence.get("flags", ())]
    lines = [
        *said_flags,
        *(f"- {line}" for line in one.evidence.get("says", ())),
        *one.sample,
        *(f"({past.action} by {past.by}: {past.reason})" for past in one.history),
    ]
    for line in lines:
        # People wrote this: nothing in it may steer the terminal.
        print("  " + "".join(c if c.isprintable() else " " for c in line))
