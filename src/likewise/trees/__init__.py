"""Constituent trees: records as flat arrays, and parsers of our own for text that has no trees.

One parser is small and comes with what was learnt; one stands on the optional encoder and is much better.
"""

from likewise.public import public_page

__getattr__, __dir__, __all__ = public_page(__name__, __file__)
