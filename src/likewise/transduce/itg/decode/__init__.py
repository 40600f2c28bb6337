"""Decoding with a transduction grammar: the best outputs of a sentence, under constraints."""

from likewise.public import public_page

__getattr__, __dir__, __all__ = public_page(__name__, __file__)
