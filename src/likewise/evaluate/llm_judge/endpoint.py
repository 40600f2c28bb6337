"""The wire to an endpoint: JSON over HTTP by the standard library, with its answers turned into our errors.

The key is read from the environment for each request and kept nowhere. Redirects are refused, because
following one would hand the texts and the key to whoever it leads to.
"""

from __future__ import annotations

import http.client
import json
import os
import ssl
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import urlsplit

from likewise.errors import RefusedError

__all__ = ["EndpointBusy", "Endpoint", "asked_pause"]

_MOST = 8 * 2**20
_LOCAL = ("127.0.0.1", "::1", "localhost")


class EndpointBusy(Exception):
    """The request was not answered this time; with `maybe_done` it may have been carried out all the same."""

    def __init__(self, message: str, *, maybe_done: bool, after: float | None = None) -> None:
        self.maybe_done, self.after = maybe_done, after
        super().__init__(message)


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any, **__: Any) -> None:
        return None


class Endpoint:
    """One address, asked with the key of an environment variable, or with none."""

    def __init__(self, url: str, *, key_env: str = "", timeout: float = 120.0) -> None:
        self.url, self._key_env, self._timeout = url, key_env, timeout
        self._host = urlsplit(url).netloc
        handlers: list[urllib.request.BaseHandler] = [_NoRedirect()]
        if urlsplit(url).hostname in _LOCAL:
            handlers.append(urllib.request.ProxyHandler({}))
        self._opener = urllib.request.build_opener(*handlers)

    def check_key(self) -> None:
        """Refuse a key that is missing or cannot be one, before anything is sent."""
        self._key()

    def _key(self) -> str:
        if not self._key_env:
            return ""
        key = os.environ.get(self._key_env, "").strip()
        if not key:
            raise RefusedError(
                "no-key", f"set the environment variable {self._key_env} to the key of {self._host}"
            )
        # Checked here, since the standard library would quote the whole header in its complaint.
        if not key.isascii() or not key.isprintable() or " " in key:
            raise RefusedError("no-key", f"{self._key_env} holds no key: it has spaces or odd characters")
        return key

    def post(self, body: Mapping[str, Any]) -> bytes:
        """Send a JSON object; the answer's bytes, or `EndpointBusy`, or `RefusedError`."""
        key = self._key()
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if key:
            headers["Authorization"] = f"Bearer {key}"
        data = json.dumps(body, ensure_ascii=False).encode("utf-8", "replace")
        request = urllib.request.Request(self.url, data, headers, method="POST")
        problem: Exception
        try:
            with self._opener.open(request, timeout=self._timeout) as answer:
                raw = answer.read(_MOST + 1)
        except urllib.error.HTTPError as error:
            with error:
                problem = self._answered(error, key)
        except urllib.error.URLError as error:
            problem = self._unsent(error.reason)
        except TimeoutError:
            problem = EndpointBusy(
                f"{self._host} did not answer in {self._timeout:g} seconds", maybe_done=True
            )
        except (http.client.HTTPException, OSError):
            problem = EndpointBusy(f"the connection to {self._host} broke", maybe_done=True)
        else:
            if len(raw) <= _MOST:
                return raw.replace(key.encode(), b"***") if key else bytes(raw)
            problem = RefusedError("this-request", f"{self._host} answered with more than {_MOST >> 20} MiB")
        raise problem from None

    def _unsent(self, reason: Any) -> Exception:
        if isinstance(reason, ssl.SSLCertVerificationError):
            return RefusedError("certificate", f"the certificate of {self._host} cannot be verified")
        if isinstance(reason, TimeoutError):
            return EndpointBusy(f"{self._host} did not answer in {self._timeout:g} seconds", maybe_done=True)
        # Nothing was sent where no connection came about: refused, or no such name.
        never = isinstance(reason, ConnectionRefusedError) or type(reason).__name__ == "gaierror"
        return EndpointBusy(f"{self._host} cannot be reached", maybe_done=not never)

    def _answered(self, error: urllib.error.HTTPError, key: str) -> Exception:
        status = error.code
        after = asked_pause(error.headers.get("Retry-After") or "")
        if status == 429:
            return EndpointBusy(
                f"{self._host} asks for fewer requests (HTTP 429)", maybe_done=False, after=after
            )
        if status == 408 or status >= 500:
            text = f"{self._host} failed on its side (HTTP {status})"
            return EndpointBusy(text, maybe_done=status != 503, after=after)
        if 300 <= status < 400:
            return RefusedError("redirect", f"{self._host} redirects elsewhere; that is not followed")
        if status in (401, 403):
            # What it says may quote the key in part, so it is not shown.
            told = f"the key in {self._key_env}" if self._key_env else "a request without a key (key_env)"
            return RefusedError("not-allowed", f"{self._host} does not accept {told} (HTTP {status})")
        code = "not-found" if status in (404, 405) else "this-request"
        return RefusedError(code, f"{self._host} refuses the request (HTTP {status}){_said(error, key)}")


def asked_pause(header: str) -> float | None:
    """Seconds that `Retry-After` asks to wait: a number, or a date; None where it says neither."""
    asked = header.strip()
    if asked.isascii() and asked.replace(".", "", 1).isdigit() and len(asked) < 9:
        return float(asked)
    try:
        return max(parsedate_to_datetime(asked).timestamp() - time.time(), 0.0)
    except (ValueError, TypeError):
        return None


def _said(error: urllib.error.HTTPError, key: str) -> str:
    """The endpoint's own words, in one line, without the key should it be echoed."""
    try:
        given = json.loads(error.read(65_536))
        inner = given.get("error", given) if isinstance(given, dict) else given
        told = inner.get("message") if isinstance(inner, dict) else inner
    except (ValueError, OSError, http.client.HTTPException, RecursionError):
        told = None
    text = " ".join(told.split()) if isinstance(told, str) else ""
    text = text.replace(key, "***") if key else text
    return f": {text[:300]}" if text else ""
