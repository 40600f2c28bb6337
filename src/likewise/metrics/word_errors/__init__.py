"""Error rates over words: what must be edited to turn the candidate into a reference. Lower is better."""

from likewise.public import public_page

__getattr__, __dir__, __all__ = public_page(__name__, __file__)
