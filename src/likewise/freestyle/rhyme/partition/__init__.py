"""Stanzas cut into rhyme classes: evidence of pairs of lines, priors over schemes, and the search for the best."""

from likewise.public import public_page

__getattr__, __dir__, __all__ = public_page(__name__, __file__)
