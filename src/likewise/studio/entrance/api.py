"""Signing in and out, and accepting an invitation."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Request
from fastapi.responses import JSONResponse, Response
from pydantic import Field

from likewise.collect import people
from likewise.studio.entrance.service import sign_in
from likewise.studio.web import (
    Body,
    House,
    Person,
    SignedIn,
    api_router,
    forget_cookies,
    give_session,
    session_token,
)

__all__ = ["router"]

router = api_router("sessions")

Login = Annotated[str, Field(min_length=1, max_length=200)]
Password = Annotated[str, Field(min_length=1, max_length=1024)]


class Credentials(Body):
    """A name and a password."""

    login: Login
    password: Password


class InvitationAcceptance(Credentials):
    """The account that an invitation offers."""

    invitation: Annotated[str, Field(min_length=1, max_length=200)]


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
def accept_invitation(request: Request, studio: House, body: InvitationAcceptance) -> JSONResponse:
    """Make the account that an invitation offers, and sign in."""
    account = people.redeem(studio.store, body.invitation, body.login, body.password)
    token = people.open_session(studio.store, account.id)
    response = JSONResponse({"login": account.login, "role": account.role, "token": token}, 201)
    give_session(request, response, token)
    return response
