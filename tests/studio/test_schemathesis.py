"""The whole API under made-up requests: whatever is sent, nothing answers with a 5xx."""

from __future__ import annotations

from typing import Any

import pytest
import schemathesis
from fastapi import FastAPI
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error

from likewise.collect import people
from likewise.studio.features import FEATURES

bounded = settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck), database=None)


@pytest.fixture(scope="module")
def described() -> dict[str, Any]:
    """The description of the API, which is the same in every studio and slow to make."""
    return {}


def operations() -> list[tuple[str, str]]:
    """Method and path of every operation, read off the routes alone."""
    bare = FastAPI()
    for feature in FEATURES:
        for router in feature.load_routers():
            bare.include_router(router)
    return [(method, path) for path, found in bare.openapi()["paths"].items() for method in found]


def test_every_operation_is_tried() -> None:
    assert len(operations()) > 40


@pytest.mark.parametrize("login", ["olga", "wim"])
@pytest.mark.parametrize(("method", "path"), operations())
def test_nothing_breaks(house: Any, described: dict[str, Any], login: str, method: str, path: str) -> None:
    for task, slug in (("paraphrase", "0"), ("rate", "00"), ("describe", "a")):
        house.campaign(task, slug=slug)  # slugs and ids as a generator likes to make them
    described.update(described or house.app.openapi())
    house.app.openapi = lambda: described
    schema = schemathesis.openapi.from_asgi("/api/v1/openapi.json", house.app)

    @bounded
    @given(case=schema[path][method].as_strategy())
    def run(case: Any) -> None:
        # A session of its own for each request: one of them signs out.
        token = people.open_session(house.store, house.accounts[login].id)
        # The first answer of a model may take long: it is loaded, or learnt, in a process of its own.
        case.call_and_validate(
            headers={"authorization": f"Bearer {token}"}, checks=[not_a_server_error], timeout=120
        )

    run()
