"""Collecting language from people: campaigns, work and answers, two tiers, and the ledger that pays.

`store` is the database, `campaigns` what is asked, `assign` who gets what, `answers` what comes back, `tiers`
who may earn more, `ledger` what is owed. A name is loaded when it is first used, so that `tasks` and
`sentence_filter`, which need no database, do not ask for one. `tasks`, `market` and `sentence_filter` have
pages of their own.
"""

from likewise.public import public_page

__getattr__, __dir__, __all__ = public_page(__name__, __file__)
