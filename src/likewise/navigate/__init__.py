"""Learning to follow route instructions (Chen and Mooney 2011; Chen 2012)."""

from likewise.public import public_page

__getattr__, __dir__, __all__ = public_page(__name__, __file__)
