"""The page Freestyle and its API: schemes, battles, verse by a scheme, ratings, models of one's own."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

import pytest

from likewise.cli.main import run
from likewise.collect import get_campaign
from likewise.errors import InputError, RefusedError
from likewise.freestyle import Freestyler, verses_of_text
from likewise.io.models import ModelCard, write_model
from likewise.studio.freestyle.coloured_verse import coloured_scheme, end_apart
from likewise.studio.freestyle.model_shelf import ModelShelf
from likewise.studio.freestyle.service import FreestyleService
from likewise.studio.freestyle.worker import answer

from .browser.stub_freestyle import COPIED, response, stub_freestyle

V1 = "/api/v1/freestyle"


@pytest.fixture
def asked(house: Any, monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """What the process is asked, where a stand-in answers."""
    return stub_freestyle(house.app.state.studio.service(FreestyleService), monkeypatch)


def page_of(house: Any, login: str = "olga") -> Any:
    return house.client(login, accept="text/html")


class TestSchemes:
    def test_a_program_asks(self, house: Any, asked: list[Any]) -> None:
        told = house.client("rita").post(f"{V1}/schemes", json={"text": "a cat\n\n a  hat \nthe sea\nmy dog"})
        assert told.status_code == 200, told.text
        assert told.json() == {
            "lines": ["a cat", "a hat", "the sea", "my dog"], "labels": ["A", "A", "B", "C"], "cuts": [2],
            "confidence": [0.9] * 4,
        }  # fmt: skip
        assert asked == [("schemes", [["a cat"], ["a hat", "the sea", "my dog"]], "best", "")]

    def test_the_page_has_letters_colours_and_stanzas(self, house: Any, asked: list[Any]) -> None:
        form = {"text": "<b>a cat</b>\na hat\nthe sea\nmy dog", "mode": "paper", "lang": "fr"}
        page = page_of(house).post("/freestyle", data=form).text
        assert "&lt;b&gt;a <b class" not in page
        assert page.count('class="letter s1">A</span>') == 2
        assert 'class="letter">B</span>' in page
        assert page.count('<div class="stanza">') == 2
        assert '<b class="rhyme s1">hat</b>' in page
        assert "90 %" in page
        assert asked[-1][2:] == ("paper", "fr")
        part = page_of(house).post("/freestyle", data=form, headers={"hx-request": "true"})
        assert "<html" not in part.text
        assert "kettle" in page_of(house).get("/freestyle?example=1").text

    def test_end_words_apart(self) -> None:
        assert end_apart("Look at Me!") == {"before": "Look at ", "end": "Me", "after": "!"}
        assert end_apart("床前明月光。")["end"] == "光"
        assert end_apart("the rockin’ ")["end"] == "rockin"
        assert end_apart("İ saw it")["end"] == "it"
        assert end_apart("?!") == {"before": "", "end": "?!", "after": ""}
        assert "".join(end_apart("don’t").values()) == "don’t"

    def test_a_line_without_a_rhyme_has_no_colour(self) -> None:
        told = {"lines": ["a", "b", "c"], "labels": ["A", "", "A"], "cuts": [], "confidence": [1, 0.5, 1]}
        (stanza,) = coloured_scheme(told)
        assert [line["colour"] for line in stanza["lines"]] == [1, None, 1]
        assert stanza["scheme"] == "ABA"


class TestRespond:
    def test_a_program_asks(self, house: Any, asked: list[Any]) -> None:
        body = {"challenge": " by  the sea ", "nbest": 2, "words": [3, 8], "clean": True, "lang": "French"}
        told = house.client("rita").post(f"{V1}/respond", json=body).json()
        assert (told["model"], told["lang"], told["challenge"]) == ("embedded-fr", "fr", "by the sea")
        assert told["responses"][1]["copied"] == COPIED
        wishes = {"nbest": 2, "end": None, "words": [3, 8], "require": [], "ban": [], "clean": True}
        assert asked == [("respond", "embedded-fr", "by the sea", wishes)]

    def test_a_battle_with_the_machine(self, house: Any, asked: list[Any]) -> None:
        client = page_of(house)
        page = client.post("/freestyle/battle", data={"line": "by the sea", "clean": "yes", "end": "me"}).text
        assert "and look &lt;b&gt;at&lt;/b&gt; " in page
        assert "<b>at</b>" not in page
        assert "Copied from a training line" in page
        assert "the &lt;i&gt;old&lt;/i&gt; sea" in page
        assert "by the sea / come with me" in page
        assert "whether it rhymes is not known" in page
        assert 'name="fluency"' in page
        assert asked[0][3] == {"nbest": 3, "clean": True, "end": "me"}
        (turns,) = re.findall(r'name="turns" value="([^"]*)"', page)
        assert turns.count("player") == 2

    def test_two_players_take_turns_and_points(self, house: Any, asked: list[Any]) -> None:
        client = page_of(house)
        two = {"players": "two", "name_1": "Ann", "name_2": "<Ben>"}
        turns = "[]"
        for line in ("by the sea", "a cup of tea", "my dog"):
            page = client.post("/freestyle/battle", data={**two, "turns": turns, "line": line}).text
            turns = json.dumps(
                json.loads(re.findall(r'name="turns" value="([^"]*)"', page)[0].replace("&#34;", '"'))
            )
        rows = json.loads(turns)
        assert [row["player"] for row in rows] == [0, 1, 0]
        assert [row["rhymes"] for row in rows] == [False, True, False]
        assert "&lt;Ben&gt;</bdi>, your line" in page
        assert asked == []
        page = client.post("/freestyle/battle", data={**two, "turns": turns, "act": "suggest"}).text
        assert "Lines to answer with" in page
        assert asked[-1][2] == "my dog"
        assert len(json.loads(turns)) == 3
        page = client.post("/freestyle/battle", data={**two, "turns": turns, "act": "new"}).text
        assert 'name="turns" value="[]"' in page

    def test_no_response_is_said_so(self, house: Any, asked: list[Any]) -> None:
        page = page_of(house).post("/freestyle/battle", data={"line": "silence"})
        assert page.status_code == 200
        assert "No line could be found to answer this one. Try another line." in page.text
        page = page_of(house).post("/freestyle/battle", data={"line": "silence", "end": "me"})
        assert "Try fewer wishes" in page.text

    def test_a_line_without_a_word_is_said_so(
        self, house: Any, asked: list[Any], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(house.app.state.studio.service(FreestyleService), "respond", lambda *_, **__: [])
        page = page_of(house).post("/freestyle/battle", data={"line": "🔥🔥"}).text
        assert "This line has no word to respond to." in page
        assert "No line could be found" not in page

    @pytest.mark.parametrize("known", [True, False])
    def test_an_answer_by_chance_is_said_so(
        self, house: Any, asked: list[Any], monkeypatch: pytest.MonkeyPatch, known: bool
    ) -> None:
        service = house.app.state.studio.service(FreestyleService)
        monkeypatch.setattr(service, "respond", lambda *_, **__: [response("so free", known=known)])
        page = page_of(house).post("/freestyle/battle", data={"line": "xyzzy"}).text
        assert ("what it answers is chance" in page) is not known

    @pytest.mark.parametrize(
        "sent",
        [
            {"line": " "}, {"line": "a" * 501}, {"line": "a", "turns": "{"}, {"line": "a", "turns": "[1]"},
            {"line": "a", "turns": '[{"player": 7, "text": "a", "rhymes": false}]'},
            {"line": "a", "turns": json.dumps([{"player": 0, "text": "a", "rhymes": False}] * 59)},
            {"act": "suggest"}, {"line": "a\x07"},
        ],
    )  # fmt: skip
    def test_what_is_refused(self, house: Any, asked: list[Any], sent: dict[str, str]) -> None:
        page = page_of(house).post("/freestyle/battle", data=sent)
        assert page.status_code == 422
        assert 'role="alert"' in page.text
        assert asked == []


class TestWrite:
    def test_a_program_asks(self, house: Any, asked: list[Any]) -> None:
        body = {"scheme": "abab", "locked": {"0": "my line"}, "ends": {"3": "day"}, "keep": {"2": ["rain"]},
                "theme": ["sea"], "seed": 9}  # fmt: skip
        told = house.client("rita").post(f"{V1}/write", json=body)
        assert told.status_code == 200, told.text
        assert [line["label"] for line in told.json()["lines"]] == ["A", "B", "A", "B"]
        assert told.json()["lines"][0]["text"] == "my line"
        _, model, scheme, lines, more = asked[0]
        assert (model, scheme, lines) == ("embedded-en", "ABAB", {0: "my line"})
        assert (more["ends"], more["keep"], more["seed"]) == ([[3, "day"]], {2: ["rain"]}, 9)

    def test_lines_are_kept_and_written_anew(self, house: Any, asked: list[Any]) -> None:
        client = page_of(house)
        form = {"scheme": "AA BB", "first": "my line", "theme": "sea rain", "length": "6"}
        page = client.post("/freestyle/write", data=form)
        assert page.status_code == 200, page.text
        assert asked[-1][2:4] == ("AABB", {0: "my line"})
        assert asked[-1][4]["words"] == [4, 8]
        assert 'name="seed" value="2"' in page.text
        lines = {f"line_{k}": f"text {k}" for k in range(1, 5)}
        locked = {
            **form,
            "first": "",
            **lines,
            "lock_2": "yes",
            "end_3": "day",
            "keep_4": "rain",
            "seed": "2",
        }
        client.post("/freestyle/write", data=locked)
        assert asked[-1][3] == {1: "text 2"}
        assert (asked[-1][4]["ends"], asked[-1][4]["keep"]) == ([[2, "day"]], {3: ["rain"]})
        page = client.post("/freestyle/write", data={**locked, "act": "again-3"})
        assert asked[-1][3] == {0: "text 1", 1: "text 2", 2: "text 3", 3: "text 4"}
        assert asked[-1][4]["again"] == 2
        assert (asked[-1][4]["ends"], asked[-1][4]["keep"]) == ([[2, "day"]], {})
        assert re.search('name="lock_2" value="yes" checked', page.text)

    @pytest.mark.parametrize(
        "sent",
        [
            {"scheme": "A1"}, {"scheme": ""}, {"scheme": "A" * 33}, {"length": "99"}, {"length": "x"},
            {"act": "again-9"}, {"act": "again-x"}, {"seed": "-1"}, {"line_1": "a" * 501, "lock_1": "yes"},
        ],
    )  # fmt: skip
    def test_what_is_refused(self, house: Any, asked: list[Any], sent: dict[str, str]) -> None:
        page = page_of(house).post("/freestyle/write", data={"line_2": "Mine stays."} | sent)
        assert page.status_code == 422
        assert asked == []
        assert "Mine stays." in page.text or "scheme" in sent


BAD = [
    ("schemes", {}), ("schemes", {"text": " \n "}), ("schemes", {"text": "a" * 20_001}),
    ("schemes", {"text": "a\n" * 401}), ("schemes", {"text": "a", "mode": "other"}),
    ("schemes", {"text": "a\x07"}), ("schemes", {"text": "a", "lang": "nowhere-land"}),
    ("respond", {}), ("respond", {"challenge": " "}), ("respond", {"challenge": "a" * 501}),
    ("respond", {"challenge": "a", "nbest": 0}), ("respond", {"challenge": "a", "words": [1]}),
    ("respond", {"challenge": "a", "lang": "ja"}), ("respond", {"challenge": "a", "more": 1}),
    ("write", {"scheme": "A1"}), ("write", {"scheme": "A" * 33}), ("write", {"locked": {"4": "a"}}),
    ("write", {"ends": {"-1": "a"}}), ("write", {"again": 4}), ("write", {"seed": -1}),
    ("models", {"name": "a", "lang": "nowhere", "text": "a\n" * 10}),
    ("models", {"name": "a", "text": "one line"}), ("models", {"name": "../a", "text": "a\n" * 10}),
    ("models", {"name": "embedded-en", "text": "a\n" * 10}),
    ("ratings", {"challenge": "a", "response": "b", "model": "embedded-en", "fluency": "", "rhyming": ""}),
]  # fmt: skip


def test_bad_questions(house: Any, asked: list[Any]) -> None:
    client = house.client("olga")
    found = [(path, body, client.post(f"{V1}/{path}", json=body).status_code) for path, body in BAD]
    assert [row for row in found if row[2] != 422] == []
    assert asked == []
    unknown = {"challenge": "a", "model": "other"}
    assert client.post(f"{V1}/respond", json=unknown).status_code == 404


def test_who_may_ask(house: Any, asked: list[Any]) -> None:
    for path in ("respond", "schemes", "write", "models", "ratings"):
        assert house.client().post(f"{V1}/{path}", json={}).status_code == 401
        assert house.client("wim").post(f"{V1}/{path}", json={}).status_code in (403, 422)
    for path in ("", "/battle", "/write", "/models"):
        assert page_of(house, "wim").get(f"/freestyle{path}").status_code == 403


class TestRatings:
    SENT: ClassVar = {"challenge": "by the sea", "response": "with me", "model": "embedded-en"}

    def test_they_are_answers_of_a_campaign(self, house: Any) -> None:
        for login, fluency in (("olga", "good"), ("rita", "acceptable")):
            client = page_of(house, login)
            form = {**self.SENT, "fluency": fluency, "rhyming": "bad"}
            assert "The rating is kept" in client.post("/freestyle/rate", data=form).text
            again = client.post("/freestyle/rate", data=form, headers={"hx-request": "true"})
            assert again.status_code == 409
            assert "rated this response already" in again.text
        campaign = get_campaign(house.store, "freestyle-responses")
        assert (campaign.task, campaign.rates) == ("rate", (0, 0))
        rows = house.client("rita").get("/api/v1/campaigns/freestyle-responses/export/segments").text
        (segment,) = map(json.loads, rows.splitlines())
        assert (segment["source"], segment["candidate"]) == ("by the sea", "with me")
        assert (segment["system"], segment["lang"]) == ("embedded-en", "en")
        assert sorted(segment["human"].values()) == [1.0, 1.0, 2.0, 3.0]

    def test_a_program_rates(self, house: Any) -> None:
        sent = house.client("olga").post(
            f"{V1}/ratings", json={**self.SENT, "fluency": "good", "rhyming": "good"}
        )
        assert sent.status_code == 201, sent.text
        assert sent.json()["campaign"] == "freestyle-responses"

    def test_what_is_refused(self, house: Any) -> None:
        client = page_of(house)
        for change in ({}, {"fluency": "good"}, {"fluency": "good", "rhyming": "good", "response": ""}):
            assert client.post("/freestyle/rate", data=self.SENT | change).status_code == 422
        assert client.get("/campaigns/freestyle-responses").status_code == 404


@pytest.fixture
def shelf(tmp_path: Path) -> Callable[..., ModelShelf]:
    def made(*given: Path) -> ModelShelf:
        return ModelShelf(given, tmp_path / "kept")

    return made


class TestModels:
    def test_given_embedded_and_own_in_their_order(
        self, tmp_path: Path, shelf: Callable[..., ModelShelf]
    ) -> None:
        write_model(tmp_path / "rap", ModelCard("freestyle", {"lang": "de"}))
        (tmp_path / "kept" / "half").mkdir(parents=True)
        write_model(tmp_path / "kept" / "my songs", ModelCard("freestyle", {"lang": "fr"}))
        write_model(tmp_path / "kept" / "other", ModelCard("paraphraser"))
        found = shelf(tmp_path / "rap")
        assert [model.as_dict() for model in found.models] == [
            {"name": "rap", "lang": "de", "origin": "given"},
            {"name": "embedded-en", "lang": "en", "origin": "embedded"},
            {"name": "embedded-fr", "lang": "fr", "origin": "embedded"},
            {"name": "my songs", "lang": "fr", "origin": "own"},
        ]
        assert found.find().name == "rap"
        assert found.find(lang="fr").name == "embedded-fr"
        assert found.find("my songs").title == "my songs (French)"
        with pytest.raises(InputError, match="expected one of de, en, fr"):
            found.find(lang="ja")
        found.remove("my songs")
        with pytest.raises(RefusedError, match="no such model"):
            found.remove("my songs")
        with pytest.raises(RefusedError, match="learnt here"):
            found.remove("rap")

    def test_another_kind_is_refused(self, tmp_path: Path, shelf: Callable[..., ModelShelf]) -> None:
        write_model(tmp_path / "filter", ModelCard("sentence-filter"))
        with pytest.raises(InputError, match="of kind 'sentence-filter', which writes no verse"):
            shelf(tmp_path / "filter")

    @pytest.mark.parametrize("name", ["../x", "a/b", ".hidden", "", "x" * 41, "a\nb.", "_x"])
    def test_names_stay_in_the_folder(self, shelf: Callable[..., ModelShelf], name: str) -> None:
        with pytest.raises(InputError) as caught:
            shelf().place_for(name)
        assert caught.value.field == "name"

    def test_a_bad_folder_is_told_before_the_studio_starts(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.chdir(tmp_path)
        assert run(["studio", "--port", "0", "--freestyle", "absent"]) == 2
        assert capsys.readouterr().err == "likewise: absent: no such folder\n"


LYRICS = """I saw a cat
upon a mat
it looked at me
beside the sea

