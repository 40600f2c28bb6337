"""Worlds to move in: maps, what is seen from where, plans and the walker who carries them out."""

from likewise.public import public_page

__getattr__, __dir__, __all__ = public_page(__name__, __file__)
