"""Parse selection: a conditional log-linear model that says how likely each analysis of a sentence is."""

from likewise.public import public_page

__getattr__, __dir__, __all__ = public_page(__name__, __file__)
