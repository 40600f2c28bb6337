"""The package as users get it: wheel and sdist, installed into an empty environment, and run."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
UV = shutil.which("uv")
pytestmark = pytest.mark.skipif(UV is None, reason="uv is not on the path; get it with: pip install uv")


def run(*command: str, cwd: Path) -> str:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=550)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    run(str(UV), "build", "--quiet", "--out-dir", str(folder), str(ROOT), cwd=folder)
    return folder


def test_what_is_in_them(dist: Path) -> None:
    wheel = next(dist.glob("*.whl"))
    names = zipfile.ZipFile(wheel).namelist()
    for name in (
        "data/outputs.jsonl",
        "data/README.md",
        "report/report.js",
        "text/function_words_en.txt",
        "py.typed",
    ):
        assert f"likewise/{name}" in names
    assert not [n for n in names if n.startswith("tests") or "__pycache__" in n]
    with tarfile.open(next(dist.glob("*.tar.gz"))) as sdist:
        inside = {n.partition("/")[2] for n in sdist.getnames()}
    assert {"pyproject.toml", "README.md", "LICENSE", "tests/test_package.py", "docs/index.md"} <= inside


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["*.whl", "*.tar.gz"])
def test_install_and_run_in_an_empty_environment(dist: Path, tmp_path: Path, kind: str) -> None:
    package = next(dist.glob(kind))
    run(str(UV), "venv", "--quiet", str(tmp_path / "env"), cwd=tmp_path)
    python = str(tmp_path / "env" / "bin" / "python")
    run(str(UV), "pip", "install", "--quiet", "--python", python, str(package), cwd=tmp_path)
    program = str(tmp_path / "env" / "bin" / "likewise")
    assert json.loads(run(program, "doctor", "--json", cwd=tmp_path))["ok"] is True
    if kind == "*.whl":
        installed = next((tmp_path / "env").rglob("site-packages")) / "likewise"
        hand_over_kernels(installed)
        tour = json.loads(run(program, "tour", "--json", cwd=tmp_path))
        assert (tmp_path / tour["report"]).is_file()
        # What is missing is compiled beside its source, and kept for the next time.
        words = installed / "text" / "__pycache__"
        for path in kernels(words):
            Path(path).unlink()
        again = json.loads(run(program, "tour", "--json", cwd=tmp_path))
        assert (again["bleu"], again["pinc"]) == (tour["bleu"], tour["pinc"])
        compiled = kernels(installed)
        assert kernels(words)
        run(program, "score", str(installed / "data" / "outputs.jsonl"), cwd=tmp_path)
        assert kernels(installed) == compiled


def hand_over_kernels(installed: Path) -> None:
    """Take over what this checkout has compiled: compiling all anew takes some 50 CPU seconds.

    Numba asks for the time and the size of the source that a kernel was compiled from.
    """
    ours = ROOT / "src" / "likewise"
    for source in ours.rglob("*.py"):
        theirs = installed / source.relative_to(ours)
        if theirs.read_bytes() == source.read_bytes():
            times = source.stat()
            os.utime(theirs, ns=(times.st_atime_ns, times.st_mtime_ns))
    for path in ours.rglob("*.nb[ci]"):
        folder = installed / path.relative_to(ours).parent
        if folder.parent.is_dir():  # a folder that was renamed leaves its old kernels behind
            folder.mkdir(exist_ok=True)
            shutil.copy2(path, folder)


def kernels(folder: Path) -> dict[str, int]:
    """The compiled kernels beside their sources, and when each was written."""
    return {str(path): path.stat().st_mtime_ns for path in sorted(folder.rglob("*.nb[ci]"))}
