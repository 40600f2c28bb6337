"""One face for every marketplace: post work, see who did it, approve, reject, pay, open tier 2.

Chen and Dolan (2011, section 3) ran their two tiers on Mechanical Turk; the same steps fit Prolific.
Amounts are integers of minor units, times are microseconds UTC, identifiers are the marketplace's own.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import ClassVar, Literal

from likewise.collect.market.fields import check_count, check_identifier, check_key, check_text, check_url
from likewise.collect.money import check_amount
from likewise.errors import InputError

__all__ = ["Balance", "Marketplace", "PostingStatus", "Submission", "microseconds", "tier2_label"]

SubmissionState = Literal["working", "submitted", "approved", "rejected", "returned", "expired"]
PostingState = Literal["draft", "open", "paused", "full", "closed"]

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class Submission:
    """One worker's turn at a posting."""

    worker: str
    assignment: str
    state: SubmissionState
    submitted_at: int | None


@dataclass(frozen=True)
class PostingStatus:
    """How far a posting is: places wanted, places taken (at work or handed in)."""

    posting: str
    state: PostingState
    wanted: int
    taken: int


@dataclass(frozen=True)
class Balance:
    """Money that can be spent now, in minor units."""

    amount: int
    currency: str


@dataclass(frozen=True)
class Offer:
    """What is posted, checked as far as every service asks the same."""

    campaign: str
    tier: int
    url: str
    count: int
    pay: int
    title: str
    description: str
    minutes: int
    days: int
    currency: str
    keywords: tuple[str, ...]
    completion: str | None
    key: str | None

    def __post_init__(self) -> None:
        check_identifier(self.campaign, "campaign")
        if self.tier not in (1, 2):
            raise InputError(f"expected 1 or 2, got {self.tier!r}", field="tier")
        check_url(self.url)
        check_count(self.count, "count", 100_000)
        check_amount(self.pay, least=1)
        check_text(self.title, "title", 120)
        check_text(self.description, "description", 2000)
        check_count(self.minutes, "minutes", 24 * 60)
        check_count(self.days, "days", 90)
        if self.key is not None:
            check_key(self.key)


class Marketplace(ABC):
    """What `collect` and the studio ask of a marketplace.

    A call that the service refuses raises `RefusedError` ("not-allowed", "not-found", "already-decided",
    "conflict"; "unavailable" after the last retry) or `InputError`.
    """

    name: ClassVar[str]

    def publish(
        self,
        campaign: str,
        tier: int,
        url: str,
        count: int,
        pay: int,
        title: str,
        *,
        description: str,
        currency: str = "USD",
        minutes: int = 30,
        days: int = 7,
        keywords: Sequence[str] = (),
        completion: str | None = None,
        key: str | None = None,
    ) -> str:
        """Post `count` places for a tier of a campaign; the posting's id. The same key posts once."""
        places = (campaign, tier, url, count, pay, title, description, minutes, days)
        return self._post(Offer(*places, currency, tuple(keywords), completion, key))

    @abstractmethod
    def _post(self, offer: Offer) -> str:
        """`publish` of a checked offer."""

    @abstractmethod
    def status(self, posting: str) -> PostingStatus:
        """How far the posting is."""

    @abstractmethod
    def submissions(self, posting: str) -> Iterator[Submission]:
        """Everyone who took a place, page by page, each assignment once."""

    @abstractmethod
    def confirm(self, worker: str, assignment: str) -> bool | None:
        """Whether the assignment is this worker's; None while the marketplace does not know it yet."""

    @abstractmethod
    def approve(self, assignment: str, *, feedback: str | None = None) -> None:
        """Approve, which pays the posting's reward; approving again changes nothing."""

    @abstractmethod
    def reject(self, assignment: str, reason: str) -> None:
        """Reject with a reason that the worker reads; rejecting again changes nothing."""

    @abstractmethod
    def bonus(self, worker: str, assignment: str, amount: int, reason: str, *, key: str) -> bool:
        """Pay a bonus once per key; False where that key has been paid before."""

    @abstractmethod
    def grant_tier2(self, worker: str, campaign: str) -> None:
        """Let the worker see tier-2 postings of the campaign."""

    @abstractmethod
    def revoke_tier2(self, worker: str, campaign: str, *, reason: str | None = None) -> None:
        """Take that away again."""

    @abstractmethod
    def close(self, posting: str) -> None:
        """Take the posting off the market; work under way may still be handed in."""

    @abstractmethod
    def balance(self) -> Balance:
        """What can be spent."""


def tier2_label(campaign: str) -> str:
    """The name under which a marketplace keeps the tier-2 workers of a campaign."""
    return f"Likewise {check_identifier(campaign, 'campaign')} tier 2"


def microseconds(moment: datetime) -> int:
    """The moment as integer microseconds UTC; a time without a zone is taken as UTC."""
    aware = moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
    return (aware - _EPOCH) // timedelta(microseconds=1)
