"""The studio's glossaries, one for each language: translations of keywords that people gave on the page."""

from __future__ import annotations

import threading
from pathlib import Path

from likewise.ask.translation import Glossary, read_glossary
from likewise.errors import RefusedError
from likewise.io import write_text

__all__ = ["GlossaryShelf"]


class GlossaryShelf:
    """A folder of tables, `glossary-LANG.tsv`; askers read one again when it has changed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._lock = threading.Lock()
        self._glossaries: dict[str, Glossary] = {}

    def file(self, lang: str) -> Path:
        """Where the translations into a language are kept; the file need not be there yet."""
        return self.folder / f"glossary-{lang.partition('-')[0]}.tsv"

    def entries(self, lang: str) -> list[tuple[str, str]]:
        """(English, translation), the last one first."""
        file = self.file(lang)
        return list(reversed(list(read_glossary(file)))) if file.is_file() else []

    def remember(self, lang: str, english: str, target: str) -> None:
        """Add a translation, which then comes before all others of its keyword."""
        with self._lock:
            glossary = self._glossaries.setdefault(lang, Glossary(self.file(lang)))
            glossary.append(english, target)

    def forget(self, lang: str, english: str, target: str) -> None:
        """Take a translation out again."""
        with self._lock:
            pairs = list(reversed(self.entries(lang)))
            if (english, target) not in pairs:
                raise RefusedError("not-found", "the glossary has no such translation")
            pairs.remove((english, target))
            with write_text(self.file(lang)) as stream:
                stream.writelines(f"{one}\t{other}\n" for one, other in [("english", "target"), *pairs])
