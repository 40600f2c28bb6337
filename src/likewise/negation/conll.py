"""Sentences with negations in the format of the *SEM 2012 shared task (Morante and Blanco 2012).

One token a line, tab separated: chapter, sentence, token number, word, lemma, part of speech, syntax,
then `***` or three columns (cue, scope, event) for each negation. A value is the word, or a piece of it
where an affix is the cue: `un` and `happy` in `unhappy`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from likewise.errors import InputError
from likewise.io import Source, name_of, read_lines, write_text
from likewise.negation.sentence import Negation, Part, Sentence

__all__ = ["dump", "dumps", "load"]

_FIXED = 7


def load(path: Source) -> list[Sentence]:
    """Read a file (`.gz` and `-` too); `InputError` with the line where a row does not fit.

    A column of lemmas, tags or syntax that holds nothing but `_` or `*` counts as missing.
    """
    sentences, rows, first = [], list[list[str]](), 0
    for number, line in read_lines(path):
        if line.strip():
            if not rows:
                first = number
            rows.append(_row(line, path, number))
            if len(rows[-1]) != len(rows[0]):
                message = f"{len(rows[-1])} columns, expected {len(rows[0])} as in line {first}"
                raise InputError(message, file=name_of(path), line=number)
        elif rows:
            sentences.append(_sentence(rows, path, first))
            rows = []
    if rows:
        sentences.append(_sentence(rows, path, first))
    if not sentences:
        raise InputError("holds no sentence", file=name_of(path))
    return sentences


def _row(line: str, path: Source, number: int) -> list[str]:
    row = line.rstrip("\r\n").split("\t")
    if row[-1] == "":
        row.pop()
    extra = len(row) - _FIXED
    if extra < 1 or (row[_FIXED] != "***" and extra % 3) or (row[_FIXED] == "***" and extra > 1):
        message = f"{len(row)} columns, expected 7 and then *** or three for each negation"
        raise InputError(message, file=name_of(path), line=number)
    return row


def _sentence(rows: list[list[str]], path: Source, first: int) -> Sentence:
    columns = list(zip(*rows, strict=True))
    words = columns[3]
    negations = []
    if columns[_FIXED][0] != "***":
        for at in range(_FIXED, len(columns), 3):
            cue, scope, event = (_parts(words, columns[at + k], path, first) for k in range(3))
            if not cue:
                raise InputError(
                    "a negation without a cue", file=name_of(path), line=first, field=str(at + 1)
                )
            negations.append(Negation(cue, scope, event))
    lemmas, tags, syntax = (() if {*column} <= {"_", "*"} else column for column in columns[4:_FIXED])
    return Sentence(words, lemmas, tags, syntax, tuple(negations), columns[0][0], columns[1][0])


def _parts(words: Sequence[str], column: Sequence[str], path: Source, first: int) -> tuple[Part, ...]:
    if "***" in column:
        raise InputError("*** in some rows of the sentence only", file=name_of(path), line=first)
    return tuple(Part(token, text) for token, text in enumerate(column) if text != "_" or words[token] == "_")


def dumps(sentences: Iterable[Sentence]) -> str:
    """The sentences as text of the format; columns that a sentence lacks are `_` (syntax: `*`)."""
    return "".join(_written(sentence) for sentence in sentences)


def dump(sentences: Iterable[Sentence], path: Source) -> None:
    """Write a file that `load` reads."""
    with write_text(path) as stream:
        for sentence in sentences:
            stream.write(_written(sentence))


def _written(sentence: Sentence) -> str:
    blank = ("_",) * len(sentence.words)
    columns: list[Sequence[str]] = [
        (sentence.chapter,) * len(blank), (sentence.number,) * len(blank),
        [str(i) for i in range(len(blank))], sentence.words, sentence.lemmas or blank,
        sentence.tags or blank, sentence.syntax or ("*",) * len(blank),
    ]  # fmt: skip
    columns.extend(_columns(sentence) or [("***",) * len(blank)])
    return "".join("\t".join(row) + "\n" for row in zip(*columns, strict=True)) + "\n"


def _columns(sentence: Sentence) -> list[list[str]]:
    return [
        _column(len(sentence.words), parts)
        for negation in sentence.negations
        for parts in (negation.cue, negation.scope, negation.event)
    ]


def _column(size: int, parts: Iterable[Part]) -> list[str]:
    column = ["_"] * size
    for part in parts:
        column[part.token] = part.text
    return column
