"""Old names work for one release more: they warn, and give the very thing that is there now."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from operator import attrgetter
from pathlib import Path

import pytest

import likewise
from likewise import moved
from likewise.public import public_page


@pytest.fixture(autouse=True)
def _forget(monkeypatch: pytest.MonkeyPatch) -> None:
    for table in ("MODULES", "NAMES"):
        monkeypatch.setattr(moved, table, dict(getattr(moved, table)))


def test_a_module_that_moved_is_found_and_warns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(moved.MODULES, "likewise.text.old_stems", "likewise.text.stems")
    with pytest.warns(DeprecationWarning, match=r"text\.old_stems is now likewise\.text\.stems"):
        module = import_module("likewise.text.old_stems")
    assert module is import_module("likewise.text.stems")
    assert module.__spec__ is not None
    assert module.__name__ == module.__spec__.name == "likewise.text.stems"
    del sys.modules["likewise.text.old_stems"]


def test_what_lies_below_a_package_moves_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(moved.MODULES, "likewise.former", "likewise.text")
    with pytest.warns(DeprecationWarning, match=r"likewise\.former"):
        module = import_module("likewise.former.stems")
    assert module is import_module("likewise.text.stems"), "loaded once, not twice"
    for name in ("likewise.former", "likewise.former.stems"):
        del sys.modules[name]


def test_a_name_that_moved_warns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(moved.NAMES, "likewise.text:cut_up", "likewise.text:tokenize")
    with pytest.warns(DeprecationWarning, match=r"text\.cut_up is now likewise\.text\.tokenize"):
        assert moved.moved_name("likewise.text", "cut_up") is likewise.tokenize
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        moved.moved_name("likewise.text", "nonsense")


def test_every_old_path_leads_to_something() -> None:
    root = Path(likewise.__file__).parent
    for old, new in moved.MODULES.items():
        place = root.joinpath(*old.split(".")[1:])
        assert not place.with_suffix(".py").exists(), f"{old} is there itself"
        assert not (place / "__init__.py").exists(), f"{old} is there itself"
        import_module(new)
    for old, new in moved.NAMES.items():
        room, _, name = new.partition(":")
        assert attrgetter(name)(import_module(room)) is not None, f"{old} leads nowhere"


def test_a_page_offers_what_its_stub_says(tmp_path: Path) -> None:
    find, names, public = public_page("likewise.text", _stub(tmp_path, "from .stems import stem as stem\n"))
    assert public == names() == ["stem"]
    assert find("stem") is import_module("likewise.text.stems").stem
    with pytest.raises(AttributeError, match="no attribute 'tokenizers'"):
        find("tokenizers")


def _stub(folder: Path, text: str) -> str:
    (folder / "__init__.pyi").write_text(text, encoding="utf-8")
    return str(folder / "__init__.py")


def test_an_old_module_does_not_take_the_place_of_a_public_name() -> None:
    code = """
import warnings
warnings.simplefilter("ignore", DeprecationWarning)
from likewise.evaluate.score import score as by_its_old_path
import likewise, likewise.evaluate.judge
assert likewise.evaluate.score is likewise.score is by_its_old_path
assert callable(likewise.judge) and callable(likewise.evaluate.judge)
"""
    subprocess.run([sys.executable, "-c", code], check=True)
