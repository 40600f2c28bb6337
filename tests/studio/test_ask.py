"""The page Ask and its API: answers with places and steps, corrections, the glossary, what is refused."""

from __future__ import annotations

import html
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, ClassVar, get_args

import pytest

from likewise.errors import InputError, RefusedError
from likewise.studio import create_app
from likewise.studio.ask.glossary_shelf import GlossaryShelf
from likewise.studio.ask.reader_help import for_reader
from likewise.studio.ask.service import AskService
from likewise.studio.ask.shown_answers import citation_of, pieces_of, shown, told_in_a_line

from .browser.stub_ask import ASK_FORTRESS, ASK_RED, FORTRESS, HELP, RED, StubAsker, stub_ask

V1 = "/api/v1/ask"


@pytest.fixture
def asked(house: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The house with an asker that answers in this process; `house.seen` is what it was asked."""
    house.seen = stub_ask(house.app.state.studio.service(AskService), monkeypatch)
    return house


def text_of(page: str) -> str:
    return " ".join(html.unescape(re.sub("<[^>]*>", " ", page)).split())


def again(**change: str) -> dict[str, str]:
    form = {"question": ASK_FORTRESS, "lang": "zh", "keyword_1": "wrote", "target_1": "",
            "keyword_2": FORTRESS, "target_2": "围城"}  # fmt: skip
    return form | change


class TestShown:
    PLACE: ClassVar[dict[str, Any]] = {
        "document": "d1", "title": "紅樓夢", "start": 13, "end": 16,
        "snippet": "作家曹雪芹写", "snippet_start": 11,
        "words": [[0, 2, "zuò jiā", "writer"], [2, 3, "cáo", ""], [4, 6, "", "celery writes"]],
    }  # fmt: skip

    def test_a_snippet_is_whole_in_its_pieces(self) -> None:
        before, answer, after = pieces_of(self.PLACE)
        assert [word["text"] for part in (before, answer, after) for word in part["words"]] == [
            "作家", "曹", "雪", "芹", "写",
        ]  # fmt: skip
        assert [part["is_answer"] for part in (before, answer, after)] == [False, True, False]
        assert before["words"][0]["gloss"] == "zuò jiā · writer"
        # A word over the edge of the answer is in two pieces.
        assert answer["words"][-1]["gloss"] == after["words"][0]["gloss"] == "celery writes"

    def test_an_answer_at_the_edge_and_a_text_without_words(self) -> None:
        place = {**self.PLACE, "start": 11, "end": 17, "words": []}
        assert pieces_of(place) == [{"is_answer": True, "words": [{"text": "作家曹雪芹写", "gloss": ""}]}]

    def test_a_citation_names_answer_document_and_place(self) -> None:
        answer = {"text": "曹雪芹", "english": "Cao Xueqin"}
        assert citation_of(answer, self.PLACE) == "“曹雪芹” (Cao Xueqin), d1 (紅樓夢), 13-16"
        assert citation_of({"text": "曹雪芹"}, {**self.PLACE, "title": ""}) == "“曹雪芹”, d1, 13-16"

    def test_what_is_read_out(self) -> None:
        one = {"text": "曹雪芹", "english": "Cao Xueqin", "confidence": 0.447}
        assert told_in_a_line({"answers": [one]}) == "1 answer. The likeliest: 曹雪芹, Cao Xueqin, 45 % sure."
        assert told_in_a_line({"answers": [one], "reason": "too unsure"}).startswith("No good answer. The")
        assert told_in_a_line({"answers": [], "reason": "none"}) == "No good answer: none."

    def test_help_for_a_reader_keeps_what_is_there(self) -> None:
        row = {
            "answers": [{"text": "曹雪芹", "english": "Mr Cao", "evidence": [self.PLACE | {"words": []}] * 2}]
        }
        (answer,) = for_reader(row, HELP)["answers"]
        assert (answer["english"], answer["reading"]) == ("Mr Cao", "cáo xuě qín")
        assert answer["evidence"][0]["words"] == [
            [0, 2, "zuò jiā", "writer"],
            [2, 5, "cáo xuě qín", "Cao Xueqin"],
        ]
        assert answer["evidence"][1]["words"] == []
        same = {"answers": [{"text": "Bach", "english": "Bach", "evidence": []}]}
        assert "reading" not in for_reader(same, HELP)["answers"][0]


class TestProgram:
    def test_answers_with_places_and_every_step(self, asked: Any) -> None:
        found = asked.client("rita").post(V1, json={"question": f" {ASK_RED}\n"})
        assert found.status_code == 200, found.text
        told = found.json()
        assert (told["question"], told["lang"], told["run"]) == (ASK_RED, "zh", "auto")
        best = told["answers"][0]
        assert (best["text"], best["english"], best["reading"]) == ("曹雪芹", "Cao Xueqin", "cáo xuě qín")
        place = best["evidence"][0]
        assert place["snippet"][place["start"] - place["snippet_start"] : place["end"]] == "曹雪芹"
        trace = told["trace"]
        assert trace["analysis"]["rule"] == "verb:person/author"
        assert trace["keywords"][0]["candidates"][2]["pruned"] == "too rare"
        assert [one["documents"] for one in trace["queries"]] == [0, 1]
        assert trace["documents"][0]["dense"] == 0.4
        assert trace["candidates"][0]["parts"]["cover"] == 1.0
        assert set(trace["seconds"]) == {"analysis", "translation", "retrieval", "extraction"}
        assert asked.seen[0]["settings"] == {"retrieval": "fused", "candidates": "any", "answers": 10}
        assert "trace" not in asked.client("rita").post(V1, json={"question": ASK_RED, "trace": False}).json()

    def test_a_correction_is_for_this_question_unless_it_is_to_be_remembered(self, asked: Any) -> None:
        client = asked.client("rita")
        nothing = client.post(V1, json={"question": ASK_FORTRESS}).json()
        assert (nothing["answers"], nothing["reason"]) == ([], "no keyword but 'wrote' has a translation")
        body = {"question": ASK_FORTRESS, "corrections": {FORTRESS: " 围城 "}}
        told = client.post(V1, json=body).json()
        assert (told["run"], told["remembered"], told["answers"][0]["text"]) == ("human", {}, "钱钟书")
        assert client.get(f"{V1}/glossary").json() == {"lang": "zh", "entries": []}
        assert client.post(V1, json=body | {"remember": True}).json()["remembered"] == {FORTRESS: "围城"}
        assert client.get(f"{V1}/glossary").json()["entries"] == [{"english": FORTRESS, "target": "围城"}]
        # From now on everybody's question is answered.
        told = asked.client("olga").post(V1, json={"question": ASK_FORTRESS}).json()
        assert (told["run"], told["answers"][0]["text"]) == ("auto", "钱钟书")

    def test_a_correction_of_nothing_is_refused_and_not_remembered(self, asked: Any) -> None:
        client = asked.client("rita")
        body = {"question": ASK_RED, "corrections": {"bridge": "桥"}, "remember": True}
        found = client.post(V1, json=body)
        assert found.status_code == 422
        assert "'bridge' is no keyword of this question" in found.json()["error"]["message"]
        assert client.get(f"{V1}/glossary").json()["entries"] == []

    def test_the_glossary(self, asked: Any) -> None:
        client = asked.client("rita")
        for target in ("桥", "桥梁"):
            entry = {"english": " the  bridge", "target": target}
            assert client.post(f"{V1}/glossary", json=entry).status_code == 201
        entries = client.get(f"{V1}/glossary", params={"lang": "zh"}).json()["entries"]
        assert [one["target"] for one in entries] == ["桥梁", "桥"]
        assert client.get(f"{V1}/glossary", params={"lang": "ja"}).json()["entries"] == []
        gone = {"english": "the bridge", "target": "桥梁"}
        assert client.delete(f"{V1}/glossary", params=gone).status_code == 200
        assert client.delete(f"{V1}/glossary", params=gone).status_code == 404
        assert len(client.get(f"{V1}/glossary").json()["entries"]) == 1

    @pytest.mark.parametrize(
        ("change", "field"),
        [
            ({"question": ""}, "question"),
            ({"question": " \n"}, "question"),
            ({"question": "a\x08"}, "question"),
            ({"question": "a" * 501}, "question"),
            ({"question": "Где Москва?"}, "question"),
            ({"question": "So?"}, "question"),
            ({"lang": "de"}, "lang"),
            ({"lang": "nonsense"}, "lang"),
            ({"retrieval": "magic"}, "retrieval"),
            ({"candidates": "all"}, "candidates"),
            ({"corrections": {"wrote": " "}}, "corrections"),
            ({"corrections": {"wrote": "#x"}}, "corrections"),
            ({"answers": 0}, "answers"),
            ({"more": 1}, "more"),
        ],
    )
    def test_bad_questions(self, asked: Any, change: dict[str, Any], field: str) -> None:
        found = asked.client("olga").post(V1, json={"question": ASK_RED} | change)
        assert found.status_code == 422
        assert found.json()["error"]["field"] == field

    def test_is_for_staff(self, asked: Any) -> None:
        entry = {"english": "bridge", "target": "桥"}
        for login, status in (("wim", 403), (None, 401)):
            client = asked.client(login)
            assert client.post(V1, json={"question": ASK_RED}).status_code == status
            assert client.get(f"{V1}/glossary").status_code == status
            assert client.post(f"{V1}/glossary", json=entry).status_code == status
            assert client.delete(f"{V1}/glossary", params=entry).status_code == status
            assert client.post("/ask/glossary", data=entry).status_code in (status, 303)
        assert asked.client("rita").get(f"{V1}/glossary").json()["entries"] == []


class TestPerson:
    def test_the_form_with_examples(self, asked: Any) -> None:
        page = asked.client("rita").get("/ask")
        assert page.status_code == 200
        assert "Who wrote The Tale of Genji?" in page.text
        assert "hx-trigger" not in page.text
        filled = asked.client("rita").get("/ask", params={"question": ASK_RED, "lang": "ja"}).text
        assert 'hx-trigger="load"' in filled
        assert '<option value="ja" selected>' in filled
        assert asked.seen == []
        odd = asked.client("rita").get("/ask", params={"lang": "xx", "retrieval": "x", "candidates": "y"})
        assert odd.status_code == 200

    def test_an_answer_whole_and_alone(self, asked: Any) -> None:
        client = asked.client("rita")
        page = client.post("/ask", data={"question": ASK_RED, "lang": "zh"}).text
        assert "<html" in page
        said = text_of(page)
        for words in (
            "2 answers", "曹雪芹 Cao Xueqin", "cáo xuě qín", "70 % sure", "zh-red , characters 10–13",
            "“曹雪芹” (Cao Xueqin), zh-red (红楼梦), 10-13", "What is asked for: a person (author)",
            "Translations weighed together: 1", "Queries, relaxed step by step: 2", "Documents: 1",
            "Places that may answer: 2", "Time: 17 ms", "too rare", "a dictionary, words near it in meaning",
        ):  # fmt: skip
            assert words in said, words
        assert re.search(
            r'<mark><span class="w" data-gloss="cáo xuě qín · Cao Xueqin">曹雪芹</span></mark>', page
        )
        alone = client.post("/ask", data={"question": ASK_RED}, headers={"hx-request": "true"}).text
        assert "<html" not in alone
        assert 'data-said="2 answers. The likeliest: 曹雪芹, Cao Xueqin, 70 % sure."' in alone

    def test_no_good_answer_a_correction_and_the_glossary(self, asked: Any) -> None:
        client = asked.client("rita")
        page = client.post("/ask", data={"question": ASK_FORTRESS, "lang": "zh"}).text
        assert "No good answer: no keyword but 'wrote' has a translation." in text_of(page)
        assert "no translation" in text_of(page)
        page = client.post("/ask", data=again()).text
        assert "钱钟书 Qian Zhongshu" in text_of(page)
        assert asked.seen[-1]["corrections"] == {FORTRESS: "围城"}
        assert 'value="围城" lang="zh"' in page
        assert "Remembered in" not in text_of(page)
        page = client.post("/ask", data=again(remember="yes")).text
        assert f"Remembered in the glossary : {FORTRESS} → 围城 ." in text_of(page)
        assert "围城" in client.get("/ask/glossary").text
        table = client.get("/ask/glossary.tsv", params={"lang": "zh"})
        assert table.text == f"english\ttarget\n{FORTRESS}\t围城\n"
        assert 'filename="glossary-zh.tsv"' in table.headers["content-disposition"]

    def test_the_glossary_by_hand(self, asked: Any) -> None:
        client = asked.client("rita")
        entry = {"lang": "ja", "english": "tea & <b>", "target": "お茶"}
        added = client.post("/ask/glossary", data=entry)
        assert added.status_code == 303
        page = client.get(added.headers["location"]).text
        assert "Added: tea &amp; &lt;b&gt;" in page
        assert "お茶" in page
        assert "お茶" not in client.get("/ask/glossary", params={"lang": "zh"}).text
        gone = client.post("/ask/glossary", data=entry | {"act": "forget"})
        assert "There is none yet." in client.get(gone.headers["location"]).text
        for bad in (entry | {"english": ""}, entry | {"act": "forget"}, entry | {"target": "#"}):
            found = client.post("/ask/glossary", data=bad)
            assert found.status_code in (404, 422)
            assert 'role="alert"' in found.text

    @pytest.mark.parametrize(
        ("change", "said"),
        [
            ({"question": ""}, "is empty, expected a question in English"),
            ({"question": "a" * 501}, "is too long, expected at most 500 characters"),
            ({"question": "Где Москва?"}, "in letters that are not Latin, expected English"),
            ({"lang": "de"}, "expected one of zh, ja"),
            ({"retrieval": "x"}, "expected one of fused, ranks"),
            ({"keyword_1": "bridge", "target_1": "桥"}, "'bridge' is no keyword of this question"),
        ],
    )
    def test_what_is_wrong_is_said_on_the_page(self, asked: Any, change: dict[str, str], said: str) -> None:
        found = asked.client("rita").post("/ask", data={"question": ASK_RED, "lang": "zh"} | change)
        assert found.status_code == 422
        assert 'role="alert"' in found.text
        assert said in text_of(found.text)


class TestService:
    def test_settings_on_the_page_are_those_of_the_room(self) -> None:
        from likewise.ask import CANDIDATES, RETRIEVALS
        from likewise.studio.ask import api, page

        assert set(dict(page.RETRIEVALS)) == set(RETRIEVALS)
        assert set(dict(page.CANDIDATES)) == set(CANDIDATES)
        fields = api.AskQuestion.model_fields
        assert set(get_args(fields["retrieval"].annotation)) == set(RETRIEVALS)
        assert set(get_args(fields["candidates"].annotation)) == set(CANDIDATES)

    def test_a_folder_that_is_no_index_is_refused(self, tmp_path: Path) -> None:
        with pytest.raises(InputError, match="is no index"):
            AskService(tmp_path / "kept", tmp_path)
        with pytest.raises(InputError, match="no such folder"):
            AskService(tmp_path / "kept", tmp_path / "none")

    def test_an_index_of_ones_own(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        from likewise.ask import build_index

        (tmp_path / "texts").mkdir()
        (tmp_path / "texts" / "a.txt").write_text("The bridge was built in 1890.", encoding="utf-8")
        build_index(tmp_path / "texts", "en", tmp_path / "index")
        service = AskService(tmp_path / "kept", tmp_path / "index")
        assert list(service.languages) == ["en"]
        assert not service.translates("en")
        assert service.examples("en") == []
        seen = stub_ask(service, monkeypatch)
        service.ask(ASK_RED, lang="en", retrieval="fused", candidates="any")
        assert seen[0]["folder"] == str(tmp_path / "index")
        assert seen[0]["stamp"] > 0

    def test_a_page_over_english_documents_translates_nothing(
        self, house: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        from likewise.ask import build_index

        (tmp_path / "a.txt").write_text("The bridge was built in 1890.", encoding="utf-8")
        build_index(tmp_path / "a.txt", "en", tmp_path / "index")
        house.app = create_app(house.store, media=tmp_path / "m", secret=b"s" * 32, ask=tmp_path / "index")
        stub_ask(house.app.state.studio.service(AskService), monkeypatch)
        client = house.client("rita")
        assert "Questions to begin with" not in client.get("/ask").text
        page = client.post("/ask", data={"question": ASK_RED}).text
        assert "2 answers" in page
        assert "Your translation" not in page
        assert "nothing is translated" in client.get("/ask/glossary").text
        for sent in ({"corrections": {RED: "x"}}, {"lang": "zh"}):
            assert client.post(V1, json={"question": ASK_RED, **sent}).status_code == 422
        assert client.get(f"{V1}/glossary").status_code == 422
        house.app.state.studio.close()

    def test_a_silent_process_is_told(self, tmp_path: Path) -> None:
        service = AskService(tmp_path / "kept")
        service.process.module = "likewise.no_such_module"
        with pytest.raises(RefusedError, match="no answer in time"):
            service.ask(ASK_RED, lang="zh")
        service.close()

    def test_a_glossary_that_others_change_too(self, tmp_path: Path) -> None:
        shelf, other = GlossaryShelf(tmp_path / "kept"), GlossaryShelf(tmp_path / "kept")
        shelf.remember("zh", "bridge", "桥")
        other.remember("zh-Hans", "river", "江")
        shelf.remember("zh", "lake", "湖")
        assert shelf.entries("zh") == [("lake", "湖"), ("river", "江"), ("bridge", "桥")]
        shelf.forget("zh", "river", "江")
        assert other.entries("zh") == [("lake", "湖"), ("bridge", "桥")]
        with pytest.raises(RefusedError, match="no such translation"):
            shelf.forget("ja", "river", "江")


def test_the_process_answers_in_json(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from likewise.studio.ask import worker

    monkeypatch.setattr(worker, "_asker", lambda *_: StubAsker())
    question = {"question": ASK_RED, "lang": "en", "folder": None, "glossary": "", "stamp": 0,
                "corrections": {}, "settings": {"retrieval": "dense", "candidates": "syn"}}  # fmt: skip
    answer = worker.answer(question)
    assert json.loads(json.dumps(answer)) == answer
    assert answer["answers"][0]["text"] == "曹雪芹"
    assert shown({**answer, "lang": "en", "remembered": {}}, {})["keywords"][1]["text"] == RED


def test_the_page_imports_no_asker() -> None:
    code = "import likewise.studio.ask.page, sys; print('likewise.ask.asker' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
