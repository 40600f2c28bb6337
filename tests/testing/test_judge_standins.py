"""The stand-ins for judges by themselves, as a user's tests meet them."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import urllib.request

import pytest

from likewise.testing import standin_reply
from likewise.testing.judge_command import serve

TEXTS = {"source": "a cat sat", "candidate": "A cat sat."}


@pytest.mark.parametrize(
    ("texts", "verdict"),
    [
        (TEXTS, 5),
        ({"source": "a cat sat", "candidate": "dogs run"}, 1),
        ({"references": ["a b c d"], "candidate": "a b"}, 3),
        ({"source": "", "candidate": ""}, 5),
        ({"source": "a cat sat", "first": "dogs", "second": "a cat sat"}, "second"),
        ({"source": "a cat sat", "first": "dogs", "second": "birds"}, "first"),
    ],
)
def test_verdicts_are_by_shared_words(texts: dict[str, object], verdict: object) -> None:
    assert json.loads(standin_reply(texts))["verdict"] == verdict


def test_the_program_answers_line_by_line() -> None:
    line = json.dumps({"id": "7", "system": "a b", "user": "c", "texts": TEXTS})
    out = io.StringIO()
    assert serve([line, line, line], out, garbage=2, fail_after=2) == 1
    first, second = map(json.loads, out.getvalue().splitlines())
    assert (first["id"], json.loads(first["reply"])["verdict"], second["reply"]) == ("7", 5, "Hm.")


def test_the_endpoint_runs_by_itself() -> None:
    words = [sys.executable, "-m", "likewise.testing.judge_endpoint", "--port", "0"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        url = json.loads(program.stdout.readline().partition(" = ")[2])
        messages = [{"content": "rubric"}, {"content": json.dumps(TEXTS)}]
        body = json.dumps({"model": "m", "messages": messages}).encode()
        with urllib.request.urlopen(urllib.request.Request(url, body), timeout=10) as answer:
            found = json.load(answer)
        program.terminate()
    assert json.loads(found["choices"][0]["message"]["content"])["verdict"] == 5
    assert found["usage"] == {"prompt_tokens": 8, "completion_tokens": 9}
