"""A user's own translations, which beat every other source: a table that can grow while others read it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Lock

from likewise.ask.question import Keyword
from likewise.ask.translated import TranslationCandidate
from likewise.ask.translation.english_forms import english_key, lookup_forms
from likewise.errors import InputError
from likewise.io import Source, name_of, read_lines, write_text

__all__ = ["Glossary", "read_glossary"]

_HEADER = "english\ttarget"


def read_glossary(file: Source) -> Iterator[tuple[str, str]]:
    """(English, target) of each line of a TSV; a header, comments and further columns may be there."""
    for number, line in read_lines(file):
        cells = [cell.strip() for cell in line.split("\t")]
        if not line.strip() or line.startswith("#") or (number == 1 and cells[0].lower() == "english"):
            continue
        if len(cells) < 2:
            raise InputError("expected English, a tab and its translation", file=name_of(file), line=number)
        for field, cell in zip(("english", "target"), cells, strict=False):
            if not cell:
                raise InputError("is empty", file=name_of(file), line=number, field=field)
        yield cells[0], cells[1]


class Glossary:
    """Translations by their English; what was added last comes first.

    `file` is where they are kept; it need not be there yet. Without one they are kept in memory alone.
    """

    name = "glossary"

    def __init__(self, file: Source | None = None) -> None:
        self.file = Path(file) if file is not None else None
        self._lock = Lock()
        self._pairs: list[tuple[str, str]] = []
        self._seen: tuple[int, int] | None = None
        self._by_key: dict[str, list[str]] = {}
        self._refresh()

    def __len__(self) -> int:
        """Number of translations."""
        return len(self._pairs)

    def candidates(self, keyword: Keyword) -> list[TranslationCandidate]:
        """The user's translations of the keyword as it stands, else of its plain forms."""
        self._refresh()
        for key, _ in lookup_forms(keyword):
            targets = self._by_key.get(key)
            if targets:
                return [
                    TranslationCandidate(text, (self.name,), score=max(0.5, 1.0 - 0.01 * n))
                    for n, text in enumerate(targets)
                ]
        return []

    def append(self, english: str, target: str) -> None:
        """Remember a translation; the file is replaced whole, so that no reader sees half of it."""
        cells = [" ".join(cell.split()) for cell in (english, target)]
        for field, cell in zip(("english", "target"), cells, strict=True):
            if not cell or (field == "english" and not english_key(cell)):
                raise InputError("is empty", field=field)
            if cell.startswith("#"):
                raise InputError("begins with '#', which marks a comment", field=field)
        self._refresh()
        with self._lock:
            pair = (cells[0], cells[1])
            pairs = [*(one for one in self._pairs if one != pair), pair]
            if self.file is not None:
                self.file.parent.mkdir(parents=True, exist_ok=True)
                with write_text(self.file) as stream:
                    stream.write("\n".join([_HEADER, *("\t".join(one) for one in pairs)]) + "\n")
                self._seen = _state(self.file)
            self._set(pairs)

    def _refresh(self) -> None:
        """Read the file again where another process has changed it."""
        if self.file is None:
            return
        with self._lock:
            state = _state(self.file)
            if state != self._seen:
                self._set(list(read_glossary(self.file)) if state else [])
                self._seen = state

    def _set(self, pairs: list[tuple[str, str]]) -> None:
        self._pairs = pairs
        table: dict[str, list[str]] = {}
        for english, target in reversed(pairs):
            own = table.setdefault(english_key(english), [])
            if target not in own:
                own.append(target)
        self._by_key = table


def _state(file: Path) -> tuple[int, int] | None:
    try:
        found = file.stat()
    except FileNotFoundError:
        return None
    return found.st_mtime_ns, found.st_size
