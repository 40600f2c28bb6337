"""The MEANT family: how much of who did what to whom is kept, by frames and their roles."""

from likewise.public import public_page

__getattr__, __dir__, __all__ = public_page(__name__, __file__)
