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

from itsdangerous import BadData, URLSafeSerializer

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
    return _signer(secret, type(thing)).dumps(list(asdict(thing).values()))


def unsign(secret: bytes, text: str, kind: type[Link] | type[Pass] | type[Visit], now: int) -> Any:
    """The thing, or None where the signature is wrong, the kind is another, or its time is over."""
    signer = _signer(secret, kind)
    try:
        values = signer.loads(text)
    except BadData:
        values = _values_of_0_1(secret, text, kind)
    else:
        # The whole text counts, not the bytes it stands for: base64 ignores the last bits of its last letter,
        # and letters that are none of its own, so that a changed text would still be taken. What was signed
        # is not made anew but signed anew: it may be compressed, and other versions of zlib do so otherwise.
        signed = text.rpartition(".")[0]
        whole = signer.make_signer(signer.salt).sign(signed).decode()
        values = values if hmac.compare_digest(whole.encode(), text.encode()) else None
    thing = None if values is None else kind(*values)
    return thing if thing is not None and thing.expires > now else None


def _signer(secret: bytes, kind: type[Any]) -> URLSafeSerializer:
    """Signs things of one kind; those of another have another salt."""
    return URLSafeSerializer(
        secret, salt=f"likewise.studio {kind.__name__}", signer_kwargs={"digest_method": hashlib.sha256}
    )


def _values_of_0_1(secret: bytes, text: str, kind: type[Any]) -> list[Any] | None:
    """What version 0.1.0 signed: links of at most a year, passes of sixty days.

    This can go a year after the release that follows 0.1.0: by then all of them have ended.
    """
    body = text.partition(".")[0]
    try:
        data = base64.b64decode(body.encode("ascii") + b"=" * (-len(body) % 4), b"-_", validate=True)
        right = base64.urlsafe_b64encode(hmac.new(secret, data, hashlib.sha256).digest()).rstrip(b"=")
        whole = base64.urlsafe_b64encode(data).rstrip(b"=") + b"." + right
        if not hmac.compare_digest(text.encode("ascii"), whole):
            return None
    except ValueError:
        return None
    name, *values = json.loads(data)
    return values if name == kind.__name__ else None
