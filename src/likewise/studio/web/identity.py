"""Who is asking, and what they may do: sessions by cookie or bearer token, roles, marketplace passes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, HTTPException, Request, Response
from starlette.concurrency import run_in_threadpool

from likewise.collect import people
from likewise.errors import RefusedError
from likewise.studio.web.faults import fault
from likewise.studio.web.signed_links import Pass, Visit, sign, unsign
from likewise.studio.web.state import Studio, studio_of

__all__ = [
    "ANYONE", "OWNER", "PASS", "PASS_DAYS", "REVIEWER", "SESSION", "VISIT", "Owner", "Person", "Reviewer",
    "SignedIn", "Visitor", "Worker", "forget_cookies", "give_pass", "give_session", "give_visit",
    "session_token",
]  # fmt: skip

SESSION, PASS, VISIT = "likewise_session", "likewise_pass", "likewise_visit"
_DAYS = 14
PASS_DAYS = 60
OWNER, REVIEWER = ("owner",), ("owner", "reviewer")
ANYONE = ("owner", "reviewer", "worker")


@dataclass(frozen=True)
class Person:
    """The one who asks. `campaign` is told for those whose pass is for that campaign alone."""

    role: str
    login: str | None = None
    account_id: int | None = None
    worker_id: int | None = None
    campaign: str | None = None

    @property
    def by(self) -> str:
        """The name under which decisions are recorded."""
        return self.login or f"worker {self.worker_id}"


def session_token(request: Request) -> str | None:
    """The session's token: from the bearer header of a program, or the cookie of a browser."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer" and token:
        return token.strip()
    return request.cookies.get(SESSION)


async def visitor(request: Request) -> Person | None:
    """The person who asks, or None; each account has its own rate."""
    studio = studio_of(request)
    person = await _by_session(request, studio) or _by_pass(request, studio)
    if person is not None:
        key = f"account {person.account_id}" if person.account_id is not None else f"pass {person.worker_id}"
        wait = studio.buckets.wait(key, studio.limits.account)
        if wait:
            message = "too many requests from this account"
            raise HTTPException(429, fault("too-many", message), {"Retry-After": str(int(wait) + 1)})
    request.state.person = person
    return person


async def _by_session(request: Request, studio: Studio) -> Person | None:
    token = session_token(request)
    if not token:
        return None
    as_of = studio.store.people_as_of
    account = studio.accounts.get(token, as_of)
    if account is None:
        account = await run_in_threadpool(people.account_of, studio.store, token)
        if account is None:
            return None
        studio.accounts.put(token, account, as_of)
    return Person(account.role, account.login, account.id, account.worker_id)


def _by_pass(request: Request, studio: Studio) -> Person | None:
    text = request.cookies.get(PASS)
    held = unsign(studio.secret, text, Pass, studio.store.now()) if text else None
    return Person("worker", worker_id=held.worker_id, campaign=held.campaign) if held else None


Visitor = Annotated[Person | None, Depends(visitor)]


class _Role:
    """A dependency that lets in people of some roles; a pass, which has no account, only where it is said."""

    def __init__(self, roles: tuple[str, ...], passes: bool = False) -> None:
        self.roles, self.passes = roles, passes

    async def __call__(self, person: Visitor) -> Person:
        if person is None:
            raise HTTPException(401, fault("sign-in", "sign in first"), {"WWW-Authenticate": "Bearer"})
        if person.role not in self.roles or (person.account_id is None and not self.passes):
            raise RefusedError("not-allowed", f"this is for {' and '.join(r + 's' for r in self.roles)} only")
        return person


class _Working(_Role):
    """A dependency that gives someone who can answer: owners and reviewers have no worker of their own."""

    async def __call__(self, person: Visitor) -> Person:
        person = await super().__call__(person)
        if person.worker_id is None:
            raise RefusedError("not-allowed", "this account is not a worker's")
        return person


Owner = Annotated[Person, Depends(_Role(OWNER))]
Reviewer = Annotated[Person, Depends(_Role(REVIEWER))]
SignedIn = Annotated[Person, Depends(_Role(ANYONE, passes=True))]
Worker = Annotated[Person, Depends(_Working(ANYONE, passes=True))]


def give_session(request: Request, response: Response, token: str) -> None:
    """Let the browser keep its session."""
    secure = request.url.scheme == "https"
    response.set_cookie(
        SESSION, token, max_age=_DAYS * 86_400, httponly=True, samesite="lax", secure=secure, path="/"
    )


def give_pass(request: Request, response: Response, worker_id: int, campaign: str) -> None:
    """Let a browser without an account work in one campaign; inside a marketplace's page too, over HTTPS."""
    studio = studio_of(request)
    expires = studio.store.now() + PASS_DAYS * 86_400 * 1_000_000
    _keep(request, response, PASS, sign(studio.secret, Pass(worker_id, campaign, expires)))


def give_visit(request: Request, response: Response, visit: Visit) -> None:
    """Let the browser keep the assignment that it came with."""
    _keep(request, response, VISIT, sign(studio_of(request).secret, visit))


def _keep(request: Request, response: Response, name: str, text: str) -> None:
    secure = request.url.scheme == "https"
    response.set_cookie(
        name, text, max_age=PASS_DAYS * 86_400, httponly=True, samesite="none" if secure else "lax",
        secure=secure, path="/",
    )  # fmt: skip


def forget_cookies(response: Response) -> None:
    """Sign the browser out."""
    response.delete_cookie(SESSION, path="/")
    response.delete_cookie(PASS, path="/")
    response.delete_cookie(VISIT, path="/")
