"""likewise collect filter: clusters without noisy tier-1 sentences."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from likewise.cli import options
from likewise.cli.collect.database import DEFAULT, Database, Which, one_campaign, open_store
from likewise.cli.console import check_outputs, print_json, said
from likewise.errors import InputError
from likewise.io.lines import write_text

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
    seed: options.Seed = 12345,
    database: Database = DEFAULT,
    json_out: options.Json = False,
) -> None:
    """Drop noisy tier-1 sentences: those that read unlike the tier-2 sentences of their item.

    Example: likewise collect filter msvd --out clean.jsonl --dropped noise.jsonl
    """
    from likewise.collect.export import clusters_of
    from likewise.collect.sentences import SentenceFilter, examples_of, fit
    from likewise.collect.sifting import in_language, sift
    from likewise.io.clusters import dump_clusters

    if model is not None and save is not None:
        raise InputError("--save goes with a filter that is trained, not with --model")
    check_outputs(target, dropped, json_out=json_out)
    with open_store(database) as store:
        found = one_campaign(store, campaign)
        clusters = list(in_language(clusters_of(store, found), lang))
    judge = fit(examples_of(clusters), keep=keep, seed=seed) if model is None else SentenceFilter.load(model)
    sifted = list(sift(clusters, judge))
    if save is not None:
        judge.save(save)
        said(save)
    dump_clusters((one.cluster for one in sifted if one.cluster.texts), target)
    said(target)
    if dropped is not None:
        with write_text(dropped) as stream:
            for one in sifted:
                for lost in one.dropped:
                    text, worker = lost.description.text, lost.description.worker
                    about = {"probability": lost.probability, "against": lost.against}
                    row = {"id": one.cluster.id, "text": text, "worker": worker, **about}
                    stream.write(json.dumps(row, ensure_ascii=False) + "\n")
        said(dropped)
    first = sum(d.tier == "1" for cluster in clusters for d in cluster.texts)
    count = sum(len(one.dropped) for one in sifted)
    if json_out:
        counts = {"tier_1": first, "kept": first - count, "dropped": count}
        print_json({"campaign": found.slug, **counts, "threshold": judge.threshold, "out": target})
    elif "-" not in (target, dropped):
        print(f"{count} of {first} tier-1 sentences in {lang} were dropped.")
