"""What changed in meaning between two texts, by kind and in words; the metric `meaning`."""

from likewise.public import public_page

__getattr__, __dir__, __all__ = public_page(__name__, __file__)
