"""Ledger: balances, statements, payouts, bonuses, the accountant's table."""

from likewise.studio.feature import Feature, MenuEntry

__all__ = ["FEATURE"]

FEATURE = Feature(
    __name__,
    menu=(MenuEntry("/ledger", "Ledger", "Who is owed what; pay; the accountant’s table.", order=90),),
    pages=("/ledger", "/ledger/{worker}"),
    files=("/ledger/accountant.csv",),
)
