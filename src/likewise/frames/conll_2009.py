"""Sentences in the format of the CoNLL 2009 shared task (Hajic et al. 2009): a word a line, its predicates as
columns.

Fourteen columns (ID FORM LEMMA PLEMMA POS PPOS FEAT PFEAT HEAD PHEAD DEPREL PDEPREL FILLPRED PRED), then one
for each predicate of the sentence. Roles are words there, not spans: a role's span is made of the words under
its word in the tree that stand together with it, without what is under the predicate.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from likewise.errors import InputError
from likewise.frames.framed_sentence import FramedSentence
from likewise.frames.joined_sentences import spaced_offsets
from likewise.records import Frame, Role

__all__ = ["COLUMNS", "conll_2009_sentences"]

COLUMNS = (
    "ID", "FORM", "LEMMA", "PLEMMA", "POS", "PPOS", "FEAT", "PFEAT", "HEAD", "PHEAD", "DEPREL", "PDEPREL",
    "FILLPRED", "PRED",
)  # fmt: skip
_LABEL = re.compile(r"(?P<kind>[RC]-)?A(?P<rest>\d|A|M-.+)\Z")

_Row = tuple[int, list[str]]


def conll_2009_sentences(
    lines: Iterable[tuple[int, str]], name: str | None, lang: str = "en"
) -> Iterator[FramedSentence]:
    """Every sentence of numbered lines. `A0` becomes `ARG0`, `AM-TMP` `ARGM-TMP`; other labels stay.

    The given columns (LEMMA, POS, HEAD, DEPREL) come before those that were predicted (PLEMMA ..), which are
    taken where the former are empty. Tags and relations are the file's own.
    """
    rows: list[_Row] = []
    for place, line in lines:
        if line.strip():
            rows.append((place, _columns(line, name, place, rows)))
        elif rows:
            yield _sentence(rows, name, lang)
            rows = []
    if rows:
        yield _sentence(rows, name, lang)


def _columns(line: str, name: str | None, place: int, before: Sequence[_Row]) -> list[str]:
    columns = line.rstrip("\n").split("\t")
    wanted = len(before[0][1]) if before else None
    if len(columns) < len(COLUMNS) or (wanted is not None and len(columns) != wanted):
        expected = wanted or f"{len(COLUMNS)} or more"
        raise InputError(
            f"expected {expected} columns with tabs, found {len(columns)}", file=name, line=place
        )
    if columns[0] != str(len(before) + 1):
        raise InputError(f"{columns[0]}: expected {len(before) + 1}", file=name, line=place, field="ID")
    return columns


def _sentence(rows: Sequence[_Row], name: str | None, lang: str) -> FramedSentence:
    words = tuple(_given(columns, "FORM") for _, columns in rows)
    heads = tuple(_head(columns, name, place, len(rows)) for place, columns in rows)
    predicates = [k for k, (_, columns) in enumerate(rows) if _given(columns, "PRED") != "_"]
    extra = len(rows[0][1]) - len(COLUMNS)
    if extra != len(predicates):
        wrong = f"{len(predicates)} predicates and {extra} columns of arguments"
        raise InputError(wrong, file=name, line=rows[0][0], field="PRED")
    _check_tree(heads, name, rows)
    frames = []
    for number, predicate in enumerate(predicates):
        labels = [(k, columns[len(COLUMNS) + number]) for k, (_, columns) in enumerate(rows)]
        roles = [
            Role(_label(label), _span(heads, k, predicate)) for k, label in labels if label not in ("_", "")
        ]
        roles = [role for role in roles if role.span != (predicate, predicate + 1)]
        frames.append(Frame((predicate, predicate + 1), tuple(roles), _given(rows[predicate][1], "PRED")))
    return FramedSentence(
        words,
        spaced_offsets(words),
        tuple(_given(columns, "POS", "PPOS") for _, columns in rows),
        heads,
        tuple(_given(columns, "DEPREL", "PDEPREL") for _, columns in rows),
        tuple(frames),
        lang,
        tuple(_given(columns, "LEMMA", "PLEMMA") for _, columns in rows),
    )


def _given(columns: Sequence[str], *names: str) -> str:
    """The first of some columns that says something."""
    values = [columns[COLUMNS.index(column)] for column in names]
    return next((value for value in values if value not in ("_", "")), "_")


def _head(columns: Sequence[str], name: str | None, place: int, size: int) -> int:
    head = _given(columns, "HEAD", "PHEAD")
    if head == "_":
        return -1
    if not head.isdecimal() or int(head) > size:
        wrong = f"{head}: expected the number of a word, 0 to {size}"
        raise InputError(wrong, file=name, line=place, field="HEAD")
    return int(head) - 1


def _check_tree(heads: Sequence[int], name: str | None, rows: Sequence[_Row]) -> None:
    for word in range(len(heads)):
        at, steps = word, 0
        while at >= 0:
            at, steps = heads[at], steps + 1
            if steps > len(heads):
                raise InputError(
                    "its heads go round in a circle", file=name, line=rows[word][0], field="HEAD"
                )


def _label(label: str) -> str:
    match = _LABEL.match(label)
    return f"{match['kind'] or ''}ARG{match['rest']}" if match else label


def _span(heads: Sequence[int], word: int, predicate: int) -> tuple[int, int]:
    """The run of words around one that are under it, and not under the predicate where that is under it."""

    def under(k: int) -> bool:
        while k not in (word, predicate) and k >= 0:
            k = heads[k]
        return k == word

    start, end = word, word + 1
    while start > 0 and under(start - 1):
        start -= 1
    while end < len(heads) and under(end):
        end += 1
    return start, end
