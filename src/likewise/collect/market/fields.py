"""What may be sent to a marketplace: texts, addresses and identifiers are checked before anything leaves."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from likewise.errors import InputError

__all__ = ["check_count", "check_identifier", "check_key", "check_text", "check_url", "is_loopback"]

_IDENTIFIER = re.compile(r"[A-Za-z0-9_-]{1,64}")
_ADDRESS = re.compile(r"[!-~]+")


def check_text(text: str, field: str, longest: int) -> str:
    """The text without surrounding space, if it is not empty, not too long and free of control characters."""
    clean = text.strip()
    if not clean:
        raise InputError("must not be empty", field=field)
    if len(clean) > longest:
        raise InputError(f"at most {longest} characters, got {len(clean)}", field=field)
    if any((ord(c) < 32 and c not in "\n\t") or 0xD800 <= ord(c) <= 0xDFFF or ord(c) == 127 for c in clean):
        raise InputError("must not hold control characters", field=field)
    return clean


def check_identifier(value: str, field: str) -> str:
    """An identifier of a worker, posting or assignment; it ends up in addresses, so its letters are few."""
    if not isinstance(value, str) or not _IDENTIFIER.fullmatch(value):
        raise InputError("expected 1 to 64 letters, digits, '-' or '_'", field=field)
    return value


def check_key(key: str) -> str:
    """A key that makes a request happen once; any text, but not an empty one."""
    if not isinstance(key, str) or not 1 <= len(key) <= 500:
        raise InputError("expected 1 to 500 characters", field="key")
    return key


def check_count(value: int, field: str, most: int) -> int:
    """A whole number from 1 to `most`."""
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= most:
        raise InputError(f"expected a whole number from 1 to {most}, got {value!r}", field=field)
    return value


def check_url(url: str, field: str = "url") -> str:
    """An absolute https address; plain http only where it stays on this machine."""
    if not _ADDRESS.fullmatch(url) or len(url) > 2000:
        raise InputError("expected an address of at most 2000 printable ASCII characters", field=field)
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
        _ = parts.port
    except ValueError:
        raise InputError("expected an absolute https address", field=field) from None
    if not host or not (parts.scheme == "https" or (parts.scheme == "http" and is_loopback(url))):
        raise InputError("expected an absolute https address", field=field)
    if parts.username is not None or parts.password is not None:
        raise InputError("must not hold a user name or password", field=field)
    return url


def is_loopback(url: str) -> bool:
    """Whether the address names this machine."""
    return urlsplit(url).hostname in ("127.0.0.1", "::1", "localhost")
