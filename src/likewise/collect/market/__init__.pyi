"""The public names of likewise.collect.market: what other rooms and users may use."""

from .backoff import Backoff as Backoff
from .base import (
    Balance as Balance,
    Marketplace as Marketplace,
    PostingStatus as PostingStatus,
    Submission as Submission,
)
from .entry import (
    Completion as Completion,
    MarketEntry as MarketEntry,
    complete as complete,
    completion_code as completion_code,
    entry_link as entry_link,
    read_entry as read_entry,
)
from .journal import Journal as Journal
from .mturk import MechanicalTurk as MechanicalTurk
from .prolific import Prolific as Prolific
