"""Documents out of files: JSON lines, tables, plain text and HTML, packed or not, and folders of them.

Files of a folder that hold no text are passed over and named; a file that is asked for by itself must be
read.
"""

from __future__ import annotations

import codecs
import gzip
import os
import zlib
from collections.abc import Iterator, Sequence
from html.parser import HTMLParser
from pathlib import Path

from likewise.ask.documents import Document
from likewise.errors import InputError
from likewise.io import Source, open_binary, read_rows, read_table

__all__ = ["DocumentSource"]

ROWS = (".jsonl", ".ndjson")
TABLES = (".csv", ".tsv")
PAGES = (".html", ".htm", ".xhtml")
TEXTS = (".txt", ".text", ".md")
LARGEST = 1024 * 1024 * 1024
"""Bytes of a text of one document; what is larger is nearly always no document."""


class DocumentSource:
    """The documents of a file or a folder, in the order of names; `skipped` tells which files hold none."""

    def __init__(self, path: Source, lang: str) -> None:
        self.path = Path(path)
        self.lang = lang
        self.skipped: list[str] = []
        self._read = 0
        self._size = 0

    @property
    def share(self) -> float:
        """How much of the bytes has been read, from 0 to 1."""
        return min(1.0, self._read / self._size) if self._size else 0.0

    def __iter__(self) -> Iterator[Document]:
        self.skipped.clear()
        self._read = 0
        if not self.path.is_dir():
            self._size = self.path.stat().st_size if self.path.exists() else 0
            yield from self._file(self.path, self.path.name, only=True)
            return
        files = sorted(file for file in _files(self.path))
        self._size = sum(file.stat().st_size for file in files)
        before = 0
        for file in files:
            name = file.relative_to(self.path).as_posix()
            try:
                yield from self._file(file, name, only=False)
            except _NoTextError as error:
                self.skipped.append(f"{name}: {error}")
            before += file.stat().st_size
            self._read = before

    def _file(self, file: Path, name: str, *, only: bool) -> Iterator[Document]:
        kind = Path(name.removesuffix(".gz")).suffix.lower()
        if kind in ROWS:
            yield from self._rows(file)
        elif kind in TABLES:
            yield from self._table(file, "\t" if kind == ".tsv" else ",")
        elif kind in PAGES or kind in TEXTS:
            try:
                text = _text(file)
            except _NoTextError as error:
                if only:
                    raise InputError(str(error), file=str(file)) from None
                raise
            title = ""
            if kind in PAGES:
                page = _Page()
                page.feed(text)
                page.close()
                text, title = page.text(), page.title.strip()
            if text.strip():
                yield Document(name, text, self.lang, title)
            else:
                self.skipped.append(f"{name}: holds no text")
        elif only:
            kinds = " ".join((*ROWS, *TABLES, *PAGES, *TEXTS))
            raise InputError(f"expected a folder or a file of a kind that is read ({kinds})", file=str(file))
        else:
            raise _NoTextError("is of a kind that is not read")

    def _rows(self, file: Path) -> Iterator[Document]:
        def advance(size: int) -> None:
            self._read += size if not file.name.endswith(".gz") else size // 3

        for row in read_rows(file, progress=advance):
            text = row.text("text") or ""
            if not text.strip():
                row.refuse("text", "is empty")
            id = row.label("id")
            if not id:
                row.refuse("id", "is empty")
            yield Document(id, text, self.lang, row.text("title", required=False) or "")

    def _table(self, file: Path, separator: str) -> Iterator[Document]:
        for line, cells in read_table(file, delimiter=separator):
            for field in ("id", "text"):
                if not cells.get(field, "").strip():
                    raise InputError("missing or empty", file=str(file), line=line, field=field)
            yield Document(cells["id"], cells["text"], self.lang, cells.get("title", ""))


class _NoTextError(Exception):
    """A file that holds no text."""


def _files(folder: Path) -> Iterator[Path]:
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        yield from (Path(place, name) for name in names if not name.startswith("."))


def _text(file: Path) -> str:
    """The whole of a file as text, read in blocks, so that one that holds none is told soon."""
    decoder = codecs.getincrementaldecoder("utf-8-sig")()
    parts: list[str] = []
    size = 0
    with open_binary(file) as handle:
        try:
            while block := handle.read(1 << 20):
                size += len(block)
                if size > LARGEST:
                    raise _NoTextError(f"is larger than {LARGEST >> 30} GiB, split it")
                if b"\0" in block:
                    raise _NoTextError("is binary (it holds a NUL)")
                parts.append(decoder.decode(block))
            parts.append(decoder.decode(b"", True))
        except UnicodeDecodeError as error:
            raise _NoTextError(f"is not UTF-8 (byte 0x{error.object[error.start]:02x})") from None
        except (gzip.BadGzipFile, EOFError, zlib.error) as error:
            raise _NoTextError(f"is broken gzip data ({error})") from None
    return "".join(parts)


class _Page(HTMLParser):
    """The text of a page as a reader sees it: blocks are lines, scripts and styles are left out."""

    HIDDEN = frozenset(("script", "style", "template", "noscript", "svg", "math", "head"))
    INLINE = frozenset(
        ("a", "abbr", "b", "bdi", "bdo", "cite", "code", "data", "dfn", "em", "font", "i", "kbd", "mark", "q")
    ) | frozenset(
        ("rp", "rt", "ruby", "s", "samp", "small", "span", "strong", "sub", "sup", "time", "u", "var", "wbr")
    )
    # Readings above characters would stand between them.
    READINGS = frozenset(("rt", "rp"))

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.title = ""
        self._parts: list[str] = []
        self._hidden: list[str] = []
        self._in_title = False

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        if tag == "body":
            self._hidden.clear()  # A head that is not closed ends here.
        elif tag == "title":
            self._in_title = True
        elif tag in self.HIDDEN or tag in self.READINGS:
            self._hidden.append(tag)
        elif tag not in self.INLINE:
            self._parts.append("\n")

    def handle_endtag(self, tag: str) -> None:
        if tag == "title":
            self._in_title = False
        elif tag in self._hidden:
            del self._hidden[self._hidden.index(tag) :]
        elif tag not in self.INLINE:
            self._parts.append("\n")

    def handle_data(self, data: str) -> None:
        if self._in_title:
            self.title += data
        elif not self._hidden:
            self._parts.append(data)

    def text(self) -> str:
        """The lines that hold something."""
        lines = (" ".join(line.split()) for line in "".join(self._parts).split("\n"))
        return "\n".join(line for line in lines if line)
