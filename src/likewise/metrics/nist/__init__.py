"""NIST (Doddington 2002): BLEU's relative that weighs n-grams by how much they tell."""

from likewise.public import public_page

__getattr__, __dir__, __all__ = public_page(__name__, __file__)
