"""Token grammars learnt from pairs of texts by expectation maximisation."""

from likewise.public import public_page

__getattr__, __dir__, __all__ = public_page(__name__, __file__)
