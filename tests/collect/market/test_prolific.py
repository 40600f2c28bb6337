"""What is Prolific's own: drafts, codes, groups, reasons long enough, addresses it may be reached at."""

from __future__ import annotations

from pathlib import Path

import pytest

from likewise.collect.market import Backoff, Prolific, completion_code
from likewise.collect.market.prolific_http import Wire
from likewise.errors import InputError, RefusedError
from likewise.testing import StandinMarketplace

URL = "https://studio.example/enter?campaign=clips"
WORKER = "a" * 24


def publish(prolific: Prolific, tier: int = 1) -> str:
    return prolific.publish("clips", tier, URL, 3, 150, "Describe", description="A clip.", completion="LW1")


def test_what_a_study_asks_for(standin: StandinMarketplace, prolific: Prolific) -> None:
    code = completion_code(b"secret", "clips", 2)
    posting = prolific.publish(
        "clips", 2, URL, 25, 1005, "Décrire", description="Une phrase.", minutes=20, completion=code
    )
    study = standin.prolific.studies[posting]
    assert (study["reward"], study["total_available_places"], study["estimated_completion_time"]) == (
        1005,
        25,
        20,
    )
    assert study["external_study_url"] == (
        f"{URL}&PROLIFIC_PID={{{{%PROLIFIC_PID%}}}}&STUDY_ID={{{{%STUDY_ID%}}}}&SESSION_ID={{{{%SESSION_ID%}}}}"
    )
    assert study["completion_codes"] == [
        {"code": code, "code_type": "COMPLETED", "actions": [{"action": "MANUALLY_REVIEW"}]}
    ]
    (group,) = standin.prolific.groups
    assert study["filters"] == [{"filter_id": "participant_group_allowlist", "selected_values": [group]}]
    assert standin.prolific.groups[group]["name"] == "Likewise clips tier 2"


def test_a_study_needs_its_completion_code(prolific: Prolific, standin: StandinMarketplace) -> None:
    with pytest.raises(InputError) as caught:
        prolific.publish("clips", 1, URL, 1, 5, "t", description="d")
    assert caught.value.field == "completion"
    assert standin.asked == []


def test_a_short_reason_is_made_long_enough(standin: StandinMarketplace, prolific: Prolific) -> None:
    assignment = standin.prolific.take(publish(prolific), WORKER)
    prolific.reject(assignment, "Empty.", category="NO_DATA")
    body = standin.asked[-1].body
    assert body["message"].startswith("Empty. The submission")
    assert len(body["message"]) >= 100
    assert body["rejection_category"] == "NO_DATA"


def test_a_bonus_is_written_with_two_decimals(standin: StandinMarketplace, prolific: Prolific) -> None:
    assignment = standin.prolific.take(publish(prolific), WORKER)
    prolific.bonus(WORKER, assignment, 30, "thanks", key="k")
    sent = [asked.body for asked in standin.asked if asked.operation.endswith("bonus-payments/")]
    assert [body["csv_bonuses"] for body in sent] == [f"{assignment},0.30\n"]


def test_work_under_way_is_seen(standin: StandinMarketplace, prolific: Prolific) -> None:
    posting = publish(prolific)
    assignment = standin.prolific.take(posting, WORKER, done=False)
    (found,) = prolific.submissions(posting)
    assert (found.state, found.submitted_at) == ("working", None)
    with pytest.raises(InputError):
        prolific.approve(assignment)


def test_a_service_with_smaller_pages(standin: StandinMarketplace, prolific: Prolific) -> None:
    standin.prolific.page_most = 1
    posting = publish(prolific)
    wanted = [standin.prolific.take(posting, f"{n:024x}") for n in range(3)]
    assert [s.assignment for s in prolific.submissions(posting)] == wanted


def test_a_draft_is_closed_by_deleting_it(standin: StandinMarketplace, prolific: Prolific) -> None:
    standin.prolific.funds = 0
    with pytest.raises(InputError):
        publish(prolific)
    (posting,) = standin.prolific.studies
    assert prolific.status(posting).state == "draft"
    prolific.close(posting)
    assert standin.prolific.studies == {}


def test_the_group_is_found_among_many(standin: StandinMarketplace, prolific: Prolific) -> None:
    for n in range(230):
        standin.prolific.groups[f"{n:024x}"] = {
            "id": f"{n:024x}",
            "name": f"group {n}" if n != 229 else "Likewise clips tier 2",
            "workspace_id": prolific.workspace,
            "members": set(),
        }
    prolific.grant_tier2(WORKER, "clips")
    assert standin.prolific.groups[f"{229:024x}"]["members"] == {WORKER}
    assert len(standin.prolific.groups) == 230


def test_a_campaign_in_another_currency(standin: StandinMarketplace, prolific: Prolific) -> None:
    standin.prolific.currency = "GBP"
    with pytest.raises(InputError, match="GBP"):
        publish(prolific)


@pytest.mark.parametrize(
    "base", ["http://api.prolific.com", "ftp://127.0.0.1", "https://u:p@api.prolific.com"]
)
def test_addresses_that_the_token_is_not_sent_to(base: str, tmp_path: Path) -> None:
    with pytest.raises(InputError):
        Prolific("w", tmp_path / "journal.db", base_url=base)


def test_the_address_is_https_by_default(tmp_path: Path) -> None:
    assert "https://api.prolific.com" in repr(Prolific("w", tmp_path / "journal.db"))


@pytest.mark.parametrize("answer", ["not json", "[" * 100_000, "{"])
def test_an_answer_that_is_no_json(
    standin: StandinMarketplace, prolific: Prolific, monkeypatch: pytest.MonkeyPatch, answer: str
) -> None:
    monkeypatch.setattr("likewise.testing.marketplace.json.dumps", lambda _: answer)
    with pytest.raises(RefusedError, match="not JSON") as caught:
        prolific._wire.call("GET", f"workspaces/{prolific.workspace}/balance/")
    assert caught.value.code == "unavailable"


def test_attempts_must_be_positive() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        Wire("https://api.prolific.com", timeout=1, backoff=Backoff(0)).call("GET", "users/me/")
