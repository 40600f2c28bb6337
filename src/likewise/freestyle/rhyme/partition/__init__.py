"""Stanzas cut into rhyme classes: evidence, priors over schemes, search."""

from likewise.public import public_page

__getattr__, __dir__, __all__ = public_page(__name__, __file__)
