"""likewise collect: campaigns: people describe, paraphrase and rate; review, pay, export."""

from __future__ import annotations

import typer

from likewise.cli.collect import export, filter_, import_, list_, new, pay, review, scenes, stats, walks

__all__ = ["app"]

app = typer.Typer(
    add_completion=False, no_args_is_help=True, rich_markup_mode=None, name="collect",
    epilog="Each of these has --help with an example, --database URL and --json.",
)  # fmt: skip


@app.callback()
def _collect() -> None:
    """Campaigns: people describe, paraphrase and rate; review them, pay them, export what they wrote.

    Example: likewise collect import msvd_train.csv.gz && likewise collect stats --json
    """


app.command("new")(new.new)
app.command("import")(import_.import_)
app.command("export")(export.export)
app.command("stats")(stats.stats)
app.command("review")(review.review)
app.command("pay")(pay.pay)
app.command("filter")(filter_.filter_)
app.command("list")(list_.list_)
app.command("walks")(walks.walks)
app.command("scenes")(scenes.scenes)
