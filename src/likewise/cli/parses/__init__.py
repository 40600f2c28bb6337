"""likewise parses: measure parsers: fourteen metrics for trees, dependencies and MRS."""

from __future__ import annotations

import typer

from likewise.cli.parses import score, study

__all__ = ["app"]

app = typer.Typer(
    add_completion=False, no_args_is_help=True, rich_markup_mode=None, name="parses",
    epilog="Each of these has --help with an example, and --json.",
)  # fmt: skip


@app.callback()
def _parses() -> None:
    """Measure parsers of any kind: Penn brackets, CoNLL-U, derivations, MRS.

    Example: likewise parses score --gold gold.mrg --system parsed.mrg
    """


app.command("score")(score.score)
app.command("study")(study.study)
