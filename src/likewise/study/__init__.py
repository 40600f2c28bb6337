"""Whole pieces of work over the rooms below: the study of parser metrics made again, and the tour."""

from likewise.public import public_page

__getattr__, __dir__, __all__ = public_page(__name__, __file__)
