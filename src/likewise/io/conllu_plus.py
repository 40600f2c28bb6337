"""Annotated sentences in CoNLL-U Plus: CoNLL-U with columns of one's own, among them semantic roles.

The first line of a file names its columns (`# global.columns = ID FORM ..`, as the format's page at
universaldependencies.org has it). Files without it have the ten columns of CoNLL-U, and behind them none, or
those of Universal PropBank: roleset and argument spans, perhaps with the arguments' heads between them. All
columns but ID may be missing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from likewise.errors import InputError
from likewise.io.conllu import DependencySentence, DependencyWord, token_sizes
from likewise.io.lines import Advance, Source, name_of, read_lines

__all__ = [
    "AnnotatedSentence",
    "AnnotatedWord",
    "EmptyNode",
    "RoleSpan",
    "conllu_plus_sentences",
    "read_conllu_plus",
]

BASIC = ("ID", "FORM", "LEMMA", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL", "DEPS", "MISC")
"""The columns of CoNLL-U."""
PREDICATE, HEADS, SPANS = "UP:PRED", "UP:ARGHEADS", "UP:ARGSPANS"
"""The columns of Universal PropBank."""
_USUAL = {len(BASIC + more): BASIC + more for more in ((), (PREDICATE, SPANS), (PREDICATE, HEADS, SPANS))}
_OWN = {*BASIC, PREDICATE, HEADS, SPANS}
_HEADER = "global.columns"
_NOTHING = ("_", "*")
"""Unspecified, and not annotated yet."""


@dataclass(frozen=True, slots=True)
class RoleSpan:
    """An argument: its label and its words from `first` to `last`, numbered from 1."""

    label: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class AnnotatedWord:
    """A word and what is said of it; None or nothing where a column is missing or empty.

    `head` is the number of the head (0 for the root). Where `predicate` is a roleset, `arguments` are its
    roles. What in MISC has no value has the value "". `other` are columns that this reader does not know.
    """

    form: str
    lemma: str | None = None
    upos: str | None = None
    xpos: str | None = None
    features: Mapping[str, str] = field(default_factory=dict)
    head: int | None = None
    relation: str | None = None
    enhanced: tuple[tuple[str, str], ...] = ()
    misc: Mapping[str, str] = field(default_factory=dict)
    predicate: str | None = None
    arguments: tuple[RoleSpan, ...] = ()
    other: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class EmptyNode:
    """A node of the enhanced graph that is no word of the text; it stands behind word `after`."""

    id: str
    after: int
    word: AnnotatedWord


@dataclass(frozen=True, slots=True)
class AnnotatedSentence:
    """The words of a sentence, numbered from 1; `tokens` are what they are written as (form, how many words).

    `comments` are the lines before it (`# name = value`), with "" for a value where there is none.
    """

    id: str | None
    words: tuple[AnnotatedWord, ...]
    tokens: tuple[tuple[str, int], ...]
    empty: tuple[EmptyNode, ...] = ()
    comments: Mapping[str, str] = field(default_factory=dict)

    @property
    def text(self) -> str | None:
        """The sentence as it was written, where the file says it."""
        return self.comments.get("text")

    @property
    def predicates(self) -> list[tuple[int, AnnotatedWord]]:
        """The words that have a roleset, with their numbers."""
        return [(n, word) for n, word in enumerate(self.words, 1) if word.predicate is not None]

    def tree(self) -> DependencySentence:
        """The dependency tree alone, as `read_conllu` gives it."""
        words = []
        for number, word in enumerate(self.words, 1):
            if word.head is None or word.relation is None:
                raise InputError(f"word {number} of sentence {self.id} has no head", field="HEAD")
            words.append(DependencyWord(word.form, word.upos or word.xpos or "_", word.head, word.relation))
        return DependencySentence(self.id, tuple(words), self.tokens)


def read_conllu_plus(
    path: Source, *, columns: Sequence[str] | None = None, progress: Advance | None = None
) -> Iterator[AnnotatedSentence]:
    """Every sentence of a file (`.gz` and `-` too); `columns` name the columns where the file does not."""
    return conllu_plus_sentences(read_lines(path, progress=progress), name_of(path), columns=columns)


def conllu_plus_sentences(
    lines: Iterable[tuple[int, str]], name: str, *, columns: Sequence[str] | None = None
) -> Iterator[AnnotatedSentence]:
    """Every sentence of numbered lines; `name` is what complaints call the file."""
    reader = _SentenceReader(name, None if columns is None else tuple(columns))
    rows: list[_Row] = []
    comments: dict[str, str] = {}
    seen = False
    for number, line in lines:
        if line.startswith("#"):
            key, _, value = (part.strip() for part in line[1:].partition("="))
            if key == _HEADER and not seen and not rows:
                reader.columns = tuple(value.split())
            else:
                comments[key] = value
        elif line.strip():
            rows.append(reader.row(number, line))
        else:
            if rows:
                seen = True
                yield reader.sentence(rows, comments)
            rows, comments = [], {}
    if rows:
        yield reader.sentence(rows, comments)
    elif not seen:
        raise InputError("holds no sentence, expected CoNLL-U Plus (columns with tabs)", file=reader.name)


_Row = tuple[int, dict[str, str]]


class _SentenceReader:
    """The columns of a file, and its name for complaints."""

    def __init__(self, name: str, columns: tuple[str, ...] | None) -> None:
        self.name = name
        self.columns = columns

    def row(self, number: int, line: str) -> _Row:
        """A line's values by column."""
        values = line.split("\t")
        if self.columns is None:
            self.columns = _USUAL.get(len(values))
        if self.columns is None:
            counts = ", ".join(map(str, _USUAL))
            wrong = (
                f"{len(values)} columns with tabs and no '# {_HEADER} =' line; without it expected {counts}"
            )
            raise InputError(wrong, file=self.name, line=number)
        if "ID" not in self.columns or len(set(self.columns)) < len(self.columns):
            wrong = "expected columns with ID among them, each named once"
            raise InputError(wrong, file=self.name, line=number, field=_HEADER)
        if len(values) != len(self.columns):
            wrong = f"expected {len(self.columns)} columns with tabs, found {len(values)}"
            raise InputError(wrong, file=self.name, line=number)
        return number, dict(zip(self.columns, values, strict=True))

    def sentence(self, rows: list[_Row], comments: dict[str, str]) -> AnnotatedSentence:
        """The words of the rows between two blank lines."""
        size = sum(row["ID"].isdecimal() for _, row in rows)
        words: list[AnnotatedWord] = []
        empty: list[EmptyNode] = []

        def numbered() -> Iterator[tuple[int, str, str]]:
            for number, row in rows:
                identity = row["ID"]
                if "." in identity:
                    if identity.partition(".")[0] != str(len(words)):
                        self._refuse(
                            f"{identity}: expected an empty node behind word {len(words)}", number, "ID"
                        )
                    empty.append(EmptyNode(identity, len(words), self._word(row, number, size)))
                    continue
                yield number, identity, row.get("FORM", "_")
                if "-" not in identity:
                    words.append(self._word(row, number, size))

        tokens = token_sizes(numbered(), self.name, rows[-1][0])
        return AnnotatedSentence(comments.get("sent_id"), tuple(words), tuple(tokens), tuple(empty), comments)

    def _word(self, row: dict[str, str], number: int, size: int) -> AnnotatedWord:
        form = row.get("FORM", "_")
        arguments = self._roles(row, SPANS, number, size) or self._roles(row, HEADS, number, size)
        return AnnotatedWord(
            form,
            # A word "_" has itself as its lemma.
            "_" if form == row.get("LEMMA") == "_" else _given(row, "LEMMA"),
            _given(row, "UPOS"),
            _given(row, "XPOS"),
            self._features(row, number),
            self._head(row, number, size),
            _given(row, "DEPREL"),
            self._enhanced(row, number),
            {key: value for key, _, value in (part.partition("=") for part in _parts(row, "MISC"))},
            _given(row, PREDICATE),
            arguments,
            {name: value for name, value in row.items() if name not in _OWN},
        )

    def _features(self, row: dict[str, str], number: int) -> dict[str, str]:
        features = {}
        for part in _parts(row, "FEATS"):
            name, equals, value = part.partition("=")
            if not (name and equals and value):
                self._refuse(f"{part}: expected Name=Value", number, "FEATS")
            features[name] = value
        return features

    def _head(self, row: dict[str, str], number: int, size: int) -> int | None:
        head = _given(row, "HEAD")
        if head is None:
            return None
        if not head.isdecimal():
            self._refuse(f"{head}: expected the number of a word", number, "HEAD")
        if int(head) > size:
            self._refuse(f"{head}: the sentence has {size} words", number, "HEAD")
        return int(head)

    def _enhanced(self, row: dict[str, str], number: int) -> tuple[tuple[str, str], ...]:
        pairs = [part.partition(":") for part in _parts(row, "DEPS")]
        for head, colon, relation in pairs:
            if not (head.replace(".", "", 1).isdecimal() and colon and relation):
                self._refuse(f"{head}{colon}{relation}: expected head:relation", number, "DEPS")
        return tuple((head, relation) for head, _, relation in pairs)

    def _roles(self, row: dict[str, str], column: str, number: int, size: int) -> tuple[RoleSpan, ...]:
        """The arguments of one column, `LABEL:first-last` or `LABEL:head`."""
        spans = []
        for part in _parts(row, column):
            label, _, place = part.rpartition(":")
            first, dash, last = place.partition("-")
            last = last if dash else first
            if not (label and first.isdecimal() and last.isdecimal()):
                self._refuse(f"{part}: expected LABEL:first-last", number, column)
            if not 1 <= int(first) <= int(last) <= size:
                self._refuse(f"{part}: expected words from 1 to {size}", number, column)
            spans.append(RoleSpan(label, int(first), int(last)))
        if spans and PREDICATE in row and _given(row, PREDICATE) is None:
            self._refuse(f"{row[column]}: arguments of no predicate", number, column)
        return tuple(spans)

    def _refuse(self, wrong: str, number: int, column: str) -> None:
        raise InputError(wrong, file=self.name, line=number, field=column)


def _given(row: Mapping[str, str], column: str) -> str | None:
    value = row.get(column, "_")
    return None if value in _NOTHING else value


def _parts(row: Mapping[str, str], column: str) -> list[str]:
    value = _given(row, column)
    return [] if value is None else value.split("|")
