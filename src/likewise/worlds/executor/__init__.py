"""The walker who carries out plans on a map, with a switch for each thing it does unasked."""

from likewise.public import public_page

__getattr__, __dir__, __all__ = public_page(__name__, __file__)
