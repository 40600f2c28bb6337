"""What pages share: forms read with care, and the way back after one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any
from urllib.parse import quote

from fastapi import APIRouter, Depends, Request
from fastapi.responses import RedirectResponse
from starlette.datastructures import UploadFile

from likewise.errors import InputError, LikewiseError
from likewise.studio.web.faults import fault_of

__all__ = ["Fields", "Sent", "back_to", "page_router", "complaint_of", "whole_number"]


def page_router() -> APIRouter:
    """A router of pages."""
    return APIRouter(include_in_schema=False)


class Sent(dict[str, str]):
    """The fields of a form, and its file where one was chosen."""

    file: bytes | None = None
    filename: str = ""


async def _read(request: Request) -> Sent:
    """The form that was sent; text that no browser sends is refused."""
    kind = request.headers.get("content-type", "")
    if not kind.startswith(("application/x-www-form-urlencoded", "multipart/form-data")):
        raise InputError("expected the fields of a form")
    sent = Sent()
    async with request.form(
        max_files=1, max_fields=300, max_part_size=request.app.state.studio.limits.json_bytes
    ) as form:
        for name, value in form.multi_items():
            if isinstance(value, UploadFile):
                if value.filename:
                    sent.file, sent.filename = await value.read(), value.filename
            elif "\0" in value or any("\ud800" <= c <= "\udfff" for c in value) or "\ufffd" in value:
                raise InputError("holds something that is no text", field=name[:60])
            else:
                sent[name] = value
    return sent


Fields = Annotated[Sent, Depends(_read)]


def complaint_of(error: LikewiseError) -> tuple[dict[str, Any], int]:
    """The complaint for a page that shows the form again, and its status."""
    status, body, _ = fault_of(error)
    complaint: dict[str, Any] = body["error"]
    return complaint, status


def back_to(address: str, done: str | None = None) -> RedirectResponse:
    """After a form: show the page anew, so that loading it again repeats nothing."""
    return RedirectResponse(f"{address}?done={quote(done)}" if done else address, 303)


def whole_number(fields: Mapping[str, str], name: str) -> int:
    """A whole number out of a form."""
    text = fields.get(name, "").strip()
    if not text.isascii() or not text.lstrip("-").isdigit() or len(text) > 16:
        raise InputError("expected a whole number", field=name)
    return int(text)
