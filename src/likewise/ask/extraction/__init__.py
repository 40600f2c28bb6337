"""Places in documents that may answer a question: names, numbers, times, titles and other phrases, ranked."""

from likewise.public import public_page

__getattr__, __dir__, __all__ = public_page(__name__, __file__)
