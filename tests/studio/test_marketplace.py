"""Workers of marketplaces: in by the published address, and back with the assignment handed in."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from likewise.collect import people, tiers
from likewise.collect.answers import answers_of
from likewise.collect.campaigns import set_status
from likewise.collect.market import MechanicalTurk, Prolific, completion_code, entry_link
from likewise.studio import create_app
from likewise.testing import StandinMarketplace

SECRET = b"s" * 32
BASE = "https://testserver"
SANDBOX, PRODUCTION = "https://workersandbox.mturk.com", "https://www.mturk.com"
ANSWER = {"a_first": "It is said so.", "a_second": "One says it like this.", "act": "submit"}


def browser(house: Any, login: str | None = None) -> Any:
    """A browser that comes over HTTPS, as inside a marketplace's page."""
    client = house.client(login, origin=BASE, accept="text/html")
    client.base_url = BASE
    return client


def address(slug: str, origin: Any = "mturk", tier: int = 1) -> str:
    return entry_link(f"{BASE}/enter", origin=origin, campaign=slug, tier=tier, secret=SECRET)


def turk(url: str, worker: str = "A1WORKER", assignment: str = "3ASSIGNMENT", to: str = SANDBOX) -> str:
    return f"{url}&hitId=3HIT&assignmentId={assignment}&workerId={worker}&turkSubmitTo={to}"


def prolific(url: str, worker: str = "5f00", session: str = "6a11") -> str:
    return f"{url}&PROLIFIC_PID={worker}&STUDY_ID=7b22&SESSION_ID={session}"


def do_one(client: Any, slug: str) -> Any:
    """Answer the piece of work that the page shows, as a browser without scripts."""
    token = re.search(r'name="token" value="([^"]+)"', client.get(f"/work/{slug}").text)
    assert token is not None
    done = client.post(f"/work/{slug}", data={"token": token[1], **ANSWER})
    assert done.status_code == 200, done.text
    return done


def handed(page: str) -> tuple[str, dict[str, str]] | None:
    """Where the form goes that hands in, and its fields."""
    found = re.search(r'<form method="post" action="(https:[^"]+)">(.*?)</form>', page, re.DOTALL)
    if found is None:
        return None
    return found[1], dict(re.findall(r'name="([^"]+)" value="([^"]*)"', found[2]))


def policy(response: Any) -> dict[str, str]:
    parts = response.headers["content-security-policy"].split("; ")
    return {name: rest for name, _, rest in (part.partition(" ") for part in parts)}


def workers(house: Any, origin: str) -> list[people.Worker]:
    return [worker for worker in people.list_workers(house.store) if worker.origin == origin]


@pytest.mark.parametrize(
    ("to", "forms"),
    [(SANDBOX, f"'self' {SANDBOX}"), (PRODUCTION, f"'self' {PRODUCTION} https://worker.mturk.com")],
)
def test_from_mechanical_turk_and_back(house: Any, to: str, forms: str) -> None:
    slug, client = house.campaign().slug, browser(house)
    entered = client.get(turk(address(slug), to=to))
    assert (entered.status_code, entered.headers["location"]) == (303, f"/work/{slug}")
    assert all("Secure" in c and "HttpOnly" in c for c in entered.headers.get_list("set-cookie"))
    (worker,) = workers(house, "mturk")
    assert worker.external == "A1WORKER"
    first = client.get(f"/work/{slug}")
    assert handed(first.text) is None
    # The policy is the first page's: the parts that follow live under it.
    assert policy(first)["form-action"] == forms
    assert policy(first)["frame-ancestors"] == "'none'"
    expected = (f"{to}/mturk/externalSubmit", {"assignmentId": "3ASSIGNMENT", "campaign": slug})
    done = do_one(client, slug)
    assert "Hand in at Mechanical Turk" in done.text
    assert handed(done.text) == expected
    # Opening the assignment once more loses nothing; another one starts anew.
    client.get(turk(address(slug), to=to))
    assert handed(client.get(f"/work/{slug}").text) == expected
    client.get(turk(address(slug), assignment="3OTHER", to=to))
    assert handed(client.get(f"/work/{slug}").text) is None


def test_from_prolific_and_back(house: Any) -> None:
    slug, client = house.campaign().slug, browser(house)
    assert client.get(prolific(address(slug, "prolific", 1))).status_code == 303
    assert workers(house, "prolific")[0].external == "5f00"
    first = client.get(f"/work/{slug}")
    code = completion_code(SECRET, slug, 1)
    assert code not in first.text
    assert policy(first)["form-action"] == "'self'"
    done = do_one(client, slug).text
    assert f'href="https://app.prolific.com/submissions/complete?cc={code}"' in done
    assert "Return to Prolific" in done


