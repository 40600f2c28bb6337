"""The application: routes, middleware and the one place where errors become answers."""

from __future__ import annotations

import logging
import secrets
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from importlib import resources
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import RedirectResponse
from starlette.exceptions import HTTPException

from likewise.collect import Store
from likewise.errors import LikewiseError
from likewise.studio.feature import Feature, Service, Setup, setup_of
from likewise.studio.features import FEATURES
from likewise.studio.web import AWAY, Limits, Studio, as_json, environment, fault_of, render, wants_page
from likewise.studio.web.assets import Assets
from likewise.studio.web.limits import Buckets
from likewise.studio.web.security import Guard, secure
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
    features: Sequence[Feature] = FEATURES,
    **folders: Any,
) -> FastAPI:
    """The studio over a store whose schema is up to date.

    `media` is the folder of uploaded films. `secret` signs the links of marketplace workers (without one,
    such links end with the process). `embedders` are origins whose pages may show the work in a frame.
    `folders` are those of the features' options, by keyword: `models` of paraphrasers, `navigator` of a
    follower of instructions, `maps` that it walks on, `negation` of resolvers, `freestyle` of models that
    answer in verse; without one, what comes with the package serves. What people teach the lexicon is kept
    beside the media, in the folder `MEDIA.lexicon`, models learnt from their lyrics in `MEDIA.freestyle`.
    """
    embedders, limits, buckets = tuple(embedders), limits or Limits(), Buckets()
    services = _open(features, setup_of(features, media, folders))
    media.mkdir(parents=True, exist_ok=True)
    statics = [resources.files("likewise.studio.web") / "static", *(f.resource("static") for f in features)]
    assets = Assets(statics)
    studio = Studio(
        store, media, secret or secrets.token_bytes(32), limits, buckets, environment(features, assets),
        {type(service): service for service in services}, embedders,
    )  # fmt: skip

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        studio.close()

    app = FastAPI(
        title="Likewise studio", version=__version__, description=ABOUT, lifespan=lifespan,
        docs_url=None, redoc_url=None, openapi_url="/api/v1/openapi.json",
    )  # fmt: skip
    app.state.studio = studio
    for router in (*(router for feature in features for router in feature.load_routers()), assets.router()):
        app.include_router(router)
    for kind in (LikewiseError, RequestValidationError, HTTPException):
        app.add_exception_handler(kind, _answer)
    for away in AWAY:
        app.add_exception_handler(away, _away)
    app.add_exception_handler(Exception, _unexpected)
    uploads = {ending: limit for feature in features for ending, limit in feature.uploads.items()}
    app.add_middleware(Guard, limits=limits, buckets=buckets, embedders=embedders, uploads=uploads)
    return app


def check_folders(features: Sequence[Feature] = FEATURES, **folders: Any) -> None:
    """Refuse folders that `build` would refuse, before a database is made."""
    _open(features, setup_of(features, Path("media"), folders))


def _open(features: Sequence[Feature], setup: Setup) -> list[Service]:
    opened = (feature.open_service(setup) for feature in features)
    return [service for service in opened if service is not None]


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
