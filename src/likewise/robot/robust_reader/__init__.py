"""The robust reader of orders: a chart parser learnt from commands with their trees."""

from likewise.public import public_page

__getattr__, __dir__, __all__ = public_page(__name__, __file__)