def test_handing_in_when_there_is_no_more_work(house: Any) -> None:
    made, client, late = house.campaign(items=1, targets=(1, 1)), browser(house), browser(house)
    client.get(turk(address(made.slug)))
    page = do_one(client, made.slug).text
    assert "nothing more for you" in page
    assert handed(page) is not None
    late.get(turk(address(made.slug), worker="A2LATE", assignment="3LATE"))
    empty = late.get(f"/work/{made.slug}").text
    assert "please return it at Mechanical Turk" in empty
    assert handed(empty) is None
    set_status(house.store, made.slug, "closed")
    assert handed(client.get(f"/work/{made.slug}").text) is not None


def test_preview_gives_no_work(house: Any) -> None:
    slug, client = house.campaign().slug, browser(house)
    empty = house.campaign(items=0).slug
    looks = [
        f"{address(slug)}&assignmentId=ASSIGNMENT_ID_NOT_AVAILABLE&hitId=3HIT",
        f"{address(slug, 'prolific')}&PROLIFIC_PID={{{{%PROLIFIC_PID%}}}}&STUDY_ID=x&SESSION_ID=y",
        f"{address(empty)}&assignmentId=ASSIGNMENT_ID_NOT_AVAILABLE",
    ]
    for look in looks:
        page = client.get(look)
        assert page.status_code == 200
        assert "This is a preview" in page.text
        assert "Sentence number" not in page.text
        assert "set-cookie" not in page.headers
    assert "How to do it" in client.get(looks[0]).text
    assert client.get(f"/work/{slug}").headers["location"].startswith("/sign-in")
    assert workers(house, "mturk") == workers(house, "prolific") == []


def test_forged_addresses(house: Any) -> None:
    slug, other = house.campaign().slug, house.campaign().slug
    good = turk(address(slug))
    forged = {
        good.replace("tier=1", "tier=2"): 403,
        good.replace(f"campaign={slug}", f"campaign={other}"): 403,
        re.sub("sig=.", "sig=x", good): 403,
        good.replace("origin=mturk", "origin=prolific"): 403,
        f"{good}&tier=2": 422,
        good.replace(SANDBOX, "https://evil.example"): 422,
        good.replace(SANDBOX, f"{SANDBOX}.evil.example"): 422,
        good.replace("A1WORKER", "%3Cscript%3E"): 422,
        turk(address("nothing-here")): 404,
        f"{BASE}/enter": 422,
    }
    for url, status in forged.items():
        found = browser(house).get(url)
        assert (found.status_code, "set-cookie" in found.headers) == (status, False), url
    assert workers(house, "mturk") == []


def test_an_id_belongs_to_the_first_browser(house: Any) -> None:
    slug, mine, thief = house.campaign().slug, browser(house), browser(house)
    assert mine.get(turk(address(slug))).status_code == 303
    taken = thief.get(turk(address(slug), assignment="3THIEF"))
    assert (taken.status_code, "set-cookie" in taken.headers) == (403, False)
    assert mine.get(turk(address(slug), assignment="3SECOND")).status_code == 303
    # The cookie of a visit is worth nothing without the pass, or beside the pass of another.
    thief.get(turk(address(slug), worker="A9THIEF"))
    do_one(mine, slug)
    thief.cookies.set("likewise_visit", mine.cookies["likewise_visit"], domain="testserver.local")
    assert handed(thief.get(f"/work/{slug}").text) is None


@pytest.mark.parametrize("house", ["sqlite", "postgresql"], indirect=True)
def test_of_two_browsers_at_once_one_is_the_first(house: Any, at_once: Callable[..., Any]) -> None:
    slug = house.campaign().slug
    for number in range(3):
        clients = [browser(house) for _ in range(4)]
        url = turk(address(slug), worker=f"A{number}")
        found = at_once(*[lambda client=client, url=url: client.get(url) for client in clients])
        assert sorted(one.status_code for one in found) == [303, 403, 403, 403]
        assert [one.status_code for one in found if "set-cookie" in one.headers] == [303]


def test_the_tier_is_the_workers_own(house: Any) -> None:
    slug, client = house.campaign().slug, browser(house)
    assert client.get(turk(address(slug, tier=2))).status_code == 303
    do_one(client, slug)
    (worker,) = workers(house, "mturk")
    assert [answer.tier for answer in answers_of(house.store, slug)] == [1]
    assert tiers.tier_of(house.store, worker.id, slug) == 1
    tiers.grant(house.store, worker.id, slug, "rita", "good")
    client.get(turk(address(slug, tier=1), assignment="3NEXT"))
    do_one(client, slug)
    assert sorted(answer.tier for answer in answers_of(house.store, slug)) == [1, 2]


def test_framed_by_named_sites(house: Any, tmp_path: Path) -> None:
    house.app = create_app(
        house.store, media=tmp_path / "m", secret=SECRET, embedders=["https://worker.mturk.com", SANDBOX]
    )
    slug, client = house.campaign().slug, browser(house)
    client.get(turk(address(slug)))
    for page in (
        client.get(f"/work/{slug}"),
        client.get(f"{address(slug)}&assignmentId=ASSIGNMENT_ID_NOT_AVAILABLE"),
    ):
        assert policy(page)["frame-ancestors"] == f"'self' https://worker.mturk.com {SANDBOX}"
        assert "x-frame-options" not in page.headers


