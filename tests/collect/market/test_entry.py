"""The door: signed links, what marketplaces add to them, previews, and what is refused."""

from __future__ import annotations

from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from hypothesis import given, strategies as st

from likewise.collect.market import complete, completion_code, entry_link, read_entry
from likewise.collect.market.entry import Origin, prolific_url
from likewise.errors import InputError, LikewiseError, RefusedError

SECRET = b"studio secret"
TURK = {
    "assignmentId": "123RVWYBAZW00EXAMPLE456RVWYBAZW00EXAMPLE",
    "hitId": "123RVWYBAZW00EXAMPLE",
    "turkSubmitTo": "https://www.mturk.com/",
    "workerId": "AZ3456EXAMPLE",
}
PROLIFIC = {"PROLIFIC_PID": "5f" * 12, "STUDY_ID": "6a" * 12, "SESSION_ID": "7b" * 12}


def query(origin: Origin, added: dict[str, str], tier: int = 1) -> str:
    link = entry_link(
        "https://studio.example/enter", origin=origin, campaign="clips", tier=tier, secret=SECRET
    )
    return f"{urlsplit(link).query}&{urlencode(added)}"


def test_from_mechanical_turk() -> None:
    entry = read_entry(query("mturk", TURK), SECRET)
    assert (entry.origin, entry.campaign, entry.tier, entry.preview) == ("mturk", "clips", 1, False)
    assert (entry.worker, entry.assignment, entry.posting) == (
        TURK["workerId"],
        TURK["assignmentId"],
        TURK["hitId"],
    )
    done = complete(entry, SECRET)
    assert (done.method, done.url) == ("POST", "https://www.mturk.com/mturk/externalSubmit")
    assert done.fields["assignmentId"] == TURK["assignmentId"]
    assert len(done.fields) > 1


def test_from_prolific() -> None:
    entry = read_entry(dict(parse_qsl(query("prolific", PROLIFIC, tier=2))), SECRET)
    assert (entry.worker, entry.assignment, entry.posting) == ("5f" * 12, "7b" * 12, "6a" * 12)
    assert (entry.tier, entry.preview) == (2, False)
    done = complete(entry, SECRET)
    assert done.url == "https://app.prolific.com/submissions/complete"
    assert done.fields == {"cc": completion_code(SECRET, "clips", 2)}


def test_prolifics_placeholders_stay_as_they_are() -> None:
    link = entry_link(
        "https://studio.example/enter", origin="prolific", campaign="clips", tier=1, secret=SECRET
    )
    filled = prolific_url(link)
    for name, value in PROLIFIC.items():
        filled = filled.replace(f"{{{{%{name}%}}}}", value)
    assert read_entry(urlsplit(filled).query, SECRET).worker == PROLIFIC["PROLIFIC_PID"]
    assert prolific_url("https://studio.example/").startswith("https://studio.example/?PROLIFIC_PID=")


def test_previews() -> None:
    turk = {"assignmentId": "ASSIGNMENT_ID_NOT_AVAILABLE", "hitId": TURK["hitId"]}
    unfilled = [(n, f"{{{{%{n}%}}}}") for n in PROLIFIC]
    for entry in (
        read_entry(query("mturk", turk), SECRET),
        read_entry([*parse_qsl(query("prolific", {})), *unfilled], SECRET),
    ):
        assert entry.preview
        assert entry.worker is None
        with pytest.raises(RefusedError) as caught:
            complete(entry, SECRET)
        assert caught.value.code == "not-allowed"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("tier=1", "tier=2"),
        ("campaign=clips", "campaign=other"),
        ("origin=mturk", "origin=prolific"),
        ("sig=", "sig=0"),
    ],
)
def test_a_link_that_was_changed_is_refused(old: str, new: str) -> None:
    with pytest.raises(RefusedError) as caught:
        read_entry(query("mturk", TURK).replace(old, new), SECRET)
    assert caught.value.code == "not-allowed"


def test_a_link_of_another_studio_is_refused() -> None:
    with pytest.raises(RefusedError):
        read_entry(query("mturk", TURK), b"another secret")


def test_a_link_without_signature_is_refused() -> None:
    with pytest.raises(RefusedError):
        read_entry({"origin": "mturk", "campaign": "clips", "tier": "1"} | TURK, SECRET)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("workerId", ""),
        ("workerId", "a123"),
        ("workerId", "A<script>"),
        ("workerId", "A" + "B" * 64),
        ("workerId", "A1\n"),
        ("assignmentId", ""),
        ("assignmentId", "lower"),
        ("hitId", "../x"),
        ("turkSubmitTo", "https://evil.example"),
        ("turkSubmitTo", "https://www.mturk.com.evil.example"),
        ("turkSubmitTo", "http://www.mturk.com"),
        ("turkSubmitTo", ""),
    ],
)
def test_mechanical_turks_parameters_are_checked(field: str, value: str) -> None:
    with pytest.raises(InputError) as caught:
        read_entry(query("mturk", TURK | {field: value}), SECRET)
    assert caught.value.field == field


@pytest.mark.parametrize("field", list(PROLIFIC))
@pytest.mark.parametrize("value", ["", "a b", "../..", "x" * 65, "é" * 24, "a\x00b", "‮abc"])
def test_prolifics_parameters_are_checked(field: str, value: str) -> None:
    with pytest.raises(InputError) as caught:
        read_entry(query("prolific", PROLIFIC | {field: value}), SECRET)
    assert caught.value.field == field


def test_a_parameter_given_twice_is_refused() -> None:
    with pytest.raises(InputError) as caught:
        read_entry(query("mturk", TURK) + "&workerId=AOTHER", SECRET)
    assert caught.value.field == "workerId"


@pytest.mark.parametrize(
    "text", ["x" * 5000, "&".join("a=1" for _ in range(60)), "a=%ff%fe", "tier=" + "1" * 300]
)
def test_odd_queries_are_told(text: str) -> None:
    with pytest.raises(InputError):
        read_entry(text, SECRET)


def test_a_code_is_the_campaigns_and_the_tiers_own() -> None:
    codes = {completion_code(SECRET, campaign, tier) for campaign in ("a", "b") for tier in (1, 2)}
    assert len(codes) == 4
    assert all(code.isalnum() and 8 <= len(code) <= 16 for code in codes)


@pytest.mark.parametrize(
    "base", ["http://studio.example/", "https://studio.example/?a=1", "https://studio.example/#a"]
)
def test_links_start_from_a_plain_https_address(base: str) -> None:
    with pytest.raises(InputError):
        entry_link(base, origin="mturk", campaign="clips", tier=1, secret=SECRET)


@given(st.text(max_size=200), st.dictionaries(st.text(max_size=12), st.text(max_size=80), max_size=5))
def test_anything_else_is_refused_in_our_own_words(text: str, pairs: dict[str, str]) -> None:
    for given_query in (text, pairs, pairs | {"origin": "mturk", "campaign": "clips", "tier": "1"}):
        with pytest.raises(LikewiseError):
            read_entry(given_query, SECRET)
