"""Plots as SVG text: pure functions from arrays to a string, with no dependency.

Each plot scales with its box, follows the page's light or dark colours through custom properties (put
`PLOT_CSS` into the page once), describes itself in words, and is the same to the byte for the same input.
With `standalone=True` it carries its own style and can be saved as a file.
"""

from likewise.draw.bars import bars
from likewise.draw.heatmap import heatmap
from likewise.draw.lines import Series, lines
from likewise.draw.palette import DARK, LIGHT, PLOT_CSS
from likewise.draw.plane import frontier, plane
from likewise.draw.scale import Scale, log_ticks, nice_ticks
from likewise.draw.scatter import scatter
from likewise.draw.svg import escape
from likewise.draw.table import Cell, figure_text, table

__all__ = [
    "Cell",
    "DARK",
    "LIGHT",
    "PLOT_CSS",
    "Scale",
    "Series",
    "bars",
    "escape",
    "figure_text",
    "frontier",
    "heatmap",
    "lines",
    "log_ticks",
    "nice_ticks",
    "plane",
    "scatter",
    "table",
]
