"""The deep reader of orders: analyses of a deep grammar, or of our own, turned into RCL by numbered rules."""

from likewise.public import public_page

__getattr__, __dir__, __all__ = public_page(__name__, __file__)
