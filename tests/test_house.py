"""The house stands: arrows of import, public surface, weight of import."""

from __future__ import annotations

import ast
import inspect
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import likewise

ROOT = Path(likewise.__file__).parent

FLOORS = [
    {"version", "moved", "public", "errors", "records", "text", "io"},
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
GROUND = ["version", "moved", "public", "errors", "records", "text", "io"]


def floor_of(room: str) -> int:
    return next(level for level, rooms in enumerate(FLOORS) if room in rooms)


def modules() -> list[Path]:
    return sorted(p for p in ROOT.rglob("*.py") if p.relative_to(ROOT).parts != ("__init__.py",))


def rooms_used(path: Path) -> Iterator[str]:
    """Rooms that a module imports from, wherever in the module the import stands."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import hides which room is meant"
            if node.module == "likewise":
                names = [f"likewise.{alias.name}" for alias in node.names]
            else:
                names = [node.module or ""]
        else:
            continue
        yield from (name.split(".")[1] for name in names if name.startswith("likewise."))


def allowed(room: str, used: str) -> bool:
    if room == used:
        return True
    if room in GROUND and used in GROUND:
        return GROUND.index(used) < GROUND.index(room)
    return floor_of(used) < floor_of(room)


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(ROOT)))
def test_imports_only_point_down(path: Path) -> None:
    room = path.relative_to(ROOT).parts[0].removesuffix(".py")
    for used in rooms_used(path):
        assert allowed(room, used), f"{room} may not import {used}"


def test_the_arrow_test_can_fail() -> None:
    assert not allowed("metrics", "evaluate")
    assert not allowed("metrics", "judging")
    assert not allowed("errors", "io")
    assert not allowed("paraphrase", "freestyle")


def test_every_public_name_is_there_and_documented() -> None:
    for name in likewise.__all__:
        found = getattr(likewise, name)
        if not isinstance(found, str):
            assert inspect.getdoc(found), f"likewise.{name} has no docstring"
    assert set(dir(likewise)) == set(likewise.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        likewise.nonsense  # noqa: B018


def test_the_names_of_the_design_page_are_public() -> None:
    for name in ("score", "compare", "judge", "agree", "load", "metrics", "read_segments"):
        assert name in likewise.__all__
    assert callable(likewise.judge)
    import_module("likewise.judging")
    assert callable(likewise.judge)


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(ROOT)))
def test_every_module_says_what_lives_there(path: Path) -> None:
    assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))


# Of the packages inside a room, only the room itself has a public page.
ROOMS = [p for p in modules() if p.name == "__init__.py" and len(p.relative_to(ROOT).parts) == 2]
ROOMS = [p for p in ROOMS if not p.with_suffix(".pyi").exists()]


@pytest.mark.parametrize("path", ROOMS, ids=lambda p: p.parent.name)
def test_all_of_each_room_is_complete(path: Path) -> None:
    module = import_module(f"likewise.{path.parent.relative_to(ROOT).as_posix().replace('/', '.')}")
    exported = set(module.__all__)
    assert all(hasattr(module, name) for name in exported)
    stub = path.with_suffix(".pyi")
    tree = ast.parse((stub if stub.exists() else path).read_text(encoding="utf-8"))
    brought = {
        alias.asname or alias.name
        for node in tree.body
        if isinstance(node, ast.ImportFrom)
        and (node.level == 1 or (node.module or "").startswith(f"{module.__name__}."))
        for alias in node.names
    }
    defined = {n.name for n in tree.body if isinstance(n, ast.FunctionDef) and not n.name.startswith("_")}
    constants = {
        t.id for n in tree.body if isinstance(n, ast.Assign) for t in n.targets if isinstance(t, ast.Name)
    }
    assert brought | defined <= exported
    assert exported <= brought | defined | constants


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
