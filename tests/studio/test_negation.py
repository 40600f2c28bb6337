"""The page Negation and its API: scopes in colour, ways through an MRS, refusals, broken analyses."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from likewise import data
from likewise.cli.main import run
from likewise.errors import InputError, RefusedError
from likewise.io.models import ModelCard, write_model
from likewise.negation import Method, Resolver
from likewise.records import Segment
from likewise.studio.negation import worker
from likewise.studio.negation.marked_text import marked
from likewise.studio.negation.sent_analyses import analysed_in, key_of
from likewise.studio.negation.service import NegationService

from .stub import stub_resolver

V1 = "/api/v1/negation"
EXAMPLE = Path(data.path("negation_deep.jsonl")).read_text(encoding="utf-8")
ROWS = [json.loads(line) for line in EXAMPLE.splitlines()]
RESOLVER = stub_resolver()


@pytest.fixture
def asked(house: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The house with a process that answers in this one, and the resolver above."""
    monkeypatch.setattr(worker, "resolver_of", lambda folder: RESOLVER)
    negators = house.app.state.studio.service(NegationService)
    monkeypatch.setattr(
        negators.process, "ask", lambda question: json.loads(json.dumps(worker.answer(question)))
    )
    return house


def deep(house: Any, *rows: dict[str, Any], **more: Any) -> list[dict[str, Any]]:
    answer = house.client("rita").post(V1, json={"parses": list(rows), **more})
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()["sentences"]
    return found


def broken(**change: str) -> dict[str, Any]:
    first = ROWS[0]
    return {"text": first["text"], "parses": [{**first["parses"][0], **change}]}


BROKEN: list[tuple[dict[str, str], str]] = [
    ({"mrs": ""}, "needs both a derivation and an MRS"),
    ({"mrs": "[ TOP"}, "broken MRS"),
    ({"mrs": ROWS[0]["parses"][0]["mrs"].replace("neg<16:19>", "neg")}, "missing offsets"),
    ({"mrs": ROWS[0]["parses"][0]["mrs"].replace("h12 qeq h13", "h12 qeq h10")}, "cyclic handles"),
    ({"derivation": "(root_strict"}, "broken derivation"),
    ({"derivation": ROWS[2]["parses"][0]["derivation"]}, "is not in the text"),
    ({"derivation": "(a 0 1 " * 3000 + '("not")' + ")" * 3000}, ""),
]
FORMS: list[tuple[dict[str, str], bytes | None, str]] = [
    ({"text": ""}, None, "expected a sentence"),
    ({"text": "a" * 20_001}, None, "at most 20,000 characters"),
    ({"text": "a", "method": "oracle"}, None, "expected one of best, ranker, tagger, crawler"),
    ({"text": "a", "parses": "\n{"}, None, "line 2: the line is not JSON"),
    ({"text": "a", "parses": "[]"}, None, "line 1: expected an object"),
    ({"text": "", "parses": '{"text": "a"}'}, None, "line 1: parses"),
    ({"text": "a"}, b"\xff", "is not UTF-8 text"),
    ({"text": "a"}, b"\x1f\x8bno", "is broken gzip data"),
    ({"text": "a"}, gzip.compress(b" " * (8 << 20) + b"{}"), "at most 8,388,608 bytes"),
]


