"""Prolific, by its REST API: a campaign's tier is a study, tier 2 a participant group.

Two things differ from Mechanical Turk. A bonus carries no key and no reason, so the journal sees to it that
none is paid twice; and a rejection must be explained in at least 100 characters.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from likewise.collect.market.backoff import Backoff, Busy
from likewise.collect.market.base import (
    Balance,
    Marketplace,
    Offer,
    PostingStatus,
    Submission,
    tier2_label,
)
from likewise.collect.market.entry import prolific_url
from likewise.collect.market.fields import check_identifier, check_key, check_text
from likewise.collect.market.journal import Journal
from likewise.collect.market.prolific_http import Wire
from likewise.collect.market.prolific_shapes import (
    POSTING_STATES,
    SUBMISSION_STATES,
    as_submission,
    full_reason,
    participant,
)
from likewise.collect.money import check_amount, decimal_text, whole_units
from likewise.errors import InputError, LikewiseError, RefusedError

__all__ = ["Prolific"]

BASE = "https://api.prolific.com"
BONUS_CURRENCY = "GBP"
"""Prolific pays in pounds and in dollars, and writes both with two decimals in its bonus lists."""

_MOST_PAGES = 10_000


class Prolific(Marketplace):
    """Studies in one workspace; the API token is taken from PROLIFIC_TOKEN."""

    name = "prolific"

    def __init__(
        self,
        workspace: str,
        journal: Journal | Path | str,
        *,
        project: str | None = None,
        base_url: str = BASE,
        timeout: float = 30.0,
        backoff: Backoff | None = None,
    ) -> None:
        self.workspace = check_identifier(workspace, "workspace")
        self.project = check_identifier(project, "project") if project is not None else None
        self.journal = journal if isinstance(journal, Journal) else Journal(journal)
        self._wire = Wire(base_url, timeout=timeout, backoff=backoff or Backoff())
        self._groups: dict[str, str] = {}

    def __repr__(self) -> str:
        return f"Prolific(workspace={self.workspace!r}, base_url={self._wire.base_url!r})"

    def _post(self, offer: Offer) -> str:
        """A study: written as a draft, then published. `completion` is the code that its page ends on.

        Prolific knows neither keywords nor an end date (`days`); close the study to end it.
        """
        if offer.completion is None:
            raise InputError("Prolific needs the code that ends the study", field="completion")
        spent = self.balance().currency
        if offer.currency != spent:
            message = f"the workspace pays in {spent}, the campaign in {offer.currency!r}"
            raise InputError(message, field="currency")
        study: dict[str, Any] = {
            "name": offer.title,
            "internal_name": f"{offer.campaign} tier {offer.tier}",
            "description": offer.description,
            "external_study_url": prolific_url(offer.url),
            "prolific_id_option": "url_parameters",
            "completion_codes": [
                {
                    "code": check_identifier(offer.completion, "completion"),
                    "code_type": "COMPLETED",
                    "actions": [{"action": "MANUALLY_REVIEW"}],
                }
            ],
            "total_available_places": offer.count,
            "estimated_completion_time": offer.minutes,
            "reward": offer.pay,
            "device_compatibility": ["desktop", "tablet", "mobile"],
        }
        if self.project is not None:
            study["project"] = self.project
        if offer.tier == 2:
            group = self._group(offer.campaign, create=True)
            study["filters"] = [{"filter_id": "participant_group_allowlist", "selected_values": [group]}]
        posting = self._draft(study, offer.key)
        self._open(posting)
        return posting

    def status(self, posting: str) -> PostingStatus:
        study = self._study(posting)
        return PostingStatus(
            posting,
            POSTING_STATES.get(study["status"], "closed"),
            int(study.get("total_available_places") or 0),
            int(study.get("places_taken") or 0),
        )

    def submissions(self, posting: str) -> Iterator[Submission]:
        check_identifier(posting, "posting")
        seen: set[str] = set()
        for page in range(1, _MOST_PAGES + 1):
            query = {"study": posting, "page": str(page), "page_size": "100"}
            answer = self._wire.call("GET", "submissions/", query=query)
            rows = answer.get("results") or []
            for row in rows:
                # Who joins while we read shifts the pages, so the same row can come twice.
                if row["id"] not in seen:
                    seen.add(row["id"])
                    yield as_submission(row)
            # The next page is asked for by number: an address from the answer is never followed.
            if not rows or not ((answer.get("_links") or {}).get("next") or {}).get("href"):
                return

    def confirm(self, worker: str, assignment: str) -> bool | None:
        check_identifier(worker, "worker")
        try:
            return bool(participant(self._submission(assignment)) == worker)
        except RefusedError as error:
            if error.code == "not-found":
                return False
            raise

    def approve(self, assignment: str, *, feedback: str | None = None) -> None:
        """Approve; Prolific carries no feedback with an approval."""
        self._decide(assignment, "approved", {"action": "APPROVE"})

    def reject(self, assignment: str, reason: str, *, category: str = "OTHER") -> None:
        """Reject; a reason shorter than Prolific's 100 characters is followed by a standing sentence."""
        body = {
            "action": "REJECT",
            "message": full_reason(reason),
            "rejection_category": check_identifier(category, "category"),
        }
        self._decide(assignment, "rejected", body)

    def bonus(self, worker: str, assignment: str, amount: int, reason: str, *, key: str) -> bool:
        """Pay once per key, by the journal. Where Prolific's answer to the payment is lost, nobody can tell
        whether it was made: the key stays blocked ("conflict") until `settle` says what Prolific shows."""
        check_amount(amount, least=1)
        check_identifier(worker, "worker")
        check_identifier(assignment, "assignment")
        name = f"bonus {check_key(key)}"
        request = [worker, assignment, amount, check_text(reason, "reason", 1000)]
        noted = self.journal.note(name, json.dumps(request))
        if noted.state == "done":
            return False
        if noted.state == "sending":
            raise self._unsure(noted.reference)
        batch = noted.reference or self.journal.refer(name, self._batch(worker, assignment, amount))
        if not self.journal.start(name):
            if self.journal.look(name).state == "done":
                return False
            raise self._unsure(batch)
        try:
            self._wire.call("POST", f"bulk-bonus-payments/{batch}/pay/", {}, repeat=False)
        except Busy as error:
            if error.maybe_done:
                raise self._unsure(batch) from None
            self.journal.release(name)
            raise
        except LikewiseError:
            self.journal.release(name)
            raise
        self.journal.finish(name)
        return True

    def settle(self, key: str, *, paid: bool) -> None:
        """Say what Prolific shows for a bonus whose answer was lost."""
        name = f"bonus {check_key(key)}"
        if not (self.journal.finish(name) if paid else self.journal.release(name)):
            raise RefusedError("not-found", "no bonus under this key waits to be settled")

    def grant_tier2(self, worker: str, campaign: str) -> None:
        group = self._group(campaign, create=True)
        self._members("POST", group, worker)

    def revoke_tier2(self, worker: str, campaign: str, *, reason: str | None = None) -> None:
        """Take the participant out of the group; Prolific tells nobody a reason."""
        group = self._group(campaign, create=False)
        check_identifier(worker, "worker")
        if group:
            self._members("DELETE", group, worker)

    def close(self, posting: str) -> None:
        """Stop the study; a draft is deleted instead."""
        state = self.status(posting).state
        if state == "draft":
            self._wire.call("DELETE", f"studies/{posting}/", repeat=False)
        elif state != "closed":
            self._move(posting, "STOP")

    def balance(self) -> Balance:
        account = self._wire.call("GET", f"workspaces/{self.workspace}/balance/")
        return Balance(whole_units(account["available_balance"]), str(account["currency_code"]))

    def _draft(self, study: Mapping[str, Any], key: str | None) -> str:
        """The study's id. A draft whose answer was lost costs nothing and is never published."""
        if key is None:
            return self._id(self._wire.call("POST", "studies/", study, repeat=False))
        name = f"publish {key}"
        noted = self.journal.note(name, json.dumps(study, sort_keys=True))
        if noted.reference is not None:
            return noted.reference
        return self.journal.refer(name, self._id(self._wire.call("POST", "studies/", study, repeat=False)))

    def _open(self, posting: str) -> None:
        if self.status(posting).state == "draft":
            self._move(posting, "PUBLISH")

    def _move(self, posting: str, action: str) -> None:
        """Change the study's state; where the answer is lost, the study itself tells."""
        before = self._study(posting)["status"]
        try:
            self._wire.call("POST", f"studies/{posting}/transition/", {"action": action}, repeat=False)
        except LikewiseError:
            if self._study(posting)["status"] == before:
                raise

    def _decide(self, assignment: str, wanted: str, body: Mapping[str, str]) -> None:
        check_identifier(assignment, "assignment")
        try:
            self._wire.call("POST", f"submissions/{assignment}/transition/", body)
        except InputError:
            state = SUBMISSION_STATES.get(str(self._submission(assignment).get("status")), "working")
            if state == wanted:
                return
            if state in ("approved", "rejected", "returned", "expired"):
                raise RefusedError("already-decided", f"submission {assignment} is {state}") from None
            raise

    def _batch(self, worker: str, assignment: str, amount: int) -> str:
        """Set the bonus up, which pays nothing yet, and see that Prolific read the amount as we meant it."""
        submission = self._submission(assignment)
        if participant(submission) != worker:
            raise RefusedError("conflict", f"submission {assignment} is not by this worker")
        body = {
            "study_id": submission["study_id"],
            "csv_bonuses": f"{assignment},{decimal_text(amount, BONUS_CURRENCY)}\n",
        }
        made = self._wire.call("POST", "submissions/bonus-payments/", body)
        if made.get("amount") is not None and whole_units(made["amount"]) != amount:
            raise RefusedError("conflict", f"Prolific understood {made['amount']} minor units, not {amount}")
        return self._id(made)

    def _unsure(self, batch: str | None) -> RefusedError:
        return RefusedError(
            "conflict",
            f"this bonus was sent and may have been paid (bulk payment {batch});"
            " see at Prolific whether it was, then call settle(key, paid=...)",
        )

    def _group(self, campaign: str, *, create: bool) -> str:
        """The id of the campaign's participant group, or '' where there is none."""
        name = tier2_label(campaign)
        if name not in self._groups:
            group = self._find_group(name)
            if not group and create:
                body = {"name": name, "workspace_id": self.workspace}
                group = self._id(self._wire.call("POST", "participant-groups/", body, repeat=False))
            if not group:
                return ""
            self._groups[name] = group
        return self._groups[name]

    def _find_group(self, name: str) -> str:
        # Names are not unique there: of several groups the one that sorts first is ours on every machine.
        groups: dict[str, str] = {}
        while True:
            query = {"workspace_id": self.workspace, "limit": "100", "offset": str(len(groups))}
            rows = self._wire.call("GET", "participant-groups/", query=query).get("results") or []
            new = {row["id"]: row["name"] for row in rows if row["id"] not in groups}
            groups |= new
            if not new or len(rows) < 100:
                return min((id for id, given in groups.items() if given == name), default="")

    def _members(self, method: str, group: str, worker: str) -> None:
        body = {"participant_ids": [check_identifier(worker, "worker")]}
        self._wire.call(method, f"participant-groups/{group}/participants/", body)

    def _study(self, posting: str) -> Any:
        return self._wire.call("GET", f"studies/{check_identifier(posting, 'posting')}/")

    def _submission(self, assignment: str) -> Any:
        return self._wire.call("GET", f"submissions/{check_identifier(assignment, 'assignment')}/")

    @staticmethod
    def _id(answer: Mapping[str, Any]) -> str:
        return check_identifier(answer.get("id") or "", "id")
