"""The stand-in itself: loopback only, plain answers to odd requests, and what it can be told to do."""

from __future__ import annotations

import json
import urllib.error
import urllib.request

import pytest

from likewise.collect.market import Prolific
from likewise.testing import StandinMarketplace


def ask(
    standin: StandinMarketplace, path: str, data: bytes | None = None, **headers: str
) -> tuple[int, dict[str, object]]:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    request = urllib.request.Request(
        standin.url + path, data, {k.replace("_", "-"): v for k, v in headers.items()}
    )
    try:
        with opener.open(request, timeout=60) as answer:
            return answer.status, json.loads(answer.read())
    except urllib.error.HTTPError as error:
        with error:
            return error.code, json.loads(error.read())


def test_it_listens_on_this_machine_only(standin: StandinMarketplace) -> None:
    assert standin.url.startswith("http://127.0.0.1:")
    assert standin._server.server_address[0] == "127.0.0.1"


def test_odd_requests_get_plain_refusals(standin: StandinMarketplace) -> None:
    assert ask(standin, "/nothing/")[0] == 404
    assert ask(standin, "/api/v1/studies/", b"{not json", Authorization="Token x")[0] == 400
    target = "MTurkRequesterServiceV20170117.NoSuchThing"
    status, body = ask(standin, "/", b"{}", X_Amz_Target=target, Authorization="AWS4-HMAC-SHA256 x")
    assert (status, body["__type"]) == (400, "UnknownOperationException")


def test_strangers_are_refused_in_each_services_shape(standin: StandinMarketplace) -> None:
    status, body = ask(standin, f"/api/v1/workspaces/{'6' * 24}/balance/")
    assert status == 401
    assert "error" in body
    status, body = ask(standin, "/", b"{}", X_Amz_Target="MTurkRequesterServiceV20170117.GetAccountBalance")
    assert (status, body["__type"]) == (400, "UnrecognizedClientException")


def test_it_writes_down_what_it_was_asked(standin: StandinMarketplace, prolific: Prolific) -> None:
    prolific.balance()
    (asked,) = standin.asked
    assert (asked.service, asked.operation, asked.authorised) == (
        "prolific",
        "GET workspaces/{id}/balance/",
        True,
    )


def test_its_payment_is_as_careless_as_the_real_one(standin: StandinMarketplace, prolific: Prolific) -> None:
    # The documentation says that paying a batch twice pays twice; the stand-in must not be kinder.
    posting = prolific.publish("c", 1, "https://s.example/", 1, 5, "t", description="d", completion="X")
    assignment = standin.prolific.take(posting, "a" * 24)
    standin.fail("POST bulk-bonus-payments/{id}/pay/", "duplicate")
    prolific.bonus("a" * 24, assignment, 5, "thanks", key="k")
    assert standin.prolific.paid == [(assignment, 5)] * 2


@pytest.mark.parametrize("times", [0, 2])
def test_faults_are_used_up(standin: StandinMarketplace, prolific: Prolific, times: int) -> None:
    standin.fail("GET workspaces/{id}/balance/", "error", times=times)
    prolific.balance()
    assert len(standin.asked) == times + 1


def test_it_can_be_closed_and_another_started() -> None:
    with StandinMarketplace() as one, StandinMarketplace() as two:
        assert one.url != two.url