class TestProgram:
    def test_lines_are_resolved_as_on_the_command_line(self, asked: Any) -> None:
        body = {"text": "He did not go.\n\n It rained. \r\n", "method": "tagger"}
        found = asked.client("rita").post(V1, json=body).json()
        assert found["model"] == "embedded"
        first, second = found["sentences"]
        told = RESOLVER.resolve("He did not go.", method="tagger").as_dict()
        assert first == {"text": "He did not go.", **told}
        assert first["negations"][0]["method"] == "tagger"
        assert (second["text"], second["negations"], second["method"]) == ("It rained.", [], "no cue")
        for method in Method:
            assert deep(asked, text="It rained.", method=method)[0]["negations"] == []
        assert asked.client("rita").get(f"{V1}/models").json() == {
            "models": ["embedded"],
            "methods": list(Method),
        }

    def test_a_sentence_finds_its_analyses_by_its_letters(self, asked: Any) -> None:
        text = "  we bought bread , but no fish \nHe did not go."
        with_analyses, without = deep(asked, *ROWS, text=text)
        assert [one["negations"][0]["method"] for one in (with_analyses, without)] == ["crawler", "best"]
        assert with_analyses["text"] == ROWS[2]["text"]  # the MRS counts its characters
        assert "analyses" not in without

    def test_refuses(self, asked: Any) -> None:
        bad: list[tuple[dict[str, Any], str]] = [
            ({}, "expected a sentence"),
            ({"text": " \n "}, "expected a sentence"),
            ({"text": "a\n" * 51}, "at most 50 sentences"),
            ({"text": "a" * 2001}, "at most 2,000 characters a sentence"),
            ({"text": "a" * 20_001}, ""),
            ({"text": "a\x08"}, "control characters"),
            ({"text": "a", "method": "oracle"}, ""),
            ({"text": "a", "more": 1}, ""),
            ({"parses": [{"text": "a"}]}, ""),
            ({"parses": [{"text": "a", "parses": [{"mrs": "[]"}]}]}, ""),
            ({"parses": [broken(mrs="x" * 100_001)]}, ""),
        ]
        for body, said in bad:
            answer = asked.client("olga").post(V1, json=body)
            assert answer.status_code == 422, body
            assert said in answer.json()["error"]["message"]
        much = {"text": "not " * 200}
        assert "too much is denied" in asked.client("olga").post(V1, json=much).json()["error"]["message"]
        answer = asked.client("olga").post(V1, json={"text": "a", "model": "other"})
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not-found")

    def test_who_may_ask(self, asked: Any) -> None:
        assert asked.client().post(V1, json={"text": "a"}).status_code == 401
        assert asked.client("wim").post(V1, json={"text": "a"}).status_code == 403
        assert asked.client("wim", accept="text/html").get("/negation").status_code == 403
        elsewhere = asked.client("olga", accept="text/html", origin="https://elsewhere.example")
        assert elsewhere.post("/negation", data={"text": "a"}).status_code == 403


SCOPES = {
    "not": "The old man did open the small door",
    "Nobody": "in the village saw the boat",
    "no": "We bought fish",
    "un": "She was able to sleep",
    "never": "her sister complained",
    "without": "his umbrella",
}
WAYS = {
    "small": "neg [has ARG1] _open_v_cause [has ARG2] _the_q [has RSTR] _small_a_1",
    "did": "neg [has ARG1] _open_v_cause [has the auxiliary] ",
    "boat": "_no_q [is ARG1 of] _see_v_1 [has ARG2] _boat_n_1",
    "We": "_no_q [is ARG2 of] _buy_v_1 [has ARG1] pron",
    "able": "_unable_a_1",
    "to": "_unable_a_1 [has ARG2] _sleep_v_1 [has the infinitive marker] ",
    "sister": "_never_a_1 [has ARG1] _complain_v_to [has ARG1] _sister_n_of",
}


def _way(steps: list[dict[str, Any]]) -> str:
    shown = [(f"[{step['link']}] " if step["link"] else "") + step["predicate"] for step in steps]
    return " ".join(shown)


class TestDeep:
    def test_the_example_is_crawled(self, asked: Any) -> None:
        scopes, seen = {}, {}
        for sentence in deep(asked, *ROWS):
            assert sentence["problems"] == []
            for one in sentence["negations"]:
                assert (one["method"], one["analysis"]) == ("crawler", 1)
                cue = one["parts"]["cue"][0]["text"]
                scopes[cue] = " ".join(part["text"] for part in one["parts"]["scope"])
                assert one["trust"] > 0
                for part, path in zip(one["parts"]["scope"], one["paths"], strict=True):
                    assert sentence["text"][part["start"] : part["end"]] == part["text"]
                    assert path[0]["predicate"] == one["predicate"]
                    seen[part["text"]] = _way(path)
        assert scopes == SCOPES
        assert {word: seen[word] for word in WAYS} == WAYS

    def test_the_other_answer_is_there(self, asked: Any) -> None:
        (found,) = deep(asked, ROWS[3])
        unable = found["negations"][0]
        assert set(unable["scope"]) < set(unable["other"])
        assert "other" not in deep(asked, ROWS[3], method="best")[0]["negations"][0]

    def test_drawings(self, asked: Any) -> None:
        (found,) = deep(asked, ROWS[0], draw=True)
        (drawing,) = found["drawings"]
        assert 'data-node="neg&lt;16:19&gt;"' in drawing["mrs"]
        assert "hd-cmp_u_c" in drawing["derivation"]

    def test_a_broken_analysis_is_left_out_and_said(self, asked: Any) -> None:
        for change, said in BROKEN:
            (found,) = deep(asked, broken(**change), draw=True)
            (problem,) = found["problems"]
            assert problem.startswith("analysis 1: ")
            assert said in problem
            (one,) = found["negations"]
            assert (one["method"], one["silent"]) == ("ranker", problem)
            both = {"text": ROWS[0]["text"], "parses": [*broken(**change)["parses"], *ROWS[0]["parses"]]}
            (again,) = deep(asked, both)
            assert (again["negations"][0]["method"], again["negations"][0]["analysis"]) == ("crawler", 2)

    def test_a_reading_without_the_cue(self, asked: Any) -> None:
        mrs = ROWS[0]["parses"][0]["mrs"].replace("neg<16:19>", "_quite_x_deg<12:15>")
        (found,) = deep(asked, broken(mrs=mrs))
        assert found["negations"][0]["silent"] == "no predication stands on the cue"
        assert found["problems"] == []


