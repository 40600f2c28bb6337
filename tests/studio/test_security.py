"""What people may try: each attack a test of its own, against pages and API."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from likewise.collect import people, tiers
from likewise.collect.answers import answers_of
from likewise.collect.campaigns import create_campaign
from likewise.collect.store import Store
from likewise.studio import create_app
from likewise.studio.web.json_body import depth_of
from likewise.studio.web.recent_lookups import RecentLookups

V1 = "/api/v1"
both_databases = pytest.mark.parametrize("house", ["sqlite", "postgresql"], indirect=True)
SCRIPT = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>"
BIDI = "abc\u202etxt.exe\u2066"


def work(client: Any, slug: str) -> Any:
    return client.get(f"{V1}/campaigns/{slug}/work").json()["work"]


def send(client: Any, slug: str, token: str, payload: dict[str, Any], **more: Any) -> Any:
    return client.post(f"{V1}/campaigns/{slug}/answers", json={"token": token, "payload": payload, **more})


def said(n: int = 0) -> dict[str, str]:
    return {"first": f"This is sentence {n}.", "second": f"Here you see sentence {n}."}


def tame(page: str) -> bool:
    """Nothing of the script came through as markup."""
    return "<script>alert" not in page and "<img" not in page


def test_stored_xss_in_every_text_field(house: Any) -> None:
    owner, worker = house.client("olga"), house.client("wim")
    made = owner.post(f"{V1}/campaigns", json={
        "title": SCRIPT, "task": "describe",
        "settings": {"instructions": SCRIPT, "examples": [{"good": False, "text": SCRIPT, "reason": SCRIPT}]},
    })  # fmt: skip
    slug = made.json()["slug"]
    stimulus = {"youtube": "jNQXAC9IVRw", "start": 0, "end": 5}
    owner.post(f"{V1}/campaigns/{slug}/items", json={"stimuli": [stimulus], "keys": [SCRIPT]})
    rate = create_campaign(
        house.store,
        title="r",
        task="rate",
        settings={"criteria": [{"name": "good", "label": SCRIPT, "low": SCRIPT}]},
    ).slug
    pair = {"source": SCRIPT, "candidate": SCRIPT, "system": SCRIPT}
    owner.post(f"{V1}/campaigns/{rate}/items", json={"stimuli": [pair]})
    shown = [worker.get(f"/work/{slug}").text, worker.get(f"/work/{rate}").text, worker.get("/work").text]
    answer = send(
        worker, slug, work(worker, slug)["token"], {"text": SCRIPT, "language": "English", "comment": SCRIPT}
    )
    assert answer.status_code == 201
    code = people.get_worker(house.store, house.accounts["wim"].worker_id).code
    shown.append(house.client("rita").get(f"/people/{slug}").text)
    tiers.grant(house.store, house.accounts["wim"].worker_id, slug, SCRIPT, SCRIPT)
    owner.post(f"{V1}/ledger/bonuses", json={"worker": code, "campaign": slug, "amount": 1, "reason": SCRIPT})
    owner.post(f"/people/block/{code}", data={"reason": SCRIPT, "blocked": "no"})
    for path in ("/", "/campaigns", f"/campaigns/{slug}", f"/people/{slug}", f"/answers/{slug}",
                 f"/answers/{rate}", f"/clips/{slug}", f"/ledger/{code}", f"/data/{slug}",
                 f"/agreement/{rate}", "/people"):  # fmt: skip
        shown.append(owner.get(path).text)
    shown.append(worker.get("/earnings").text)
    for page in shown:
        assert page.startswith("<!doctype html>")
        assert tame(page)
    assert any("&lt;script&gt;alert(1)" in page for page in shown)


GRID: dict[str, Any] = {
    "name": SCRIPT,
    "nodes": [{"x": 0, "y": 0, "item": SCRIPT}, {"x": 1, "y": 0}],
    "edges": [{"from": [0, 0], "to": [1, 0], "floor": SCRIPT, "wall": SCRIPT}],
}
OWN_TASK = {
    "definition": {
        "name": "own",
        "title": SCRIPT,
        "instructions": [SCRIPT],
        "stimulus": [{"name": "sentence", "label": SCRIPT}],
        "answer": [{"name": "text", "label": SCRIPT, "kind": "text", "help": SCRIPT}],
    }
}
OTHER_TASKS: dict[str, tuple[dict[str, Any], dict[str, Any], dict[str, Any]]] = {
    "paraphrase": ({}, {"text": SCRIPT}, {"first": SCRIPT + " one", "second": SCRIPT + " two"}),
    "survey": (
        {},
        {"intro": SCRIPT, "questions": [{"name": "why", "label": SCRIPT, "kind": "text"}]},
        {"why": SCRIPT},
    ),
    "instruct": (
        {},
        {"map": GRID, "start": [0, 0, 90], "actions": ["FORWARD"]},
        {"text": SCRIPT, "language": "English"},
    ),
    "follow": ({}, {"map": GRID, "start": [0, 0, 90], "instruction": SCRIPT}, {"actions": ["FORWARD"]}),
    "clip": (
        {},
        {"prompt": SCRIPT},
        {"url": "https://youtu.be/jNQXAC9IVRw", "start": 0, "end": 5, "comment": SCRIPT},
    ),
    "own": (OWN_TASK, {"sentence": SCRIPT}, {"text": SCRIPT}),
}


@pytest.mark.parametrize("task", OTHER_TASKS)
def test_stored_xss_in_the_texts_of_every_other_task(house: Any, task: str) -> None:
    settings, stimulus, answer = OTHER_TASKS[task]
    owner, worker = house.client("olga"), house.client("wim")
    slug = create_campaign(house.store, title="t", task=task, settings=settings).slug
    added = owner.post(f"{V1}/campaigns/{slug}/items", json={"stimuli": [stimulus]})
    assert added.status_code < 300, added.text
    at_work = worker.get(f"/work/{slug}").text
    assert "&lt;script&gt;alert(1)" in at_work  # the text is there, as text
    sent = send(worker, slug, work(worker, slug)["token"], answer)
    assert sent.status_code == 201, sent.text
    pages = [at_work]
    for path in (
        f"/campaigns/{slug}",
        f"/answers/{slug}",
        f"/people/{slug}",
        f"/clips/{slug}",
        f"/data/{slug}",
    ):
        pages.append(owner.get(path).text)
    for page in pages:
        assert page.startswith("<!doctype html>")
        assert tame(page)


def test_reflected_xss_in_every_form_and_address(house: Any) -> None:
    slug = house.campaign().slug
    owner, worker = house.client("olga"), house.client("wim")
    tried = [
        owner.get(f"/campaigns/{slug}", params={"done": SCRIPT}),
        owner.get("/designer", params={"example": SCRIPT}),
        owner.get(f"/answers/{slug}", params={"state": SCRIPT}),
        house.client(accept="text/html").get("/sign-in", params={"next": SCRIPT}),
        house.client(accept="text/html").get(f"/{SCRIPT}"),
        house.client(accept="text/html").get(f"/join/{SCRIPT}"),
        house.client(accept="text/html").post(
            "/sign-in", data={"login": SCRIPT, "password": SCRIPT, "next": SCRIPT}
        ),
        owner.post(
            "/campaigns/new", data={"title": SCRIPT, "task": SCRIPT, "settings": SCRIPT, "rate_1": SCRIPT}
        ),
        owner.post("/designer", data={"task": SCRIPT, "settings": SCRIPT, "stimulus": SCRIPT}),
        owner.post(f"/campaigns/{slug}/items", data={"stimuli": SCRIPT}),
        owner.post("/score", data={"segments": SCRIPT, "metrics": SCRIPT, "bootstrap": "0"}),
        worker.post(
            f"/work/{slug}", data={"token": SCRIPT, "a_first": SCRIPT, "a_second": SCRIPT, "act": "submit"}
        ),
        worker.post(
            f"/work/{slug}", data={"token": work(worker, slug)["token"], "a_first": SCRIPT, "key": SCRIPT}
        ),
    ]
    for found in tried:
        assert found.status_code < 500
        assert tame(found.text)
        assert "script-src 'self';" in found.headers["content-security-policy"]
    assert house.client().get("/sign-in", params={"next": "//evil.example"}).text.count("evil.example") == 0


def test_a_report_of_hostile_segments_runs_under_no_origin(house: Any) -> None:
    client = house.client("rita")
    line = json.dumps(
        {"id": SCRIPT, "source": SCRIPT, "candidate": SCRIPT, "references": [SCRIPT], "system": SCRIPT}
    )
    page = client.post(
        "/score", data={"segments": line, "metrics": "bleu,pinc", "by": "system", "bootstrap": "0"}
    )
    assert page.status_code == 200
    assert tame(page.text)
    assert 'sandbox="allow-scripts allow-downloads"' in page.text
    token = re.search(r"/score/report/([\w-]+)", page.text)
    assert token
    report = client.get(f"/score/report/{token[1]}")
    assert report.headers["content-security-policy"].startswith("sandbox allow-scripts allow-downloads;")
    assert tame(report.text)


@pytest.mark.parametrize("headers", [
    {"origin": "https://evil.example"}, {"origin": "null"}, {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "same-site", "origin": "http://testserver"}, {},
])  # fmt: skip
def test_csrf(house: Any, headers: dict[str, str]) -> None:
    slug = house.campaign().slug
    client = house.client("olga")
    del client.headers["origin"]
    del client.headers["x-likewise"]
    for path in (f"/campaigns/{slug}/status", "/ledger/pay", "/sign-out", "/sign-in", "/people/invite"):
        assert client.post(path, data={"status": "closed"}, headers=headers).status_code == 403, path
    body = {"status": "closed"}
    assert client.patch(f"{V1}/campaigns/{slug}", json=body, headers=headers).status_code == 403
    # A form of another site can send JSON as text, but not the header that the API wants.
    text = {"content-type": "text/plain", "origin": "http://testserver"}
    assert client.patch(f"{V1}/campaigns/{slug}", content=json.dumps(body), headers=text).status_code == 403
    assert house.client("olga").get(f"{V1}/campaigns/{slug}").json()["status"] == "open"
    fine = client.post(f"/campaigns/{slug}/status", data=body, headers={"origin": "http://testserver"})
    assert fine.status_code == 303


@pytest.mark.parametrize(
    "attack", ["' OR 1=1 --", "x'; DROP TABLE answers; --", "1 UNION SELECT password FROM accounts"]
)
def test_sql_injection(house: Any, attack: str) -> None:
    slug = house.campaign().slug
    owner, worker = house.client("olga"), house.client("wim")
    assert house.client().post(f"{V1}/session", json={"login": attack, "password": attack}).status_code == 401
    assert (
        house.client()
        .post(f"{V1}/accounts", json={"invitation": attack, "login": "x", "password": attack})
        .status_code
        == 404
    )
    for path in (f"/campaigns/{attack}", f"/campaigns/{slug}/workers/{attack}",
                 f"/campaigns/{slug}/answers?state={attack}",
                 f"/ledger/balances?campaign={attack}", f"/reports/{attack}"):  # fmt: skip
        assert owner.get(V1 + path).status_code in (404, 422), path
    token = work(worker, slug)["token"]
    assert send(worker, slug, attack, said()).status_code == 404
    stored = send(worker, slug, token, {"first": attack + " is said", "second": "something else is said"})
    assert stored.status_code == 201
    (kept,) = answers_of(house.store, slug)
    assert kept.payload["first"] == f"{attack} is said"


@pytest.mark.parametrize("url", [
    "http://169.254.169.254/latest/meta-data", "http://localhost:8000/", "file:///etc/passwd",
    "https://youtube.com.evil.example/watch?v=jNQXAC9IVRw", "https://user@youtube.com:8080/watch?v=jNQXAC9IVRw",
    "https://youtu.be/../../etc", "gopher://youtu.be/jNQXAC9IVRw", "https://www.youtube.com\\@evil.example/watch?v=jNQXAC9IVRw",
])  # fmt: skip
def test_ssrf_by_clip_url(house: Any, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    slug, describe = house.campaign("clip").slug, house.campaign("describe").slug
    owner, worker = house.client("olga"), house.client("wim")
    token = work(worker, slug)["token"]

    def refuse(*_: Any, **__: Any) -> None:
        raise AssertionError("the server opened a connection")

    monkeypatch.setattr("socket.create_connection", refuse)
    monkeypatch.setattr("urllib.request.urlopen", refuse)
    assert (
        owner.post(f"{V1}/campaigns/{slug}/clips", json={"url": url, "start": 0, "end": 5}).status_code == 422
    )
    assert send(worker, slug, token, {"url": url, "start": 0, "end": 5}).status_code == 422
    stimulus = {"stimuli": [{"url": url, "start": 0, "end": 5}]}
    assert owner.post(f"{V1}/campaigns/{describe}/items", json=stimulus).status_code == 422


@pytest.mark.parametrize("name", ["../likewise.db", "..%2flikewise.db", "%2e%2e/likewise.db",
                                  "....//likewise.db", "/etc/passwd",
                                  "%00", "likewise.db", ".secret", "a" * 22 + ".mp4"])  # fmt: skip
def test_path_traversal_in_media(house: Any, name: str) -> None:
    for path in (f"/media/{name}", f"{V1}/media/{name}", f"/static/{name}"):
        found = house.client("olga").get(path)
        assert found.status_code == 404, path
        assert b"SQLite" not in found.content


def test_symlinks_in_media(house: Any) -> None:
    (house.media / ("s" * 22 + ".mp4")).symlink_to(house.media.parent / "likewise.db")
    (house.media / ("d" * 22 + ".mp4")).mkdir()
    for letter in "sd":
        assert house.client("olga").get(f"/media/{letter * 22}.mp4").status_code == 404
    film = b"\0\0\0\x18ftypmp42" + bytes(64)
    stored = house.client("olga").post(f"{V1}/media?name=../../evil.mp4", content=film).json()["name"]
    assert re.fullmatch(r"[\w-]{22}\.mp4", stored)
    assert (house.media / stored).is_file()


def test_oversized_json(house: Any) -> None:
    client = house.client("wim")
    large = b'{"login": "' + b"x" * (2 << 20) + b'"}'
    headers = {"content-type": "application/json"}
    found = client.post(f"{V1}/session", content=large, headers=headers)
    assert (found.status_code, found.json()["error"]["code"]) == (413, "too-large")

    def parts() -> Iterator[bytes]:
        for _ in range(64):
            yield b"x" * (1 << 16)

    streamed = client.post(f"{V1}/session", content=parts(), headers=headers)
    assert streamed.status_code == 413
    assert (
        client.post(
            "/sign-in", content=parts(), headers={"content-type": "application/x-www-form-urlencoded"}
        ).status_code
        == 413
    )


def test_deeply_nested_json(house: Any) -> None:
    client, slug = house.client("wim"), house.campaign().slug
    headers = {"content-type": "application/json"}
    for body in (
        b"[" * 100_000,
        b'{"a":' * 50_000 + b"1" + b"}" * 50_000,
        b'{"payload":' + b"[" * 40 + b"]" * 40 + b"}",
    ):
        found = client.post(f"{V1}/campaigns/{slug}/answers", content=body, headers=headers)
        assert (found.status_code, found.json()["error"]["code"]) == (422, "bad-input")
    assert depth_of('{"a": "[[[[\\"[[", "b": [1]}') == 2


@pytest.mark.parametrize("name", ["items.zip", "items.jsonl", "items.csv", "items.jsonl.gz"])
def test_zip_bomb_on_import(house: Any, name: str) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("items.jsonl", b" " * (32 << 20))
    slug = house.campaign().slug
    found = house.client("olga").post(f"{V1}/campaigns/{slug}/import?name={name}", content=packed.getvalue())
    assert found.status_code == 422
    page = house.client("olga").post(f"/campaigns/{slug}/items", files={"file": (name, packed.getvalue())})
    assert page.status_code == 422


def test_invalid_utf8(house: Any) -> None:
    slug = house.campaign().slug
    headers = {"content-type": "application/json"}
    bad = b'{"token": "x", "payload": {"first": "\xff\xfe"}}'
    found = house.client("wim").post(f"{V1}/campaigns/{slug}/answers", content=bad, headers=headers)
    assert found.status_code == 422
    surrogate = b'{"token": "x", "payload": {"first": "\\ud800"}}'
    assert (
        house.client("wim")
        .post(f"{V1}/campaigns/{slug}/answers", content=surrogate, headers=headers)
        .status_code
        == 422
    )
    form = {"content-type": "application/x-www-form-urlencoded"}
    assert (
        house.client("wim")
        .post(f"/work/{slug}", content=b"token=%ff%fe&a_first=%ff", headers=form)
        .status_code
        == 422
    )
    lines = house.client("olga").post(
        f"{V1}/campaigns/{slug}/import?name=x.jsonl", content=b'{"text": "\xff"}\n'
    )
    assert lines.status_code == 422


def test_nul(house: Any) -> None:
    slug = house.campaign().slug
    worker, owner = house.client("wim"), house.client("olga")
    token = work(worker, slug)["token"]
    assert send(worker, slug, token, {"first": "a\0b c", "second": "d e"}).status_code == 422
    assert send(worker, slug, "\0", said()).status_code == 422
    assert owner.post(f"{V1}/campaigns", json={"title": "a\0b", "task": "rate"}).status_code == 422
    assert worker.post(f"/work/{slug}", data={"token": token, "a_first": "a\0b"}).status_code == 422
    assert owner.get(f"{V1}/campaigns/%00").status_code in (404, 422)
    assert owner.get("/sign-in?next=%00").status_code == 200


def test_bidi_controls(house: Any) -> None:
    owner, worker, slug = house.client("olga"), house.client("wim"), house.campaign().slug
    assert owner.post(f"{V1}/campaigns", json={"title": BIDI, "task": "rate"}).status_code == 422
    reason = {"blocked": True, "reason": BIDI}
    code = people.get_worker(house.store, house.accounts["wanda"].worker_id).code
    assert owner.put(f"{V1}/workers/{code}/blocked", json=reason).status_code == 422
    sent = send(
        worker, slug, work(worker, slug)["token"], {"first": f"One {BIDI} way", "second": "another way"}
    )
    assert sent.status_code == 201
    (kept,) = answers_of(house.store, slug)
    assert "\u202e" not in kept.payload["first"]


@pytest.mark.parametrize(("start", "end"), [(5, 5), (9, 3), (-1, 4), ("5", "5"), (0, 1e9)])
def test_start_not_before_end(house: Any, start: Any, end: Any) -> None:
    slug, describe = house.campaign("clip").slug, house.campaign("describe").slug
    worker, owner = house.client("wim"), house.client("olga")
    clip = {"url": "https://youtu.be/jNQXAC9IVRw", "start": start, "end": end}
    assert send(worker, slug, work(worker, slug)["token"], clip).status_code == 422
    assert owner.post(f"{V1}/campaigns/{slug}/clips", json=clip).status_code == 422
    assert owner.post(f"{V1}/campaigns/{describe}/items", json={"stimuli": [clip]}).status_code == 422


@pytest.mark.parametrize("number", [b"NaN", b"Infinity", b"-Infinity", b"1e999", b'"NaN"', b"1" * 5000])
def test_nan_times(house: Any, number: bytes) -> None:
    slug, describe = house.campaign("clip").slug, house.campaign("describe").slug
    headers = {"content-type": "application/json"}
    clip = b'{"url": "https://youtu.be/jNQXAC9IVRw", "start": %b, "end": 9}' % number
    worker, owner = house.client("wim"), house.client("olga")
    token = work(worker, slug)["token"].encode()
    body = b'{"token": "%b", "payload": %b}' % (token, clip)
    assert worker.post(f"{V1}/campaigns/{slug}/answers", content=body, headers=headers).status_code == 422
    assert owner.post(f"{V1}/campaigns/{slug}/clips", content=clip, headers=headers).status_code == 422
    body = b'{"stimuli": [%b]}' % clip
    assert owner.post(f"{V1}/campaigns/{describe}/items", content=body, headers=headers).status_code == 422
    body = b'{"token": "%b", "payload": {"url": "x"}, "seconds": %b}' % (token, number)
    assert worker.post(f"{V1}/campaigns/{slug}/answers", content=body, headers=headers).status_code == 422


@both_databases
def test_double_click_on_submit(house: Any, at_once: Callable[..., Any]) -> None:
    slug = house.campaign().slug
    worker = house.client("wim")
    token = work(worker, slug)["token"]
    sent = at_once(*[lambda: send(house.client("wim"), slug, token, said(), key="once")] * 4)
    assert {one.status_code for one in sent} == {201}
    assert len({one.json()["answer"]["id"] for one in sent}) == 1
    assert worker.get(f"{V1}/me/balance").json()["balance"] == 1
    form = {"token": token, "key": "once", "a_first": "x y", "a_second": "z", "act": "submit"}
    assert worker.post(f"/work/{slug}", data=form).status_code == 200
    assert worker.get(f"{V1}/me/balance").json()["balance"] == 1


def test_two_tabs(house: Any) -> None:
    slug = house.campaign().slug
    worker = house.client("wim")
    first, second = work(worker, slug), work(worker, slug)
    assert first["token"] == second["token"]
    one = send(worker, slug, first["token"], said(1), key="tab1")
    two = send(worker, slug, second["token"], said(2), key="tab2")
    assert one.json()["answer"]["id"] == two.json()["answer"]["id"]
    assert len(list(answers_of(house.store, slug))) == 1
    skipped = worker.post(f"{V1}/campaigns/{slug}/skips", json={"token": first["token"]})
    assert (skipped.status_code, skipped.json()["error"]["code"]) == (409, "already-answered")


class Clock:
    """A wall clock and a steady one that a test sets."""

    def __init__(self) -> None:
        self.wall = self.steady = 1_800_000_000_000_000

    def pass_by(self, seconds: float) -> None:
        self.wall += int(seconds * 1e6)
        self.steady += int(seconds * 1e6)


@pytest.fixture
def timed(house: Any, sqlite_url: str) -> Iterator[tuple[Any, Clock]]:
    clock = Clock()
    store = Store(sqlite_url, clock=lambda: clock.wall, ticks=lambda: clock.steady)
    house.store.close()
    house.store = store
    house.app = create_app(store, media=house.media)
    yield house, clock
    store.close()


def test_expired_lease(timed: tuple[Any, Clock]) -> None:
    house, clock = timed
    slug = house.campaign(items=1, targets=(1, 1), lease_seconds=60).slug
    slow, quick = house.client("wim"), house.client("wanda")
    token = work(slow, slug)["token"]
    assert work(quick, slug) is None
    clock.pass_by(61)
    late = work(quick, slug)
    assert late is not None
    assert send(quick, slug, late["token"], said(1)).status_code == 201
    sent = send(slow, slug, token, said(2))
    assert (sent.status_code, sent.json()["error"]["code"]) == (409, "lease-expired")
    page = slow.post(
        f"/work/{slug}", data={"token": token, "a_first": "a b", "a_second": "c d", "act": "submit"}
    )
    assert page.status_code == 409
    assert "the time for this work is over" in page.text


def test_clock_going_backwards(timed: tuple[Any, Clock]) -> None:
    house, clock = timed
    slug = house.campaign(lease_seconds=60).slug
    worker = house.client("wim")
    first = work(worker, slug)
    clock.wall -= 3600 * 1_000_000
    assert worker.get(f"{V1}/session").status_code == 200
    assert send(worker, slug, first["token"], said(1)).status_code == 201
    second = work(worker, slug)
    assert second["expires"] >= first["expires"]
    clock.wall -= 10 * 365 * 86_400 * 1_000_000
    assert send(worker, slug, second["token"], said(2)).status_code == 201
    created = [answer.created for answer in answers_of(house.store, slug)]
    assert created == sorted(created)
    assert house.client("olga").get(f"{V1}/health/details").json()["ok"] is True


def test_a_worker_forging_anothers_id(house: Any) -> None:
    slug = house.campaign().slug
    victim, thief = house.client("wim"), house.client("wanda")
    token = work(victim, slug)["token"]
    ids = {"worker_id": house.accounts["wim"].worker_id, "worker": "wim"}
    for name, value in ids.items():
        forged = send(thief, slug, work(thief, slug)["token"], said(), **{name: value})
        assert forged.status_code == 422
        assert thief.get(f"{V1}/me/statement?{name}={value}").json() == {"entries": []}
    assert send(thief, slug, token, said()).status_code == 404
    assert thief.post(f"{V1}/campaigns/{slug}/skips", json={"token": token}).status_code == 404
    form = {"token": token, "a_first": "a b", "a_second": "c d", "act": "submit"}
    assert thief.post(f"/work/{slug}", data=form).status_code == 404
    code = people.get_worker(house.store, house.accounts["wim"].worker_id).code
    assert thief.get(f"{V1}/ledger/workers/{code}/statement").status_code == 403
    thief.cookies.set("likewise_pass", "eyJ3b3JrZXJfaWQiOjF9.c2ln")
    del thief.cookies["likewise_session"]
    assert thief.get(f"{V1}/session").status_code == 401
    assert work(victim, slug)["token"] == token


def test_a_tier_1_worker_posting_to_tier_2(house: Any) -> None:
    slug = house.campaign().slug
    low, high = house.client("wim"), house.client("wanda")
    refused = low.get(f"{V1}/campaigns/{slug}/work?tier=2")
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "tier")
    tiers.grant(house.store, house.accounts["wanda"].worker_id, slug, "rita", "good")
    token = work(high, slug)["token"]
    assert send(low, slug, token, said()).status_code == 404
    own = work(low, slug)["token"]
    assert send(low, slug, own, said(), tier=2).status_code == 403
    assert low.get(f"{V1}/me/balance").json()["balance"] == 0
    assert list(answers_of(house.store, slug)) == []
    assert (
        low.post(
            f"{V1}/campaigns/{slug}/workers/X/decisions", json={"action": "grant", "reason": "me"}
        ).status_code
        == 403
    )


def test_headers_on_every_answer(house: Any) -> None:
    for path in ("/", "/static/studio.css", f"{V1}/health", "/nothing"):
        headers = house.client().get(path).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert "'unsafe-inline'" not in headers["content-security-policy"]
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert not re.search(
        r"<script(?! src)|<style| style=| on\w+=", house.client("olga").get("/designer").text
    )


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (RuntimeError("a bug"), 500, "internal"),
        (sa.exc.OperationalError("SELECT 1", None, Exception("server closed")), 503, "unavailable"),
    ],
)
@pytest.mark.parametrize("path", [f"{V1}/health", "/campaigns"])
def test_headers_when_something_breaks(
    house: Any, monkeypatch: pytest.MonkeyPatch, path: str, error: Exception, status: int, code: str
) -> None:
    known, unknown = house.client("olga"), house.client("olga")
    assert known.get(path).status_code == 200
    usual = set(known.get("/").headers)

    def broken() -> None:
        raise error

    monkeypatch.setattr(house.store, "read", broken)
    for client in (known, unknown):
        found = client.get(path)
        assert found.status_code == status
        assert usual <= set(found.headers)
        assert found.headers["x-frame-options"] == "DENY"
        assert ("retry-after" in found.headers) == (status == 503)
        if path.startswith(V1):
            assert found.json()["error"]["code"] == code
        assert "SELECT" not in found.text


@both_databases
def test_who_is_signed_out_acts_no_more_at_once(house: Any) -> None:
    """Sessions are remembered for some seconds, but not beyond a change made here."""
    account, other = house.accounts["olga"].id, house.client()
    ends = (
        lambda: people.disable(house.store, account),
        lambda: people.set_password(house.store, account, "another long password"),
        lambda: other.post("/sign-out"),
    )
    for end in reversed(ends):
        client, other = house.client("olga"), house.client()
        other.cookies = client.cookies
        assert [one.get(f"{V1}/workers").status_code for one in (client, other)] == [200, 200]
        end()
        assert client.get(f"{V1}/workers").status_code == 401
        assert client.post(f"{V1}/campaigns", json={}).status_code == 401


def test_a_look_up_from_before_the_change_is_not_remembered() -> None:
    before, after = object(), object()
    seen = RecentLookups[str]()
    seen.put("token", "owner", before)
    assert (seen.get("token", before), seen.get("token", after)) == ("owner", None)


def test_work_may_be_framed_by_named_sites_only(house: Any, tmp_path: Path) -> None:
    house.app = create_app(house.store, media=tmp_path / "m", embedders=["https://worker.mturk.com"])
    slug = house.campaign().slug
    framed = house.client("wim").get(f"/work/{slug}").headers
    assert "frame-ancestors 'self' https://worker.mturk.com" in framed["content-security-policy"]
    assert "x-frame-options" not in framed
    assert "frame-ancestors 'none'" in house.client("olga").get("/ledger").headers["content-security-policy"]
