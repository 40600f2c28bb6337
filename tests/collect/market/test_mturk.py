"""What is Mechanical Turk's own: the question's XML, endpoints, amounts, the missing part."""

from __future__ import annotations

import re
import sys
import xml.etree.ElementTree as ElementTree
from typing import Any

import pytest

from likewise.collect.market import MechanicalTurk
from likewise.collect.market.mturk import PRODUCTION, SANDBOX
from likewise.collect.market.turk_fields import external_question
from likewise.errors import InputError, MissingPartError, RefusedError
from likewise.installation import install_line
from likewise.testing import StandinMarketplace

NAMES = "{http://mechanicalturk.amazonaws.com/AWSMechanicalTurkDataSchemas/2006-07-14/ExternalQuestion.xsd}"


def test_the_question_is_escaped() -> None:
    url = "https://studio.example/enter?a=1&b=<tag>&c=]]>&d=\"'"
    text = external_question(url, 600)
    root = ElementTree.fromstring(text)
    assert root.tag == f"{NAMES}ExternalQuestion"
    assert root.findtext(f"{NAMES}ExternalURL") == url
    assert root.findtext(f"{NAMES}FrameHeight") == "600"
    assert "<tag>" not in text
    assert "&b=" not in text


@pytest.mark.parametrize(
    "url",
    [
        "http://studio.example/",
        "ftp://studio.example/",
        "javascript:alert(1)",
        "/enter",
        "https://",
        "https://studio.example/ space",
        "https://studio.example/\x00",
        "https://user:pass@studio.example/",
        "https://[broken/",
        "https://studio.example:port/",
        "https://studio.example/" + "x" * 2000,
    ],
)
def test_addresses_that_are_refused(url: str) -> None:
    with pytest.raises(InputError):
        external_question(url)


def test_the_sandbox_is_the_default() -> None:
    assert MechanicalTurk().endpoint_url == SANDBOX
    assert MechanicalTurk(production=True).endpoint_url == PRODUCTION
    with pytest.raises(InputError):
        MechanicalTurk(endpoint_url=PRODUCTION)
    with pytest.raises(InputError):
        MechanicalTurk(endpoint_url="http://requester.example")


def test_what_a_posting_asks_for(standin: StandinMarketplace, turk: MechanicalTurk) -> None:
    posting = turk.publish(
        "clips",
        2,
        "https://studio.example/enter?a=1&b=2",
        25,
        1005,
        "Décrire <un> clip & plus",
        description="Une phrase.",
        minutes=20,
        days=3,
        keywords=["video", "sentence"],
    )
    hit = standin.turk.hits[posting]
    assert hit["Reward"] == "10.05"
    assert (hit["MaxAssignments"], hit["LifetimeInSeconds"], hit["AssignmentDurationInSeconds"]) == (
        25,
        259200,
        1200,
    )
    assert (hit["Title"], hit["Keywords"]) == ("Décrire <un> clip & plus", "video, sentence")
    assert "a=1&amp;b=2" in hit["Question"]
    (need,) = hit["QualificationRequirements"]
    assert (need["Comparator"], need["ActionsGuarded"]) == ("Exists", "DiscoverPreviewAndAccept")
    assert standin.turk.types[need["QualificationTypeId"]]["Name"] == "Likewise clips tier 2"


def test_without_boto3(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "boto3", None)
    with pytest.raises(MissingPartError, match=re.escape(install_line("likewise[mturk]"))):
        MechanicalTurk().balance()


def test_boto3_is_not_loaded_before_it_is_used() -> None:
    import subprocess

    code = "import likewise.collect.market, sys; print('boto3' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_what_boto3_itself_refuses_is_told_as_input(turk: MechanicalTurk) -> None:
    with pytest.raises(InputError):
        turk._call("create_hit", Title=5)


def test_a_posting_without_money(standin: StandinMarketplace, turk: MechanicalTurk) -> None:
    standin.turk.funds = 3
    with pytest.raises(RefusedError, match="InsufficientFunds") as caught:
        turk.publish("clips", 1, "https://studio.example/", 1, 5, "t", description="d")
    assert caught.value.code == "conflict"


def test_a_race_for_the_qualification_type(
    standin: StandinMarketplace, turk: MechanicalTurk, monkeypatch: pytest.MonkeyPatch
) -> None:
    find = turk._find_label
    answers: list[Any] = [lambda _: ""]
    monkeypatch.setattr(turk, "_find_label", lambda name: answers.pop()(name) if answers else find(name))
    MechanicalTurk(endpoint_url=standin.url).grant_tier2("A1", "clips")
    turk.grant_tier2("A2", "clips")
    assert len(standin.turk.types) == 1
