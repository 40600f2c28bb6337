"""Text to text: alignment, language model, phrase model, decoder, each a package of this room.

The pipeline puts them together: from pairs of texts to a decoder.
"""

from likewise.public import public_page

__getattr__, __dir__, __all__ = public_page(__name__, __file__)
