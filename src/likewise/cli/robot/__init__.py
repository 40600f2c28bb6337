"""likewise robot: orders to a block-moving robot in plain words."""

from __future__ import annotations

import typer

from likewise.cli.robot import do, errors, evaluate, plan_, study, train

__all__ = ["app"]

app = typer.Typer(
    add_completion=False, no_args_is_help=True, rich_markup_mode=None, name="robot",
    epilog="Each of these has --help with an example, and --json.",
)  # fmt: skip


@app.callback()
def _robot() -> None:
    """Read orders to a robot arm over a board of blocks, check them against the board, move the right block.

    Example: likewise robot do --scene 1 'Put the red cube on the blue one.'
    """


app.command("do")(do.do)
app.command("train")(train.train)
app.command("evaluate")(evaluate.evaluate)
app.command("errors")(errors.errors)
app.command("study")(study.study)
app.command("plan")(plan_.plan)
