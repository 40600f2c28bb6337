"""The study of Mitamura et al. (2006) on cross-lingual question answering, made again."""

from likewise.public import public_page

__getattr__, __dir__, __all__ = public_page(__name__, __file__)
