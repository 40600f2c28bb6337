"""Language models as judges: what they are asked, by which way, what it costs, and what they said."""

from likewise.public import public_page

__getattr__, __dir__, __all__ = public_page(__name__, __file__)
