"""From English keywords to what the documents say: candidates of many sources, chosen by a noisy channel."""

from likewise.public import public_page

__getattr__, __dir__, __all__ = public_page(__name__, __file__)
