"""Signed links and cookies for people without an account: workers who come from a marketplace.

A personal link names the worker and the signature covers the name. A shared link names only the campaign and
the marketplace, which adds the worker's id to the address; such an id belongs to the browser that used it
first, so that knowing another worker's id is not enough to act for them.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from dataclasses import asdict, dataclass
from typing import Any, Literal

__all__ = ["Link", "Pass", "Visit", "sign", "unsign"]


@dataclass(frozen=True)
class Link:
    """An entrance to one campaign: for one worker where `external` is told, else for a marketplace."""

    campaign: str
    origin: str
    external: str | None
    expires: int


@dataclass(frozen=True)
class Pass:
    """What a browser carries after it came in by a link."""

    worker_id: int
    campaign: str
    expires: int


@dataclass(frozen=True)
class Visit:
    """The assignment with which a worker came from a marketplace, to be handed back there.

    `tier` is that of the posting and only chooses its completion code; the work goes by the worker's own.
    """

    worker_id: int
    campaign: str
    origin: Literal["mturk", "prolific"]
    tier: int
    assignment: str
    submit_to: str | None
    since: int
    expires: int


def sign(secret: bytes, thing: Link | Pass | Visit) -> str:
    """The thing as text for an address or a cookie, with its signature."""
    body = json.dumps([type(thing).__name__, *asdict(thing).values()], ensure_ascii=False).encode()
    return _signed(secret, body)


def unsign(secret: bytes, text: str, kind: type[Link] | type[Pass] | type[Visit], now: int) -> Any:
    """The thing, or None where the signature is wrong, the kind is another, or its time is over.

    The whole text is compared, not the bytes it stands for: base64 ignores the last bits of its last letter,
    so that a changed letter there would still be taken.
    """
    try:
        body = _bytes(text.partition(".")[0])
        if not hmac.compare_digest(text.encode("ascii"), _signed(secret, body).encode("ascii")):
            return None
    except ValueError:
        return None
    name, *values = json.loads(body)
    thing = kind(*values) if name == kind.__name__ else None
    return thing if thing is not None and thing.expires > now else None


def _signed(secret: bytes, body: bytes) -> str:
    return f"{_text(body)}.{_text(hmac.new(secret, body, hashlib.sha256).digest())}"


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode("ascii")


def _bytes(text: str) -> bytes:
    return base64.b64decode(text.encode("ascii") + b"=" * (-len(text) % 4), b"-_", validate=True)
