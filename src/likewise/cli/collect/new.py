"""likewise collect new: make a campaign."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from likewise.cli.collect.database import DEFAULT, Database, about, open_store
from likewise.cli.command import InputError, Json, print_json

__all__ = ["new"]


def new(
    title: Annotated[str, typer.Option("--title", help="What people see.")],
    task: Annotated[
        str,
        typer.Option(
            "--task",
            help="describe, clip, paraphrase, rate, meaning, pattern, instruct, follow, rhyme, frames, "
            "robot-command, robot-understanding, keyword-translation, survey, or a YAML file.",
        ),
    ] = "describe",
    items: Annotated[
        str | None, typer.Option("--items", metavar="FILE", help="Stimuli: JSON lines, CSV or TSV.")
    ] = None,
    setting: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="A setting of the task: language=Hindi, scale=1-5."),
    ] = None,
    targets: Annotated[
        str, typer.Option("--targets", help="Answers wanted an item, in tier 1 and tier 2.")
    ] = "20,20",
    rates: Annotated[
        str | None,
        typer.Option(
            "--rates",
            help="Pay of an answer in tier 1 and 2, in minor units (cents); the task's usual otherwise.",
        ),
    ] = None,
    currency: Annotated[str, typer.Option("--currency", help="Of the rates.")] = "USD",
    policy: Annotated[
        str, typer.Option("--policy", help="Who gets tier 2: manual, other-languages or after-accepted:N.")
    ] = "manual",
    wait: Annotated[
        bool, typer.Option("--wait", help="Answers wait for a reviewer; they are accepted at once otherwise.")
    ] = False,
    fee: Annotated[
        int, typer.Option("--fee", min=0, max=1000, help="The platform's fee in thousandths of the pay.")
    ] = 0,
    lease: Annotated[
        int, typer.Option("--lease", min=1, help="Seconds to do one piece of work in, all its problems.")
    ] = 1800,
    slug: Annotated[
        str | None, typer.Option("--slug", help="The short name; made of the title otherwise.")
    ] = None,
    database: Database = DEFAULT,
    json_out: Json = False,
) -> None:
    """Make a campaign, with its items if they are at hand.

    Example: likewise collect new --title "What happens here?" --task describe --items clips.jsonl
    """
    from likewise.collect import create_campaign, read_items
    from likewise.collect.tasks import get_task, read_task

    name, settings = read_task(task)
    settings |= _settings(setting)
    kind = get_task(name, settings)
    settings = kind.check_settings(settings)
    # Everything is read before anything is made.
    stimuli, keys = ([], None) if items is None else read_items(items, name, settings)
    with open_store(database, new=True) as store:
        made = create_campaign(
            store, title=title, task=name, settings=settings, targets=_two(targets, "--targets"),
            rates=_two(rates, "--rates") if rates else kind.pay, currency=currency,
            lease_seconds=lease, auto_accept=not wait, grant_policy=policy, fee_permille=fee, slug=slug,
            stimuli=stimuli, keys=keys,
        )  # fmt: skip
    count = len(stimuli)
    if json_out:
        print_json({**about(made), "items": count})
        return
    print(f"Campaign {made.slug} (number {made.id}) with {count} items.")


def _settings(pairs: list[str] | None) -> dict[str, Any]:
    """`KEY=VALUE`: the value as JSON where it is JSON (numbers, lists, true), else as the text it is."""
    settings: dict[str, Any] = {}
    for pair in pairs or []:
        key, equals, value = pair.partition("=")
        if not equals or not key:
            raise InputError(f"--set {pair}: expected KEY=VALUE, for example scale=1-5")
        try:
            settings[key] = json.loads(value)
        except (ValueError, RecursionError):
            settings[key] = value
    return settings


def _two(text: str, option: str) -> tuple[int, int]:
    parts = text.split(",")
    if len(parts) not in (1, 2) or not all(p.strip().isascii() and p.strip().isdigit() for p in parts):
        raise InputError(f"{option} {text}: expected one or two whole numbers, for example 1,5")
    return int(parts[0]), int(parts[-1])
