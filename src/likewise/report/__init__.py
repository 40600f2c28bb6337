"""Results as one self-contained HTML page: `render(Report(...))`, and reports made of results."""

from likewise.public import public_page

__getattr__, __dir__, __all__ = public_page(__name__, __file__)
