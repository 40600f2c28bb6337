"""The semi-Markov model of rhyme schemes: ten short schemes in a chain, and which words rhyme, by EM."""

from likewise.public import public_page

__getattr__, __dir__, __all__ = public_page(__name__, __file__)
