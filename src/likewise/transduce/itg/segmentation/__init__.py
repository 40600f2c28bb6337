"""Segmental grammars by top-down rule segmentation, driven by description length."""

from likewise.public import public_page

__getattr__, __dir__, __all__ = public_page(__name__, __file__)
