"""Parts of the machine that some tests need: where they are, and the line that installs them.

A test that lacks one is skipped with that line; with `CI=true` the skip is a failure (tests/conftest.py), but
for real data. `LIKEWISE_HIDE=chromium,postgresql,encoder,multilingual,vectors,data` hides parts that are
there, so that a full machine can show what happens on an empty one.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from likewise.text.installed_encoders import INSTALL, PACKAGES, encoder_folder
from likewise.text.universal_encoder import INSTALL_MULTILINGUAL, MODULE, multilingual_folder
from likewise.text.wordllama_vectors import INSTALL_VECTORS, PACKAGE, static_vectors_folder

if TYPE_CHECKING:
    from playwright.sync_api import Browser

__all__ = [
    "NAMES",
    "hidden",
    "launched",
    "needs_data",
    "needs_encoder",
    "needs_multilingual",
    "needs_vectors",
    "postgresql_programs",
    "real_data",
    "require_data",
    "require_encoder",
]

NAMES = ("chromium", "postgresql", "encoder", "multilingual", "vectors", "data")
CHROMIUM = "chromium is not installed; get it with: apt-get install chromium"
PLAYWRIGHT = "playwright is not installed; get it with: uv sync"
POSTGRESQL = "PostgreSQL is not installed; get it with: apt-get install postgresql"
ENCODER = f"the encoder is not installed; get it with: {INSTALL}"
MULTILINGUAL = f"the multilingual encoder is not installed; get it with: {INSTALL_MULTILINGUAL}"
VECTORS = f"the static vectors are not installed; get them with: {INSTALL_VECTORS}"

REAL_DATA = "real data"

_SETTINGS = [
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--no-first-run",
]  # fmt: skip


def hidden(name: str) -> bool:
    """Whether the part shall be taken for missing."""
    given = [part.strip() for part in os.environ.get("LIKEWISE_HIDE", "").split(",") if part.strip()]
    unknown = [part for part in given if part not in NAMES]
    if unknown:
        raise ValueError(f"LIKEWISE_HIDE: unknown part {unknown[0]!r}, expected {', '.join(NAMES)}")
    return name in given


def hide_packages(name: str, modules: Iterable[str]) -> None:
    """Put empty packages before those of a part, here and for every process that is started from here."""
    folder = Path(tempfile.gettempdir()) / f"likewise-without-{name}"
    for module in modules:
        (folder / module).mkdir(parents=True, exist_ok=True)
        (folder / module / "__init__.py").touch()
    before = os.environ.get("PYTHONPATH")
    if before is None or str(folder) not in before.split(os.pathsep):
        os.environ["PYTHONPATH"] = str(folder) if before is None else f"{folder}{os.pathsep}{before}"
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))


for _name, _modules in (
    ("encoder", [package.module for package in PACKAGES]),
    ("multilingual", [MODULE]),
    ("vectors", [PACKAGE]),
):
    if hidden(_name):
        hide_packages(_name, _modules)

needs_encoder = pytest.mark.skipif(encoder_folder() is None, reason=ENCODER)
needs_multilingual = pytest.mark.skipif(multilingual_folder() is None, reason=MULTILINGUAL)
needs_vectors = pytest.mark.skipif(static_vectors_folder() is None, reason=VECTORS)


def require_encoder() -> None:
    """Skip this test where the encoder is not there."""
    if encoder_folder() is None:
        pytest.skip(ENCODER)


def real_data(*names: str) -> Path:
    """A file or folder of real data beside the repository; it may not be there."""
    beside = Path(__file__).resolve().parents[3] / "shared" / "data"
    return (beside / "hidden" if hidden("data") else beside).joinpath(*names)


def needs_data(*names: str) -> pytest.MarkDecorator:
    """Skip the tests of a module where one of these folders or files of real data is not there."""
    missing = _missing(names)
    return pytest.mark.skipif(bool(missing), reason=missing)


def require_data(*names: str) -> None:
    """Skip this test where one of these folders or files of real data is not there."""
    if missing := _missing(names):
        pytest.skip(missing)


def _missing(names: tuple[str, ...]) -> str:
    absent = [name for name in names if not real_data(name).exists()]
    places = " and ".join(f"../shared/data/{name}" for name in absent)
    return f"{REAL_DATA} is missing; put the corpus at {places}, beside this repository" if absent else ""


def postgresql_programs() -> Path | None:
    """The folder of the newest PostgreSQL's programs; None where it is not installed."""
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return None if hidden("postgresql") or not places else places[-1].parent


@contextmanager
def launched() -> Iterator[Browser]:
    """A real browser for the tests of a module; skips where there is none."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        pytest.skip(PLAYWRIGHT)
    chromium = None if hidden("chromium") else shutil.which("chromium")
    if chromium is None:
        pytest.skip(CHROMIUM)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=_SETTINGS)
        yield browser
        browser.close()
