"""What Packard (2014) prints in Figure 5: precision and recall on its development and evaluation parts."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["PRINTED", "PrintedRow"]


class PrintedRow(NamedTuple):
    """Precision and recall in percent, of the development part and of the evaluation part."""

    dev: tuple[float, float]
    evaluation: tuple[float, float]


PRINTED = {
    ("deep", False): PrintedRow((90.7, 88.0), (92.1, 80.3)),
    ("deep", True): PrintedRow((95.4, 92.2), (96.1, 82.4)),
    ("robust, 1 best", False): PrintedRow((88.2, 88.2), (81.5, 81.5)),
    ("combined, paper", False): PrintedRow((90.8, 90.8), (90.5, 90.5)),
    ("combined, paper", True): PrintedRow((95.0, 95.0), (92.5, 92.5)),
}
"""By reader and whether the planner is asked."""
