"""The language model in a chart: spans with a left and a right state, joined in any order."""

from likewise.public import public_page

__getattr__, __dir__, __all__ = public_page(__name__, __file__)
