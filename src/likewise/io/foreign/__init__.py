"""Files that other evaluation tools write, read as segments."""

from likewise.public import public_page

__getattr__, __dir__, __all__ = public_page(__name__, __file__)
