"""Pieces of work with several problems: on the Work page, by the API, in the designer, for marketplaces."""

from __future__ import annotations

import re
from typing import Any

import pytest

from likewise.collect import ledger
from likewise.collect.market import entry_link

V1 = "/api/v1"
SAID = {"first": "It is said so.", "second": "One says it like this."}
ANSWER = {f"a_{name}": text for name, text in SAID.items()} | {"act": "submit"}


@pytest.fixture
def slug(house: Any) -> str:
    return str(house.campaign(items=5, settings={"problems": 3}, rates=(3, 5)).slug)


def shown(page: str) -> tuple[str, str] | None:
    """The token of the problem that the page asks, and its place in words."""
    token = re.search(r'name="token" value="([^"]+)"', page)
    place = re.search(r"<b>(Problem \d+ of \d+)</b>", page)
    return (token[1], place[1] if place else "") if token else None


def send(client: Any, slug: str, token: str, **fields: str) -> Any:
    done = client.post(f"/work/{slug}", data=ANSWER | {"token": token} | fields)
    assert done.status_code == 200, done.text
    return done.text


def test_the_page_says_which_problem_it_is(house: Any, slug: str) -> None:
    client = house.client("wim", accept="text/html")
    places = []
    while found := shown(client.get(f"/work/{slug}").text):
        assert shown(client.get(f"/work/{slug}").text) == found  # loaded again
        token, place = found
        places.append(place)
        page = send(client, slug, token, act="skip" if len(places) == 2 else "submit")
        assert ("Skipped." if len(places) == 2 else "Thank you. 0.03 USD") in page
    three = ["Problem 1 of 3", "Problem 2 of 3", "Problem 3 of 3"]
    assert places == [*three, "Problem 1 of 2", "Problem 2 of 2"]
    assert "nothing more for you" in client.get(f"/work/{slug}").text
    assert ledger.balance(house.store, house.accounts["wim"].worker_id) == 4 * 3
    assert ledger.check(house.store) == []


def test_pay_is_told_for_one_and_for_all(house: Any, slug: str) -> None:
    client = house.client("wim", accept="text/html")
    assert "0.03 USD each, 3 at a time" in client.get("/work").text
    assert "0.03 USD each, 0.09 USD for all 3" in client.get(f"/work/{slug}").text
    owner = house.client("olga", accept="text/html").get(f"/campaigns/{slug}").text
    assert "for each of 3 problems at a time" in owner
    single = house.campaign("rate").slug
    page = client.get(f"/work/{single}").text
    assert "0.01 USD each</span>" in page
    assert "Problem 1" not in page


def test_two_tabs_work_on_one_piece(house: Any, slug: str) -> None:
    client = house.client("wim", accept="text/html")
    one, other = (shown(client.get(f"/work/{slug}").text) for _ in range(2))
    assert one is not None
    assert one == other
    after = shown(send(client, slug, one[0]))
    # The second tab still shows the first problem; sending it earns nothing more and loses no place.
    assert shown(send(client, slug, one[0])) == after
    assert after is not None
    assert after[1] == "Problem 2 of 3"
    assert ledger.balance(house.store, house.accounts["wim"].worker_id) == 3


def test_programs_are_told_the_place(house: Any, slug: str) -> None:
    client = house.client("wim")
    given = client.get(f"{V1}/campaigns/{slug}/work").json()["work"]
    places = []
    while given is not None:
        places.append((given["problem"]["number"], given["problem"]["of"]))
        body = {"token": given["token"], "payload": SAID}
        if places[-1] == (1, 2):
            given = client.post(f"{V1}/campaigns/{slug}/skips", json={"token": body["token"]}).json()["next"]
        else:
            given = client.post(f"{V1}/campaigns/{slug}/answers", json=body).json()["next"]
    assert places == [(1, 3), (2, 3), (3, 3), (1, 2), (2, 2)]


def test_a_place_cannot_be_made_up(house: Any, slug: str) -> None:
    client = house.client("wim")
    token = client.get(f"{V1}/campaigns/{slug}/work").json()["work"]["token"]
    forged = f"{token.rsplit('.', 2)[0]}.9.9"
    refused = client.post(f"{V1}/campaigns/{slug}/answers", json={"token": forged, "payload": SAID})
    assert (refused.status_code, refused.json()["error"]["code"]) == (404, "not-found")


def test_the_designer_shows_it(house: Any) -> None:
    client = house.client("rita", accept="text/html")
    assert "Problem 1 of 5" in client.get("/designer?example=follow").text
    assert "Problem 1" not in client.get("/designer?example=rate").text
    form = {"task": "paraphrase", "settings": "problems: 4\n", "stimulus": "text: He sleeps.\n"}
    assert "Problem 1 of 4" in client.post("/designer/preview", data=form).text
    body = {"task": "paraphrase", "settings": {"problems": 4}, "stimulus": {"text": "He sleeps."}}
    found = house.client("rita").post(f"{V1}/tasks/preview", json=body).json()
    assert found["problem"] == {"number": 1, "of": 4}


def test_an_assignment_is_handed_in_between_pieces(house: Any, slug: str) -> None:
    base = "https://testserver"
    client = house.client(origin=base, accept="text/html")
    client.base_url = base
    link = entry_link(f"{base}/enter", origin="mturk", campaign=slug, tier=1, secret=b"s" * 32)
    to = "https://workersandbox.mturk.com"
    client.get(f"{link}&hitId=3HIT&assignmentId=3ASSIGNMENT&workerId=A1WORKER&turkSubmitTo={to}")
    offered = []
    while found := shown(page := client.get(f"/work/{slug}").text):
        offered.append("Hand in at Mechanical Turk" in page)
        send(client, slug, found[0])
    # Not before the first piece is done, then before the second is begun, and at the end.
    assert offered == [False, False, False, True, False]
    assert "Hand in at Mechanical Turk" in page
