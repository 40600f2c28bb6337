"""Fourteen metrics of parsers (Packard 2012), one module a family, for trees, dependencies and MRSs."""

from likewise.public import public_page

__getattr__, __dir__, __all__ = public_page(__name__, __file__)
