"""Collecting language from people: campaigns, work and answers, two tiers, and the ledger that pays.

`store` is the database, `campaigns` what is asked, `assign` who gets what, `answers` what comes back, `tiers`
who may earn more, `ledger` what is owed. Names are imported from these modules, so that `tasks` and
`sentence_filter`, which need no database, do not ask for one.
"""

from __future__ import annotations

__all__: list[str] = []
