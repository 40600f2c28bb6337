"""What Mechanical Turk is handed: the question as XML, tokens, and identifiers in its own form."""

from __future__ import annotations

import hashlib
import re
from xml.sax.saxutils import escape

from likewise.collect.market.fields import check_url
from likewise.errors import InputError

__all__ = ["check_entity", "check_worker", "external_question", "request_token"]

_SCHEMA = "http://mechanicalturk.amazonaws.com/AWSMechanicalTurkDataSchemas/2006-07-14/ExternalQuestion.xsd"
_WORKER = re.compile(r"A[A-Z0-9]{1,63}")
_ENTITY = re.compile(r"[A-Z0-9]{1,64}")


def external_question(url: str, frame_height: int = 0) -> str:
    """The XML that shows a page in the worker's frame; height 0 lets the frame fit the window."""
    if isinstance(frame_height, bool) or not 0 <= frame_height <= 10_000:
        raise InputError(f"expected 0 to 10000 pixels, got {frame_height!r}", field="frame_height")
    return (
        f'<ExternalQuestion xmlns="{_SCHEMA}">'
        f"<ExternalURL>{escape(check_url(url))}</ExternalURL>"
        f"<FrameHeight>{frame_height}</FrameHeight></ExternalQuestion>"
    )


def request_token(kind: str, key: str) -> str:
    """A key as a token: always 64 characters, which is the most that Mechanical Turk takes."""
    return hashlib.sha256(f"likewise {kind}\0{key}".encode()).hexdigest()


def check_worker(value: str) -> str:
    """A worker id, as the service model gives its form."""
    if not isinstance(value, str) or not _WORKER.fullmatch(value):
        raise InputError(
            "expected a Mechanical Turk worker id: A and capital letters or digits", field="worker"
        )
    return value


def check_entity(value: str, field: str) -> str:
    """An id of a HIT, an assignment or a qualification type."""
    if not isinstance(value, str) or not _ENTITY.fullmatch(value):
        raise InputError("expected 1 to 64 capital letters or digits", field=field)
    return value
