"""likewise ask: questions in English, answers out of documents in Chinese, Japanese or English."""

from __future__ import annotations

import typer

from likewise.cli.ask import evaluate, index, phrases, question, study

__all__ = ["app"]

app = typer.Typer(
    add_completion=False, no_args_is_help=True, rich_markup_mode=None, name="ask",
    epilog="Each of these has --help with an example, and --json.",
)  # fmt: skip


@app.callback()
def _ask() -> None:
    """Ask in English, and find the answer in Chinese, Japanese or English documents.

    Example: likewise ask question 'Who invented movable type printing?'
    """


app.command("index")(index.index)
app.command("question")(question.question)
app.command("evaluate")(evaluate.evaluate)
app.command("study")(study.study)
app.command("phrases")(phrases.phrases)
app.command("translator")(phrases.translator)
