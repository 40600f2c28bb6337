"""Deep analyses: derivations and MRS of a grammar, read, made, drawn, and chosen between."""

from likewise.public import public_page

__getattr__, __dir__, __all__ = public_page(__name__, __file__)
