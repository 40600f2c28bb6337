"""Biparsing under a beam: time grows with the cube of the length, not with its sixth power."""

from likewise.public import public_page

__getattr__, __dir__, __all__ = public_page(__name__, __file__)
