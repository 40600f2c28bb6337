"""What stands before every page: the same-origin check, limits of size and rate, and security headers.

Cross-site requests are told by headers that a page cannot forge (Origin, Sec-Fetch-Site), so no form needs a
hidden token. A program's unsafe request to the API also has to carry a header of its own, which no plain
form of another site can send; a bearer token is such a header.
"""

from __future__ import annotations

import json
import logging
import math
from collections.abc import Iterable, Mapping
from urllib.parse import urlsplit

from fastapi import HTTPException
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from likewise.studio.web.faults import fault
from likewise.studio.web.limits import Buckets, Limits

__all__ = ["Guard", "content_policy", "forged", "secure"]

_SAFE = {"GET", "HEAD", "OPTIONS"}
_PLAYER = "https://www.youtube-nocookie.com"
_COMMON = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
}
_log = logging.getLogger("likewise.studio")


def content_policy(embedders: Iterable[str] = (), forms: Iterable[str] = ()) -> str:
    """The pages' content security policy: own scripts and styles only, YouTube's player in a frame.

    `embedders` may show the page in a frame, and its forms may be sent to `forms` besides the studio.
    """
    targets = " ".join(["'self'", *forms])
    above = " ".join(embedders) or "'none'"
    return (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; media-src 'self'; "
        f"connect-src 'self'; frame-src 'self' {_PLAYER}; form-action {targets}; base-uri 'none'; "
        f"frame-ancestors {above}"
    )


def forged(method: str, path: str, headers: Headers) -> str | None:
    """Why an unsafe request may come from another site's page, or None where it cannot."""
    if method in _SAFE:
        return None
    site, origin = headers.get("sec-fetch-site"), headers.get("origin")
    if site is not None and site != "same-origin":
        return "the request comes from another site"
    if origin is not None and (origin == "null" or urlsplit(origin).netloc != headers.get("host")):
        return "the request comes from another origin"
    if "authorization" in headers or "x-likewise" in headers or "hx-request" in headers:
        return None
    if path.startswith("/api/"):
        return "an unsafe request to the API needs the header X-Likewise (any value) or a bearer token"
    if site is None and origin is None:
        return "the request does not say which page it comes from (Origin, Sec-Fetch-Site)"
    return None


def secure(headers: MutableHeaders, path: str, embedders: Iterable[str] = ()) -> None:
    """Put the security headers on an answer, beside those that it has."""
    above = list(embedders)
    # A marketplace shows the work inside its own page; only the work, and only where it is named.
    framed = bool(above) and path.startswith(("/work", "/enter"))
    wanted = {**_COMMON, "content-security-policy": content_policy(["'self'", *above] if framed else ())}
    if not framed:
        wanted["x-frame-options"] = "DENY"
    if not path.startswith("/static/"):
        wanted["cache-control"] = "no-store"
    for name, value in wanted.items():
        headers.setdefault(name, value)


class Guard:
    """ASGI middleware: refuses before any work is done, and puts headers on its answers.

    What becomes of an error that nobody expected is answered outside of it (`app`), with the same headers.
    """

    def __init__(
        self, app: ASGIApp, *, limits: Limits, buckets: Buckets, embedders: Iterable[str] = (),
        uploads: Mapping[str, str] | None = None,
    ) -> None:  # fmt: skip
        self.app, self.limits, self.buckets, self.embedders = app, limits, buckets, tuple(embedders)
        self.uploads = {ending: getattr(limits, name) for ending, name in (uploads or {}).items()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers, method, path = Headers(scope=scope), scope["method"], scope["path"]

        async def answered(message: Message) -> None:
            if message["type"] == "http.response.start":
                secure(MutableHeaders(scope=message), path, self.embedders)
            await send(message)

        address = (scope.get("client") or ("?",))[0]
        wait = self.buckets.wait(f"address {address}", self.limits.address)
        if wait:
            await _refuse(answered, 429, "too-many", "too many requests from this address", wait)
            return
        if "\0" in path:
            await _refuse(answered, 404, "not-found", "there is no such page")
            return
        reason = forged(method, path, headers)
        if reason is not None:
            _log.warning("refused %s %s: %s", method, path, reason)
            await _refuse(answered, 403, "cross-site", reason)
            return
        await self._bounded(scope, receive, answered, self._most(path), headers.get("content-length"))

    def _most(self, path: str) -> int:
        """Bytes that a body may have at this path."""
        sizes = (size for ending, size in self.uploads.items() if path.endswith(ending))
        return next(sizes, self.limits.json_bytes)

    async def _bounded(
        self, scope: Scope, receive: Receive, send: Send, most: int, length: str | None
    ) -> None:
        message = f"the body may have at most {most:,} bytes"
        if length is not None and (not length.isdecimal() or len(length) > 15 or int(length) > most):
            await _refuse(send, 413, "too-large", message)
            return
        seen = 0

        async def counted() -> Message:
            nonlocal seen
            part = await receive()
            seen += len(part.get("body", b""))
            if seen > most:
                raise HTTPException(413, fault("too-large", message))
            return part

        await self.app(scope, counted, send)


async def _refuse(send: Send, status: int, code: str, message: str, wait: float = 0.0) -> None:
    body = json.dumps(fault(code, message)).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if wait:
        headers.append((b"retry-after", str(math.ceil(wait)).encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
