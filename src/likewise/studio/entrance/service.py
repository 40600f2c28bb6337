"""Signing in."""

from __future__ import annotations

from fastapi import HTTPException, Request

from likewise.collect import people
from likewise.studio.web import Studio, fault

__all__ = ["sign_in"]


def sign_in(studio: Studio, request: Request, login: str, password: str) -> tuple[people.Account, str]:
    """Check name and password, slowly for a guesser: by address and by name."""
    address = request.client.host if request.client else "?"
    for key in (f"sign-in from {address}", f"sign-in as {login.strip().casefold()[:200]}"):
        wait = studio.buckets.wait(key, studio.limits.sign_in)
        if wait:
            message = "too many attempts to sign in, wait a little"
            raise HTTPException(429, fault("too-many", message), {"Retry-After": str(int(wait) + 1)})
    account = people.authenticate(studio.store, login, password)
    if account is None:
        raise HTTPException(
            401, fault("sign-in", "name or password is wrong"), {"WWW-Authenticate": "Bearer"}
        )
    return account, people.open_session(studio.store, account.id)