the rain came down
on all the town
and in the night
there was no light

I found a hat
beside the cat
and in the sea
it came to me
"""


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Where the process finds a model that learnt a few lines."""
    folder = tmp_path_factory.mktemp("freestyle") / "small"
    Freestyler.fit(verses_of_text(LYRICS * 2), lang="en").save(folder)
    return {"folder": str(folder), "lang": "en", "stamp": 1}


class TestWorker:
    WISHES: ClassVar = {"ends": [], "theme": [], "words": None, "clean": False, "seed": 3}

    def write(self, small: dict[str, Any], lines: dict[int, str], **more: Any) -> list[str]:
        asked = {"act": "write", **small, "scheme": "AABB", "again": None, "keep": [], "wishes": self.WISHES}
        told = answer({**asked, "lines": [[*pair] for pair in lines.items()], **more})["lines"]
        assert [line["label"] for line in told] == ["A", "A", "B", "B"]
        return [line["text"] for line in told]

    def test_responses_with_their_reasons(self, small: dict[str, Any]) -> None:
        asked = {"act": "respond", **small, "challenge": "I saw the sea"}
        told = answer({**asked, "wishes": {"nbest": 2, "words": [2, 5], "end": "me"}})["responses"]
        assert told
        assert all(one["text"].split()[-1] == "me" for one in told)
        assert told[0]["why"]["seen"][0] == ("beside the sea", "it looked at me")
        json.dumps(told)

    def test_locked_lines_stay_and_kept_words_stand_there(self, small: dict[str, Any]) -> None:
        lines = self.write(small, {0: "Mine, all mine!"}, keep=[[2, ["sea"]]])
        assert lines[0] == "Mine, all mine!"
        assert "sea" in lines[2].split()

    def test_one_line_anew(self, small: dict[str, Any]) -> None:
        before = dict(enumerate(self.write(small, {})))
        after = self.write(small, before, again=1)
        assert [after[k] == before[k] for k in range(4)] == [True, False, True, True]
        wishes = {**self.WISHES, "ends": [[1, "cat"]]}
        assert self.write(small, before, again=1, wishes=wishes)[1].split()[-1] == "cat"

    def test_what_cannot_be_written_is_told(self, small: dict[str, Any]) -> None:
        wishes = {**self.WISHES, "words": [1, 1]}
        with pytest.raises(InputError, match="more words are asked for"):
            self.write(small, {1: "upon a mat"}, again=1, keep=[[1, ["a", "cat"]]], wishes=wishes)


