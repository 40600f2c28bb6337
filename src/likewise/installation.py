"""How this Likewise was installed, and the command that adds something to it.

A clone, a tool of uv or pipx, a virtual environment of uv and one of pip want different commands; what is
printed beside a missing part is the one that works here.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from shlex import quote
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

__all__ = ["install_line"]

_OWN = re.compile(r"likewise(?:\[([\w,-]+)\])?")


def install_line(requirement: str) -> str:
    """The command that installs `likewise[EXTRA,..]`, or another package, beside this Likewise."""
    own = _OWN.fullmatch(requirement)
    extras = (own[1] or "").split(",") if own else []
    return _command(Path(sys.prefix), requirement, tuple(filter(None, extras)), own is not None)


def _command(prefix: Path, requirement: str, extras: tuple[str, ...], own: bool) -> str:
    clone = _clone()
    if clone is not None and prefix.is_relative_to(clone) and _made_by_uv(prefix):
        return _in_clone(clone, requirement, extras, own)
    if (prefix / "uv-receipt.toml").is_file():
        return _as_tool(prefix, requirement, extras, own)
    if (prefix / "pipx_metadata.json").is_file():
        return _in_pipx(prefix, requirement, extras, own)
    if _is_fleeting(prefix):
        added = _with(_source(), extras) if own else "likewise"
        return f"uvx --from {quote(added)}{'' if own else f' --with {requirement}'} likewise"
    pip = "uv pip" if _made_by_uv(prefix) else "pip"
    if not own:
        return f"{pip} install {quote(requirement)}"
    if clone is not None:
        return f"{pip} install -e {quote(_with(str(clone), extras))}"
    return f"{pip} install {quote(_with(_source(), extras))}"


def _in_clone(clone: Path, requirement: str, extras: tuple[str, ...], own: bool) -> str:
    """`uv run` keeps what was added so; without the development tools where they are not there."""
    where = "" if clone in (Path.cwd(), *Path.cwd().parents) else f" --project {quote(str(clone))}"
    if not own:
        return f"uv pip install{' --python ' + quote(sys.prefix) if where else ''} {quote(requirement)}"
    bare = "" if _is_installed("pytest") else " --no-dev"
    return f"uv sync --inexact{bare}{where}" + "".join(f" --extra {extra}" for extra in extras)


def _as_tool(prefix: Path, requirement: str, extras: tuple[str, ...], own: bool) -> str:
    """The tool anew, with the extras and packages that it has already."""
    with (prefix / "uv-receipt.toml").open("rb") as stream:
        asked: list[dict[str, Any]] = tomllib.load(stream).get("tool", {}).get("requirements", [])
    ours = next((one for one in asked if one.get("name") == "likewise"), {})
    beside = [one["name"] for one in asked if one.get("name") != "likewise"] + ([] if own else [requirement])
    source = _with(_source(), tuple(dict.fromkeys((*ours.get("extras", ()), *extras))))
    return f"uv tool install {quote(source)}" + "".join(f" --with {quote(name)}" for name in beside)


def _in_pipx(prefix: Path, requirement: str, extras: tuple[str, ...], own: bool) -> str:
    if not own:
        return f"pipx inject likewise {quote(requirement)}"
    with (prefix / "pipx_metadata.json").open(encoding="utf-8") as stream:
        asked = json.load(stream).get("main_package", {}).get("package_or_url") or ""
    known = re.search(r"\[([\w,-]+)\]", asked)
    kept = known[1].split(",") if known else []
    return f"pipx install --force {quote(_with(_source(), tuple(dict.fromkeys((*kept, *extras)))))}"


def _with(source: str, extras: tuple[str, ...]) -> str:
    """A source with extras: `likewise[ask]`, `./folder[ask]`, `likewise[ask] @ file:///likewise.whl`."""
    named = f"[{','.join(extras)}]" if extras else ""
    return f"likewise{named} @ {source}" if "://" in source else f"{source}{named}"


def _source() -> str:
    """What is installed: a folder, the address of a wheel or repository, or `likewise` by its name alone."""
    told = _direct_url()
    address = str(told.get("url", ""))
    if "dir_info" in told:
        return _folder(address)
    if "vcs_info" in told:
        return f"{told['vcs_info'].get('vcs', 'git')}+{address}"
    return address or "likewise"


def _clone() -> Path | None:
    """The folder whose source runs, where Likewise is installed from one that may change."""
    told = _direct_url()
    editable = told.get("dir_info", {}).get("editable")
    return Path(_folder(str(told.get("url", "")))).resolve() if editable else None


def _folder(address: str) -> str:
    return url2pathname(urlsplit(address).path)


def _direct_url() -> dict[str, Any]:
    """Where the installer says that Likewise came from; nothing where it came from an index."""
    try:
        text = distribution("likewise").read_text("direct_url.json")
    except PackageNotFoundError:
        return {}
    told: dict[str, Any] = json.loads(text) if text else {}
    return told


def _made_by_uv(prefix: Path) -> bool:
    try:
        return any(line.startswith("uv =") for line in (prefix / "pyvenv.cfg").read_text().splitlines())
    except OSError:
        return False


def _is_fleeting(prefix: Path) -> bool:
    """Whether uv made the environment for this run alone (`uvx`)."""
    return any(part.startswith(("archive-v", "environments-v")) for part in prefix.parts)


def _is_installed(name: str) -> bool:
    try:
        distribution(name)
    except PackageNotFoundError:
        return False
    return True
