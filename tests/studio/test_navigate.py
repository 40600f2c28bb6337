"""The page Navigate and its API: walks, words, refusals, examples that are counted once and kept."""

from __future__ import annotations

import re
import threading
from pathlib import Path
from typing import Any

import pytest

from likewise.cli.main import run
from likewise.data import navigation_folder
from likewise.errors import InputError, RefusedError
from likewise.io.models import ModelCard, write_model
from likewise.navigate import Grounded, Planned
from likewise.navigate.followers import Following
from likewise.navigate.lexicon import SGOLL, Example
from likewise.studio.navigate.page import marked
from likewise.studio.navigate.service import KINDS, NavigateService
from likewise.studio.navigate.taught_lexicon import TaughtLexicon
from likewise.studio.navigate.worker import Guide
from likewise.worlds import Map, Pose, Travel, Turn, Verify, load_maps

V1 = "/api/v1/navigate"
MUSEUM = load_maps(Path(navigation_folder()) / "maps")["Museum"]
START = next(
    Pose(*place, heading)
    for place in MUSEUM.places
    for heading in (0, 90, 180, 270)
    if MUSEUM.step(Pose(*place, heading)) is not None
)
TEXT = "Turn LEFT, then walk on"


class Stub:
    """Turns left whatever it is told, from the first two words."""

    lang = "en"

    def follow(self, world: Map, start: Pose, text: str, *, k: int = 1) -> list[Following]:
        path = tuple(world.walk(start, ["LEFT"]))
        reason = "no sofa is visible from here" if "sofa" in text else None
        return [Following((Turn("LEFT"), Travel()), path, -0.5, reason, ((0, 1), ()))]


