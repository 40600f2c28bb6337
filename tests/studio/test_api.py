"""The HTTP API: what each group of routes does, for whom, and how it refuses."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from likewise.collect import tiers
from likewise.studio.web import film_response
from likewise.studio.web.faults import STATUS

V1 = "/api/v1"
both_databases = pytest.mark.parametrize("house", ["sqlite", "postgresql"], indirect=True)
SEGMENTS = '{"id": "a", "source": "a b c d", "candidate": "a b c e", "references": ["a b c d e"]}\n'


def work(client: Any, slug: str) -> Any:
    answer = client.get(f"{V1}/campaigns/{slug}/work")
    assert answer.status_code == 200, answer.text
    return answer.json()["work"]


def answer(client: Any, slug: str, n: int = 0, **more: Any) -> Any:
    body = {"token": work(client, slug)["token"], "payload": said(n)} | more
    return client.post(f"{V1}/campaigns/{slug}/answers", json=body)


def said(n: int = 0) -> dict[str, str]:
    return {"first": f"This is sentence {n}.", "second": f"Here you see sentence {n}."}


def test_sign_in_and_out(house: Any) -> None:
    client = house.client()
    assert client.get(f"{V1}/session").status_code == 401
    wrong = client.post(f"{V1}/session", json={"login": "olga", "password": "wrong password"})
    assert (wrong.status_code, wrong.json()["error"]["code"]) == (401, "sign-in")
    right = client.post(f"{V1}/session", json={"login": "olga", "password": "a long enough password"})
    assert right.status_code == 201
    cookie = right.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert client.get(f"{V1}/session").json() == {"login": "olga", "role": "owner", "campaign": None}
    bearer = house.client(authorization=f"Bearer {right.json()['token']}")
    assert bearer.get(f"{V1}/session").status_code == 200
    assert client.delete(f"{V1}/session").status_code == 204
    assert client.get(f"{V1}/session").status_code == 401
    assert bearer.get(f"{V1}/session").status_code == 401


@both_databases
def test_an_invitation_makes_an_account_once(house: Any) -> None:
    made = house.client("olga").post(f"{V1}/invitations", json={"role": "reviewer"})
    assert made.status_code == 201
    body = {"invitation": made.json()["token"], "login": "new", "password": "long enough too"}
    joined = house.client().post(f"{V1}/accounts", json=body)
    assert (joined.status_code, joined.json()["role"]) == (201, "reviewer")
    again = house.client().post(f"{V1}/accounts", json=body | {"login": "other"})
    assert again.status_code == 404


def test_roles(house: Any) -> None:
    slug = house.campaign().slug
    for path in ("/workers", f"/campaigns/{slug}/answers", f"/campaigns/{slug}/reviews", "/ledger/balances",
                 f"/campaigns/{slug}/export/clusters", "/health/details", "/tasks"):  # fmt: skip
        assert house.client().get(V1 + path).status_code == 401, path
        assert house.client("wim").get(V1 + path).status_code == 403, path
        assert house.client("rita").get(V1 + path).status_code == 200, path
    new = {"title": "Mine", "task": "paraphrase"}
    for login, status in (("wim", 403), ("rita", 403), ("olga", 201)):
        assert house.client(login).post(f"{V1}/campaigns", json=new).status_code == status
    assert house.client("rita").post(f"{V1}/ledger/payouts", json={}).status_code == 403
    assert house.client("olga").get(f"{V1}/campaigns/{slug}/work").status_code == 403


def test_a_worker_sees_open_campaigns_only_and_not_how_they_are_run(house: Any) -> None:
    slug = house.campaign().slug
    closed = house.campaign("rate").slug
    house.client("olga").patch(f"{V1}/campaigns/{closed}", json={"status": "closed"})
    client = house.client("wim")
    found = client.get(f"{V1}/campaigns").json()["campaigns"]
    assert [c["slug"] for c in found] == [slug]
    assert "settings" not in found[0]
    assert client.get(f"{V1}/campaigns/{closed}").status_code == 404


@both_databases
def test_a_campaign_from_the_first_item_to_the_payout(house: Any) -> None:
    owner, worker, reviewer = house.client("olga"), house.client("wim"), house.client("rita")
    made = owner.post(
        f"{V1}/campaigns", json={"title": "In other words", "task": "paraphrase", "rates": [2, 7]}
    )
    slug = made.json()["slug"]
    stimuli = [{"text": f"Sentence number {n} is here."} for n in range(3)]
    added = owner.post(f"{V1}/campaigns/{slug}/items", json={"stimuli": stimuli})
    assert (added.status_code, added.json()) == (201, {"added": 3})
    first = answer(worker, slug, 0, seconds=3.5, key="k1")
    assert first.status_code == 201, first.text
    assert first.json()["answer"] | {"id": 1} == {"id": 1, "state": "accepted", "pay": 2, "tier": 1}
    assert first.json()["next"]["key"] == "2"
    queue = reviewer.get(f"{V1}/campaigns/{slug}/reviews").json()["reviews"]
    assert queue[0]["submitted"] == 1
    code = queue[0]["code"]
    decision = {"action": "grant", "reason": "good"}
    assert reviewer.post(f"{V1}/campaigns/{slug}/workers/{code}/decisions", json=decision).status_code == 201
    again = reviewer.post(f"{V1}/campaigns/{slug}/workers/{code}/decisions", json=decision)
    assert (again.status_code, again.json()["error"]["code"]) == (409, "already-decided")
    standing = reviewer.get(f"{V1}/campaigns/{slug}/workers/{code}").json()
    assert (standing["tier"], standing["history"][0]["by"]) == (2, "rita")
    second = answer(worker, slug, 1)
    assert second.json()["answer"]["pay"] == 7
    assert worker.get(f"{V1}/me/balance").json() == {"balance": 9, "balances": {"USD": 9}}
    assert [e["amount"] for e in worker.get(f"{V1}/me/statement").json()["entries"]] == [2, 7]
    bonus = {"worker": code, "campaign": slug, "amount": 5, "reason": "thanks", "key": "b"}
    assert [owner.post(f"{V1}/ledger/bonuses", json=bonus).status_code for _ in range(2)] == [201, 201]
    paid = [owner.post(f"{V1}/ledger/payouts", json={"key": "p"}).json()["total"] for _ in range(2)]
    assert paid == [14, 14]
    assert worker.get(f"{V1}/me/balance").json()["balance"] == 0
    assert owner.get(f"{V1}/ledger/check").json() == {"ok": True, "violations": []}
    assert code in owner.get(f"{V1}/ledger/accountant.csv").text
    health = owner.get(f"{V1}/health/details").json()
    assert (health["ok"], health["database"]) == (True, house.store.url.get_backend_name())
    clusters = owner.get(f"{V1}/campaigns/{slug}/export/clusters").text.splitlines()
    tiers_of = [[text.get("tier") for text in json.loads(line)["texts"]] for line in clusters]
    assert tiers_of == [[None, "1", "1", "2", "2"]]


def test_earnings_in_two_currencies_are_not_added_up(house: Any) -> None:
    worker = house.client("wim")
    for currency in ("USD", "EUR"):
        answer(worker, house.campaign(currency=currency).slug)
    found = worker.get(f"{V1}/me/balance").json()
    assert found == {"balance": None, "balances": {"EUR": 1, "USD": 1}}


@both_databases
def test_pending_answers_are_accepted_and_rejected(house: Any) -> None:
    slug = house.campaign(auto_accept=False).slug
    worker, reviewer = house.client("wim"), house.client("rita")
    ids = [answer(worker, slug, n).json()["answer"]["id"] for n in range(2)]
    assert reviewer.post(f"{V1}/answers/{ids[0]}/acceptance", json={}).json()["state"] == "accepted"
    assert reviewer.post(f"{V1}/answers/{ids[1]}/rejection", json={}).status_code == 422
    done = reviewer.post(f"{V1}/answers/{ids[1]}/rejection", json={"reason": "no"})
    assert done.json()["state"] == "rejected"
    listed = reviewer.get(f"{V1}/campaigns/{slug}/answers?state=rejected").json()["answers"]
    assert [one["id"] for one in listed] == [ids[1]]
    assert "worker_id" not in listed[0]


def test_skip_brings_another_item(house: Any) -> None:
    slug = house.campaign().slug
    client = house.client("wim")
    first = work(client, slug)
    skipped = client.post(f"{V1}/campaigns/{slug}/skips", json={"token": first["token"]})
    assert skipped.json()["next"]["key"] != first["key"]


@both_databases
def test_ratings_agreement_and_segments(house: Any) -> None:
    slug = house.campaign("rate", items=4).slug
    for login, shift in (("wim", 0), ("wanda", 1)):
        client = house.client(login)
        for place in range(4):
            mark = 1 + (place + shift * (place == 3)) % 4
            body = {"semantic": mark, "dissimilarity": 2, "overall": mark}
            token = work(client, slug)["token"]
            sent = client.post(f"{V1}/campaigns/{slug}/answers", json={"token": token, "payload": body})
            assert sent.status_code == 201, sent.text
    found = house.client("rita").get(f"{V1}/campaigns/{slug}/agreement").json()["criteria"]
    by_name = {one["criterion"]: one for one in found}
    assert set(by_name) == {"semantic", "dissimilarity", "overall"}
    assert -1 < by_name["semantic"]["alpha"] < 1
    assert by_name["semantic"]["ratings"] == 8
    assert by_name["dissimilarity"]["correlation"] is None
    lines = house.client("rita").get(f"{V1}/campaigns/{slug}/export/segments").text.splitlines()
    assert len(lines) == 4
    assert any(key.startswith("semantic@") for key in json.loads(lines[0])["human"])


def test_score_gives_the_report_of_the_command_line(house: Any) -> None:
    client = house.client("rita")
    made = client.post(f"{V1}/score", json={"segments": SEGMENTS})
    assert made.status_code == 201, made.text
    assert made.json()["scores"]["metrics"]["pinc"]["score"] == pytest.approx(52.08, abs=0.01)
    report = client.get(f"{V1}/reports/{made.json()['report']}")
    assert "sandbox allow-scripts" in report.headers["content-security-policy"]
    assert "<h1" in report.text
    assert house.client("olga").get(f"{V1}/reports/{made.json()['report']}").status_code == 404
    bad = client.post(f"{V1}/score", json={"segments": SEGMENTS, "metrics": "nonsense"})
    assert bad.status_code == 422
    assert client.post(f"{V1}/score", json={"segments": "{not json"}).status_code == 422


def test_notes_and_languages_of_scores_are_shown(house: Any) -> None:
    rows = [
        {
            "id": "1",
            "candidate": "我喜欢吃苹果",
            "references": ["我喜欢吃橘子"],
            "lang": "zh",
            "system": "one",
        },
        {
            "id": "2",
            "candidate": "the cat is here",
            "references": ["the cat is here"],
            "lang": "en",
            "system": "two",
        },
    ]
    body = {"segments": "\n".join(map(json.dumps, rows)), "metrics": "bleu,negation"}
    made = house.client("rita").post(f"{V1}/score", json=body).json()
    assert [*made["scores"]["languages"]] == ["zh", "en"]
    assert made["scores"]["languages"]["zh"]["metrics"]["negation"]["score"] is None
    notes = "".join(made["warnings"])
    assert "2 systems ('one', 'two') are pooled into one score" in notes
    assert "2 languages (zh: 1, en: 1 segments): each is scored apart" in notes
    assert "negation: 1 of 2 segments are not English" in notes
    page = house.client("rita", accept="text/html").post("/score", data=body)
    assert page.status_code == 200
    assert "<caption>Scores by language</caption>" in page.text
    assert "are pooled into one score" in page.text


def test_a_requester_defines_a_task_in_yaml(house: Any) -> None:
    client = house.client("olga")
    text = "name: headline\ntitle: A headline\nstimulus: [{name: story}]\nanswer: [{name: text, max: 80}]\n"
    made = client.post(f"{V1}/tasks/yaml", json={"yaml": text})
    assert made.status_code == 200, made.text
    wanted = {"title": "Headlines", "task": made.json()["task"], "settings": made.json()["settings"]}
    slug = client.post(f"{V1}/campaigns", json=wanted).json()["slug"]
    story = {"stimuli": [{"story": "It rained all day."}]}
    assert client.post(f"{V1}/campaigns/{slug}/items", json=story).status_code == 201
    worker = house.client("wim")
    body = {"token": work(worker, slug)["token"], "payload": {"text": "Rain"}}
    assert worker.post(f"{V1}/campaigns/{slug}/answers", json=body).status_code == 201
    assert client.post(f"{V1}/tasks/yaml", json={"yaml": "a: ["}).status_code == 422


@both_databases
def test_clips_are_moderated_and_become_items(house: Any) -> None:
    clip, describe = house.campaign("clip").slug, house.campaign("describe").slug
    owner, reviewer = house.client("olga"), house.client("rita")
    body = {"url": "https://youtu.be/jNQXAC9IVRw", "start": 1, "end": 7}
    first = owner.post(f"{V1}/campaigns/{clip}/clips", json=body)
    assert first.status_code == 201, first.text
    second = owner.post(f"{V1}/campaigns/{clip}/clips", json=body | {"start": 2}).json()["id"]
    ids = [one["id"] for one in reviewer.get(f"{V1}/campaigns/{clip}/clips").json()["clips"]]
    assert ids == [first.json()["id"], second]
    assert reviewer.post(f"{V1}/clips/{second}/verdict", json={"verdict": "refused"}).status_code == 422
    refusal = {"verdict": "refused", "reason": "several-events"}
    assert reviewer.post(f"{V1}/clips/{second}/verdict", json=refusal).status_code == 200
    assert reviewer.post(f"{V1}/clips/{ids[0]}/verdict", json={"verdict": "approved"}).status_code == 200
    assert reviewer.post(f"{V1}/clips/{ids[0]}/item", json={"campaign": describe}).status_code == 201
    assert owner.get(f"{V1}/campaigns/{describe}").json()["progress"]["items"] == 4


def test_films_are_stored_and_played_in_parts(house: Any) -> None:
    film = b"\0\0\0\x18ftypmp42" + bytes(range(256)) * 8
    owner = house.client("olga")
    stored = owner.post(f"{V1}/media?name=my.mp4", content=film)
    assert stored.status_code == 201, stored.text
    name = stored.json()["name"]
    worker = house.client("wim")
    whole = worker.get(f"/media/{name}")
    assert (whole.status_code, whole.content) == (200, film)
    assert whole.headers["content-type"] == "video/mp4"
    assert whole.headers["accept-ranges"] == "bytes"
    assert whole.headers["cache-control"] == "private, max-age=3600"
    assert whole.headers["content-security-policy"] == "default-src 'none'; sandbox"
    assert whole.headers["x-content-type-options"] == "nosniff"
    part = worker.get(f"/media/{name}", headers={"range": "bytes=4-7"})
    assert (part.status_code, part.content, part.headers["content-range"]) == (
        206,
        b"ftyp",
        f"bytes 4-7/{len(film)}",
    )
    assert worker.get(f"/media/{name}", headers={"range": "bytes=-3"}).content == film[-3:]
    beyond = worker.get(f"/media/{name}", headers={"range": "bytes=999999-"})
    assert (beyond.status_code, beyond.headers["content-range"]) == (416, f"bytes */{len(film)}")
    assert beyond.headers["x-content-type-options"] == "nosniff"
    for nonsense in ("bytes", "bytes=", "bytes=a-b", "bytes=7-4", "words=0-1"):
        refused = worker.get(f"/media/{name}", headers={"range": nonsense})
        assert (refused.status_code, refused.headers["x-content-type-options"]) == (400, "nosniff"), nonsense
        assert film[:8] not in refused.content
    assert house.client().get(f"{V1}/media/{name}").status_code == 401
    assert owner.post(f"{V1}/media", content=b"#!/bin/sh").status_code == 422


@pytest.mark.skipif(not os.path.exists("/dev/fd/0"), reason="needs a system that names open files: /dev/fd")
def test_a_film_is_the_file_that_was_checked(house: Any, tmp_path: Path) -> None:
    """Not what has its name a moment later."""
    film, other = b"\0\0\0\x18ftypmp42" + b"film" * 8, tmp_path / "secret"
    other.write_bytes(b"a secret")
    studio = house.app.state.studio
    name = house.client("olga").post(f"{V1}/media?name=my.mp4", content=film).json()["name"]
    response = film_response(studio, name)
    (studio.media / name).unlink()
    (studio.media / name).symlink_to(other)
    sent = TestClient(response).get("/").content
    assert sent == film
    assert house.client("wim").get(f"/media/{name}").status_code == 404


def test_marketplace_workers_enter_by_signed_links(house: Any) -> None:
    slug, other = house.campaign().slug, house.campaign("rate").slug
    owner = house.client("olga")
    made = owner.post(f"{V1}/links", json={"campaign": slug, "origin": "mturk", "external": "A1"})
    path = "/" + made.json()["url"].split("/", 3)[3]
    browser = house.client()
    entered = browser.get(path)
    assert (entered.status_code, entered.headers["location"]) == (303, f"/work/{slug}")
    assert answer(browser, slug).status_code == 201
    assert browser.get(f"{V1}/campaigns/{other}/work").status_code == 403
    assert browser.get(f"{V1}/workers").status_code == 403
    shared = owner.post(f"{V1}/links", json={"campaign": slug, "origin": "mturk"}).json()["url"]
    path = "/" + shared.split("/", 3)[3]
    mine = house.client()
    assert mine.get(f"{path}?workerId=A7&assignmentId=x").status_code == 303
    assert mine.get(f"{path}?workerId=A7&assignmentId=y").status_code == 303
    assert house.client().get(f"{path}?workerId=A7").status_code == 403
    assert house.client().get(f"{path}?workerId=A1").status_code == 403
    other_end = "a" if path[-1] != "a" else "b"
    assert house.client().get(path[:-1] + other_end).status_code == 404
    preview = house.client().get(f"{path}?assignmentId=ASSIGNMENT_ID_NOT_AVAILABLE")
    assert preview.status_code == 403


def test_errors_have_one_shape(house: Any) -> None:
    client = house.client("olga")
    cases = [
        (client.get(f"{V1}/nothing"), 404, "not-found"),
        (client.get(f"{V1}/campaigns/none"), 404, "not-found"),
        (client.put(f"{V1}/campaigns"), 405, "bad-method"),
        (client.post(f"{V1}/campaigns", json={"title": "x"}), 422, "bad-input"),
        (client.post(f"{V1}/campaigns", json={"title": "x", "task": "none"}), 422, "bad-input"),
        (
            client.post(f"{V1}/campaigns", content=b"{", headers={"content-type": "application/json"}),
            422,
            "bad-input",
        ),
    ]
    for found, status, code in cases:
        assert found.status_code == status, found.text
        assert set(found.json()) == {"error"}
        assert set(found.json()["error"]) == {"code", "message", "field"}
        assert found.json()["error"]["code"] == code
    assert cases[3][0].json()["error"]["field"] == "task"
    assert set(STATUS.values()) == {403, 404, 409}


def test_rates_are_limited(house: Any, tmp_path: Any) -> None:
    from likewise.studio import create_app
    from likewise.studio.web.limits import Limits, RequestRate

    house.app = create_app(
        house.store,
        media=tmp_path / "m",
        limits=Limits(account=RequestRate(0.01, 3), sign_in=RequestRate(0.01, 2)),
    )
    client = house.client("wim")
    assert [client.get(f"{V1}/session").status_code for _ in range(5)] == [200, 200, 200, 429, 429]
    assert int(client.get(f"{V1}/session").headers["retry-after"]) > 0
    assert house.client("wanda").get(f"{V1}/session").status_code == 200
    guess = {"login": "olga", "password": "guessing away"}
    stranger = house.client()
    assert [stranger.post(f"{V1}/session", json=guess).status_code for _ in range(3)] == [401, 401, 429]


def test_the_documentation_needs_nothing_from_elsewhere(house: Any) -> None:
    page = house.client().get("/api")
    assert page.status_code == 200
    assert "https://" not in page.text
    described = house.client().get(f"{V1}/openapi.json").json()
    assert all(path.startswith(V1) for path in described["paths"])


def test_every_page_opens(house: Any) -> None:
    slugs = [house.campaign(task).slug for task in ("paraphrase", "rate", "describe", "clip")]
    owner, worker = house.client("olga"), house.client("wim")
    for path in ("/", "/campaigns", "/campaigns/new", "/score", "/designer", "/people", "/clips", "/ledger",
                 "/agreement", "/data", "/health"):  # fmt: skip
        assert owner.get(path).status_code == 200, path
        expected = 200 if path == "/" else 403
        assert worker.get(path).status_code == expected, path
    for slug in slugs:
        for group in ("campaigns", "people", "answers", "clips", "agreement", "data"):
            assert owner.get(f"/{group}/{slug}").status_code == 200, (group, slug)
        assert worker.get(f"/work/{slug}").status_code == 200
    assert (
        house.client(accept="text/html").get("/campaigns").headers["location"] == "/sign-in?next=/campaigns"
    )


def test_the_tier_of_a_granted_worker_can_be_taken_back(house: Any) -> None:
    slug = house.campaign().slug
    worker_id = house.accounts["wim"].worker_id
    tiers.grant(house.store, worker_id, slug, "rita", "good")
    client = house.client("wim")
    token = work(client, slug)["token"]
    tiers.revoke(house.store, worker_id, slug, "rita", "not so good")
    sent = client.post(f"{V1}/campaigns/{slug}/answers", json={"token": token, "payload": said()})
    assert (sent.status_code, sent.json()["error"]["code"]) == (403, "tier")


def test_an_answer_to_a_paused_campaign_is_kept_and_says_so(house: Any) -> None:
    slug = house.campaign().slug
    client = house.client("wim")
    token = work(client, slug)["token"]
    house.client("olga").patch(f"{V1}/campaigns/{slug}", json={"status": "paused"})
    sent = client.post(f"{V1}/campaigns/{slug}/answers", json={"token": token, "payload": said()})
    assert (sent.status_code, sent.json()["next"]) == (201, None)
    refused = client.get(f"{V1}/campaigns/{slug}/work")
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "closed")
