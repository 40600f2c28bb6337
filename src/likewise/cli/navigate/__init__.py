"""likewise navigate: learn to follow route instructions, follow them on a map, and measure it."""

from __future__ import annotations

import typer

from likewise.cli.navigate import evaluate, follow, learn, map_, show, train

__all__ = ["app"]

app = typer.Typer(
    add_completion=False, no_args_is_help=True, rich_markup_mode=None, name="navigate",
    epilog="Each of these has --help with an example, and --json.",
)  # fmt: skip


@app.callback()
def _navigate() -> None:
    """Learn to follow route instructions from the paths that people walked, and follow them on a map.

    Example: likewise navigate follow --map Museum --start 0,3,0 'Walk one block and turn right.'
    """


app.command("map")(map_.show_map)
app.command("learn")(learn.learn)
app.command("show")(show.show)
app.command("train")(train.train)
app.command("follow")(follow.follow)
app.command("evaluate")(evaluate.evaluate)
