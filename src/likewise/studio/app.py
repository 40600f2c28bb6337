"""The application: routes, middleware and the one place where errors become answers."""

from __future__ import annotations

import logging
import secrets
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import RedirectResponse
from starlette.exceptions import HTTPException

from likewise.collect.store import Store
from likewise.errors import LikewiseError
from likewise.studio import api, pages
from likewise.studio.assets import assets
from likewise.studio.faults import AWAY, as_json, fault_of, wants_page
from likewise.studio.limits import Buckets, Limits
from likewise.studio.navigating import Navigators
from likewise.studio.negating import Negators
from likewise.studio.paraphrasing import Paraphrasers
from likewise.studio.recent import Recent
from likewise.studio.rendering import environment, render
from likewise.studio.reports import Shelf
from likewise.studio.security import Guard, secure
from likewise.studio.state import Studio
from likewise.version import __version__

__all__ = ["build", "check_folders"]

_log = logging.getLogger("likewise.studio")

ABOUT = """Everything that the pages of the studio do.

Sign in with `POST /api/v1/session`; the answer sets a cookie and also gives the token, which a program sends
as `Authorization: Bearer ...`. An unsafe request with a cookie also has to carry the header `X-Likewise`.
Errors are `{"error": {"code", "message", "field"}}` with the status that fits."""


def build(
    store: Store,
    *,
    media: Path,
    secret: bytes | None = None,
    limits: Limits | None = None,
    embedders: Iterable[str] = (),
    models: Iterable[Path] = (),
    navigator: Path | None = None,
    maps: Path | None = None,
    negation: Iterable[Path] = (),
) -> FastAPI:
    """The studio over a store whose schema is up to date.

    `media` is the folder of uploaded films. `secret` signs the links of marketplace workers (without one,
    such links end with the process). `embedders` are origins whose pages may show the work in a frame.
    `models` are folders of paraphrasers (without one, a small one is learnt from the embedded corpus), and
    `navigator` is the folder of a follower of instructions, `maps` that of the maps it walks on (the same).
    `negation` are folders of resolvers of negation (without one, the small embedded one).
    What people teach the lexicon is kept beside the media, in the folder `MEDIA.lexicon`.
    """
    embedders = tuple(embedders)
    limits = limits or Limits()
    buckets, shelf, paraphrasers = Buckets(), Shelf(), Paraphrasers(models)
    negators = Negators(negation)
    navigators = Navigators(media.with_name(f"{media.name}.lexicon"), navigator, maps)
    media.mkdir(parents=True, exist_ok=True)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        shelf.clear()
        paraphrasers.close()
        navigators.close()
        negators.close()

    app = FastAPI(
        title="Likewise studio", version=__version__, description=ABOUT, lifespan=lifespan,
        docs_url=None, redoc_url=None, openapi_url="/api/v1/openapi.json",
    )  # fmt: skip
    app.state.studio = Studio(
        store,
        media,
        secret or secrets.token_bytes(32),
        limits,
        buckets,
        Recent(),
        Recent(1.0),
        shelf,
        environment(),
        navigators,
        embedders,
        paraphrasers,
        negators,
    )
    for router in (*api.routers(), *pages.routers(), assets):
        app.include_router(router)
    for kind in (LikewiseError, RequestValidationError, HTTPException):
        app.add_exception_handler(kind, _answer)
    for away in AWAY:
        app.add_exception_handler(away, _away)
    app.add_exception_handler(Exception, _unexpected)
    app.add_middleware(Guard, limits=limits, buckets=buckets, embedders=embedders)
    return app


def check_folders(
    models: Iterable[Path] = (),
    navigator: Path | None = None,
    maps: Path | None = None,
    negation: Iterable[Path] = (),
) -> None:
    """Refuse folders that `build` would refuse, before a database is made."""
    Paraphrasers(models)
    Navigators(Path(), navigator, maps)
    Negators(negation)


def _answer(request: Request, error: Exception) -> Response:
    """An error as JSON for a program, as a page for a person; a page that needs a sign-in leads there."""
    status, body, headers = fault_of(error)
    if not wants_page(request):
        return as_json(request, error)
    if status == 401 and request.method == "GET":
        return RedirectResponse(f"/sign-in?next={request.url.path}", 303)
    if "hx-request" in request.headers:
        return render(request, "parts/fault.html", status, fault=body["error"])
    return render(request, "fault.html", status, fault=body["error"], headers=headers)


def _away(request: Request, error: Exception) -> Response:
    """The database does not answer: whoever runs the studio has to know, whoever asks may ask again."""
    _log.error("%s %s: %s", request.method, request.url.path, str(error).partition("\n")[0])
    return _answer(request, error)


def _unexpected(request: Request, error: Exception) -> Response:
    """An error that nobody expected; it is answered outside of the guard, which so cannot add its headers."""
    response = _answer(request, error)
    secure(response.headers, request.url.path, request.app.state.studio.embedders)
    return response