class TestPage:
    def post(self, house: Any, part: bool = False, file: bytes | None = None, **fields: str) -> Any:
        client = house.client("olga", accept="text/html")
        files = None if file is None else {"file": ("parses.jsonl.gz", file)}
        return client.post(
            "/negation", data=fields, files=files, headers={"hx-request": "true"} if part else {}
        )

    def test_words_in_colour(self, asked: Any) -> None:
        page = self.post(asked, text="He did <b>not</b> go\nIt rained")
        assert page.status_code == 200
        assert '<mark class="cue">not<span class="hidden"> (cue)</span></mark>' in page.text
        assert "&lt;" in page.text
        assert "<b>not" not in page.text
        assert "ranker and taggers, from the words alone" in page.text
        assert "Nothing is denied here" in page.text
        assert 'class="step"' not in page.text  # without analyses there is a reason and no way
        part = self.post(asked, part=True, text="He did not go", method="tagger")
        assert "<html" not in part.text
        assert "the taggers, from the words alone" in part.text

    def test_ways_are_shown(self, asked: Any) -> None:
        page = self.post(asked, parses=EXAMPLE, text="")
        assert page.text.count('class="negation"') == 6
        assert (
            '<button type="button" class="scope" data-why="1-1-1" aria-pressed="false">old</button>'
            in page.text
        )
        assert 'data-row="1-1-1"' in page.text
        assert 'data-step="neg&lt;16:19&gt;"' in page.text
        assert "would add bread, but" in page.text
        assert "<svg" in page.text
        assert not re.search(r" (style|onclick)=", page.text)

    def test_files(self, asked: Any) -> None:
        assert "The syntax" in self.post(asked, file=gzip.compress(EXAMPLE.encode()), text="").text
        alone = json.dumps({"text": ROWS[0]["text"], **ROWS[0]["parses"][0]})
        assert "The syntax" in self.post(asked, file=alone.encode(), text=ROWS[0]["text"]).text
        apart = self.post(asked, file=EXAMPLE.encode(), text="He did not go.")
        assert "None of the sentences has the text" in apart.text
        many = "\n".join(json.dumps({**ROWS[0], "text": f"not {n}", "parses": []}) for n in range(60))
        assert "10 more lines of analyses" in self.post(asked, file=many.encode(), text="").text

    def test_refuses_and_keeps_what_was_typed(self, asked: Any) -> None:
        for fields, file, said in FORMS:
            page = self.post(asked, False, file, **fields)
            assert page.status_code == 422, said
            assert said in page.text
            assert fields["text"][:100] in page.text

    def test_an_example_fills_the_form_and_asks_by_itself(self, asked: Any) -> None:
        client = asked.client("olga", accept="text/html")
        page = client.get("/negation", params={"example": "deep"})
        assert 'hx-trigger="load"' in page.text
        assert ROWS[0]["text"] in page.text
        assert "_open_v_cause&lt;20:24&gt;" in page.text
        assert "careless" in client.get("/negation", params={"example": "plain"}).text
        assert 'hx-trigger="load"' not in client.get("/negation").text
        assert "&lt;i&gt; is not" in client.get("/negation", params={"text": "<i> is not"}).text


FLAG = {"kind": "gained", "reason": "the candidate has 'un' over 'happy'; reference 1 says '<happy>'"}


