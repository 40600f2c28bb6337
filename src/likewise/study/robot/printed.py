"""What Packard (2014) prints: Figure 5, precision and recall by reader, and how far the deep reader comes."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["PRINTED", "PRINTED_STEPS", "PrintedRow", "PrintedStep"]


class PrintedRow(NamedTuple):
    """Precision and recall in percent, of the development part and of the evaluation part."""

    dev: tuple[float, float]
    evaluation: tuple[float, float]


class PrintedStep(NamedTuple):
    """A share of commands in percent, and of which part."""

    value: float
    part: str


PRINTED = {
    ("deep", False): PrintedRow((90.7, 88.0), (92.1, 80.3)),
    ("deep", True): PrintedRow((95.4, 92.2), (96.1, 82.4)),
    ("robust", False): PrintedRow((88.2, 88.2), (81.5, 81.5)),
    ("combined, paper", False): PrintedRow((90.8, 90.8), (90.5, 90.5)),
    ("combined, paper", True): PrintedRow((95.0, 95.0), (92.5, 92.5)),
}
"""Figure 5, by reader and whether the planner is asked; the paper's robust reader never asks it.

Its footnote 4: with two changes of the text, sentence-initial signs dropped and "cell" read as "tile", the
evaluation part gives a recall of 91.1 (deep) and 94.5 (combined), and 98.6 % of commands have an analysis.
"""

PRINTED_STEPS = {
    "has an analysis": PrintedStep(91.0, "evaluation"),
    "first analysis can be converted": PrintedStep(87.0, "development"),
    "first order fits the board": PrintedStep(96.0, "development"),
    "right of those answered, training": PrintedStep(96.75, "training"),
    "not answered, training": PrintedStep(3.1, "training"),
}
"""Figure 5's last row, and what sections 3.1 and 4 say of the deep reader with the planner."""
