"""Credentials come from their own place, and neither errors nor output nor notes show them."""

from __future__ import annotations

import json
import os
import pickle
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from likewise.collect.market import Backoff, MechanicalTurk, Prolific
from likewise.collect.market.turk_errors import told
from likewise.errors import LikewiseError, RefusedError
from likewise.testing import StandinMarketplace
from likewise.testing.replies import Refusal

BALANCES = ("GetAccountBalance", "GET workspaces/{id}/balance/")


def secrets() -> list[str]:
    names = ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "PROLIFIC_TOKEN")
    return [os.environ[name] for name in names]


def whole_text(call: Callable[[], object]) -> str:
    with pytest.raises(LikewiseError) as caught:
        call()
    return "".join(traceback.format_exception(caught.value)) + str(caught.value) + repr(caught.value)


def test_no_secret_in_any_error(
    standin: StandinMarketplace,
    turk: MechanicalTurk,
    prolific: Prolific,
    capfd: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    texts = []
    for kind in ("throttle", "error", "broken", "redirect"):
        for operation, side in zip(BALANCES, (turk, prolific), strict=True):
            standin.fail(operation, kind, times=4)  # type: ignore[arg-type]
            texts.append(whole_text(side.balance))
    texts.append(whole_text(lambda: turk.status("3NOTHING")))
    texts.append(whole_text(lambda: prolific.status("f" * 24)))
    texts += [repr(turk), repr(prolific), str(standin.asked), caplog.text, *capfd.readouterr()]
    assert not [secret for secret in secrets() for text in texts if secret in text]


def test_a_token_that_the_service_echoes_is_struck_out(
    standin: StandinMarketplace, prolific: Prolific, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = os.environ["PROLIFIC_TOKEN"]

    def echo(*_: Any) -> Any:
        raise Refusal(403, f"the token {token} may not do this")

    monkeypatch.setattr(standin.prolific, "serve", echo)
    text = whole_text(prolific.balance)
    assert token not in text
    assert "the token *** may not do this" in text


def test_what_aws_echoes_is_struck_out(standin: StandinMarketplace, turk: MechanicalTurk) -> None:
    access, secret = secrets()[:2]
    client = turk._client()
    error = client.exceptions.ClientError
    said = f"Credential={access}/2026 is wrong, {access} signed with {secret} gives Signature=0a1b2c3d4e5f"

    def refuse(**_: Any) -> Any:
        raise error({"Error": {"Code": "Odd", "Message": said}}, "GetAccountBalance")

    text = whole_text(lambda: told(refuse, {}))
    assert access not in text
    assert secret not in text
    assert "0a1b2c3d" not in text


def test_the_token_is_kept_nowhere(prolific: Prolific, tmp_path: Path, standin: StandinMarketplace) -> None:
    prolific.balance()
    token = os.environ["PROLIFIC_TOKEN"]
    assert token not in str(vars(prolific)) + str(vars(prolific._wire))
    assert all(token.encode() not in path.read_bytes() for path in tmp_path.iterdir())
    assert token not in json.dumps([asked.body for asked in standin.asked], default=str)


@pytest.mark.parametrize("value", ["", "  ", "two words", "line\nbreak", "é", "tab\there"])
def test_a_token_that_is_none(prolific: Prolific, monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("PROLIFIC_TOKEN", value)
    text = whole_text(prolific.balance)
    assert "PROLIFIC_TOKEN" in text
    assert not value.strip() or value.strip() not in text


def test_no_token(prolific: Prolific, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PROLIFIC_TOKEN")
    with pytest.raises(RefusedError, match="PROLIFIC_TOKEN") as caught:
        prolific.balance()
    assert caught.value.code == "not-allowed"


def test_a_wrong_token(prolific: Prolific, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PROLIFIC_TOKEN", "wrong")
    with pytest.raises(RefusedError) as caught:
        prolific.balance()
    assert caught.value.code == "not-allowed"


def test_no_aws_credentials(standin: StandinMarketplace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("AWS_ACCESS_KEY_ID")
    monkeypatch.delenv("AWS_SECRET_ACCESS_KEY")
    with pytest.raises(RefusedError, match="no AWS credentials") as caught:
        MechanicalTurk(endpoint_url=standin.url, backoff=Backoff(1)).balance()
    assert caught.value.code == "not-allowed"
    assert standin.asked == []


def test_credentials_that_aws_does_not_know(
    standin: StandinMarketplace, turk: MechanicalTurk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(standin.turk, "authorised", lambda _: False)
    with pytest.raises(RefusedError, match="does not accept") as caught:
        turk.balance()
    assert caught.value.code == "not-allowed"


def test_the_stand_in_writes_no_authorisation_down(standin: StandinMarketplace, turk: MechanicalTurk) -> None:
    turk.balance()
    assert standin.asked[0].authorised
    assert not [secret for secret in secrets() if secret.encode() in pickle.dumps(standin.asked)]
