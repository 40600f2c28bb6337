"""likewise collect filter: clusters without noisy tier-1 sentences."""

from __future__ import annotations

from typing import Annotated

import typer

from likewise.cli.collect.database import DEFAULT, Database, Which, one_campaign, open_store
from likewise.cli.command import InputError, Json, Seed, check_outputs, print_json, said

__all__ = ["filter_"]


def filter_(
    campaign: Which = None,
    target: Annotated[
        str, typer.Option("--out", help="Write the clusters that are left here; - is standard output.")
    ] = "-",
    dropped: Annotated[
        str | None, typer.Option("--dropped", metavar="FILE", help="Write what was dropped, and why, here.")
    ] = None,
    model: Annotated[
        str | None, typer.Option("--model", metavar="DIR", help="A saved filter; else one is trained.")
    ] = None,
    save: Annotated[
        str | None, typer.Option("--save", metavar="DIR", help="Save the filter that was trained here.")
    ] = None,
    keep: Annotated[
        float, typer.Option("--keep", help="Share of tier-2 sentences that the filter lets pass, 0 to 1.")
    ] = 0.85,
    lang: Annotated[str, typer.Option("--lang", help="Sentences of this language.")] = "English",
    seed: Seed = 12345,
    database: Database = DEFAULT,
    json_out: Json = False,
) -> None:
    """Drop noisy tier-1 sentences: those that read unlike the tier-2 sentences of their item.

    Example: likewise collect filter msvd --out clean.jsonl --dropped noise.jsonl
    """
    from likewise.collect.sentence_filter import filter_campaign

    if model is not None and save is not None:
        raise InputError("--save goes with a filter that is trained, not with --model")
    check_outputs(target, dropped, json_out=json_out)
    with open_store(database) as store:
        chosen = one_campaign(store, campaign)
        result = filter_campaign(
            store, chosen, target, dropped=dropped, model=model, save=save, keep=keep, lang=lang, seed=seed
        )
    for written in (save, target, dropped):
        if written is not None:
            said(written)
    if json_out:
        counts = {"tier_1": result.tier_1, "kept": result.kept, "dropped": result.dropped}
        print_json({"campaign": chosen.slug, **counts, "threshold": result.judge.threshold, "out": target})
    elif "-" not in (target, dropped):
        print(f"{result.dropped} of {result.tier_1} tier-1 sentences in {lang} were dropped.")
