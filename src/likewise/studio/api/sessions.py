"""Signing in and out, and accepting an invitation."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import HTTPException, Request
from fastapi.responses import JSONResponse, Response
from pydantic import Field

from likewise.collect import people
from likewise.studio.api.common import Body, group
from likewise.studio.faults import fault
from likewise.studio.identity import (
    Person,
    SignedIn,
    forget_cookies,
    give_session,
    session_token,
)
from likewise.studio.state import House, Studio

__all__ = ["router", "sign_in"]

router = group("sessions")

Login = Annotated[str, Field(min_length=1, max_length=200)]
Password = Annotated[str, Field(min_length=1, max_length=1024)]


class Credentials(Body):
    """A name and a password."""

    login: Login
    password: Password


class Acceptance(Credentials):
    """The account that an invitation offers."""

    invitation: Annotated[str, Field(min_length=1, max_length=200)]


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


def view(person: Person) -> dict[str, Any]:
    """Who is signed in."""
    return {"login": person.login, "role": person.role, "campaign": person.campaign}


@router.post("/session", status_code=201)
def open_session(request: Request, studio: House, body: Credentials) -> JSONResponse:
    """Sign in: sets the cookie and gives the token for programs."""
    account, token = sign_in(studio, request, body.login, body.password)
    response = JSONResponse({"login": account.login, "role": account.role, "token": token}, 201)
    give_session(request, response, token)
    return response


@router.get("/session")
def who(person: SignedIn) -> dict[str, Any]:
    """Who is signed in."""
    return view(person)


@router.delete("/session", status_code=204)
def close_session(request: Request, studio: House, person: SignedIn) -> Response:
    """Sign out."""
    token = session_token(request)
    if token:
        people.close_session(studio.store, token)
    response = Response(status_code=204)
    forget_cookies(response)
    return response


@router.post("/accounts", status_code=201)
def accept_invitation(request: Request, studio: House, body: Acceptance) -> JSONResponse:
    """Make the account that an invitation offers, and sign in."""
    account = people.redeem(studio.store, body.invitation, body.login, body.password)
    token = people.open_session(studio.store, account.id)
    response = JSONResponse({"login": account.login, "role": account.role, "token": token}, 201)
    give_session(request, response, token)
    return response
