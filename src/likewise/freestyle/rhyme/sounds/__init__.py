"""The sound of word ends: English by a learnt table or a dictionary, French by rules, others by letters."""

from likewise.public import public_page

__getattr__, __dir__, __all__ = public_page(__name__, __file__)
