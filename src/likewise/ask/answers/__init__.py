"""Answers made of places in documents: one form for what is written in several ways, merged and weighed."""

from likewise.public import public_page

__getattr__, __dir__, __all__ = public_page(__name__, __file__)
