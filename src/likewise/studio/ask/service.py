"""The asker behind the page Ask, in a process of its own that stays, and the glossaries of the studio."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Self

from likewise.ask import load_gold_questions
from likewise.data import ASK_LANGUAGES, ask_files
from likewise.errors import InputError
from likewise.studio.ask.glossary_shelf import GlossaryShelf
from likewise.studio.feature import Setup
from likewise.studio.worker_process import FIRST, LATER, WorkerProcess
from likewise.text import code_of, name_of

__all__ = ["AskService"]

_MANIFEST = "manifest.json"
"""What changes in an index when it is built anew."""


@cache
def _embedded_examples(lang: str) -> list[str]:
    return [one.text for one in load_gold_questions(ask_files(lang)[1], lang=lang)]


def _language_of(folder: Path) -> str:
    """The language of an index; what is none, or a damaged one, is refused."""
    from likewise.ask import open_index

    return open_index(folder).lang


class AskService:
    """The process that answers, and what people taught it."""

    def __init__(self, kept: Path, folder: Path | None = None) -> None:
        self.folder = None if folder is None else folder.resolve()
        self.languages = {code: name_of(code) for code in ASK_LANGUAGES}
        if folder is not None:
            lang = _language_of(folder)
            self.languages = {lang: name_of(lang)}
        self.glossaries = GlossaryShelf(kept.resolve())
        self.process = WorkerProcess(
            "likewise.studio.ask.worker",
            busy="too much is being asked at this moment, try again",
            silent="there was no answer in time, try a shorter question",
            settings={"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
        )
        self._ready: dict[str, Any] = {}

    @classmethod
    def open(cls, setup: Setup) -> Self:
        """The service of a studio; what it is taught is kept beside its media."""
        return cls(setup.media.with_name(f"{setup.media.name}.ask"), setup.folder("ask"))

    def language(self, lang: str | None) -> str:
        """The language of documents that are there; the first where none is named."""
        spoken = lang or next(iter(self.languages))
        if spoken not in self.languages:
            spoken = code_of(spoken)
        if spoken not in self.languages:
            raise InputError(f"expected one of {', '.join(self.languages)}", field="lang")
        return spoken

    def translates(self, lang: str) -> bool:
        """Whether keywords are translated: not where the documents are in English."""
        return lang != "en"

    def examples(self, lang: str) -> list[str]:
        """Questions to begin with, about the embedded documents."""
        return _embedded_examples(lang) if self.folder is None else []

    def ask(
        self, question: str, *, lang: str, corrections: Mapping[str, str] | None = None, **settings: Any
    ) -> dict[str, Any]:
        """The answers with every step; see `worker.answer`. The first question in a language takes longer."""
        folder = None if self.folder is None else str(self.folder)
        # An index that was built anew is opened anew.
        stamp = 0 if self.folder is None else (self.folder / _MANIFEST).stat().st_mtime_ns
        place = {"folder": folder, "stamp": stamp, "glossary": str(self.glossaries.file(lang))}
        asked = {"question": question, "lang": lang, "corrections": dict(corrections or {})}
        ready = self.process.alive and self._ready.get(lang) is self.process.process
        answer = self.process.ask({**asked, **place, "settings": settings}, seconds=LATER if ready else FIRST)
        self._ready[lang] = self.process.process
        return answer

    def close(self) -> None:
        """End the process; the next question starts another."""
        self.process.close()
