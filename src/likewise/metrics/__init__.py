"""Metrics: pure functions of segments, with statistics, scores and signatures (see base)."""

from likewise.public import public_page

__getattr__, __dir__, __all__ = public_page(__name__, __file__)
