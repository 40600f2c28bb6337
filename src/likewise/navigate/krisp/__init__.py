"""KRISP (Kate and Mooney 2006): a semantic parser of one classifier for each rule of the plan grammar."""

from likewise.public import public_page

__getattr__, __dir__, __all__ = public_page(__name__, __file__)
