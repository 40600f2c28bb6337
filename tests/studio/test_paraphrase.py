"""The page Paraphrase and its API: models, answers with derivations, refusals; the process behind them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from likewise.cli.main import run
from likewise.errors import InputError, RefusedError
from likewise.io.evaluations import keep_evaluation
from likewise.io.models import ModelCard, write_model
from likewise.studio.models import EMBEDDED
from likewise.studio.paraphrase.page import coloured
from likewise.studio.paraphrase.service import ParaphraseService

V1 = "/api/v1/paraphrase"
POINT = {"system": "novelty 0.6", "novelty": 0.6, "bleu": 55.0, "bleu_with_source": 63.0, "pinc": 60.0,
         "identified": 58.0, "length_ratio": 1.0, "near_copies": 4.0, "verbatim": None, "n": 9}  # fmt: skip
EVALUATION = {"points": [POINT], "human": {"bleu": 50.0, "pinc": 80.0, "identified": None}}


def use(start: int, end: int, source: str, target: str, known: bool = True) -> dict[str, Any]:
    scores = {"phrase": -1.0, "phrase-inverse": -2.0, "lexical": -1.0, "lexical-inverse": -1.0}
    return {
        "start": start,
        "end": end,
        "source": source,
        "target": target,
        "scores": scores if known else None,
    }


WORDING = {
    "text": "someone cuts <b>tomatoes</b> xyz", "score": -2.5, "pinc": 66.7,
    "reasons": {"support-1": 0.5, "else": 1.5},
    "phrases": [use(0, 2, "a man", "someone"), use(3, 4, "xyz", "xyz", False), use(2, 3, "slices", "cuts")],
}  # fmt: skip


@pytest.fixture
def asked(house: Any, monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """What the process is asked, where a stand-in answers for it."""
    seen: list[tuple[Any, ...]] = []

    def ask(name: str, text: str, novelty: float | None, nbest: int) -> dict[str, Any]:
        seen.append((name, text, novelty, nbest))
        return {"model": name, "source": text, "paraphrases": [WORDING] * nbest}

    monkeypatch.setattr(house.app.state.studio.service(ParaphraseService), "ask", ask)
    return seen


def test_a_program_asks(house: Any, asked: list[Any]) -> None:
    client = house.client("rita")
    found = client.post(V1, json={"text": " A man\nslices xyz ", "novelty": 0.7, "nbest": 2})
    assert found.status_code == 200
    assert found.json()["paraphrases"] == [WORDING, WORDING]
    client.post(V1, json={"text": "A"})
    assert asked == [(EMBEDDED, "A man slices xyz", 0.7, 2), (EMBEDDED, "A", None, 5)]
    models = client.get(f"{V1}/models").json()["models"]
    assert models == [{"name": EMBEDDED, "card": None, "evaluation": None}]


BAD: list[dict[str, Any]] = [
    {}, {"text": ""}, {"text": "a" * 2001}, {"text": "a", "novelty": 1.5}, {"text": "a", "nbest": 0},
    {"text": "a", "nbest": 21}, {"text": "a", "more": 1}, {"text": "a\x08"}, {"text": 5},
]  # fmt: skip


def test_bad_questions(house: Any, asked: list[Any]) -> None:
    client = house.client("olga")
    assert [client.post(V1, json=body).status_code for body in BAD] == [422] * len(BAD)
    assert asked == []


def test_who_may_ask(house: Any, asked: list[Any]) -> None:
    assert house.client().post(V1, json={"text": "a"}).status_code == 401
    assert house.client("wim").post(V1, json={"text": "a"}).status_code == 403
    assert house.client("wim", accept="text/html").get("/paraphrase").status_code == 403
    assert house.client("olga").post(V1, json={"text": "a", "model": "other"}).status_code == 200


def test_the_page_shows_where_words_came_from(house: Any, asked: list[Any]) -> None:
    client = house.client("olga", accept="text/html")
    assert "embedded examples" in client.get("/paraphrase").text
    form = {"text": "A man slices <i>xyz</i>", "dial": "yes", "novelty": "0.35", "nbest": "1", "model": ""}
    page = client.post("/paraphrase", data=form)
    assert page.status_code == 200
    assert asked == [(EMBEDDED, "A man slices <i>xyz</i>", 0.35, 1)]
    assert 'class="pair s1" data-pair="0" aria-pressed="false">someone</button>' in page.text
    assert 'class="pair s2" data-pair="2">slices</span>' in page.text
    assert "<span>xyz</span>" in page.text  # kept as it is: no colour
    assert "<i>xyz" not in page.text
    assert "0.368" in page.text  # e to the -1
    part = client.post("/paraphrase", data={**form, "dial": ""}, headers={"hx-request": "true"})
    assert "<html" not in part.text
    assert asked[-1][2] is None


WRONG = [
    ({"text": "  "}, "expected a sentence"),
    ({"text": "a" * 2001}, "at most 2000 characters"),
    ({"novelty": "much"}, "expected a number from 0 to 1"),
    ({"novelty": "nan"}, "expected a number from 0 to 1"),
    ({"nbest": "99"}, "expected 1 to 20"),
    ({"nbest": "x"}, "expected a whole number"),
]


def test_the_page_refuses_and_keeps_what_was_typed(house: Any, asked: list[Any]) -> None:
    client = house.client("olga", accept="text/html")
    for change, said in WRONG:
        form = {"text": "Mine.", "dial": "yes", "novelty": "0.5", "nbest": "3"} | change
        page = client.post("/paraphrase", data=form)
        assert page.status_code == 422
        assert said in page.text
        assert "Mine." in page.text or "text" in change
    assert asked == []


def test_colours_go_to_what_changed() -> None:
    found = coloured(WORDING)
    assert [pair["colour"] for pair in found["pairs"]] == [1, None, 2]
    assert found["reasons"] == {"words that people are expected to write": 0.5, "else": 1.5}
    assert [pair["source"] for pair in found["from"]] == ["a man", "slices", "xyz"]
    assert found["pairs"][1]["odds"] == [None, None]
    written = coloured({**WORDING, "text": "Someone xyz cuts."})["pairs"]
    assert [pair["target"] for pair in written] == ["Someone", "xyz", "cuts."]
    many = coloured({**WORDING, "phrases": [use(i, i + 1, "a", "b") for i in range(9)]})
    assert [pair["colour"] for pair in many["pairs"]] == [1, 2, 3, 4, 5, 6, 7, 8, 1]


def test_models_by_name(tmp_path: Path) -> None:
    for place in ("a/small", "b/small"):
        (tmp_path / place).parent.mkdir()
        write_model(tmp_path / place, ModelCard("paraphraser", {"pairs": 7}))
    keep_evaluation(tmp_path / "a" / "small", EVALUATION)
    found = ParaphraseService([tmp_path / "a" / "small", tmp_path / "b" / "small"])
    assert found.models.names == ["small", "small-2"]
    assert found.evaluation("small") == EVALUATION
    assert found.evaluation("small-2") is None
    with pytest.raises(RefusedError, match="no such model"):
        found.ask("large", "a", None, 1)
    write_model(tmp_path / "filter", ModelCard("sentence-filter"))
    with pytest.raises(InputError, match="of kind 'sentence-filter', which is no paraphraser"):
        ParaphraseService([tmp_path / "filter"])
    (tmp_path / "a" / "small" / "evaluation.json").write_text("{")
    with pytest.raises(InputError, match="expected the points"):
        found.evaluation("small")


def test_the_plane_of_the_last_evaluation(house: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        house.app.state.studio.service(ParaphraseService), "evaluation", lambda name: EVALUATION
    )
    page = house.client("olga", accept="text/html").get("/paraphrase").text
    assert "Where this model stands" in page
    assert "novelty 0.6" in page
    assert "<svg" in page


def test_a_bad_model_is_told_before_the_studio_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["studio", "--port", "0", "--model", "absent"]) == 2
    assert capsys.readouterr().err == "likewise: absent: no such folder\n"


def test_the_process_answers_stays_and_comes_back(house: Any) -> None:
    paraphrasers = house.app.state.studio.service(ParaphraseService)
    client = house.client("olga")
    found = client.post(V1, json={"text": "A man is slicing a tomato.", "novelty": 0.8, "nbest": 3})
    assert found.status_code == 200, found.text
    assert json.loads(found.text)["paraphrases"][0]["phrases"]
    first = paraphrasers.process.process
    again = client.post(V1, json={"text": "A man is slicing a tomato.", "novelty": 0.8, "nbest": 3})
    assert again.json() == found.json()
    assert paraphrasers.process.process is first
    first.kill()
    first.wait()
    assert client.post(
        V1, json={"text": "A man is slicing a tomato.", "novelty": 0.8, "nbest": 3}
    ).json() == (found.json())
