"""Plots as SVG text: pure functions from arrays to a string, with no dependency.

Each plot scales with its box, follows the page's light or dark colours through custom properties (put
`PLOT_CSS` into the page once), describes itself in words, and is the same to the byte for the same input.
With `standalone=True` it carries its own style and can be saved as a file.
"""

from likewise.public import public_page

__getattr__, __dir__, __all__ = public_page(__name__, __file__)
