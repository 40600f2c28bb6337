"""Prolific's words for the state of things, and its rows, in ours."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from likewise.collect.market.base import PostingState, Submission, SubmissionState, microseconds
from likewise.collect.market.fields import check_text

__all__ = ["POSTING_STATES", "SUBMISSION_STATES", "as_submission", "full_reason", "participant"]

POSTING_STATES: Mapping[str, PostingState] = {
    "UNPUBLISHED": "draft",
    "SCHEDULED": "draft",
    "PUBLISHING": "open",
    "ACTIVE": "open",
    "PAUSED": "paused",
}
SUBMISSION_STATES: Mapping[str, SubmissionState] = {
    "RESERVED": "working",
    "ACTIVE": "working",
    "AWAITING REVIEW": "submitted",
    "PROCESSING": "submitted",
    "APPROVED": "approved",
    "PARTIALLY APPROVED": "approved",
    "SCREENED OUT": "approved",
    "REJECTED": "rejected",
    "RETURNED": "returned",
    "TIMED-OUT": "expired",
}
_LEAST_REASON = 100
_MORE_REASON = (
    "The submission does not meet what the instructions of the study asked for."
    " If you think this is a mistake, please write to us through Prolific."
)


def participant(row: Mapping[str, Any]) -> str:
    """The worker's id; lists call the field `participant_id`, a single submission calls it `participant`."""
    return str(row.get("participant_id") or row.get("participant") or "")


def as_submission(row: Mapping[str, Any]) -> Submission:
    """A row of a list of submissions."""
    done = row.get("completed_at")
    return Submission(
        participant(row),
        row["id"],
        SUBMISSION_STATES.get(row["status"], "working"),
        microseconds(datetime.fromisoformat(done)) if done else None,
    )


def full_reason(reason: str) -> str:
    """The reason for a rejection, followed by a standing sentence where it is too short for Prolific."""
    text = check_text(reason, "reason", 1000)
    return text if len(text) >= _LEAST_REASON else f"{text.rstrip('.')}. {_MORE_REASON}"
