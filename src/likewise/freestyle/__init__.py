"""Freestyle: a line in, a rhyming response out, and the rhyme schemes of verses, learnt from verse alone."""

from likewise.public import public_page

__getattr__, __dir__, __all__ = public_page(__name__, __file__)
