"""Marketplaces: Mechanical Turk and Prolific behind one interface, and a local stand-in for both.

Nothing here is needed to collect: the studio invites workers by itself. A marketplace only brings people.
"""

from __future__ import annotations

from likewise.collect.market.backoff import Backoff
from likewise.collect.market.base import Balance, Marketplace, PostingStatus, Submission
from likewise.collect.market.entry import (
    Completion,
    MarketEntry,
    complete,
    completion_code,
    entry_link,
    read_entry,
)
from likewise.collect.market.journal import Journal
from likewise.collect.market.mturk import MechanicalTurk
from likewise.collect.market.prolific import Prolific

__all__ = [
    "Backoff",
    "Balance",
    "Completion",
    "MarketEntry",
    "Journal",
    "Marketplace",
    "MechanicalTurk",
    "PostingStatus",
    "Prolific",
    "Submission",
    "complete",
    "completion_code",
    "entry_link",
    "read_entry",
]
