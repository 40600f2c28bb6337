"""likewise negation: find what sentences deny: cues, scopes, events; train, and score answers."""

from __future__ import annotations

import typer

from likewise.cli.negation import evaluate, resolve, train

__all__ = ["app"]

app = typer.Typer(
    add_completion=False, no_args_is_help=True, rich_markup_mode=None, name="negation",
    epilog="Each of these has --help with an example, and --json.",
)  # fmt: skip


@app.callback()
def _negation() -> None:
    """Find what sentences deny: the cue, the words in its scope, the event that did not happen.

    Example: likewise negation resolve < sentences.txt
    """


app.command("resolve")(resolve.resolve)
app.command("train")(train.train)
app.command("evaluate")(evaluate.evaluate)
