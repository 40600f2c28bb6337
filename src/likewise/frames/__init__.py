"""Semantic frames: words, dependencies, and who did what to whom, out of plain text.

`frame_parser` gives the parser of a language; what it reads are `FramedSentence`s.
"""

from likewise.public import public_page

__getattr__, __dir__, __all__ = public_page(__name__, __file__)
