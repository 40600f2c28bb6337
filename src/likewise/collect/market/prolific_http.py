"""The wire to Prolific: JSON over HTTPS by the standard library, with its answers turned into our errors.

The token is read from the environment for each request and never kept; redirects are refused, because
following one would hand the token to whoever it leads to.
"""

from __future__ import annotations

import http.client
import json
import os
import ssl
import urllib.error
import urllib.request
from collections.abc import Mapping
from decimal import Decimal
from typing import Any
from urllib.parse import quote, urlencode

from likewise.collect.market.backoff import Backoff, Busy
from likewise.collect.market.fields import check_url, is_loopback
from likewise.errors import InputError, LikewiseError, RefusedError

__all__ = ["TOKEN", "Wire"]

TOKEN = "PROLIFIC_TOKEN"
_MOST = 32 * 2**20
_CODES = {401: "not-allowed", 403: "not-allowed", 404: "not-found", 409: "conflict", 410: "not-found"}


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any, **__: Any) -> None:
        return None


class Wire:
    """Requests below one base address."""

    def __init__(self, base_url: str, *, timeout: float, backoff: Backoff) -> None:
        self.base_url = check_url(base_url, "base_url").rstrip("/")
        self._timeout = timeout
        self._backoff = backoff
        handlers: list[urllib.request.BaseHandler] = [_NoRedirect()]
        if is_loopback(self.base_url):
            handlers.append(urllib.request.ProxyHandler({}))
        self._opener = urllib.request.build_opener(*handlers)

    def call(
        self,
        method: str,
        path: str,
        body: Mapping[str, Any] | None = None,
        *,
        query: Mapping[str, str] | None = None,
        repeat: bool = True,
    ) -> Any:
        """The answer's JSON. `repeat=False`: not sent again once it may have been carried out."""
        url = f"{self.base_url}/api/v1/{quote(path)}" + (f"?{urlencode(query)}" if query else "")
        return self._backoff.run(lambda: self._once(method, url, body), repeat=repeat)

    def _once(self, method: str, url: str, body: Mapping[str, Any] | None) -> Any:
        token = _token()
        data = None if body is None else json.dumps(body).encode()
        headers = {"Authorization": f"Token {token}", "Accept": "application/json"}
        if data is not None:
            headers["Content-Type"] = "application/json"
        request = urllib.request.Request(url, data, headers, method=method)
        problem: LikewiseError
        try:
            with self._opener.open(request, timeout=self._timeout) as answer:
                raw = answer.read(_MOST + 1)
        except urllib.error.HTTPError as error:
            with error:
                problem = _answered(error, token)
        except urllib.error.URLError as error:
            problem = _unsent(error.reason)
        except TimeoutError:
            problem = Busy("Prolific did not answer in time", maybe_done=True)
        except (http.client.HTTPException, OSError):
            problem = Busy("the connection to Prolific broke", maybe_done=True)
        else:
            return _parsed(raw)
        raise problem from None


def _token() -> str:
    token = os.environ.get(TOKEN, "").strip()
    if not token:
        raise RefusedError("not-allowed", f"set the environment variable {TOKEN} to your Prolific API token")
    # Checked here, since the standard library would quote the whole header in its complaint.
    if not token.isascii() or not token.isprintable() or " " in token:
        raise RefusedError("not-allowed", f"{TOKEN} does not hold a token: it has spaces or odd characters")
    return token


def _parsed(raw: bytes) -> Any:
    if not raw.strip():
        return {}
    try:
        if len(raw) <= _MOST:
            return json.loads(raw, parse_float=Decimal)
    except (ValueError, RecursionError):
        pass
    # A request answered with nonsense may well have been carried out.
    raise Busy("Prolific answered with something that is not JSON", maybe_done=True)


def _unsent(reason: Any) -> LikewiseError:
    if isinstance(reason, ssl.SSLCertVerificationError):
        return RefusedError("not-allowed", "the certificate that answered is not Prolific's")
    if isinstance(reason, TimeoutError):
        return Busy("Prolific did not answer in time", maybe_done=True)
    # Nothing was sent where no connection came about: refused, or no such name.
    never = isinstance(reason, ConnectionRefusedError) or "getaddrinfo" in type(reason).__name__
    never = never or type(reason).__name__ == "gaierror"
    return Busy("Prolific could not be reached", maybe_done=not never)


def _answered(error: urllib.error.HTTPError, token: str) -> LikewiseError:
    status = error.code
    text = _said(error, token)
    if status == 429:
        return Busy("Prolific asks for fewer requests", maybe_done=False, after=_after(error))
    if status == 408 or status >= 500:
        return Busy(f"Prolific failed on its side (HTTP {status})", maybe_done=True)
    if 300 <= status < 400:
        return RefusedError("not-allowed", "Prolific's address redirects elsewhere; that is not followed")
    if status in _CODES:
        return RefusedError(_CODES[status], f"Prolific: {text}")
    return InputError(f"Prolific: {text}")


def _after(error: urllib.error.HTTPError) -> float | None:
    asked = error.headers.get("Retry-After", "")
    return float(asked) if asked.isascii() and asked.isdigit() and len(asked) < 6 else None


def _said(error: urllib.error.HTTPError, token: str) -> str:
    """The service's own words, in one line, without the token should it be echoed."""
    try:
        given = json.loads(error.read(65_536))
        inner = given.get("error", given)
        parts = [inner.get("title"), inner.get("detail")] if isinstance(inner, dict) else [inner]
        text = ": ".join(part if isinstance(part, str) else json.dumps(part) for part in parts if part)
    except (ValueError, AttributeError, OSError, http.client.HTTPException, RecursionError):
        text = ""
    return " ".join(text.replace(token, "***").split())[:500] or f"HTTP {error.code}"
