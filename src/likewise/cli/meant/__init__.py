"""likewise meant: weights from ratings, tables and vectors of words, and the papers' tables run anew."""

from __future__ import annotations

import typer

from likewise.cli.meant import study, table, vectors, weights

__all__ = ["app"]

app = typer.Typer(
    add_completion=False, no_args_is_help=True, rich_markup_mode=None, name="meant",
    epilog="Each of these has --help with an example, and --json.",
)  # fmt: skip


@app.callback()
def _meant() -> None:
    """The MEANT family: weights of role groups, what words are compared by, agreement with people.

    Example: likewise meant weights --ratings rated.jsonl --out weights.json
    """


app.command("weights")(weights.weights)
app.command("table")(table.table)
app.command("vectors")(vectors.vectors)
app.command("study")(study.study)
