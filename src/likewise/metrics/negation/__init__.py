"""Does the candidate deny what its reference denies? Denials of texts, compared; the metric `negation`."""

from likewise.public import public_page

__getattr__, __dir__, __all__ = public_page(__name__, __file__)
