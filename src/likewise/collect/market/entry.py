"""The door for workers who come from a marketplace: links that lead to a campaign, and who came in by them.

A link is signed, so nobody can turn a tier-1 link into a tier-2 one. What the marketplace adds to it (worker,
assignment) is not signed by anybody: it is checked for form here, and `Marketplace.confirm` asks the
marketplace whether the pair is true.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal
from urllib.parse import parse_qsl, urlencode

from likewise.collect.market.fields import check_identifier, check_url
from likewise.errors import InputError, RefusedError

__all__ = [
    "Completion",
    "MarketEntry",
    "complete",
    "completion_code",
    "entry_link",
    "prolific_url",
    "read_entry",
]

Origin = Literal["mturk", "prolific"]

PREVIEW = "ASSIGNMENT_ID_NOT_AVAILABLE"
SUBMIT_TO = ("https://www.mturk.com", "https://workersandbox.mturk.com")

_PROLIFIC = ("PROLIFIC_PID", "STUDY_ID", "SESSION_ID")
_TURK_WORKER = re.compile(r"A[A-Z0-9]{1,63}")
_TURK_ID = re.compile(r"[A-Z0-9]{1,64}")
_LONGEST = 4096


@dataclass(frozen=True)
class MarketEntry:
    """Who came in: `worker` is the external worker id for `create_worker(origin=..., external=...)`."""

    origin: Origin
    campaign: str
    tier: int
    preview: bool
    worker: str | None
    assignment: str | None
    posting: str | None
    submit_to: str | None = None


@dataclass(frozen=True)
class Completion:
    """How the worker's page hands the work back: a form to post, or an address to go to."""

    method: Literal["POST", "GET"]
    url: str
    fields: Mapping[str, str]


def entry_link(base: str, *, origin: Origin, campaign: str, tier: int, secret: bytes) -> str:
    """The address to publish: `base` with campaign, tier, origin and their signature."""
    check_url(base)
    if "?" in base or "#" in base:
        raise InputError("expected an address without '?' and '#'", field="base")
    named = {
        "origin": _origin(origin),
        "campaign": check_identifier(campaign, "campaign"),
        "tier": _tier(str(tier)),
    }
    return f"{base}?{urlencode(named | {'sig': _sign(secret, 'entry', named)})}"


def prolific_url(url: str) -> str:
    """The address with the placeholders that Prolific fills in; their signs must stay as they are."""
    added = "&".join(f"{name}={{{{%{name}%}}}}" for name in _PROLIFIC)
    return f"{url}{'&' if '?' in url else '?'}{added}"


def read_entry(query: str | Mapping[str, str] | Sequence[tuple[str, str]], secret: bytes) -> MarketEntry:
    """The entry that a query string tells of; a link that was tampered with is refused."""
    given = _pairs(query)
    named = {
        "origin": _origin(given.get("origin", "")),
        "campaign": check_identifier(given.get("campaign", ""), "campaign"),
        "tier": _tier(given.get("tier", "")),
    }
    if not hmac.compare_digest(_sign(secret, "entry", named).encode(), given.get("sig", "").encode()):
        raise RefusedError("not-allowed", "this link was not made here, or it was changed")
    read = _from_turk if named["origin"] == "mturk" else _from_prolific
    return read(given, named["campaign"], int(named["tier"]))


def completion_code(secret: bytes, campaign: str, tier: int) -> str:
    """The code that ends a Prolific study of this campaign and tier."""
    named = {"campaign": check_identifier(campaign, "campaign"), "tier": _tier(str(tier))}
    digest = hmac.new(secret, _message("completion", named), hashlib.sha256).digest()
    return "LW" + base64.b32encode(digest)[:10].decode()


def complete(entry: MarketEntry, secret: bytes) -> Completion:
    """Where the finished worker goes; a preview has nothing to hand in."""
    if entry.preview or entry.assignment is None:
        raise RefusedError("not-allowed", "a preview cannot be handed in")
    if entry.origin == "prolific":
        code = completion_code(secret, entry.campaign, entry.tier)
        return Completion("GET", "https://app.prolific.com/submissions/complete", {"cc": code})
    # Mechanical Turk wants at least one field besides the assignment.
    fields = {"assignmentId": entry.assignment, "campaign": entry.campaign}
    return Completion("POST", f"{entry.submit_to}/mturk/externalSubmit", fields)


def _from_turk(given: Mapping[str, str], campaign: str, tier: int) -> MarketEntry:
    assignment = given.get("assignmentId", "")
    posting = _form(given.get("hitId") or None, "hitId", _TURK_ID)
    if assignment == PREVIEW:
        return MarketEntry("mturk", campaign, tier, True, None, None, posting)
    submit_to = given.get("turkSubmitTo", "").rstrip("/")
    if submit_to not in SUBMIT_TO:
        raise InputError("expected Mechanical Turk's own address", field="turkSubmitTo")
    return MarketEntry(
        "mturk",
        campaign,
        tier,
        False,
        _form(given.get("workerId", ""), "workerId", _TURK_WORKER),
        _form(assignment, "assignmentId", _TURK_ID),
        posting,
        submit_to,
    )


def _from_prolific(given: Mapping[str, str], campaign: str, tier: int) -> MarketEntry:
    values = [given.get(name, "") for name in _PROLIFIC]
    # A requester who opens the link by hand sees the placeholders as they are.
    if any(value == f"{{{{%{name}%}}}}" for name, value in zip(_PROLIFIC, values, strict=True)):
        return MarketEntry("prolific", campaign, tier, True, None, None, None)
    worker, study, session = (check_identifier(v, n) for n, v in zip(_PROLIFIC, values, strict=True))
    return MarketEntry("prolific", campaign, tier, False, worker, session, study)


def _form(value: str | None, field: str, form: re.Pattern[str]) -> str | None:
    if value is not None and not form.fullmatch(value):
        raise InputError("expected capital letters and digits, at most 64", field=field)
    return value


def _pairs(query: str | Mapping[str, str] | Sequence[tuple[str, str]]) -> dict[str, str]:
    """The parameters; one that is there twice is refused, since two readers could each see another."""
    pairs: Sequence[tuple[str, str]]
    if isinstance(query, str):
        if len(query) > _LONGEST:
            raise InputError(f"at most {_LONGEST} characters", field="query")
        try:
            pairs = parse_qsl(
                query.removeprefix("?"), keep_blank_values=True, max_num_fields=50, errors="strict"
            )
        except ValueError:
            raise InputError("expected at most 50 parameters in UTF-8", field="query") from None
    else:
        pairs = list(query.items()) if isinstance(query, Mapping) else query
    parameters: dict[str, str] = {}
    for name, value in pairs:
        if name in parameters:
            raise InputError("must not be given twice", field=name)
        if len(value) > 256 and name != "turkSubmitTo":
            raise InputError("at most 256 characters", field=name)
        parameters[name] = value
    return parameters


def _origin(value: str) -> Origin:
    if value == "mturk":
        return "mturk"
    if value == "prolific":
        return "prolific"
    raise InputError("expected mturk or prolific", field="origin")


def _tier(value: str) -> str:
    if value not in ("1", "2"):
        raise InputError("expected 1 or 2", field="tier")
    return value


def _sign(secret: bytes, purpose: str, named: Mapping[str, str]) -> str:
    return hmac.new(secret, _message(purpose, named), hashlib.sha256).hexdigest()[:40]


def _message(purpose: str, named: Mapping[str, str]) -> bytes:
    return f"likewise {purpose}\n{urlencode(sorted(named.items()))}".encode()
