"""Lexicon learning: what words mean, out of plans that hold more than was said."""

from likewise.public import public_page

__getattr__, __dir__, __all__ = public_page(__name__, __file__)
