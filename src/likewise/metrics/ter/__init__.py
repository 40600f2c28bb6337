"""TER (Snover et al. 2006): edits and shifts of phrases that turn the candidate into a reference."""

from likewise.public import public_page

__getattr__, __dir__, __all__ = public_page(__name__, __file__)