def test_what_the_campaign_page_publishes(house: Any) -> None:
    slug, owner = house.campaign().slug, browser(house, "olga")

    def shown(client: Any, **fields: str) -> tuple[int, str]:
        page = client.post(f"/campaigns/{slug}/link", data=fields)
        return page.status_code, html.unescape(page.text)

    assert f'value="{address(slug)}"' in shown(owner, origin="mturk", posting_tier="1")[1]
    status, text = shown(owner, origin="prolific", posting_tier="2")
    assert status == 200
    assert f'value="{address(slug, "prolific", 2)}"' in text
    assert f'value="{completion_code(SECRET, slug, 2)}"' in text
    assert shown(owner, origin="mturk", posting_tier="3")[0] == 422
    assert shown(house.client("olga"), origin="mturk")[0] == 422  # no marketplace takes plain http
    for fields in ({"origin": "mturk", "external": "A5"}, {"origin": "other"}):
        personal = re.search(r'value="(https://testserver/enter/[^"]+)"', shown(owner, **fields)[1])
        assert personal is not None
        client = browser(house)
        assert client.get(personal[1]).status_code == 303
        assert handed(do_one(client, slug).text) is None
    # A link without a tier is as it always was: for any marketplace, without a way back.
    shared = owner.post("/api/v1/links", json={"campaign": slug, "origin": "mturk"}).json()["url"]
    first = browser(house)
    assert first.get(f"{shared}?workerId=A7&assignmentId=x").status_code == 303
    assert first.get(f"{shared}?workerId=A7&assignmentId=y").status_code == 303
    assert browser(house).get(f"{shared}?workerId=A7").status_code == 403
    assert browser(house).get(f"{shared}?assignmentId=ASSIGNMENT_ID_NOT_AVAILABLE").status_code == 403
    wanted = {"campaign": slug, "origin": "prolific", "tier": 2}
    made = owner.post("/api/v1/links", json=wanted)
    assert made.json() == {
        "url": address(slug, "prolific", 2),
        "completion": completion_code(SECRET, slug, 2),
    }
    assert owner.post("/api/v1/links", json=wanted | {"origin": "other"}).status_code == 422
    assert owner.post("/api/v1/links", json=wanted | {"external": "A5"}).status_code == 422


@pytest.fixture
def standin(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "dummy")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "dummy")
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    monkeypatch.setenv("PROLIFIC_TOKEN", "standin-token")
    with StandinMarketplace() as running:
        yield running


@pytest.mark.parametrize("origin", ["mturk", "prolific"])
def test_from_publishing_to_the_bonus(
    house: Any, standin: StandinMarketplace, tmp_path: Path, origin: str
) -> None:
    slug = house.campaign().slug
    wanted = {"campaign": slug, "origin": origin, "tier": 1}
    made = browser(house, "olga").post("/api/v1/links", json=wanted).json()
    client = browser(house)
    market: Any
    if origin == "mturk":
        market, name = MechanicalTurk(endpoint_url=standin.url), "A1WORKER"
    else:
        market, name = Prolific("6" * 24, tmp_path / "payments.db", base_url=standin.url), "5f00"
    posting = market.publish(
        slug, 1, made["url"], count=2, pay=1, title="Say it differently", description="Two sentences.",
        completion=made.get("completion"),
    )  # fmt: skip
    if origin == "mturk":
        question = standin.turk.hits[posting]["Question"]
        found = re.search("<ExternalURL>(.*?)</ExternalURL>", question)
        assert found is not None
        assignment = standin.turk.take(posting, name)
        url = turk(html.unescape(found[1]), name, assignment)
    else:
        assignment = standin.prolific.take(posting, name)
        url = standin.prolific.studies[posting]["external_study_url"]
        for placeholder, value in (("PROLIFIC_PID", name), ("STUDY_ID", posting), ("SESSION_ID", assignment)):
            url = url.replace(f"{{{{%{placeholder}%}}}}", value)
    assert client.get(url).status_code == 303
    page = do_one(client, slug).text
    if origin == "mturk":
        form = handed(page)
        assert form is not None
        assert (urlsplit(form[0]).netloc, form[1]["assignmentId"]) == ("workersandbox.mturk.com", assignment)
    else:
        (code,) = standin.prolific.studies[posting]["completion_codes"]
        assert f"?cc={code['code']}" in page
    (submission,) = market.submissions(posting)
    (worker,) = workers(house, origin)
    assert (submission.worker, submission.assignment) == (worker.external, assignment)
    (answer,) = answers_of(house.store, slug, worker_id=worker.id)
    assert market.confirm(worker.external, assignment) is True
    market.approve(assignment)
    assert market.bonus(worker.external, assignment, answer.pay, "one sentence", key=f"{slug}-{answer.id}")
    assert not market.bonus(
        worker.external, assignment, answer.pay, "one sentence", key=f"{slug}-{answer.id}"
    )
    assert next(iter(market.submissions(posting))).state == "approved"
