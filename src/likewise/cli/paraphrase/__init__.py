"""likewise paraphrase: learn to paraphrase, paraphrase lines, and see where it stands."""

from __future__ import annotations

import typer

from likewise.cli.paraphrase import evaluate, harvest, run, train

__all__ = ["app"]

app = typer.Typer(
    add_completion=False, no_args_is_help=True, rich_markup_mode=None, name="paraphrase",
    epilog="Each of these has --help with an example, and --json.",
)  # fmt: skip


@app.callback()
def _paraphrase() -> None:
    """Learn to paraphrase from clusters, paraphrase lines of text, and see where it stands.

    Example: likewise paraphrase train --data clusters.jsonl --out model
    """


app.command("train")(train.train)
app.command("run")(run.run)
app.command("evaluate")(evaluate.evaluate)
app.command("harvest")(harvest.harvest)
