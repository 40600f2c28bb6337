"""Answers to English questions out of Chinese and Japanese documents, with every step laid open."""

from likewise.public import public_page

__getattr__, __dir__, __all__ = public_page(__name__, __file__)
