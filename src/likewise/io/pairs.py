"""Labelled sentence pairs: the Microsoft Research Paraphrase Corpus and the RTE challenges.

These are the recognition corpora of the DIMPLE paper (Shima and Mitamura 2011, section 3.3).
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from xml.parsers import expat

from likewise.errors import InputError
from likewise.io.lines import Source, name_of, open_binary, read_lines

__all__ = ["SentencePair", "read_msrpc", "read_rte"]

_CHUNK = 1 << 16
_ENTAILED = {
    "TRUE": True,
    "FALSE": False,
    "YES": True,
    "NO": False,
    "ENTAILMENT": True,
    "CONTRADICTION": False,
    "UNKNOWN": False,
}


@dataclass(frozen=True, slots=True)
class SentencePair:
    """Two sentences, and whether people said that the meaning of one is in the other."""

    id: str
    first: str
    second: str
    positive: bool


def read_msrpc(path: Source) -> Iterator[SentencePair]:
    """Yield the pairs of a tab-separated file: label, id 1, id 2, sentence 1, sentence 2.

    Quotation marks are plain characters there. The heading of the original release is passed over.
    """
    name, empty = name_of(path), True
    for number, line in read_lines(path):
        if not line.strip() or (number == 1 and line.startswith("Quality\t")):
            continue
        fields = line.split("\t")
        if len(fields) != 5:
            message = f"expected 5 fields (label, id, id, sentence, sentence), got {len(fields)}"
            raise InputError(message, file=name, line=number)
        label, one, two, first, second = (field.strip() for field in fields)
        if label not in ("0", "1"):
            raise InputError(f"expected 0 or 1, got {label!r}", file=name, line=number, field="label")
        for field, value in (("id 1", one), ("id 2", two), ("sentence 1", first), ("sentence 2", second)):
            if not value:
                raise InputError("empty", file=name, line=number, field=field)
        empty = False
        yield SentencePair(f"{one}-{two}", first, second, label == "1")
    if empty:
        raise InputError("no pairs, expected tab-separated lines", file=name)


def read_rte(path: Source) -> Iterator[SentencePair]:
    """Yield the pairs of an XML file: `<pair id value|entailment><t>..</t><h>..</h></pair>`.

    Both the two-way and the three-way labels are known. A file may name an external DTD, as the
    published ones do: it is never opened. Declarations inside the file, entities first of all, are
    refused, because a few lines of them can unfold to gigabytes.
    """
    name = name_of(path)
    reader = _RteReader(name)
    with open_binary(path) as handle:
        while True:
            try:
                chunk = handle.read(_CHUNK)
            except (gzip.BadGzipFile, EOFError, zlib.error) as error:
                raise InputError(f"broken gzip data: {error}", file=name) from None
            yield from reader.feed(chunk)
            if not chunk:
                break
    if not reader.count:
        raise InputError("no pairs, expected <pair> elements", file=name)


class _RteReader:
    """Expat rather than ElementTree: it knows the line, and it shows declarations before they act."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.count = 0
        self._ready: list[SentencePair] = []
        self._attributes: dict[str, str] | None = None
        self._sides: dict[str, str] = {}
        self._side: str | None = None
        self._text: list[str] = []
        self._parser = expat.ParserCreate()
        self._parser.buffer_text = True
        self._parser.StartDoctypeDeclHandler = self._doctype
        self._parser.EntityDeclHandler = self._entity
        self._parser.SkippedEntityHandler = self._skipped
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._text.append

    def feed(self, chunk: bytes) -> list[SentencePair]:
        """Parse one piece of the file, the empty one last; the pairs that it completed."""
        try:
            self._parser.Parse(chunk, not chunk)
        except expat.ExpatError as error:
            message = f"not valid XML ({expat.ErrorString(error.code)} at column {error.offset + 1})"
            raise InputError(message, file=self.name, line=error.lineno) from None
        except (LookupError, ValueError) as error:
            raise InputError(f"not XML that can be read ({error})", file=self.name) from None
        ready, self._ready = self._ready, []
        self.count += len(ready)
        return ready

    def _fail(self, message: str, field: str | None = None) -> InputError:
        return InputError(message, file=self.name, line=self._parser.CurrentLineNumber, field=field)

    def _doctype(self, name: str, system: str | None, public: str | None, internal: bool) -> None:
        if internal:
            raise self._fail("declarations inside DOCTYPE are not allowed, expected plain XML")

    def _entity(self, *declaration: object) -> None:
        raise self._fail("entity declarations are not allowed, expected plain XML")

    def _skipped(self, name: str, parameter: bool) -> None:
        raise self._fail(f"unknown entity &{name};")

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        if tag == "pair":
            if self._attributes is not None:
                raise self._fail("a <pair> inside a <pair>")
            self._attributes, self._sides = attributes, {}
        elif tag in ("t", "h") and self._attributes is not None:
            if tag in self._sides or self._side is not None:
                raise self._fail(f"expected one <{tag}> in a <pair>", tag)
            self._side = tag
            self._text.clear()

    def _end(self, tag: str) -> None:
        if tag == self._side:
            self._sides[tag] = " ".join("".join(self._text).split())
            self._side = None
        elif tag == "pair" and self._attributes is not None:
            self._ready.append(self._pair(self._attributes))
            self._attributes = None
        if self._side is None:
            self._text.clear()

    def _pair(self, attributes: dict[str, str]) -> SentencePair:
        if not attributes.get("id"):
            raise self._fail("missing in <pair>", "id")
        field = "value" if "value" in attributes else "entailment"
        if field not in attributes:
            raise self._fail("expected 'value' or 'entailment' in <pair>", field)
        label = attributes[field].strip().upper()
        if label not in _ENTAILED:
            raise self._fail(f"expected one of {', '.join(_ENTAILED)}, got {label!r}", field)
        for side in ("t", "h"):
            if not self._sides.get(side):
                raise self._fail(f"missing or empty <{side}> in <pair>", side)
        return SentencePair(attributes["id"], self._sides["t"], self._sides["h"], _ENTAILED[label])
