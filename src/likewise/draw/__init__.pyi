"""The public names of likewise.draw: what other rooms and users may use."""

from .arcs import (
    ARC_STEP as ARC_STEP,
    Arc as Arc,
    arc_levels as arc_levels,
    draw_arc as draw_arc,
    patch as patch,
)
from .bar_chart import bars as bars
from .bleu_pinc_plane import frontier as frontier, plane as plane
from .heat_map import heatmap as heatmap
from .html_table import Cell as Cell, figure_text as figure_text, table as table
from .line_chart import Series as Series, lines as lines
from .marks import marker as marker
from .palette import (
    DARK as DARK,
    LIGHT as LIGHT,
    PLOT_CSS as PLOT_CSS,
    SERIES_COUNT as SERIES_COUNT,
    colour as colour,
    series as series,
)
from .result_table import PRINTED_LINES as PRINTED_LINES, ResultTable as ResultTable, Tabular as Tabular
from .scale import Scale as Scale, log_ticks as log_ticks, nice_ticks as nice_ticks
from .scatter_plot import scatter as scatter
from .svg import (
    NORMAL as NORMAL,
    SMALL as SMALL,
    document as document,
    element as element,
    empty as empty,
    escape as escape,
    number as number,
    text as text,
    text_width as text_width,
)
from .table_cell import Bounds as Bounds, Estimate as Estimate, Figure as Figure
