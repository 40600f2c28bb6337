"""What a question asks for and which words documents with its answer should hold."""

from likewise.public import public_page

__getattr__, __dir__, __all__ = public_page(__name__, __file__)
