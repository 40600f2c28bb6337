"""Judging the judges: how well metrics follow people, agree with each other, and tell systems apart.

The room knows arrays only; what it needs from a metric is handed in (Chen and Dolan 2011; Packard 2012).
"""

from likewise.public import public_page

__getattr__, __dir__, __all__ = public_page(__name__, __file__)
