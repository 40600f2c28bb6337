"""The Mechanical Turk half of the stand-in: the requester operations of API version 2017-01-17 that we use.

Error codes follow Amazon's list; the words of its messages are ours.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping
from typing import Any

from likewise.testing.replies import Numbering, Refusal, Reply

__all__ = ["StandinTurk"]

Row = dict[str, Any]

_TYPE = {"Content-Type": "application/x-amz-json-1.1"}
_AMOUNT = re.compile(r"(\d+)\.(\d\d)")


class StandinTurk:
    """Its state, and one method for each operation."""

    def __init__(self, funds: int) -> None:
        self.funds = funds
        self.hits: dict[str, Row] = {}
        self.assignments: dict[str, Row] = {}
        self.bonuses: list[Row] = []
        self.types: dict[str, Row] = {}
        self.holders: set[tuple[str, str]] = set()
        self._tokens: dict[str, str] = {}
        self._numbering = Numbering()
        self._operations: dict[str, Callable[[Mapping[str, Any]], Row]] = {
            "CreateHIT": self._create_hit,
            "GetHIT": lambda b: {"HIT": self._hit(b["HITId"])},
            "ListAssignmentsForHIT": self._list_assignments,
            "GetAssignment": self._get_assignment,
            "ApproveAssignment": lambda b: self._decide(b, "Approved"),
            "RejectAssignment": lambda b: self._decide(b, "Rejected"),
            "SendBonus": self._send_bonus,
            "ListBonusPayments": self._list_bonuses,
            "CreateQualificationType": self._create_type,
            "ListQualificationTypes": self._list_types,
            "AssociateQualificationWithWorker": self._associate,
            "DisassociateQualificationFromWorker": self._disassociate,
            "UpdateExpirationForHIT": self._expire,
            "GetAccountBalance": lambda _: {
                "AvailableBalance": f"{self.funds // 100}.{self.funds % 100:02d}"
            },
        }

    def authorised(self, header: str) -> bool:
        """Whether the request is signed at all; no stand-in can check whose key it was."""
        return header.startswith("AWS4-HMAC-SHA256 ")

    def stranger(self) -> Refusal:
        return Refusal(
            400, "The security token included in the request is invalid.", "UnrecognizedClientException"
        )

    def serve(self, operation: str, body: Mapping[str, Any]) -> Reply:
        """The answer to one operation."""
        if operation not in self._operations:
            raise Refusal(400, f"no operation {operation}", "UnknownOperationException")
        return Reply(200, self._operations[operation](body), _TYPE)

    def problem(self, error: Refusal) -> Reply:
        """A refusal in the service's shape."""
        if error.code.endswith("Exception"):
            return Reply(error.status, {"__type": error.code, "Message": error.text}, _TYPE)
        body = {
            "__type": "RequestError",
            "Message": f"{error.text} ({time.time_ns() // 10**6} s)",
            "TurkErrorCode": f"AWS.MechanicalTurk.{error.code}",
        }
        return Reply(error.status, body, _TYPE)

    def fault(self, kind: str) -> Reply:
        if kind == "throttle":
            return Reply(400, {"__type": "ThrottlingException", "Message": "Rate exceeded"}, _TYPE)
        if kind == "redirect":
            return Reply(302, {}, {"Location": "http://127.0.0.1:9/elsewhere"})
        return Reply(500, {"__type": "ServiceFault", "Message": "try again"}, _TYPE)

    def take(self, posting: str, worker: str) -> str:
        """A worker accepts a place and hands it in at once; the assignment's id."""
        hit = self._hit(posting)
        if hit["NumberOfAssignmentsAvailable"] < 1 or hit["HITStatus"] != "Assignable":
            raise Refusal(400, "no place is left", "HITNotAssignable")
        label = [need["QualificationTypeId"] for need in hit.get("QualificationRequirements", [])]
        if any((one, worker) not in self.holders for one in label):
            raise Refusal(400, "the worker lacks a qualification", "NotQualified")
        hit["NumberOfAssignmentsAvailable"] -= 1
        if not hit["NumberOfAssignmentsAvailable"]:
            hit["HITStatus"] = "Reviewable"
        assignment = self._numbering.turk()
        self.assignments[assignment] = {
            "AssignmentId": assignment,
            "WorkerId": worker,
            "HITId": posting,
            "AssignmentStatus": "Submitted",
            "SubmitTime": 1_700_000_000 + len(self.assignments),
        }
        return assignment

    def forget_tokens(self) -> None:
        """What happens after 24 hours."""
        self._tokens.clear()

    def _create_hit(self, body: Mapping[str, Any]) -> Row:
        token = body.get("UniqueRequestToken", "")
        if token in self._tokens:
            raise Refusal(400, f"The HIT {self._tokens[token]} exists already.", "HitAlreadyExists")
        hit = {k: v for k, v in body.items() if k != "UniqueRequestToken"} | {
            "HITId": self._numbering.turk(),
            "HITStatus": "Assignable",
            "NumberOfAssignmentsAvailable": body["MaxAssignments"],
        }
        self._pay(_cents(body["Reward"]) * body["MaxAssignments"])
        self.hits[hit["HITId"]] = hit
        if token:
            self._tokens[token] = hit["HITId"]
        return {"HIT": hit}

    def _list_assignments(self, body: Mapping[str, Any]) -> Row:
        posting = self._hit(body["HITId"])["HITId"]
        return _page([a for a in self.assignments.values() if a["HITId"] == posting], "Assignments", body)

    def _get_assignment(self, body: Mapping[str, Any]) -> Row:
        assignment = self._assignment(body["AssignmentId"])
        return {"Assignment": assignment, "HIT": self.hits[assignment["HITId"]]}

    def _decide(self, body: Mapping[str, Any], state: str) -> Row:
        assignment = self._assignment(body["AssignmentId"])
        if assignment["AssignmentStatus"] != "Submitted":
            raise Refusal(400, "only a submitted assignment can be decided on", "InvalidAssignmentState")
        assignment["AssignmentStatus"] = state
        assignment["RequesterFeedback"] = body.get("RequesterFeedback", "")
        return {}

    def _send_bonus(self, body: Mapping[str, Any]) -> Row:
        token = body.get("UniqueRequestToken", "")
        if token in self._tokens:
            raise Refusal(
                400, f'The idempotency token "{token}" has already been processed.', "DuplicateRequest"
            )
        if self._assignment(body["AssignmentId"])["WorkerId"] != body["WorkerId"]:
            raise Refusal(400, "the assignment is not by this worker", "AssignmentDoesNotExist")
        self._pay(_cents(body["BonusAmount"]))
        self.bonuses.append({k: v for k, v in body.items() if k != "UniqueRequestToken"})
        if token:
            self._tokens[token] = "bonus"
        return {}

    def _list_bonuses(self, body: Mapping[str, Any]) -> Row:
        rows = [b for b in self.bonuses if b["AssignmentId"] == body["AssignmentId"]]
        return _page(rows, "BonusPayments", body)

    def _create_type(self, body: Mapping[str, Any]) -> Row:
        if any(row["Name"] == body["Name"] for row in self.types.values()):
            raise Refusal(400, "you have a type of this name", "QualificationTypeAlreadyExists")
        row = {"QualificationTypeId": self._numbering.turk()} | dict(body)
        self.types[row["QualificationTypeId"]] = row
        return {"QualificationType": row}

    def _list_types(self, body: Mapping[str, Any]) -> Row:
        rows = [row for row in self.types.values() if body.get("Query", "") in row["Name"]]
        return _page(rows, "QualificationTypes", body)

    def _associate(self, body: Mapping[str, Any]) -> Row:
        self._type(body)
        self.holders.add((body["QualificationTypeId"], body["WorkerId"]))
        return {}

    def _disassociate(self, body: Mapping[str, Any]) -> Row:
        self._type(body)
        pair = (body["QualificationTypeId"], body["WorkerId"])
        if pair not in self.holders:
            raise Refusal(400, "the worker does not hold it", "InvalidQualificationState")
        self.holders.remove(pair)
        return {}

    def _expire(self, body: Mapping[str, Any]) -> Row:
        hit = self._hit(body["HITId"])
        token = f"{hit['HITId']} expires {body['ExpireAt']}"
        if token in self._tokens:
            raise Refusal(400, f'The idempotency token "{token}" has already been processed.', "RequestError")
        self._tokens[token] = "expired"
        hit["HITStatus"] = "Reviewable"
        return {}

    def _pay(self, amount: int) -> None:
        if amount > self.funds:
            raise Refusal(400, "the account has not enough money", "InsufficientFunds")
        self.funds -= amount

    def _hit(self, posting: str) -> Row:
        if posting not in self.hits:
            raise Refusal(400, f"Hit {posting} does not exist.", "HITDoesNotExist")
        return self.hits[posting]

    def _assignment(self, assignment: str) -> Row:
        if assignment not in self.assignments:
            raise Refusal(400, f"Assignment {assignment} does not exist.", "AssignmentDoesNotExist")
        return self.assignments[assignment]

    def _type(self, body: Mapping[str, Any]) -> None:
        if body["QualificationTypeId"] not in self.types:
            raise Refusal(400, "no such qualification type", "QualificationTypeDoesNotExist")


def _cents(amount: str) -> int:
    match = _AMOUNT.fullmatch(amount)
    if match is None:
        raise Refusal(400, f'The value "{amount}" is not an amount.', "ParameterValidationError")
    return int(match[1]) * 100 + int(match[2])


def _page(rows: list[Row], name: str, body: Mapping[str, Any]) -> Row:
    start = int(body.get("NextToken") or 0)
    end = start + int(body.get("MaxResults", 10))
    page: Row = {name: rows[start:end], "NumResults": len(rows[start:end])}
    # Like the real service, a token even where the next page turns out empty.
    return page | ({"NextToken": str(end)} if rows[start:end] else {})
