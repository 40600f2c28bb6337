"""Dependency trees in CoNLL-U, the format of Universal Dependencies.

Of a word its form, part of speech, head and relation are read. A multiword token (`3-4`) covers the
characters of its words; empty nodes (`8.1`) belong to the enhanced graph and are passed over.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from likewise.errors import InputError
from likewise.io.lines import Advance, Source, name_of, read_lines

__all__ = ["DependencySentence", "DependencyWord", "read_conllu", "token_sizes"]

_COLUMNS = 10


@dataclass(frozen=True, slots=True)
class DependencyWord:
    """A word: its part of speech, the number of its head (0 for the root) and the relation to it."""

    form: str
    pos: str
    head: int
    relation: str


@dataclass(frozen=True, slots=True)
class DependencySentence:
    """The words of a sentence, numbered from 1, and the tokens they are written as.

    A token is its form and how many words it holds, almost always one.
    """

    id: str | None
    words: tuple[DependencyWord, ...]
    tokens: tuple[tuple[str, int], ...]


def read_conllu(path: Source, *, progress: Advance | None = None) -> Iterator[DependencySentence]:
    """Every sentence of a file; blank lines end sentences."""
    name = name_of(path)
    lines: list[tuple[int, list[str]]] = []
    identity = None
    seen = False
    for number, line in read_lines(path, progress=progress):
        if line.startswith("#"):
            key, equals, value = line[1:].partition("=")
            if equals and key.strip() == "sent_id":
                identity = value.strip()
        elif line.strip():
            lines.append((number, _columns(line, name, number)))
        else:
            if lines:
                seen = True
                yield _sentence(identity, lines, name)
            lines, identity = [], None
    if lines:
        yield _sentence(identity, lines, name)
    elif not seen:
        raise InputError("holds no sentence, expected CoNLL-U (ten columns with tabs)", file=name)


def _columns(line: str, name: str, number: int) -> list[str]:
    columns = line.split("\t")
    if len(columns) != _COLUMNS:
        raise InputError(
            f"expected {_COLUMNS} columns with tabs, found {len(columns)}", file=name, line=number
        )
    return columns


def _sentence(identity: str | None, lines: list[tuple[int, list[str]]], name: str) -> DependencySentence:
    words: list[DependencyWord] = []

    def rows() -> Iterator[tuple[int, str, str]]:
        for number, columns in lines:
            if "." in columns[0]:
                continue
            yield number, columns[0], columns[1]
            if "-" not in columns[0]:
                words.append(_word(columns, name, number))

    tokens = token_sizes(rows(), name, lines[-1][0])
    for number, columns in lines:
        if columns[6].isdecimal() and int(columns[6]) > len(words):
            message = f"{columns[6]}: the sentence has {len(words)} words"
            raise InputError(message, file=name, line=number, field="HEAD")
    return DependencySentence(identity, tuple(words), tuple(tokens))


def token_sizes(rows: Iterable[tuple[int, str, str]], name: str, last_line: int) -> list[tuple[str, int]]:
    """The tokens of a sentence, each with the number of its words, from the line, ID and form of each row.

    Words must be numbered from 1, and a multiword token must have its words behind it.
    """
    tokens: list[tuple[str, int]] = []
    words = covered = 0
    for number, identity, form in rows:
        first, dash, last = identity.partition("-")
        good = first.isdecimal() and int(first) == words + 1
        if not good or (dash and not (last.isdecimal() and int(last) > int(first))):
            raise InputError(f"{identity}: expected word {words + 1}", file=name, line=number, field="ID")
        if dash:
            covered = int(last)
            tokens.append((form, covered - words))
            continue
        words += 1
        if words > covered:
            tokens.append((form, 1))
    if not words or covered > words:
        raise InputError("a multiword token lacks its words", file=name, line=last_line, field="ID")
    return tokens


def _word(columns: list[str], name: str, number: int) -> DependencyWord:
    _, form, _, upos, xpos, _, head, relation, _, _ = columns
    if not head.isdecimal():
        raise InputError(f"{head}: expected the number of a word", file=name, line=number, field="HEAD")
    return DependencyWord(form, xpos if upos == "_" else upos, int(head), relation)
