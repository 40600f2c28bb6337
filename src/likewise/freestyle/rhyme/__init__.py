"""Rhyme schemes of verses: who rhymes with whom, where a stanza ends, and how sure that is."""

from likewise.public import public_page

__getattr__, __dir__, __all__ = public_page(__name__, __file__)
