"""Verdicts from an endpoint, against the stand-in: pace, faults, costs, and a key that is nowhere."""

from __future__ import annotations

import json
import logging
import os
import shutil
import ssl
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from email.utils import formatdate
from pathlib import Path
from typing import Any

import pytest

from likewise.cli.main import run
from likewise.data import copy_examples
from likewise.errors import RefusedError
from likewise.evaluate import LanguageJudge, fetch_verdicts
from likewise.evaluate.llm_judge import endpoint_asker
from likewise.evaluate.llm_judge.endpoint import asked_pause
from likewise.io import read_verdicts
from likewise.records import Segment
from likewise.testing import StandinJudge

KEY = "sk-sentinel-7f3e9a"
Make = Callable[..., LanguageJudge]


@pytest.fixture
def standin() -> Iterator[StandinJudge]:
    with StandinJudge(key=KEY, echo=True) as running:
        yield running


@pytest.fixture
def judge(make_judge: Make, standin: StandinJudge, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """A judge behind the stand-in, with short pauses."""
    monkeypatch.setenv("TEST_JUDGE_KEY", KEY)
    monkeypatch.setattr(endpoint_asker, "_FIRST_PAUSE", 0.01)
    return lambda **given: make_judge(**{"endpoint": standin.url, "key_env": "TEST_JUDGE_KEY", **given})


def test_requests_have_the_shape_of_chat_completions(
    judge: Make, standin: StandinJudge, rows: list[Segment], tmp_path: Path
) -> None:
    out = tmp_path / "v.jsonl"
    found = fetch_verdicts(rows, judge(fields=["source", "candidate"], extra={"seed": 7}), out)
    assert (found.asked, found.verdicts, found.is_counted) == (12, 12, True)
    assert len(standin.asked) == 12
    asked = standin.asked[0]
    assert asked.authorised
    assert asked.headers["Content-Type"] == "application/json"
    assert {k: v for k, v in asked.body.items() if k != "messages"} == {
        "model": "some-model", "temperature": 0.0, "max_tokens": 512, "seed": 7,
    }  # fmt: skip
    system, user = asked.body["messages"]
    assert (system["role"], user["role"]) == ("system", "user")
    assert system["content"].startswith("Is the meaning kept?")
    assert json.loads(user["content"]).keys() == {"source", "candidate"}
    words = sum(len((a.body["messages"][0]["content"] + a.body["messages"][1]["content"]).split())
                for a in standin.asked)  # fmt: skip
    assert found.tokens_in == words
    again = fetch_verdicts(rows, judge(fields=["source", "candidate"], extra={"seed": 7}), out)
    assert (again.asked, len(standin.asked)) == (0, 12)


def test_what_is_default_is_not_sent(
    judge: Make, standin: StandinJudge, rows: list[Segment], tmp_path: Path
) -> None:
    given = {"temperature": "default", "extra": {"max_completion_tokens": 9}}
    fetch_verdicts(rows[:1], judge(**given), tmp_path / "v.jsonl")
    assert standin.asked[0].body.keys() == {"model", "messages", "max_completion_tokens"}


@pytest.mark.parametrize("kind", ["error", "unavailable", "garbage", "broken", "throttle"])
def test_what_is_busy_is_asked_again(
    judge: Make, standin: StandinJudge, rows: list[Segment], tmp_path: Path, kind: Any
) -> None:
    standin.fail(kind, times=3)
    found = fetch_verdicts(rows, judge(concurrency=2), tmp_path / "v.jsonl")
    assert (found.verdicts, found.missing, found.problems) == (12, 0, {})
    assert len(standin.asked) == 15


def test_retry_after_holds_all_threads(
    judge: Make, standin: StandinJudge, rows: list[Segment], tmp_path: Path
) -> None:
    standin.fail("throttle", seconds=0.5)
    fetch_verdicts(rows, judge(concurrency=1), tmp_path / "v.jsonl")
    first, second = standin.asked[0].at, standin.asked[1].at
    assert second - first >= 0.5


def test_an_endpoint_that_asks_to_wait_for_long_ends_the_run(
    judge: Make, standin: StandinJudge, rows: list[Segment], tmp_path: Path
) -> None:
    standin.fail("throttle", seconds=4000)
    with pytest.raises(RefusedError, match="asks to wait 4000 seconds: run it again then"):
        fetch_verdicts(rows, judge(concurrency=1), tmp_path / "v.jsonl")
    assert len(standin.asked) == 1


def test_the_pace_is_kept(judge: Make, standin: StandinJudge, rows: list[Segment], tmp_path: Path) -> None:
    fetch_verdicts(rows[:6], judge(requests_per_minute=1200, concurrency=6), tmp_path / "v.jsonl")
    times = sorted(asked.at for asked in standin.asked)
    assert times[-1] - times[0] >= 3 * 0.05


def test_requests_run_beside_each_other(
    judge: Make, standin: StandinJudge, rows: list[Segment], tmp_path: Path
) -> None:
    standin.fail("slow", times=12, seconds=0.2)
    start = time.monotonic()
    fetch_verdicts(rows, judge(concurrency=12), tmp_path / "v.jsonl")
    assert time.monotonic() - start < 12 * 0.2


def test_what_fails_for_good_is_left_for_the_next_run(
    judge: Make, standin: StandinJudge, rows: list[Segment], tmp_path: Path
) -> None:
    out = tmp_path / "v.jsonl"
    standin.fail("refuse", times=2)
    found = fetch_verdicts(rows, judge(concurrency=1), out)
    assert (found.verdicts, found.missing) == (10, 2)
    (problem,) = found.problems
    assert "HTTP 400" in problem
    assert "refuse on demand" in problem
    standin.fail("error", times=100)
    run_of_faults = fetch_verdicts(rows, judge(retries=0, concurrency=1), out)
    assert (run_of_faults.missing, run_of_faults.asked) == (2, 0)


def test_five_problems_in_a_row_end_the_run(
    judge: Make, standin: StandinJudge, rows: list[Segment], tmp_path: Path
) -> None:
    standin.fail("error", times=100)
    found = fetch_verdicts(rows, judge(retries=0, concurrency=1), tmp_path / "v.jsonl")
    assert found.missing == 12
    assert 5 <= len(standin.asked) <= 7


def test_slow_answers_are_given_up(
    judge: Make, standin: StandinJudge, rows: list[Segment], tmp_path: Path
) -> None:
    standin.fail("slow", seconds=2)
    found = fetch_verdicts(rows[:2], judge(timeout=0.3, retries=1, concurrency=1), tmp_path / "v.jsonl")
    assert (found.verdicts, len(standin.asked)) == (2, 3)


def test_nonsense_and_cut_off_replies_are_no_verdicts(
    judge: Make, standin: StandinJudge, rows: list[Segment], tmp_path: Path
) -> None:
    standin.fail("nonsense", times=2)
    standin.fail("cut")
    found = fetch_verdicts(rows, judge(), tmp_path / "v.jsonl")
    assert (found.verdicts, found.no_verdict) == (9, 3)
    assert found.whys == {
        'the reply has no JSON object with "verdict", expected one': 2,
        "the reply was cut off at max_tokens": 1,
    }


@pytest.mark.parametrize(("kind", "told"), [("redirect", "redirects elsewhere; that is not followed")])
def test_redirects_are_not_followed(
    judge: Make, standin: StandinJudge, rows: list[Segment], tmp_path: Path, kind: Any, told: str
) -> None:
    standin.fail(kind, times=9)
    with pytest.raises(RefusedError, match=told):
        fetch_verdicts(rows, judge(concurrency=1), tmp_path / "v.jsonl")
    assert len(standin.asked) == 1


def test_an_endpoint_that_is_not_there(make_judge: Make, rows: list[Segment], tmp_path: Path) -> None:
    with StandinJudge() as gone:
        url = gone.url
    found = fetch_verdicts(rows, make_judge(endpoint=url, retries=0, concurrency=1), tmp_path / "v.jsonl")
    assert found.missing == 12
    assert "cannot be reached" in next(iter(found.problems))


@pytest.mark.parametrize(("value", "told"), [("", "set the environment variable"), ("a b", "holds no key")])
def test_a_key_that_is_none(
    judge: Make, rows: list[Segment], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, value: str, told: str
) -> None:
    monkeypatch.setenv("TEST_JUDGE_KEY", value)
    with pytest.raises(RefusedError, match=told):
        fetch_verdicts(rows, judge(), tmp_path / "v.jsonl")


def test_costs_never_pass_the_limit(
    judge: Make, standin: StandinJudge, rows: list[Segment], tmp_path: Path
) -> None:
    out = tmp_path / "v.jsonl"
    standin.fail("broken", times=1)
    priced = judge(price_in=1000.0, price_out=1000.0, max_tokens=10, concurrency=4)
    limit = 1.5
    found = fetch_verdicts(rows, priced, out, max_cost=limit)
    assert found.is_spent
    # Every request that reached the endpoint counts, that whose answer was lost too.
    paid = sum(one.tokens_in + one.tokens_out for one in read_verdicts(out)) / 1000
    assert found.total_cost == pytest.approx(paid)
    lost = len((standin.asked[0].body["messages"][0]["content"] + "x").split()) / 1000
    assert paid + lost <= limit
    assert len(standin.asked) == found.asked + 1


def bytes_below(folder: Path) -> Iterator[bytes]:
    for path in folder.rglob("*"):
        if path.is_file():
            yield path.read_bytes()


def test_the_key_is_nowhere(
    standin: StandinJudge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture,
) -> None:  # fmt: skip
    """Every byte that the whole way leaves behind, with faults whose texts echo the key."""
    caplog.set_level(logging.DEBUG)
    monkeypatch.chdir(tmp_path)
    copy_examples(tmp_path)
    text = Path("judge.toml").read_text(encoding="utf-8").partition("command")[0]
    behind = (
        f'endpoint = "{standin.url}"\nmodel = "m"\nkey_env = "TEST_JUDGE_KEY"\nretries = 0\nconcurrency = 1\n'
    )
    Path("judge.toml").write_text(text + behind, encoding="utf-8")
    ask = ["verdicts", "outputs.jsonl", "--judge", "judge.toml", "--verbose"]
    codes = []
    monkeypatch.setenv("TEST_JUDGE_KEY", KEY + "-wrong")
    codes.append(run(ask))
    monkeypatch.setenv("TEST_JUDGE_KEY", KEY + "\nX: 1")
    codes.append(run(ask))
    monkeypatch.setenv("TEST_JUDGE_KEY", KEY)
    codes.append(run([*ask, "--dry-run"]))
    for kind in ("refuse", "error", "throttle", "garbage", "broken", "redirect", "nonsense"):
        standin.fail(kind, times=9)  # type: ignore[arg-type]
        codes.append(run([*ask, "--limit", "2"]))
        standin._faults.clear()
    codes.append(run([*ask, "--json", "--limit", "20"]))
    scored = ["outputs.jsonl", "-m", "verdict", "--verbose"]
    codes.append(run(["score", *scored, "--segments", "s.jsonl", "--report", "r.html"]))
    codes.append(run(["explain", *scored, "--id", "clip-01", "--system", "copycat"]))
    assert codes[:-3] == [2, 2, 0, 1, 1, 1, 1, 1, 2, 0]
    assert codes[-3:] == [0, 0, 0]
    assert any(asked.authorised for asked in standin.asked)
    assert not any(KEY in str(asked) for asked in standin.asked)
    out, err = capfd.readouterr()
    secret = KEY.encode()
    assert secret not in (out + err + caplog.text).encode()
    assert [len(found) for found in bytes_below(tmp_path) if secret in found] == []
    kept = read_verdicts("verdicts.jsonl")
    assert [one.reply for one in kept if one.verdict is None] == ["I would rather not say. Bearer ***"] * 2
    assert len(kept) == 22
    assert KEY not in json.dumps(sys.argv)
    assert os.environ["TEST_JUDGE_KEY"] == KEY


def test_replies_under_way_are_kept_after_an_interrupt(
    judge: Make, standin: StandinJudge, rows: list[Segment], tmp_path: Path
) -> None:
    out = tmp_path / "v.jsonl"
    waiting = iter([KeyboardInterrupt])

    def interrupt(_: int) -> None:
        for error in waiting:
            raise error

    standin.fail("slow", times=12, seconds=0.2)
    with pytest.raises(KeyboardInterrupt):
        fetch_verdicts(rows, judge(concurrency=4), out, progress=interrupt)
    assert 4 <= len(read_verdicts(out)) == len(standin.asked) <= 8


@pytest.mark.parametrize(
    ("given", "seconds"),
    [("3", 3), ("0.5", 0.5), ("-3", None), ("soon", None), ("", None), ("1" * 20, None)],
)
def test_retry_after_in_seconds(given: str, seconds: float | None) -> None:
    assert asked_pause(given) == seconds


def test_retry_after_as_a_date() -> None:
    later = asked_pause(formatdate(time.time() + 100, usegmt=True))
    assert later is not None
    assert 97 <= later <= 101
    assert asked_pause("Wed, 21 Oct 2015 07:28:00 GMT") == 0


@pytest.mark.skipif(shutil.which("openssl") is None, reason="needs the program openssl for a certificate")
def test_a_certificate_that_nobody_vouches_for_is_refused(
    make_judge: Make, rows: list[Segment], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = "openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=localhost -days 2 -keyout key.pem"
    subprocess.run([*made.split(), "-out", "cert.pem"], check=True, capture_output=True, cwd=tmp_path)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tmp_path / "cert.pem", tmp_path / "key.pem")
    monkeypatch.setenv("TEST_JUDGE_KEY", KEY)
    with StandinJudge(key=KEY) as standin:
        server = standin._server
        server.socket = context.wrap_socket(server.socket, server_side=True)
        url = standin.url.replace("http:", "https:")
        secured = make_judge(endpoint=url, key_env="TEST_JUDGE_KEY", concurrency=1)
        with pytest.raises(RefusedError, match=r"the certificate of 127\.0\.0\.1:[0-9]+ cannot be verified"):
            fetch_verdicts(rows, secured, tmp_path / "v.jsonl")
        assert standin.asked == []
