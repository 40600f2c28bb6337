"""The study of robot commands (Packard 2014): which reader reads how many, with the planner and without."""

from likewise.public import public_page

__getattr__, __dir__, __all__ = public_page(__name__, __file__)
