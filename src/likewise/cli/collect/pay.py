"""likewise collect pay: what is owed, payouts, the accountant's table."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

import typer

from likewise.cli.collect.database import DEFAULT, By, Database, one_campaign, open_store
from likewise.cli.command import Json, check_outputs, note, print_json, said
from likewise.collect import format_money
from likewise.io import write_text

__all__ = ["pay"]


def pay(
    campaign: Annotated[
        str | None, typer.Argument(metavar="CAMPAIGN", help="Pay this campaign only; all if left out.")
    ] = None,
    owed: Annotated[bool, typer.Option("--owed", help="Only tell what is owed; pay nothing.")] = False,
    csv_out: Annotated[
        str | None, typer.Option("--csv", metavar="OUT", help="Write the ledger for the accountant here.")
    ] = None,
    currency: Annotated[
        str | None, typer.Option("--currency", help="Which currency, where several are owed.")
    ] = None,
    key: Annotated[
        str | None, typer.Option("--key", help="A name for this payout: given twice, it is paid once.")
    ] = None,
    by: By = "command line",
    database: Database = DEFAULT,
    json_out: Json = False,
) -> None:
    """Book a payout of everything that is owed, and write the ledger as CSV.

    Example: likewise collect pay --csv ledger.csv --key 2026-11
    """
    from likewise.collect import ledger

    check_outputs(csv_out, json_out=json_out)
    with open_store(database) as store:
        chosen = None if campaign is None else one_campaign(store, campaign)
        if owed:
            due = [d for d in ledger.list_due(store, chosen) if currency in {None, d.currency}]
            result: dict[str, Any] = {"owed": [asdict(d) for d in due]}
            lines = [f"{format_money(d.total, d.currency)} is owed to {d.workers} workers." for d in due]
            line = "\n".join(lines) or "Nothing is owed."
        else:
            batch = ledger.pay(store, campaign=chosen, by=by, key=key, currency=currency)
            result = asdict(batch)
            line = (
                f"Payout {batch.id}: {format_money(batch.total, batch.currency)} to {batch.workers} workers."
            )
        wrong = ledger.check(store)
        if csv_out is not None:
            with write_text(csv_out) as stream:
                result["lines"] = ledger.accountant_csv(store, stream)
            said(csv_out)
    for problem in wrong:
        note(f"the ledger is wrong: {problem}")
    if json_out:
        print_json({**result, "problems": wrong})
    elif csv_out != "-":
        print(line)
