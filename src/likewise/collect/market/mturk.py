"""Amazon Mechanical Turk, by boto3: the studio's page inside an ExternalQuestion, tiers as qualifications.

The sandbox is spoken to unless production is asked for by name. Credentials come from boto3's own chain
(environment, profile, role) and are neither kept nor shown here.
"""

from __future__ import annotations

import importlib
import re
import threading
import uuid
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from likewise.collect.market.backoff import Backoff
from likewise.collect.market.base import (
    Balance,
    Marketplace,
    Offer,
    PostingState,
    PostingStatus,
    Submission,
    SubmissionState,
    microseconds,
    tier2_label,
)
from likewise.collect.market.fields import check_key, check_text, check_url, is_loopback
from likewise.collect.market.turk_errors import TurkRefusal, told
from likewise.collect.market.turk_fields import check_entity, check_worker, external_question, request_token
from likewise.collect.money import check_amount, decimal_text, minor_units
from likewise.errors import InputError, MissingPartError, RefusedError

__all__ = ["PRODUCTION", "SANDBOX", "MechanicalTurk"]

SANDBOX = "https://mturk-requester-sandbox.us-east-1.amazonaws.com"
PRODUCTION = "https://mturk-requester.us-east-1.amazonaws.com"
CURRENCY = "USD"

_ENTITY_IN_TEXT = re.compile(r"\b[A-Z0-9]{20,64}\b")
_PAST = datetime(2015, 1, 1, tzinfo=UTC)

_STATES: Mapping[str, SubmissionState] = {
    "Submitted": "submitted",
    "Approved": "approved",
    "Rejected": "rejected",
}
_POSTINGS: Mapping[str, PostingState] = {"Assignable": "open", "Unassignable": "full"}


