"""Errors as answers: one shape, `{"error": {"code", "message", "field"}}`, and the status that fits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa
from fastapi import Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from likewise.errors import InputError, LikewiseError, MissingPartError, RefusedError

__all__ = ["AWAY", "STATUS", "fault", "fault_of", "wants_page"]

STATUS = {
    "not-allowed": 403,
    "blocked": 403,
    "tier": 403,
    "not-found": 404,
    "lease-expired": 409,
    "already-answered": 409,
    "already-decided": 409,
    "closed": 409,
    "conflict": 409,
}
"""HTTP status of each rule that can refuse."""

AWAY = (sa.exc.OperationalError, sa.exc.InterfaceError, sa.exc.TimeoutError)
"""What a database raises that does not answer: it is being started again, or too busy."""

_CODES = {
    400: "bad-request", 401: "sign-in", 403: "not-allowed", 404: "not-found", 405: "bad-method",
    413: "too-large", 415: "bad-type", 422: "bad-input", 429: "too-many",
}  # fmt: skip


def fault(code: str, message: str, field: str | None = None) -> dict[str, Any]:
    """The body of an error."""
    return {"error": {"code": code, "message": message, "field": field}}


def fault_of(error: Exception) -> tuple[int, dict[str, Any], Mapping[str, str]]:
    """Status, body and headers that an error becomes."""
    if isinstance(error, InputError):
        return 422, fault("bad-input", _plain(error), error.field), {}
    if isinstance(error, RefusedError):
        return STATUS.get(error.code, 409), fault(error.code, str(error)), {}
    if isinstance(error, MissingPartError):
        return 501, fault("missing-part", str(error)), {}
    if isinstance(error, RequestValidationError):
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"] if part not in ("body", "query", "path"))
        return 422, fault("bad-input", str(first["msg"]), where or None), {}
    if isinstance(error, HTTPException):
        headers = error.headers or {}
        if isinstance(error.detail, dict):
            return error.status_code, error.detail, headers
        return error.status_code, fault(_CODES.get(error.status_code, "error"), str(error.detail)), headers
    if isinstance(error, LikewiseError):
        return 422, fault("bad-input", str(error)), {}
    if isinstance(error, AWAY):
        message = "the database does not answer now; send it again, with the same key nothing happens twice"
        return 503, fault("unavailable", message), {"Retry-After": "1"}
    return 500, fault("internal", "something went wrong here; it has been logged"), {}


def _plain(error: InputError) -> str:
    """The complaint with its line; the field has its own place."""
    where = f"line {error.line}: " if error.line is not None else ""
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in where + error.message)[:600]


def wants_page(request: Request) -> bool:
    """Whether a person in a browser asked, rather than a program."""
    return not request.url.path.startswith("/api/") and "text/html" in request.headers.get("accept", "*/*")


def as_json(request: Request, error: Exception) -> Response:
    """The error for a program."""
    status, body, headers = fault_of(error)
    return JSONResponse(body, status, headers=dict(headers))
