"""Word alignment: IBM models 1 and 2, the HMM, symmetrisation, and the lexicons they learn."""

from likewise.public import public_page

__getattr__, __dir__, __all__ = public_page(__name__, __file__)