class MechanicalTurk(Marketplace):
    """The marketplace in the sandbox, or for real money with `production=True`."""

    name = "mturk"

    def __init__(
        self,
        *,
        production: bool = False,
        endpoint_url: str | None = None,
        frame_height: int = 0,
        timeout: float = 30.0,
        backoff: Backoff | None = None,
    ) -> None:
        self.endpoint_url = check_url(endpoint_url or (PRODUCTION if production else SANDBOX), "endpoint_url")
        if "mturk-requester.us-east-1." in self.endpoint_url and not production:
            raise InputError("the production endpoint needs production=True", field="endpoint_url")
        self._frame_height = frame_height
        self._timeout = timeout
        self._backoff = backoff or Backoff()
        self._boto: Any = None
        self._lock = threading.Lock()
        self._labels: dict[str, str] = {}

    def __repr__(self) -> str:
        return f"MechanicalTurk(endpoint_url={self.endpoint_url!r})"

    def _post(self, offer: Offer) -> str:
        """A HIT with `count` assignments; a tier-2 HIT is seen only by holders of the qualification.

        `completion` is not used: the page hands the assignment in by itself. A key holds for 24 hours,
        which is how long Mechanical Turk remembers its tokens.
        """
        if offer.currency != CURRENCY:
            message = f"Mechanical Turk pays in {CURRENCY}, the campaign in {offer.currency!r}"
            raise InputError(message, field="currency")
        words = ", ".join(check_text(word, "keywords", 100) for word in offer.keywords)
        request: dict[str, Any] = {
            "MaxAssignments": offer.count,
            "LifetimeInSeconds": offer.days * 86_400,
            "AssignmentDurationInSeconds": offer.minutes * 60,
            "Reward": decimal_text(offer.pay, CURRENCY),
            "Title": offer.title,
            "Description": offer.description,
            "Question": external_question(offer.url, self._frame_height),
            "RequesterAnnotation": f"{offer.campaign} tier {offer.tier}",
            "UniqueRequestToken": request_token("publish", offer.key or uuid.uuid4().hex),
        }
        if words:
            request["Keywords"] = check_text(words, "keywords", 1000)
        if offer.tier == 2:
            request["QualificationRequirements"] = [
                {
                    "QualificationTypeId": self._label(offer.campaign, create=True),
                    "Comparator": "Exists",
                    "ActionsGuarded": "DiscoverPreviewAndAccept",
                }
            ]
        try:
            answer = self._call("create_hit", **request)
        except TurkRefusal as error:
            # The first try got through and its answer was lost; the refusal names the HIT it made.
            entity = _ENTITY_IN_TEXT.search(str(error))
            if error.turk.lower() != "hitalreadyexists" or entity is None:
                raise
            return entity[0]
        return str(answer["HIT"]["HITId"])

    def status(self, posting: str) -> PostingStatus:
        hit = self._call("get_hit", HITId=check_entity(posting, "posting"))["HIT"]
        wanted = int(hit["MaxAssignments"])
        free = int(hit.get("NumberOfAssignmentsAvailable", 0))
        return PostingStatus(
            posting, _POSTINGS.get(hit["HITStatus"], "closed"), wanted, max(0, wanted - free)
        )

    def submissions(self, posting: str) -> Iterator[Submission]:
        """Assignments handed in; one that is still worked on is not shown by Mechanical Turk."""
        seen: set[str] = set()
        for row in self._pages(
            "list_assignments_for_hit", "Assignments", HITId=check_entity(posting, "posting")
        ):
            if row["AssignmentId"] not in seen:
                seen.add(row["AssignmentId"])
                yield Submission(
                    row["WorkerId"],
                    row["AssignmentId"],
                    _STATES[row["AssignmentStatus"]],
                    microseconds(row["SubmitTime"]) if "SubmitTime" in row else None,
                )

    def confirm(self, worker: str, assignment: str) -> bool | None:
        check_worker(worker)
        try:
            answer = self._call("get_assignment", AssignmentId=check_entity(assignment, "assignment"))
        except TurkRefusal as error:
            # Mechanical Turk shows an assignment only once it is handed in.
            if error.code in ("not-found", "already-decided"):
                return None
            raise
        return bool(answer["Assignment"]["WorkerId"] == worker)

    def approve(self, assignment: str, *, feedback: str | None = None) -> None:
        note = {"RequesterFeedback": check_text(feedback, "feedback", 1024)} if feedback else {}
        self._decide("approve_assignment", "Approved", assignment, note)

    def reject(self, assignment: str, reason: str) -> None:
        note = {"RequesterFeedback": check_text(reason, "reason", 1024)}
        self._decide("reject_assignment", "Rejected", assignment, note)

    def bonus(self, worker: str, assignment: str, amount: int, reason: str, *, key: str) -> bool:
        """Pay once per key. The key travels as the request's token, which Mechanical Turk forgets after
        24 hours, and as a short reference behind the reason, which it keeps: that one is looked up first."""
        token = request_token("bonus", check_key(key))
        mark = f"[{token[:12]}]"
        check_amount(amount, least=1)
        text = f"{check_text(reason, 'reason', 1000)} {mark}"
        paid = (check_worker(worker), amount)
        if self._paid(assignment, mark, paid):
            return False
        if self.confirm(worker, assignment) is False:
            raise RefusedError("conflict", f"assignment {assignment} is not by this worker")
        try:
            self._call(
                "send_bonus",
                WorkerId=worker,
                AssignmentId=check_entity(assignment, "assignment"),
                BonusAmount=decimal_text(amount, CURRENCY),
                Reason=text,
                UniqueRequestToken=token,
            )
        except TurkRefusal as error:
            if not error.repeated:
                raise
            self._paid(assignment, mark, paid)
            return False
        return True

    def grant_tier2(self, worker: str, campaign: str) -> None:
        self._call(
            "associate_qualification_with_worker",
            QualificationTypeId=self._label(campaign, create=True),
            WorkerId=check_worker(worker),
            IntegerValue=1,
            SendNotification=False,
        )

    def revoke_tier2(self, worker: str, campaign: str, *, reason: str | None = None) -> None:
        label = self._label(campaign, create=False)
        note = {"Reason": check_text(reason, "reason", 1024)} if reason else {}
        if not label:
            return
        try:
            self._call(
                "disassociate_qualification_from_worker",
                QualificationTypeId=label,
                WorkerId=check_worker(worker),
                **note,
            )
        except TurkRefusal as error:
            if error.turk not in ("QualificationDoesNotExist", "InvalidQualificationState"):
                raise

    def close(self, posting: str) -> None:
        try:
            self._call("update_expiration_for_hit", HITId=check_entity(posting, "posting"), ExpireAt=_PAST)
        except TurkRefusal as error:
            if not error.repeated:
                raise

    def balance(self) -> Balance:
        return Balance(minor_units(self._call("get_account_balance")["AvailableBalance"], CURRENCY), CURRENCY)

    def _decide(self, operation: str, wanted: str, assignment: str, note: Mapping[str, str]) -> None:
        try:
            self._call(operation, AssignmentId=check_entity(assignment, "assignment"), **note)
        except TurkRefusal as error:
            if error.code != "already-decided":
                raise
            state = self._call("get_assignment", AssignmentId=assignment)["Assignment"]["AssignmentStatus"]
            if state != wanted:
                raise RefusedError("already-decided", f"assignment {assignment} is {state.lower()}") from None

    def _paid(self, assignment: str, mark: str, wanted: tuple[str, int]) -> bool:
        """Whether the bonus with this reference is there; one with other figures is a conflict."""
        pages = self._pages(
            "list_bonus_payments", "BonusPayments", AssignmentId=check_entity(assignment, "assignment")
        )
        for row in pages:
            if row.get("Reason", "").endswith(mark):
                if (row["WorkerId"], minor_units(row["BonusAmount"], CURRENCY)) != wanted:
                    raise RefusedError("conflict", "this key was used before for another bonus")
                return True
        return False

    def _label(self, campaign: str, *, create: bool) -> str:
        """The id of the campaign's qualification type, or '' where there is none."""
        name = tier2_label(campaign)
        if name not in self._labels:
            label = self._find_label(name)
            if not label and create:
                label = self._make_label(name)
            if not label:
                return ""
            self._labels[name] = label
        return self._labels[name]

    def _find_label(self, name: str) -> str:
        pages = self._pages(
            "list_qualification_types",
            "QualificationTypes",
            Query=name,
            MustBeRequestable=False,
            MustBeOwnedByCaller=True,
        )
        return next((str(row["QualificationTypeId"]) for row in pages if row["Name"] == name), "")

    def _make_label(self, name: str) -> str:
        try:
            made = self._call(
                "create_qualification_type",
                Name=name,
                Description="Given by the requester to workers whose earlier answers were good.",
                QualificationTypeStatus="Active",
            )
        except TurkRefusal:
            # Someone else made it between our look and our call, or an answer was lost on the way.
            label = self._find_label(name)
            if not label:
                raise
            return label
        return str(made["QualificationType"]["QualificationTypeId"])

    def _pages(self, operation: str, rows: str, **request: Any) -> Iterator[Any]:
        token: str | None = None
        while True:
            more = {"NextToken": token} if token else {}
            page = self._call(operation, MaxResults=100, **request, **more)
            yield from page.get(rows, [])
            before, token = token, page.get("NextToken")
            # The last page may carry a token too; an empty page, or the same token again, ends the walk.
            if not token or token == before or not page.get(rows):
                return

    def _call(self, operation: str, **request: Any) -> Any:
        with self._lock:
            client = self._client()
        return self._backoff.run(lambda: told(getattr(client, operation), request))

    def _client(self) -> Any:
        if self._boto is None:
            try:
                boto3: Any = importlib.import_module("boto3")
                config: Any = importlib.import_module("botocore.config")
            except ImportError:
                raise MissingPartError("boto3", "likewise[mturk]") from None
            settings: dict[str, Any] = {
                "connect_timeout": min(10.0, self._timeout),
                "read_timeout": self._timeout,
                # Trying again is ours to do, so that it is done in one place and bounded once.
                "retries": {"total_max_attempts": 1, "mode": "standard"},
            }
            if is_loopback(self.endpoint_url):
                settings["proxies"] = {"http": "", "https": ""}
            self._boto = boto3.session.Session().client(
                "mturk",
                region_name="us-east-1",
                endpoint_url=self.endpoint_url,
                config=config.Config(**settings),
            )
        return self._boto
