"""The Prolific half of the stand-in: the paths of its REST API (version 1) that we use."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from likewise.testing.replies import Numbering, Refusal, Reply

__all__ = ["StandinProlific"]

Row = dict[str, Any]

_BONUS = re.compile(r"([0-9a-f]{24}),(\d+)\.(\d\d)")
_START = datetime(2026, 1, 1, tzinfo=UTC)
_MOVES = {
    "PUBLISH": ({"UNPUBLISHED"}, "ACTIVE"),
    "PAUSE": ({"ACTIVE"}, "PAUSED"),
    "START": ({"PAUSED"}, "ACTIVE"),
    "STOP": ({"ACTIVE", "PAUSED"}, "AWAITING REVIEW"),
}
_DECIDED = {"APPROVE": "APPROVED", "REJECT": "REJECTED"}


class StandinProlific:
    """Its state, and one method for each path."""

    def __init__(self, funds: int, token: str) -> None:
        self.funds = funds
        self.currency = "USD"
        self.studies: dict[str, Row] = {}
        self.taken: dict[str, Row] = {}
        self.batches: dict[str, list[tuple[str, int]]] = {}
        self.paid: list[tuple[str, int]] = []
        self.groups: dict[str, Row] = {}
        self.page_most = 100
        self.misread = 1
        self._token = token
        self._numbering = Numbering()
        self._paths: dict[str, Callable[[str, Mapping[str, Any], Mapping[str, str]], Row]] = {
            "POST studies/": self._create,
            "GET studies/{id}/": lambda one, _, __: self._study(one),
            "DELETE studies/{id}/": lambda one, _, __: {"id": self.studies.pop(one)["id"]},
            "POST studies/{id}/transition/": self._move,
            "GET submissions/": self._list,
            "GET submissions/{id}/": lambda one, _, __: self._single(one),
            "POST submissions/{id}/transition/": self._decide,
            "POST submissions/bonus-payments/": self._set_up,
            "POST bulk-bonus-payments/{id}/pay/": self._pay,
            "GET participant-groups/": self._list_groups,
            "POST participant-groups/": self._create_group,
            "POST participant-groups/{id}/participants/": self._add,
            "DELETE participant-groups/{id}/participants/": self._remove,
            "GET workspaces/{id}/balance/": lambda *_: {
                "currency_code": self.currency,
                "total_balance": self.funds,
                "available_balance": self.funds,
            },
        }

    def authorised(self, header: str) -> bool:
        """Whether the request carries the stand-in's token."""
        return header == f"Token {self._token}"

    def stranger(self) -> Refusal:
        return Refusal(401, "Authentication credentials were not provided.")

    def operation(self, method: str, path: str) -> str:
        """The operation's name: method and path with `{id}` in the place of identifiers."""
        name = f"{method} " + re.sub(r"/[0-9a-z]{24}/", "/{id}/", path.removeprefix("/api/v1/"))
        if name not in self._paths:
            raise Refusal(404, f"no such path: {name}")
        return name

    def serve(self, operation: str, path: str, body: Mapping[str, Any], query: Mapping[str, str]) -> Reply:
        """The answer to one request."""
        match = re.search(r"/([0-9a-z]{24})/", path)
        answer = self._paths[operation](match[1] if match else "", body, query)
        return Reply(
            201 if operation.endswith(("POST studies/", "POST participant-groups/")) else 200, answer
        )

    def problem(self, error: Refusal) -> Reply:
        """A refusal in the service's shape."""
        body = {"error": {"status": error.status, "error_code": 140_000 + error.status, "title": "Refused"}}
        body["error"]["detail"] = error.text
        return Reply(error.status, body)

    def fault(self, kind: str) -> Reply:
        if kind == "throttle":
            return Reply(429, {"error": {"title": "Too Many Requests"}}, {"Retry-After": "1"})
        if kind == "redirect":
            return Reply(302, {}, {"Location": "http://127.0.0.1:9/elsewhere"})
        return Reply(500, {"error": {"title": "Server error"}})

    def take(self, posting: str, worker: str, *, done: bool = True) -> str:
        """A participant takes a place and, unless told otherwise, hands it in; the submission's id."""
        study = self._study(posting)
        if study["status"] != "ACTIVE" or study["places_taken"] >= study["total_available_places"]:
            raise Refusal(400, "no place is left")
        for need in study.get("filters", []):
            if not any(worker in self.groups[one]["members"] for one in need["selected_values"]):
                raise Refusal(400, "the participant is not in the group")
        study["places_taken"] += 1
        submission = self._numbering.prolific()
        ended = _START + timedelta(seconds=len(self.taken), microseconds=250_000)
        self.taken[submission] = {
            "id": submission,
            "participant_id": worker,
            "study_id": posting,
            "status": "AWAITING REVIEW" if done else "ACTIVE",
            "started_at": _START.isoformat().replace("+00:00", "Z"),
            "completed_at": ended.isoformat().replace("+00:00", "Z") if done else None,
            "bonus_payments": [],
        }
        return submission

    def _create(self, _: str, body: Mapping[str, Any], __: Mapping[str, str]) -> Row:
        for name in ("name", "description", "external_study_url", "completion_codes", "reward"):
            if not body.get(name):
                raise Refusal(400, f"{name}: this field is required")
        if not isinstance(body["reward"], int):
            raise Refusal(400, "reward: a whole number of cents is required")
        study = dict(body) | {"id": self._numbering.prolific(), "status": "UNPUBLISHED", "places_taken": 0}
        self.studies[study["id"]] = study
        return study

    def _move(self, one: str, body: Mapping[str, Any], _: Mapping[str, str]) -> Row:
        study = self._study(one)
        allowed, then = _MOVES[body["action"]]
        if study["status"] not in allowed:
            raise Refusal(400, f"a study that is {study['status']} cannot do this")
        cost = study["reward"] * study["total_available_places"]
        if body["action"] == "PUBLISH":
            if cost > self.funds:
                raise Refusal(400, "insufficient balance")
            self.funds -= cost
        study["status"] = then
        return study

    def _list(self, _: str, __: Mapping[str, Any], query: Mapping[str, str]) -> Row:
        size = min(int(query.get("page_size", 20)), self.page_most)
        start = (int(query.get("page", 1)) - 1) * size
        rows = [row for row in self.taken.values() if row["study_id"] == query.get("study")]
        after = f"https://api.prolific.com/api/v1/submissions/?page={start // size + 2}"
        more = {"href": after if start + size < len(rows) else None}
        return {"results": rows[start : start + size], "_links": {"next": more}, "meta": {"count": len(rows)}}

    def _single(self, one: str) -> Row:
        row = dict(self._submission(one))
        return row | {"participant": row.pop("participant_id")}

    def _decide(self, one: str, body: Mapping[str, Any], _: Mapping[str, str]) -> Row:
        row = self._submission(one)
        then = _DECIDED[body["action"]]
        if then == "REJECTED" and (len(body.get("message", "")) < 100 or not body.get("rejection_category")):
            raise Refusal(400, "message: at least 100 characters are required")
        if row["status"] not in ("AWAITING REVIEW", then):
            raise Refusal(400, f"a submission that is {row['status']} cannot be decided on")
        row["status"] = then
        return self._single(one)

    def _set_up(self, _: str, body: Mapping[str, Any], __: Mapping[str, str]) -> Row:
        rows: list[tuple[str, int]] = []
        for line in body["csv_bonuses"].splitlines():
            match = _BONUS.fullmatch(line)
            if match is None or self._submission(match[1])["study_id"] != body["study_id"]:
                raise Refusal(400, f"not a bonus of this study: {line}")
            rows.append((match[1], int(match[2]) * 100 + int(match[3])))
        batch = self._numbering.prolific()
        self.batches[batch] = rows
        # Amounts come as JSON numbers with a decimal point, as the documentation's `double` has it.
        amount = float(sum(paid for _, paid in rows) * self.misread)
        return {"id": batch, "study": body["study_id"], "amount": amount, "total_amount": amount * 1.25}

    def _pay(self, one: str, _: Mapping[str, Any], __: Mapping[str, str]) -> Row:
        # Not idempotent, as the real one: a batch paid twice is paid twice.
        if one not in self.batches:
            raise Refusal(404, "no such bulk payment")
        if sum(amount for _, amount in self.batches[one]) > self.funds:
            raise Refusal(400, "insufficient balance")
        for submission, amount in self.batches[one]:
            self.funds -= amount
            self.paid.append((submission, amount))
            self.taken[submission]["bonus_payments"].append(amount)
        return {"message": "payments are being processed"}

    def _list_groups(self, _: str, __: Mapping[str, Any], query: Mapping[str, str]) -> Row:
        rows = [group for group in self.groups.values() if group["workspace_id"] == query["workspace_id"]]
        start = int(query.get("offset", 0))
        shown = [{k: v for k, v in row.items() if k != "members"} for row in rows]
        return {"results": shown[start : start + int(query.get("limit", 100))]}

    def _create_group(self, _: str, body: Mapping[str, Any], __: Mapping[str, str]) -> Row:
        group = {"id": self._numbering.prolific(), "name": body["name"], "workspace_id": body["workspace_id"]}
        self.groups[group["id"]] = group | {"members": set()}
        return group

    def _add(self, one: str, body: Mapping[str, Any], _: Mapping[str, str]) -> Row:
        self._group(one)["members"].update(body["participant_ids"])
        return self._members(one)

    def _remove(self, one: str, body: Mapping[str, Any], _: Mapping[str, str]) -> Row:
        self._group(one)["members"].difference_update(body["participant_ids"])
        return self._members(one)

    def _members(self, one: str) -> Row:
        return {"results": [{"participant_id": member} for member in sorted(self.groups[one]["members"])]}

    def _study(self, one: str) -> Row:
        if one not in self.studies:
            raise Refusal(404, "no such study")
        return self.studies[one]

    def _submission(self, one: str) -> Row:
        if one not in self.taken:
            raise Refusal(404, "no such submission")
        return self.taken[one]

    def _group(self, one: str) -> Row:
        if one not in self.groups:
            raise Refusal(404, "no such group")
        return self.groups[one]
