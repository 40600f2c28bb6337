"""Stand-ins for what a test must not reach: Mechanical Turk and Prolific on this machine.

    with StandinMarketplace() as market:
        prolific = Prolific(workspace, journal=journal, base_url=market.url)

Nothing in the house needs them at work: they are for tests, ours and yours, and for demonstrations.
"""

from likewise.public import public_page

__getattr__, __dir__, __all__ = public_page(__name__, __file__)