def _polarity(segment: Segment) -> dict[str, Any]:
    unhappy = {"cue": [1], "scope": [0, 1], "event": [1], "kind": "affix", "cancelled": False}
    parts = {
        "cue": [{"text": "un"}],
        "scope": [{"text": "Quite"}, {"text": "happy"}],
        "event": [{"text": "happy"}],
    }
    sides = {
        "candidate": {"tokens": segment.candidate.split(), "negations": [{**unhappy, "parts": parts}]},
        "reference": {"tokens": segment.references[0].split(), "negations": []},
    }
    return {"reference": 0, "negations": sides, "flags": [FLAG] if "<" in segment.references[0] else []}


class TestTwoTexts:
    @pytest.fixture(autouse=True)
    def quick(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("likewise.metrics.negation.polarity", _polarity)

    def test_program(self, asked: Any) -> None:
        client = asked.client("rita")
        found = client.post(
            f"{V1}/compare", json={"candidate": "Quite unhappy", "reference": "<happy>"}
        ).json()
        assert (found["same"], found["flags"]) == (False, [FLAG])
        bad = [
            {"candidate": "", "reference": "a"},
            {"candidate": "a", "reference": " \n"},
            {"candidate": "a"},
        ]
        for body in [
            *bad,
            {"candidate": "a\x08", "reference": "a"},
            {"candidate": "a" * 2001, "reference": "a"},
        ]:
            assert client.post(f"{V1}/compare", json=body).status_code == 422
        assert asked.client("wim").post(f"{V1}/compare", json=bad[0]).status_code == 403

    def test_page(self, asked: Any) -> None:
        client = asked.client("olga", accept="text/html")
        sent = {"candidate": "Quite  unhappy", "reference": "<happy>"}
        page = client.post("/negation/compare", data=sent)
        assert "<b>Gained:</b>" in page.text
        assert "&lt;happy&gt;" in page.text
        assert '(cue)</span></mark><span class="scope event">happy</span>' in page.text
        assert "denies nothing" in page.text
        part = client.post(
            "/negation/compare", data=sent | {"reference": "sad"}, headers={"hx-request": "true"}
        )
        assert "<html" not in part.text
        assert "the two agree" in part.text
        refused = client.post("/negation/compare", data={"candidate": "a"})
        assert refused.status_code == 422
        assert "<b>reference:</b> expected a text" in refused.text


@settings(max_examples=40, deadline=None)
@given(st.text(max_size=60))
def test_pieces_make_up_the_text(text: str) -> None:
    for one in RESOLVER.resolve(f"{text} unable to do, not {text}").as_dict()["negations"]:
        pieces = marked(f"{text} unable to do, not {text}", one)
        assert "".join(piece["text"] for piece in pieces) == f"{text} unable to do, not {text}"
        assert [piece["text"] for piece in pieces if piece["kind"] == "cue"] == [
            one["parts"]["cue"][0]["text"]
        ]


def test_only_wanted_analyses_are_read() -> None:
    odd = '{"text": "b", "parses": 7}\n'
    found, count = analysed_in(odd + EXAMPLE, {key_of(ROWS[1]["text"])})
    assert ([one.text for one in found], count) == ([ROWS[1]["text"]], 6)
    with pytest.raises(InputError, match="parses"):
        analysed_in(odd, set())


def test_models_by_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["studio", "--port", "0", "--negation", "absent"]) == 2
    assert capsys.readouterr().err == "likewise: absent: no such folder\n"
    write_model(tmp_path / "odd", ModelCard("follower", {}))
    with pytest.raises(InputError, match="finds no negation"):
        NegationService([tmp_path / "odd"])
    for name in ("a/m", "b/m"):
        (tmp_path / name).parent.mkdir()
        write_model(tmp_path / name, ModelCard(Resolver.kind, {}))
    both = NegationService([tmp_path / "a/m", tmp_path / "b/m"])
    assert both.models.names == ["m", "m-2"]
    with pytest.raises(RefusedError, match="no such model"):
        both.ask([{"text": "a"}], model="embedded")


def test_the_process_answers(house: Any) -> None:
    negators = house.app.state.studio.service(NegationService)
    found = negators.ask([{"text": "He did not go."}, {k: ROWS[0][k] for k in ("text", "parses")}])
    assert found["sentences"][0]["negations"][0]["cue"] == [2]
    assert found["sentences"][1]["negations"][0]["method"] == "crawler"
    first = negators.process.process
    assert negators.ask([{"text": "It rained."}])["sentences"][0]["method"] == "no cue"
    assert negators.process.process is first
