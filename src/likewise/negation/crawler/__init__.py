"""The scope of a negation by crawling the meaning of the sentence, its MRS (Packard et al. 2014)."""

from likewise.public import public_page

__getattr__, __dir__, __all__ = public_page(__name__, __file__)