ODD = [
    "",
    "...",
    "🙂🙂 🙂",
    "春眠不覺曉",
    "схоже на море",
    "xyzzy",
    " ".join(["sea"] * 60),
    "\u200d",
    "1 2 3",
]


@pytest.mark.parametrize("line", ODD)
def test_odd_lines_are_answered_somehow(small: dict[str, Any], line: str) -> None:
    """An empty line, punctuation, emoji, other scripts, an unknown word, sixty words: never an error."""
    wishes = {"nbest": 2, "words": None, "clean": True}
    told = answer({"act": "respond", **small, "challenge": line, "wishes": wishes})["responses"]
    assert all(one["text"] for one in told)
    assert all(one["known"] == ("sea" in line) for one in told)
    assert bool(told) == (line in ("春眠不覺曉", "схоже на море", "xyzzy", " ".join(["sea"] * 60), "1 2 3"))
    assert answer({"act": "rhymes", "pairs": [[line, "by the sea"]], "lang": "en"})["rhymes"] in (
        [True],
        [False],
    )


@pytest.mark.parametrize(
    ("one", "other", "lang", "rhymes"),
    [
        ("by the sea", "so free", "en", True), ("the night", "a light", "en", True),
        ("my stone", "all alone", "en", True), ("by the sea", "this and", "en", False),
        ("the day", "my dog", "en", False), ("the sea", "a sea", "en", False),
        ("dans la nuit", "sans bruit", "fr", True), ("la mer", "le jour", "fr", False),
        ("im Haus", "die Maus", "de", True), ("im Haus", "der Hund", "de", False),
    ],
)  # fmt: skip
def test_the_referee(one: str, other: str, lang: str, rhymes: bool) -> None:
    assert answer({"act": "rhymes", "pairs": [[one, other]], "lang": lang})["rhymes"] == [rhymes]


