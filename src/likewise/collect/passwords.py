"""Secrets as the database keeps them: passwords as scrypt hashes, random tokens as SHA-256."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import unicodedata

from likewise.errors import InputError

__all__ = ["hash_password", "is_password", "token_hash"]

# About 50 ms and 16 MiB on one core: dear to guess, cheap enough to sign in.
_COST, _BLOCK, _LANES = 2**14, 8, 1
_MEMORY = 64 * 1024 * 1024
_SHORTEST, _LONGEST = 8, 1024
_NOBODY = f"scrypt${_COST}${_BLOCK}${_LANES}${'00' * 16}${'00' * 64}"
"""What the password of an unknown name is held against: nothing has this hash."""


def hash_password(password: str) -> str:
    """The salted hash of a new password, with the costs it was made at."""
    if not _SHORTEST <= len(password) <= _LONGEST:
        raise InputError(f"expected {_SHORTEST} to {_LONGEST} characters", field="password")
    try:
        plain = unicodedata.normalize("NFKC", password).encode("utf-8")
    except UnicodeEncodeError:
        raise InputError("holds half of a character", field="password") from None
    salt = secrets.token_bytes(16)
    key = hashlib.scrypt(plain, salt=salt, n=_COST, r=_BLOCK, p=_LANES, maxmem=_MEMORY)
    return f"scrypt${_COST}${_BLOCK}${_LANES}${salt.hex()}${key.hex()}"


def is_password(password: str, stored: str | None) -> bool:
    """Whether the password has this hash; None (nobody has it) takes as long and is False."""
    _, cost, size, lanes, salt, key = (stored or _NOBODY).split("$")
    plain = unicodedata.normalize("NFKC", password[:_LONGEST]).encode("utf-8", "surrogatepass")
    hashed = hashlib.scrypt(
        plain, salt=bytes.fromhex(salt), n=int(cost), r=int(size), p=int(lanes), maxmem=_MEMORY
    )
    return hmac.compare_digest(hashed, bytes.fromhex(key)) and stored is not None


def token_hash(token: str) -> str:
    """What is kept of a token; tokens are random and long, so that no salt is needed."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
