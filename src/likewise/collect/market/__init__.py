"""Marketplaces: Mechanical Turk and Prolific behind one interface (stand-ins for both: `likewise.testing`).

Nothing here is needed to collect: the studio invites workers by itself. A marketplace only brings people.
"""

from likewise.public import public_page

__getattr__, __dir__, __all__ = public_page(__name__, __file__)
