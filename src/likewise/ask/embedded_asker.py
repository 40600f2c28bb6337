"""The asker that everyone has: over the embedded paragraphs, indexed when they are first asked, and kept.

The index is kept in the user's cache folder (`LIKEWISE_CACHE` names another), under a name that changes with
the documents and with what is installed. Where nothing can be written it is made anew each time.
"""

from __future__ import annotations

import os
import tempfile
from functools import cache
from pathlib import Path

from platformdirs import user_cache_path

from likewise.ask.asker import Asker
from likewise.ask.gold_questions import GoldQuestion, load_gold_questions
from likewise.ask.retrieval import DocumentIndex, build_index, open_index
from likewise.data import ASK_LANGUAGES, ask_files
from likewise.errors import InputError
from likewise.io import Progress, Source, fingerprint
from likewise.text import code_of, multilingual_folder
from likewise.version import __version__

__all__ = ["embedded_index", "embedded_questions", "open_embedded_asker"]


def embedded_questions(lang: str = "zh") -> tuple[GoldQuestion, ...]:
    """Our own English questions about the embedded documents in a language."""
    return load_gold_questions(ask_files(_known(lang))[1], lang=_known(lang))


def open_embedded_asker(
    lang: str = "zh",
    *,
    glossary: Source | None = None,
    phrases: Source | None = None,
    translator: Source | None = None,
    installed: bool = True,
    progress: Progress | None = None,
) -> Asker:
    """An asker over the embedded documents in Chinese or Japanese."""
    folder = embedded_index(lang, progress=progress)
    return Asker.open(folder, glossary=glossary, phrases=phrases, translator=translator, installed=installed)


def embedded_index(lang: str = "zh", *, progress: Progress | None = None) -> Path:
    """The folder of the index of the embedded documents; made where it is not there yet."""
    code = _known(lang)
    documents = ask_files(code)[0]
    rows = [[Path(documents).read_text(encoding="utf-8"), multilingual_folder() is not None]]
    named = os.environ.get("LIKEWISE_CACHE")
    root = Path(named) if named else user_cache_path("likewise", appauthor=False)
    folder = root / f"ask-{code}-{__version__}-{fingerprint(rows)}"
    if _can_be_opened(folder):
        return folder
    try:
        root.mkdir(parents=True, exist_ok=True)
        build_index(documents, code, folder, progress=progress)
    except (InputError, OSError):
        if _can_be_opened(folder):  # another process was faster
            return folder
        folder = _temporary(code) / folder.name
        if not _can_be_opened(folder):
            build_index(documents, code, folder, progress=progress)
    return folder


def _can_be_opened(folder: Path) -> bool:
    if not folder.is_dir():
        return False
    try:
        opened: DocumentIndex = open_index(folder)
    except InputError:
        return False
    return len(opened) > 0


@cache
def _temporary(code: str) -> Path:
    return Path(tempfile.mkdtemp(prefix=f"likewise-ask-{code}-"))


def _known(lang: str) -> str:
    code = code_of(lang).partition("-")[0]
    if code not in ASK_LANGUAGES:
        raise InputError(
            f"there are no embedded documents in '{lang}', only in {', '.join(ASK_LANGUAGES)}", field="lang"
        )
    return code
