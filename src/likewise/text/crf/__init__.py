"""Linear-chain conditional random fields (Lafferty, McCallum and Pereira 2001), any number of labels."""

from likewise.public import public_page

__getattr__, __dir__, __all__ = public_page(__name__, __file__)