@pytest.fixture
def guided(house: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The house with a process that answers in this one, and the follower above."""
    navigators, guide = house.app.state.studio.service(NavigateService), Guide()
    monkeypatch.setattr("likewise.studio.navigate.worker._learnt", lambda lang, kept: Stub())
    lock = threading.Lock()

    def ask(question: dict[str, Any], *, seconds: float = 0.0) -> dict[str, Any]:
        with lock:
            return guide.answer(question)

    monkeypatch.setattr(navigators.process, "ask", ask)
    monkeypatch.setattr(navigators, "_is_ready", lambda lang: True)
    return house


def form(**change: str) -> dict[str, str]:
    place = f"{START.x},{START.y}"
    base = {"map": "Museum", "lang": "en", "place": place, "heading": str(START.heading), "text": TEXT}
    return base | change


QUESTIONS: list[tuple[Any, str]] = [
    ({"map": "Moon"}, "there is no map 'Moon'"),
    ({"start": [99, 99, 0]}, "there is no place 99,99 on map 'Museum'"),
    ({"start": [START.x, START.y, 45]}, "expected a heading of 0, 90, 180 or 270"),
    ({"start": [0, 0]}, ""),
    ({"text": "?!"}, "expected the words of an instruction"),
    ({"text": "a\x08"}, "holds control characters"),
    ({"text": "a" * 1001}, ""),
    ({"text": ""}, ""),
    ({"lang": "xx"}, "expected one of en, zh"),
    ({"more": 1}, ""),
]
PATHS: list[tuple[Any, str]] = [
    ([[START.x, START.y, START.heading], [START.x + 5, START.y, 90]], "the path"),
    ([[99, 99, 0]], "there is no place 99,99"),
    ([[START.x, START.y, -1]], "expected a heading"),
    ([], ""),
]
FORMS: list[tuple[Any, str]] = [
    ({"text": "  "}, "expected an instruction"),
    ({"text": "a" * 1001}, "at most 1000 characters"),
    ({"map": "Moon"}, "there is no map"),
    ({"place": "99,99"}, "there is no place 99,99"),
    ({"place": "here"}, "expected a place such as"),
    ({"heading": "45"}, "expected a heading"),
    ({"lang": "xx"}, "expected one of en, zh"),
]


class TestProgram:
    def test_follows(self, guided: Any) -> None:
        client = guided.client("rita")
        body = {"map": "Museum", "start": START, "text": f" {TEXT}\n", "lang": "en"}
        found = client.post(V1, json=body)
        assert found.status_code == 200, found.text
        told = found.json()
        assert told["text"] == TEXT
        assert told["words"] == ["turn", "left", "then", "walk", "on"]
        assert told["plan"] == [
            {"step": "Turn ( LEFT )", "words": [0, 1]},
            {"step": "Travel ( )", "words": []},
        ]
        assert told["path"] == [list(START), [START.x, START.y, (START.heading - 90) % 360]]
        assert told["reason"] is None
        left = next(row for row in told["lexicon"]["words"] if row["word"] == "left")
        assert left["meanings"][0]["meaning"] in ("LEFT", "Turn ( LEFT )")
        assert left["meanings"][0]["known"]
        assert told["lexicon"]["examples"] == 0

    def test_sentence_by_sentence(self, guided: Any) -> None:
        body = {"map": "Museum", "start": START, "text": "Turn left. Find the sofa!"}
        told = guided.client("rita").post(V1, json=body).json()
        assert [step["words"] for step in told["plan"]] == [[0, 1], [], [2, 3], []]
        assert len(told["path"]) == 3
        assert told["reason"] == "no sofa is visible from here"

    def test_maps_and_words(self, guided: Any) -> None:
        client = guided.client("rita")
        found = client.get(f"{V1}/maps").json()
        assert list(found["languages"]) == ["en", "zh"]
        assert {"Museum", "Library"} <= {one["name"] for one in found["maps"]}
        words = client.get(f"{V1}/words", params={"text": "left zzz left", "lang": "en"}).json()["words"]
        assert [(row["word"], row["count"] > 0) for row in words] == [("left", True), ("zzz", False)]

    def test_bad_questions(self, guided: Any) -> None:
        client = guided.client("olga")
        for change, said in QUESTIONS:
            found = client.post(V1, json={"map": "Museum", "start": START, "text": TEXT} | change)
            assert found.status_code == 422
            assert said in found.json()["error"]["message"]

    def test_bad_paths_are_not_counted(self, guided: Any) -> None:
        client = guided.client("olga")
        for path, said in PATHS:
            found = client.post(f"{V1}/examples", json={"map": "Museum", "path": path, "text": TEXT})
            assert found.status_code == 422
            assert said in found.json()["error"]["message"]
        assert client.get(f"{V1}/words", params={"text": "left"}).json()["examples"] == 0

    def test_a_path_through_a_wall(self, guided: Any) -> None:
        blocked = next(
            Pose(*place, h)
            for place in MUSEUM.places
            for h in (0, 90, 180, 270)
            if not MUSEUM.corridor(place, h)
        )
        dx, dy = {0: (0, -1), 90: (1, 0), 180: (0, 1), 270: (-1, 0)}[blocked.heading]
        path = [blocked, (blocked.x + dx, blocked.y + dy, blocked.heading)]
        found = guided.client("olga").post(
            f"{V1}/examples", json={"map": "Museum", "path": path, "text": TEXT}
        )
        assert found.status_code == 422
        assert found.json()["error"]["field"] == "path"

    def test_counted_once_a_key_and_kept(self, guided: Any) -> None:
        client, kept = guided.client("olga"), guided.app.state.studio.service(NavigateService).kept
        path = MUSEUM.walk(START, ["LEFT"])
        body = {"map": "Museum", "path": path, "text": "linkswärts left", "lang": "en", "key": "a" * 12}
        first = client.post(f"{V1}/examples", json=body)
        assert first.status_code == 201
        assert client.post(f"{V1}/examples", json=body).json() == first.json()
        assert first.json()["examples"] == 1
        new, old = first.json()["words"]
        assert (new["word"], new["before"], new["count"]) == ("linkswärts", 0, 1)
        assert new["meanings"][0]["before"] is None
        assert old["count"] == old["before"] + 1
        assert all(one["before"] is not None for one in old["meanings"])
        assert SGOLL.load(kept / "en").examples == 1
        assert not (kept / "zh").exists()

    def test_who_may_ask(self, guided: Any) -> None:
        body = {"map": "Museum", "start": START, "text": TEXT}
        assert guided.client().post(V1, json=body).status_code == 401
        assert guided.client("wim").post(V1, json=body).status_code == 403
        assert guided.client("wim", accept="text/html").get("/navigate").status_code == 403
        plain = guided.client("olga", accept="text/html", origin="https://elsewhere.example")
        assert plain.post("/navigate/example", data=form(verdict="right")).status_code == 403


def test_two_at_once_lose_no_example(guided: Any) -> None:
    navigators = guided.app.state.studio.service(NavigateService)
    path = MUSEUM.walk(START, ["LEFT"])
    threads = [
        threading.Thread(target=navigators.learn, args=("Museum", path, f"left word{n}", "en"))
        for n in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert SGOLL.load(navigators.kept / "en").examples == 4


def test_the_process_keeps_what_it_was_taught(house: Any) -> None:
    navigators = house.app.state.studio.service(NavigateService)
    path = MUSEUM.walk(START, ["LEFT"])
    told = navigators.learn("Museum", path, "go widdershins", "en")
    assert told["examples"] == 1
    first = navigators.process.process
    again = navigators.words("widdershins", "en")
    assert (again["examples"], again["words"][0]["count"]) == (1, 1)
    assert navigators.process.process is first
    first.kill()
    first.wait()
    assert navigators.words("widdershins", "en") == again


class TestPage:
    def test_words_and_steps_in_one_colour(self, guided: Any) -> None:
        client = guided.client("olga", accept="text/html")
        page = client.post("/navigate", data=form(text="Turn <b>LEFT</b>"))
        assert page.status_code == 200
        assert 'class="pair s1" data-steps="0" aria-pressed="false">Turn</button>' in page.text
        assert "<span> &lt;</span>" in page.text
        assert "<b>LEFT" not in page.text
        assert 'data-step="1"' in page.text
        assert "no word of its own" in page.text
        part = client.post("/navigate", data=form(text="find the sofa"), headers={"hx-request": "true"})
        assert "<html" not in part.text
        assert "Not all of it could be followed" in part.text

    def test_right_and_drawn(self, guided: Any) -> None:
        client = guided.client("olga", accept="text/html")
        page = client.post("/navigate", data=form())
        key = re.search('name="key" value="([^"]+)"', page.text)
        assert key is not None
        sent = form(verdict="right", right="LEFT", moves="", key=key[1])
        counted = client.post("/navigate/example", data=sent, headers={"hx-request": "true"})
        assert counted.status_code == 200
        assert "Counted with left" in counted.text
        assert "Examples so far: 1 by people here" in counted.text
        assert "→" in counted.text
        drawn = client.post("/navigate/example", data=form(verdict="drawn", moves="forward, LEFT left"))
        assert "<html" in drawn.text
        assert "Counted with forward, left, left" in drawn.text
        assert "Examples so far: 2 by people here" in drawn.text

    def test_a_drawn_path_into_a_wall_keeps_the_form(self, guided: Any) -> None:
        client = guided.client("olga", accept="text/html")
        sent = form(verdict="drawn", moves="FORWARD " * 40)
        refused = client.post("/navigate/example", data=sent, headers={"hx-request": "true"})
        assert refused.status_code == 422
        assert "through a wall" in refused.text
        assert refused.headers["hx-retarget"] == "#verdict-fault"
        strange = client.post("/navigate/example", data=form(verdict="drawn", moves="jump"))
        assert "unknown move" in strange.text

    def test_refuses_and_keeps_what_was_typed(self, guided: Any) -> None:
        for change, said in FORMS:
            page = guided.client("olga", accept="text/html").post("/navigate", data=form(**change))
            assert page.status_code == 422
            assert said in page.text
            assert TEXT in page.text or "text" in change

    def test_an_address_fills_the_form(self, guided: Any) -> None:
        client = guided.client("olga", accept="text/html")
        page = client.get("/navigate", params=form(text="Go <on>", lang="zh"))
        assert "Go &lt;on&gt;" in page.text
        assert f'value="{START.x},{START.y}" selected' in page.text
        assert (
            client.get("/navigate", params={"map": "Moon", "place": "x", "heading": "7"}).status_code == 200
        )

    def test_waits_while_the_follower_learns(self, guided: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(guided.app.state.studio.service(NavigateService), "warm", lambda lang: False)
        client = guided.client("olga", accept="text/html")
        page = client.post("/navigate", data=form(), headers={"hx-request": "true"})
        assert 'hx-trigger="every 1500ms"' in page.text
        again = client.post("/navigate", data=form(), headers={"hx-request": "true", "hx-trigger": "waiting"})
        assert again.status_code == 204


def test_pieces_of_a_text() -> None:
    plan = [{"words": [0]}, {"words": [1, 0]}]
    found = marked("Don’t STOP!", ["don't", "stop"], plan)
    assert [(one["text"], one["steps"]) for one in found] == [
        ("Don’t", [0, 1]),
        (" ", None),
        ("STOP", [1]),
        ("!", None),
    ]
    assert [one["text"] for one in marked("往前走", ["往", "前走"], [])] == ["往", "前走"]
    assert [one["text"] for one in marked("İx go", ["i̇x", "go"], [])] == ["i̇x ", "go "]


class TestWarm:
    def test_ready_only_while_its_process_lives(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        navigators = NavigateService(tmp_path / "kept")
        began, may_end = threading.Event(), threading.Event()

        def ask(question: dict[str, Any], *, seconds: float) -> dict[str, Any]:
            began.set()
            may_end.wait(5)
            navigators.process.process = alive  # type: ignore[assignment]
            return {}

        class Alive:
            gone: int | None = None

            def poll(self) -> int | None:
                return self.gone

        alive = Alive()
        monkeypatch.setattr(navigators.process, "ask", ask)
        assert not navigators.warm("en")
        assert began.wait(5)
        thread = navigators._warming["en"]
        assert not navigators.warm("en")
        may_end.set()
        thread.join(5)
        assert navigators.warm("en")
        alive.gone = 1
        assert not navigators.warm("en")
        navigators._warming.get("en", thread).join(5)
        navigators.process.process = None

    def test_a_failure_is_told_once(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        navigators = NavigateService(tmp_path / "kept")

        def ask(question: dict[str, Any], *, seconds: float) -> dict[str, Any]:
            raise RefusedError("conflict", "no answer")

        monkeypatch.setattr(navigators.process, "ask", ask)
        navigators.warm("en")
        for thread in list(navigators._warming.values()):
            thread.join(5)
        with pytest.raises(RefusedError, match="no answer"):
            navigators.warm("en")


def test_a_wordbook_is_taken_up_again(tmp_path: Path) -> None:
    given: list[Example] = [(("left",), (Turn("LEFT"),)), (("sofa",), (Verify((("at", "SOFA"),)),))]
    book = TaughtLexicon(tmp_path / "a" / "en", given)
    book.add(("left", "please"), (Turn("LEFT"),))
    told = book.add(("left",), (Turn("LEFT"),))
    assert (told["examples"], told["given"]) == (2, 2)
    assert told["words"][0]["meanings"][0] | {"known": None} == {
        "meaning": "LEFT", "score": 1.0, "together": 3, "before": 1.0, "known": None,
    }  # fmt: skip
    again = TaughtLexicon(tmp_path / "a" / "en", given)
    assert again.view(("left", "please")) == book.view(("left", "please"))
    assert again.examples == 2


def test_an_embedded_follower_is_learnt_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from likewise.navigate.embedded_follower import kept_at

    fit, made = Grounded.fit, []

    def quick(corpus: Any, *, lang: str, nets: int) -> Grounded:
        made.append(lang)
        return fit(corpus.on(["Museum"]), lang=lang, epochs=1, nets=1)

    monkeypatch.setattr(Grounded, "fit", quick)
    question = {"act": "warm", "lang": "en", "folder": None, "kept": str(tmp_path)}
    for change in ({}, {}, {"folder": str(tmp_path / kept_at("en").name)}):
        assert Guide().answer(question | change) == {}
    assert made == ["en"]
    TaughtLexicon(tmp_path / "book").add(("left",), (Turn("LEFT"),))
    with pytest.raises(InputError, match="follows no instructions"):
        Guide().answer(question | {"folder": str(tmp_path / "book")})


def test_models_and_maps_are_checked_before_the_studio_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["studio", "--port", "0", "--navigator", "absent"]) == 2
    assert capsys.readouterr().err == "likewise: absent: no such folder\n"
    (tmp_path / "empty").mkdir()
    (tmp_path / "file").touch()
    for maps, said in {
        "empty": "holds no maps (.xml or .json)",
        "nowhere": "no such folder",
        "file": "is no folder",
    }.items():
        assert run(["studio", "--port", "0", "--maps", maps]) == 2
        assert capsys.readouterr().err == f"likewise: {maps}: {said}\n"
    write_model(tmp_path / "lexicon", ModelCard("navigation-lexicon"))
    assert run(["studio", "--port", "0", "--navigator", "lexicon"]) == 2
    wrong = "holds a model of kind 'navigation-lexicon', which follows no instructions"
    assert capsys.readouterr().err == f"likewise: lexicon: {wrong}\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "empty",
        "file",
        "lexicon",
    ]  # nothing was made
    assert set(KINDS) == {Grounded.kind, Planned.kind}
    write_model(tmp_path / "odd", ModelCard(KINDS[0], {"lang": "../up"}))
    with pytest.raises(InputError, match="is no language"):
        NavigateService(tmp_path / "kept", tmp_path / "odd")
    write_model(tmp_path / "zh", ModelCard(KINDS[1], {"lang": "zh"}))
    assert NavigateService(tmp_path / "kept", tmp_path / "zh").languages == {"zh": "Chinese"}
