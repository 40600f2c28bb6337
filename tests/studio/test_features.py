"""A page is its folder and one line: what a feature says of itself is seen everywhere."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from likewise.cli.studio import command
from likewise.errors import InputError
from likewise.io.models import ModelCard, write_model
from likewise.studio import create_app
from likewise.studio.app import check_folders
from likewise.studio.feature import Feature, feature_of
from likewise.studio.features import FEATURES
from likewise.studio.web import Limits

FILES = {
    "__init__.py": '''"""Echo."""
from likewise.studio.feature import Feature, FolderOption, MenuEntry
FEATURE = Feature(
    __name__,
    menu=(MenuEntry("/echo", "Echo", "Says it again.", order=55),),
    options=(FolderOption("--echo", "echo", "A model for the page Echo; may be repeated.", many=True),),
    service="EchoService",
    uploads={"/echo/file": "upload_bytes"},
    pages=("/echo",),
)
''',
    "service.py": '''"""Models that echo, in a process of their own."""
from likewise.studio.models import ModelFolders
from likewise.studio.worker_process import WorkerProcess
class EchoService:
    closed = False
    def __init__(self, folders):
        self.models = ModelFolders(folders, kinds=("echo",), wanting="does not echo")
        self.process = WorkerProcess("echo.worker", busy="busy", silent="silent")
    @classmethod
    def open(cls, setup):
        return cls(setup.folders("echo"))
    def close(self):
        self.closed = True
        self.process.close()
''',
    "worker.py": '''"""The process."""
from likewise.studio.worker_process import serve
if __name__ == "__main__":
    serve(lambda question: {"said": question["text"] * 2})
''',
    "api.py": '''"""The API of echoes."""
from echo.service import EchoService
from likewise.studio.web import Body, House, Reviewer, api_router
router = api_router("echo")
class EchoQuestion(Body):
    text: str
@router.post("/echo")
def say(studio: House, person: Reviewer, body: EchoQuestion):
    """Say it again."""
    return studio.service(EchoService).process.ask({"text": body.text})
''',
    "page.py": '''"""The page Echo."""
from echo.service import EchoService
from fastapi import Request, Response
from likewise.studio.web import House, Reviewer, page_router, render
router = page_router()
@router.get("/echo")
def ask(request: Request, studio: House, person: Reviewer) -> Response:
    return render(request, "echo/page.html", models=studio.service(EchoService).models.names)
''',
    "templates/page.html": """{% extends "base.html" %}
{% block scripts %}<script src="{{ asset('echo.js') }}"></script>{% endblock %}
{% block main %}<h1>Echo of {{ models|join(', ') }}</h1>{% endblock %}
""",
    "static/echo.js": "'echo';",
}


@pytest.fixture
def echo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Feature]:
    """A feature with a model, in a folder of its own."""
    for name, text in FILES.items():
        file = tmp_path / "more" / "echo" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path / "more"))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "more"))
    write_model(tmp_path / "loud", ModelCard("echo"))
    yield feature_of("echo")
    for name in [name for name in sys.modules if name.partition(".")[0] == "echo"]:
        del sys.modules[name]


@pytest.fixture
def studio(house: Any, echo: Feature, tmp_path: Path) -> Iterator[Any]:
    features = [*FEATURES, echo]
    house.app = create_app(house.store, media=tmp_path / "m", features=features, echo=[tmp_path / "loud"])
    yield house
    house.app.state.studio.close()


def test_it_is_in_the_menu_and_on_the_home_page_in_its_place(studio: Any) -> None:
    home = studio.client("olga").get("/").text
    menu, _, cards = home.partition("<main")
    assert (
        menu.index(">Negation<") < menu.index('<li><a href="/echo">Echo</a></li>') < menu.index(">Designer<")
    )
    assert '<li><a href="/echo">Echo</a><p>Says it again.</p></li>' in cards
    assert "/echo" not in studio.client("wim").get("/").text
    assert "/echo" not in studio.client().get("/").text


def test_its_page_its_script_and_its_api_answer(studio: Any) -> None:
    page = studio.client("olga").get("/echo")
    assert "<h1>Echo of loud</h1>" in page.text
    assert 'aria-current="page">Echo<' in page.text
    script = studio.client().get(page.text.partition("/static/echo.js")[1] + "?v=1")
    assert (script.text, script.headers["content-type"]) == ("'echo';", "text/javascript; charset=utf-8")
    said = studio.client("olga").post("/api/v1/echo", json={"text": "ab"})
    assert said.json() == {"said": "abab"}
    assert studio.client("wim").get("/echo", headers={"accept": "text/html"}).status_code == 403
    assert "/api/v1/echo" in studio.client().get("/api").text
    assert "post" in studio.client().get("/api/v1/openapi.json").json()["paths"]["/api/v1/echo"]


def test_a_file_may_be_larger_than_json_where_it_says_so(studio: Any) -> None:
    big = b"x" * (2 << 20)
    assert studio.client("olga").post("/echo/file", content=big).status_code == 404
    assert studio.client("olga").post("/echo", content=big).status_code == 413


def test_its_folders_are_checked_and_others_refused(echo: Feature, tmp_path: Path) -> None:
    write_model(tmp_path / "other", ModelCard("follower"))
    with pytest.raises(InputError, match="of kind 'follower', which does not echo"):
        check_folders([echo], echo=[tmp_path / "other"])
    with pytest.raises(TypeError, match="no feature of the studio takes ehco"):
        check_folders([echo], ehco=[tmp_path / "loud"])


def test_its_service_is_closed_with_the_studio(studio: Any) -> None:
    from echo.service import EchoService

    service = studio.app.state.studio.service(EchoService)
    with studio.client():
        assert not service.closed
    assert service.closed
    assert not service.process.alive


def test_the_command_has_its_option(echo: Feature, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given: dict[str, Any] = {}
    monkeypatch.setattr("likewise.cli.studio._run", lambda *_, **settings: given.update(settings))
    app = typer.Typer(add_completion=False, rich_markup_mode=None)
    app.command()(command([*FEATURES, echo]))
    shown = CliRunner().invoke(app, ["--help"]).output
    assert "--echo DIR" in shown
    assert "A model for the page Echo; may be repeated." in " ".join(shown.split())
    assert shown.index("--negation") < shown.index("--echo") < shown.index("--proxy")
    done = CliRunner().invoke(app, ["--echo", "a", "--echo", "b", "--maps", "m"], catch_exceptions=False)
    assert done.exit_code == 0
    assert given["folders"]["echo"] == ["a", "b"]
    assert given["folders"]["maps"] == "m"


@pytest.mark.parametrize("feature", FEATURES, ids=lambda feature: feature.name)
def test_what_a_feature_says_of_itself_is_there(feature: Feature) -> None:
    routers = feature.load_routers()
    routes: list[Any] = [route for router in routers for route in router.routes]
    paths = {route.path for route in routes if "GET" in route.methods}
    assert {entry.address for entry in feature.menu} <= paths
    assert set(feature.files) <= paths
    for address in (*feature.pages, *feature.worker_pages):
        plain = address.partition("?")[0].replace("{", "").replace("}", "")
        assert any(route.path_regex.match(plain) for route in routes), address
    assert all(getattr(Limits(), name) > 0 for name in feature.uploads.values())


def test_staff_pages_are_for_staff(house: Any) -> None:
    """Whatever page a feature brings, a worker is refused and a stranger is asked to sign in."""
    entries = [entry for feature in FEATURES for entry in feature.menu]
    for entry in entries:
        stranger = house.client(accept="text/html").get(entry.address)
        assert (stranger.status_code, stranger.headers["location"]) == (303, f"/sign-in?next={entry.address}")
        seen = {login: house.client(login).get(entry.address).status_code for login in ("rita", "wim")}
        assert seen == ({"rita": 200, "wim": 403} if entry.group == "staff" else {"rita": 403, "wim": 200})
