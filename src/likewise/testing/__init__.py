"""Stand-ins for what a test must not reach: Mechanical Turk, Prolific and language models on this machine.

    with StandinMarketplace() as market:
        prolific = Prolific(workspace, journal=journal, base_url=market.url)

    with StandinJudge() as judge:
        ...  # a judge's file with endpoint = judge.url

Nothing in the house needs them at work: they are for tests, ours and yours, and for demonstrations.
"""

from likewise.public import public_page

__getattr__, __dir__, __all__ = public_page(__name__, __file__)
