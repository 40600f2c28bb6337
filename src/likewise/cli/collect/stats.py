"""likewise collect stats: the paper's Table 1 for a campaign."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from likewise.cli.collect.database import DEFAULT, Database, Which, one_campaign, open_store
from likewise.cli.command import Json, aside, print_json, print_table
from likewise.collect import format_money

__all__ = ["stats"]


def stats(
    campaign: Which = None,
    lang: Annotated[
        str | None, typer.Option("--lang", help="Figures of this language, or all; else the main language.")
    ] = None,
    database: Database = DEFAULT,
    json_out: Json = False,
) -> None:
    """The figures of the paper for a campaign: its Table 1, and those of its text.

    Example: likewise collect stats msvd --json
    """
    from likewise.collect import table1

    with open_store(database) as store:
        figures = table1(store, one_campaign(store, campaign), lang=lang)
    if json_out:
        print_json(figures)
    else:
        _show_stats(figures)


def _show_stats(figures: dict[str, Any]) -> None:
    one, two, currency = figures["tiers"]["1"], figures["tiers"]["2"], figures["currency"]
    name = figures["language"]
    rows: list[list[Any]] = [["pay", format_money(one["pay"], currency), format_money(two["pay"], currency)]]
    for what in ("workers", "submitted", "accepted"):
        if name is not None:
            rows.append([f"# {what} ({name})", one[what], two[what]])
        rows.append([f"# {what} (total)", one["total"][what], two["total"][what]])
    print_table(f"{figures['title']} ({figures['status']})", ["", "Tier 1", "Tier 2"], rows)
    spread, second = figures["per_segment"], figures["per_segment"]["tiers"]["2"]
    least = figures["workers_with"]
    kind = f"{name} descriptions" if name else "descriptions"
    aside(f"{figures['segments']} segments, {figures['descriptions']} {kind} by {figures['workers']} workers")
    most = figures["top_worker"]
    aside(f"{least['100']} workers gave at least 100, {least['500']} at least 500; the most is {most}")
    aside(
        f"a segment has {spread['mean']:.1f} on average, at least {spread['p05']} for 95 %; "
        f"of tier 2 {second['mean']:.1f}, at least {second['p05']}"
    )
    if (seconds := figures["seconds"])["mean"] is not None:
        aside(
            f"{seconds['mean']:.0f} seconds a description on average, {seconds['median']:.0f} in the median"
        )
    total = figures["total"]
    cost = {kind: format_money(amount, currency) for kind, amount in figures["cost"].items()}
    aside(
        f"cost {cost['total']} (answers {cost['answers']}, bonuses {cost['bonus']}, fees {cost['fee']}), "
        f"paid out {cost['paid']}"
    )
    if figures["per_day"]:
        day, top = max(figures["per_day"].items(), key=lambda pair: pair[1])
        aside(f"the most on one day: {top} ({day})")
    table = [[lang, r["workers"], r["submitted"], r["accepted"]] for lang, r in figures["languages"].items()]
    if len(table) > 1:
        table.append(["all", total["workers"], total["submitted"], total["accepted"]])
        print_table("Languages", ["language", "workers", "submitted", "accepted"], table)
