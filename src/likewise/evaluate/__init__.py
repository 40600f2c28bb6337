"""Scoring and judging of segments: metrics and judge put to work together on records."""

from likewise.public import public_page

__getattr__, __dir__, __all__ = public_page(__name__, __file__)
