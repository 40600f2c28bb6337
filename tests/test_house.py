"""The house stands: arrows of import, public surface, weight of import."""

from __future__ import annotations

import ast
import inspect
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import likewise

sys.path.append(str(Path(__file__).parent / "house"))
import import_graph

ROOT = Path(likewise.__file__).parent

FLOORS = [
    {"version", "moved", "public", "installation", "errors", "kernel", "records", "text", "io"},
    {"draw", "data"},
    {"worlds"},
    {"deep"},
    {"transduce"},
    {"trees"},
    {"frames"},
    {"negation"},
    {"metrics", "judging", "collect"},
    {"evaluate"},
    {"report"},
    {"paraphrase", "freestyle", "navigate", "robot", "ask"},
    {"study", "testing"},
    {"loading"},
    {"studio"},
    {"cli"},  # starts the studio
    {"__main__"},
]
# On the ground floor, in this order: each may use those before it.
GROUND = ["version", "moved", "public", "installation", "errors", "kernel", "records", "text", "io"]


# Rooms whose page is no stub: they define what they offer on the page itself, or offer a program alone.
WITHOUT_STUB = {"cli", "data"}


def floor_of(room: str) -> int:
    return next(level for level, rooms in enumerate(FLOORS) if room in rooms)


def modules() -> list[Path]:
    return sorted(p for p in ROOT.rglob("*.py") if p.relative_to(ROOT).parts != ("__init__.py",))


def allowed(room: str, used: str) -> bool:
    if room == used:
        return True
    if room in GROUND and used in GROUND:
        return GROUND.index(used) < GROUND.index(room)
    return floor_of(used) < floor_of(room)


@pytest.mark.parametrize("module", import_graph.modules())
def test_imports_only_point_down(module: str) -> None:
    room = import_graph.room_of(module)
    for one in import_graph.imports(module):
        used = import_graph.room_of(one.home)
        assert not room or not used or allowed(room, used), f"line {one.line}: {room} may not import {used}"


def test_no_modules_import_each_other() -> None:
    assert import_graph.cycles() == []


def test_rooms_meet_at_their_pages() -> None:
    assert [f"{i.module}:{i.line} {i.written}" for i in import_graph.past_the_page()] == []


def test_a_room_does_not_import_its_own_page() -> None:
    """It would load what is being loaded; a page of a sub-room may be used from outside of the sub-room."""
    for one in import_graph.every_import():
        if import_graph.modules().get(one.written, Path()).name == "__init__.py" and one.home != one.module:
            inside = one.module.startswith(f"{one.written}.")
            assert not inside or one.home == f"{one.written}.{one.name}" or one.home == one.written, one


def test_the_docs_show_the_arrows_of_the_code() -> None:
    assert import_graph.documented() == import_graph.table(), (
        "docs/architecture.md: run `uv run python tests/house/import_graph.py --write`"
    )


def test_modules_import_little() -> None:
    """Imports of a module, as a mean: what is hard to hold in the head is hard to change."""
    count = {(one.module, one.written) for one in import_graph.every_import()}
    assert len(count) / len(import_graph.modules()) <= 3.5


def test_the_arrow_test_can_fail() -> None:
    assert not allowed("metrics", "evaluate")
    assert not allowed("metrics", "judging")
    assert not allowed("errors", "io")
    assert not allowed("paraphrase", "freestyle")


def test_the_walls_can_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    there, back = "likewise.io.lines", "likewise.text.stems"
    made_up = (import_graph.Import(there, 1, back, "", back), import_graph.Import(back, 1, there, "", there))
    monkeypatch.setattr(import_graph, "every_import", lambda: made_up)
    assert import_graph.cycles() == [[there, back]]
    assert import_graph.past_the_page() == list(made_up)
    assert import_graph.arrows() == {"io": ["text"], "text": ["io"]}


def test_every_public_name_is_there_and_documented() -> None:
    for name in dir(likewise):
        thing = getattr(likewise, name)
        if not isinstance(thing, str):
            assert inspect.getdoc(thing), f"likewise.{name} has no docstring"
    assert dir(likewise) == vars(likewise)["__all__"]
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        getattr(likewise, "nonsense")  # noqa: B009


def test_the_names_of_the_design_page_are_public() -> None:
    for name in ("score", "compare", "judge", "agree", "load", "metrics", "read_segments"):
        assert name in dir(likewise)
    assert callable(likewise.judge)
    import_module("likewise.judging")
    assert callable(likewise.judge)


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(ROOT)))
def test_every_module_says_what_lives_there(path: Path) -> None:
    assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))


PAGES = sorted(path.with_suffix(".py") for path in ROOT.rglob("__init__.pyi"))


@pytest.mark.parametrize("path", PAGES, ids=lambda p: p.parent.relative_to(ROOT).as_posix())
def test_every_name_on_a_page_is_there(path: Path) -> None:
    module = import_module(".".join(["likewise", *path.parent.relative_to(ROOT).parts]))
    assert module.__all__ == sorted(module.__all__)
    for name in module.__all__:
        assert not name.startswith("_") or name == "__version__", f"{name} is private"
        getattr(module, name)


@pytest.mark.parametrize("path", PAGES, ids=lambda p: p.parent.relative_to(ROOT).as_posix())
def test_no_name_on_a_page_hides_a_module(path: Path) -> None:
    """Importing the module would put it in the place of the name."""
    room = ".".join(["likewise", *path.parent.relative_to(ROOT).parts])
    names = import_graph.page(room).items()
    assert [n for n, home in names if home != room and f"{room}.{n}" in import_graph.modules()] == []


def test_every_room_has_a_page() -> None:
    rooms = [path.parent for path in ROOT.glob("*/__init__.py")]
    assert {path.name for path in rooms if not (path / "__init__.pyi").exists()} <= WITHOUT_STUB


def test_import_is_light() -> None:
    # The processor's time: others may be at work on this machine.
    code = "import time; t = time.process_time(); import likewise; print(time.process_time() - t)"
    times = [
        float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout)
        for _ in range(3)
    ]
    assert min(times) < 0.3


def test_import_brings_no_heavy_library() -> None:
    code = "import sys, likewise; print([m for m in ('numpy', 'numba', 'scipy', 'rich') if m in sys.modules])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"
