"""The study of parser metrics: train many parsers, measure all, and see what the metrics say alike."""

from likewise.public import public_page

__getattr__, __dir__, __all__ = public_page(__name__, __file__)
