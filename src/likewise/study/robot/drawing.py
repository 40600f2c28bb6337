"""Figure 3 of the paper as a plot: accuracy by how many rules are used."""

from __future__ import annotations

from likewise.draw import Series, lines
from likewise.study.robot.study import RobotStudy

__all__ = ["draw_rule_curve"]


def draw_rule_curve(study: RobotStudy) -> str:
    """The curve as SVG text."""
    numbers = [float(n) for n, _, _ in study.rule_curve]
    parts = [
        Series("training", numbers, [one for _, one, _ in study.rule_curve]),
        Series("test", numbers, [other for _, _, other in study.rule_curve]),
    ]
    return lines(
        parts,
        title="Commands read right by number of rules",
        x_label="rules",
        y_label="percent",
        standalone=True,
    )
