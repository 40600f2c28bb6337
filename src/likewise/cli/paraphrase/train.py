"""likewise paraphrase train: a model out of clusters."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from likewise.cli.command import InputError, Json, Seed, about, print_json, progress, staged
from likewise.cli.model_notes import older_model, said_model
from likewise.cli.paraphrase.options import Lang, Tier, Tokenize
from likewise.io import check_model_place, read_clusters

__all__ = ["train"]


def train(
    data: Annotated[
        str, typer.Option("--data", metavar="CLUSTERS", help="Clusters: JSON lines or MSVD CSV; .gz too.")
    ],
    target: Annotated[str, typer.Option("--out", metavar="DIR", help="Folder that the model goes to.")],
    pairs: Annotated[
        str, typer.Option("--pairs", metavar="1|5|10|all", help="Partners of each sentence in its cluster.")
    ] = "all",
    lang: Lang = None,
    tier: Tier = None,
    tokenize: Tokenize = "words",
    seed: Seed = 12345,
    json_out: Json = False,
) -> None:
    """Learn to paraphrase from clusters of texts that describe the same.

    Example: likewise paraphrase train --data msvd_train.csv.gz --pairs all --out model
    """
    number = _number(pairs)
    check_model_place(target)
    from likewise.paraphrase import train as learn

    started = time.perf_counter()
    with progress("reading", data) as advance:
        clusters = list(read_clusters(data, lang=lang, tier=tier, progress=advance))
    with about(data), staged() as tell:
        paraphraser = learn(clusters, pairs=number, seed=seed, tokenize=tokenize, progress=tell)
    older = older_model(target)
    paraphraser.save(target)
    seconds = time.perf_counter() - started
    card = paraphraser.card
    sizes = {name: card[name] for name in ("clusters", "sentences", "phrase_pairs")}
    said_model(target, older)
    if json_out:
        print_json({"pairs": card["training_pairs"], **sizes, "seconds": seconds, "out": target})
        return
    counts = {"sentences": card["sentences"], "pairs": card["training_pairs"]}
    counts["phrase pairs"] = card["phrase_pairs"]
    learned = ", ".join(f"{count:,} {name}" for name, count in counts.items())
    print(f"{learned}, in {seconds:.1f} s.")


def _number(pairs: str) -> int | str:
    if pairs == "all":
        return "all"
    if not (pairs.isascii() and pairs.isdigit() and pairs.strip("0") and len(pairs) < 10):
        raise InputError(f"--pairs {pairs}: expected a whole number from 1 up, or all")
    return int(pairs)
