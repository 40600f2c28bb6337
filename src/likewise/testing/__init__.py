"""Stand-ins for what a test must not reach: Mechanical Turk and Prolific on this machine.

    with StandinMarketplace() as market:
        prolific = Prolific(workspace, journal=journal, base_url=market.url)

Nothing in the house needs them at work: they are for tests, ours and yours, and for demonstrations.
"""

from __future__ import annotations

from likewise.testing.marketplace import Asked, StandinFault, StandinMarketplace

__all__ = ["Asked", "StandinFault", "StandinMarketplace"]
