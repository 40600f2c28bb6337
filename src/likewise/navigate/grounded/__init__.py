"""A follower that grounds words in what is seen; learns from sentences and walks alone."""

from likewise.public import public_page

__getattr__, __dir__, __all__ = public_page(__name__, __file__)
