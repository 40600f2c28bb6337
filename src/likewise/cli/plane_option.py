"""`--plane X,Y`: the metrics whose plane a report shows first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from likewise.errors import InputError
from likewise.metrics import Metric

__all__ = ["Plane", "plane_axes"]

Plane = Annotated[
    str | None,
    typer.Option(
        "--plane",
        metavar="X,Y",
        help="With --report: draw systems by these two metrics, the one across and the one up (pinc,bleu).",
    ),
]


def plane_axes(text: str | None, metrics: Sequence[Metric]) -> tuple[str, str] | None:
    """The two metrics of `--plane`; none where it is not given."""
    if text is None:
        return None
    names = [part.strip() for part in text.split(",")]
    known = [metric.name for metric in metrics]
    if len(names) != 2 or names[0] == names[1]:
        raise InputError(f"--plane {text}: expected two metrics, X,Y")
    for name in names:
        if name not in known:
            among = ", ".join(known)
            raise InputError(f"--plane {text}: '{name}' is not scored here, expected two of {among}")
    return names[0], names[1]
