"""likewise freestyle: rhyme schemes of verses, and responses that rhyme."""

from __future__ import annotations

import typer

from likewise.cli.freestyle import evaluate, respond, rules, schemes, study, train, write

__all__ = ["app"]

app = typer.Typer(
    add_completion=False, no_args_is_help=True, rich_markup_mode=None, name="freestyle",
    epilog="Each of these has --help with an example, and --json.",
)  # fmt: skip


@app.callback()
def _freestyle() -> None:
    """Find the rhyme schemes of verses, learn to respond to a line with one that rhymes, and see how well.

    Example: likewise freestyle schemes verses.txt
    """


app.command("schemes")(schemes.schemes)
app.command("train")(train.train)
app.command("respond")(respond.respond)
app.command("rules")(rules.rules)
app.command("evaluate")(evaluate.evaluate)
app.command("write")(write.write)
app.command("study")(study.study)
