"""likewise paraphrase train: a model out of clusters."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated

import typer

from likewise.cli.command import InputError, Json, Seed, about, print_json, progress, read_log, staged
from likewise.cli.model_notes import older_model, said_model
from likewise.cli.paraphrase.options import Lang, Tier, Tokenize
from likewise.cli.segments import Settings, parse_settings
from likewise.io import check_model_place, read_clusters

if TYPE_CHECKING:
    from likewise.metrics import Metric

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
    tune_for: Annotated[
        str | None,
        typer.Option("--tune-for", metavar="METRIC", help="Weights under which this metric is highest."),
    ] = None,
    tune_on: Annotated[int, typer.Option("--tune-on", help="Held-out texts to tune on.")] = 100,
    settings: Settings = None,
    seed: Seed = 12345,
    json_out: Json = False,
) -> None:
    """Learn to paraphrase from clusters of texts that describe the same.

    Example: likewise paraphrase train --data msvd_train.csv.gz --pairs all --out model
    """
    number = _number(pairs)
    check_model_place(target)
    metric = _metric(tune_for, settings)
    from likewise.paraphrase import train as learn

    started = time.perf_counter()
    with progress("reading", data) as advance:
        clusters = list(read_clusters(data, lang=lang, tier=tier, progress=advance, log=read_log()))
    with about(data), staged() as tell:
        paraphraser = learn(
            clusters, pairs=number, seed=seed, tokenize=tokenize, progress=tell,
            tune_for=metric, tune_on=tune_on,
        )  # fmt: skip
    older = older_model(target)
    paraphraser.save(target)
    seconds = time.perf_counter() - started
    card = paraphraser.card
    sizes = {name: card[name] for name in ("clusters", "sentences", "phrase_pairs")}
    said_model(target, older)
    if json_out:
        tuned = {"tuned": card["tuned"]} if "tuned" in card else {}
        print_json({"pairs": card["training_pairs"], **sizes, **tuned, "seconds": seconds, "out": target})
        return
    counts = {"sentences": card["sentences"], "pairs": card["training_pairs"]}
    counts["phrase pairs"] = card["phrase_pairs"]
    learned = ", ".join(f"{count:,} {name}" for name, count in counts.items())
    print(f"{learned}, in {seconds:.1f} s.")
    if "tuned" in card:
        tuned = card["tuned"]
        print(
            f"Tuned for {tune_for} on {tuned['texts']} held-out texts: {tuned['before']:.2f} before, "
            f"{tuned['after']:.2f} after."
        )


def _metric(name: str | None, settings: list[str] | None) -> Metric | None:
    """The metric to tune for, with its settings."""
    from likewise.metrics import resolve

    if name is None:
        if settings:
            raise InputError("--set is for the metric of --tune-for, and none is named")
        return None
    return resolve([name], parse_settings(settings, None, False))[0]


def _number(pairs: str) -> int | str:
    if pairs == "all":
        return "all"
    if not (pairs.isascii() and pairs.isdigit() and pairs.strip("0") and len(pairs) < 10):
        raise InputError(f"--pairs {pairs}: expected a whole number from 1 up, or all")
    return int(pairs)
