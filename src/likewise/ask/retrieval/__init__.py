"""Search in Chinese, Japanese or English documents: structured queries, keyword scores, sentence vectors."""

from likewise.public import public_page

__getattr__, __dir__, __all__ = public_page(__name__, __file__)