@pytest.mark.parametrize("mode", ["best", "paper"])
def test_schemes_of_odd_verse(mode: str) -> None:
    stanzas = [["the cat", "a hat"], ["🙂", "春眠不覺曉", "處處聞啼鳥"], ["alone"]]
    told = answer({"act": "schemes", "stanzas": stanzas, "mode": mode, "lang": ""})
    assert len(told["labels"]) == len(told["confidence"]) == 6
    assert {2, 5} <= set(told["cuts"])
    # No rhyme goes on behind a blank line.
    assert not {*told["labels"][:2]} & {*told["labels"][2:]} - {""}
    if mode == "best":
        assert told["labels"][0] == told["labels"][1]


def test_the_process_answers_with_a_model_that_was_given(
    house: Any, small: dict[str, Any], tmp_path: Path
) -> None:
    service = FreestyleService(tmp_path / "kept", [Path(small["folder"])])
    house.app.state.studio.services[FreestyleService] = service
    try:
        client = page_of(house)
        page = client.post("/freestyle/battle", data={"line": "I saw the sea", "model": "small"})
        assert page.status_code == 200, page.text
        assert page.text.count('<li class="player-') == 2
        verse = client.post("/freestyle/write", data={"scheme": "ABAB", "length": "4", "model": "small"}).text
        assert verse.count('name="line_') == 4
        first = service.process.process
        told = house.client("rita").post(f"{V1}/schemes", json={"text": "a cat\na hat"}).json()
        assert told["labels"] == ["A", "A"]
        assert service.process.process is first
    finally:
        service.close()


