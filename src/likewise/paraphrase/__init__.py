"""Paraphrasing: learn from clusters, say the same thing in other words, choose how new it is to be."""

from likewise.public import public_page

__getattr__, __dir__, __all__ = public_page(__name__, __file__)
