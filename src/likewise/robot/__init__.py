"""Orders to a robot in plain words: read them, check them against the board, carry them out."""

from likewise.public import public_page

__getattr__, __dir__, __all__ = public_page(__name__, __file__)
