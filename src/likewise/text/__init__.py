"""Text as words and n-grams: tokenisers, normalisation, stems, content words, vocabulary ids."""

from likewise.public import public_page

__getattr__, __dir__, __all__ = public_page(__name__, __file__)
