"""The study of Freestyle (Wu et al. 2013): ten systems, automatic figures, ratings beside the paper's."""

from likewise.public import public_page

__getattr__, __dir__, __all__ = public_page(__name__, __file__)
