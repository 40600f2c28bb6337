"""Products of upper triangular matrices, their adjoints and their best terms: what charts are filled by."""

from likewise.public import public_page

__getattr__, __dir__, __all__ = public_page(__name__, __file__)