def test_models_are_learnt_from_ones_own_lyrics(house: Any) -> None:
    service = house.app.state.studio.service(FreestyleService)
    client = page_of(house)
    few = client.post("/freestyle/models", data={"name": "mine", "lang": "en", "text": "one\ntwo"})
    assert few.status_code == 422
    assert "at least 10 lines" in few.text
    sent = client.post(
        "/freestyle/models",
        data={"name": "mine", "lang": "English"},
        files={"file": ("l.txt", LYRICS.encode())},
    )
    assert sent.status_code == 303, sent.text
    busy = house.client("rita").post(f"{V1}/models", json={"name": "other", "text": LYRICS})
    assert busy.status_code == 409
    part = client.get("/freestyle/training", headers={"hx-request": "true"}).text
    assert "Learning <bdi>mine</bdi>" in part
    assert 'hx-trigger="every 1s"' in part
    service.training.wait(60)
    told = house.client("rita").get(f"{V1}/models").json()
    assert told["training"]["state"] == "done", told
    assert told["training"]["lines"] == 12
    assert told["models"][-1] == {"name": "mine", "lang": "en", "origin": "own"}
    assert told["training"]["select"] == "rhyme"
    page = client.get("/freestyle/models").text
    assert "mine</bdi> is learnt. <a" in page
    assert "hx-swap-oob" not in page
    part = client.get("/freestyle/training", headers={"hx-request": "true"}).text
    assert '<section id="models" aria-labelledby="shelf" hx-swap-oob="true">' in part
    assert "mine (English)</th>" in part
    again = client.post("/freestyle/models", data={"name": " mine ", "lang": "en", "text": LYRICS})
    assert again.status_code == 422
    assert "there is a model of that name already: choose another name, or delete it" in again.text
    assert "is learnt" not in again.text
    assert (house.media.parent / "media.freestyle" / "mine" / "model.json").exists()
    assert client.post("/freestyle/models/delete", data={"name": "mine"}).status_code == 303
    assert "is learnt" not in client.get("/freestyle/models").text
    assert house.client("rita").delete(f"{V1}/models/mine").status_code == 404
    assert house.client("rita").delete(f"{V1}/models/embedded-en").status_code == 403


def test_lyrics_without_a_rhyme_are_learnt_by_neighbouring_lines(house: Any) -> None:
    service = house.app.state.studio.service(FreestyleService)
    service.learn("plain", "en", "we ran to the day\nthey saw the day\n" * 5)
    service.training.wait(60)
    assert service.training.state.as_dict()["select"] == "adjacent"
    page = page_of(house).get("/freestyle/models").text
    assert "No two lines were found to rhyme: it learnt from neighbouring lines" in page


def test_lyrics_that_cannot_be_learnt_are_told(house: Any) -> None:
    service = house.app.state.studio.service(FreestyleService)
    service.learn("odd", "en", "?!\n" * 12)
    service.training.wait(60)
    state = service.training.state
    assert (state.state, state.name) == ("failed", "odd")
    assert "word to learn from" in state.fault
    assert "was not learnt" in page_of(house).get("/freestyle/models").text
    assert len(service.shelf.models) == 2
