"""The papers' tables of the MEANT family on rated translations of yours."""

from likewise.public import public_page

__getattr__, __dir__, __all__ = public_page(__name__, __file__)
