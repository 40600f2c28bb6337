"""Meaning by a pretrained encoder: cosines of whole texts (`cosine`) and of their words (`greedy`)."""

from likewise.public import public_page

__getattr__, __dir__, __all__ = public_page(__name__, __file__)
