"""Language models as ARPA text, the format that n-gram tools share; its logarithms are to base 10.

Files of other tools may lack n-grams that ours always have: the beginning or the end of a longer one.
These are put in with the probability that backing off gives them, so every score stays as it was.
"""

from __future__ import annotations

import math
import re
from typing import NamedTuple, NoReturn, TextIO

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError
from likewise.io import Source, name_of, read_lines, write_text
from likewise.text import Ints
from likewise.transduce.lm.levels import BEGIN, IMPOSSIBLE, SPECIAL, UNKNOWN, Level
from likewise.transduce.lm.model import LanguageModel

__all__ = ["dump_arpa", "load_arpa"]

HIGHEST_ORDER = 16
UNSEEN = -100.0
"""Log10-probability of the unknown word where a file has none."""

_LN10 = math.log(10)
_BLANKS = re.compile(r"[ \t]+")
_SIZE = re.compile(r"ngram[ \t]+(\d+)[ \t]*=[ \t]*(\d+)")


def dump_arpa(model: LanguageModel, path: Source) -> None:
    """Write the model as ARPA text; nine digits, so that reading it gives the same model again."""
    for word in model.vocabulary:
        if not word or any(c in word for c in " \t\r\n\0"):
            raise InputError(f"the word {word!r} cannot be written as ARPA: it is empty or holds a blank")
    with write_text(path) as stream:
        stream.write("\\data\\\n")
        for order, level in enumerate(model.levels, 1):
            stream.write(f"ngram {order}={len(level)}\n")
        for order in range(1, model.order + 1):
            _dump_level(model, order, stream)
        stream.write("\n\\end\\\n")


def _dump_level(model: LanguageModel, order: int, stream: TextIO) -> None:
    stream.write(f"\n\\{order}-grams:\n")
    level, words = model.levels[order - 1], model.vocabulary
    columns = [column.tolist() for column in reversed(model.columns(order))]
    logprob = (level.logprob.astype(np.float64) / _LN10).tolist()
    backoff = (level.backoff.astype(np.float64) / _LN10).tolist()
    for p, b, row in zip(logprob, backoff, zip(*columns, strict=True), strict=True):
        gram = " ".join([words[i] for i in row])
        # A weight of 0 is what a reader assumes where there is none.
        stream.write(f"{p:.9g}\t{gram}\t{b:.9g}\n" if b else f"{p:.9g}\t{gram}\n")


def load_arpa(path: Source) -> LanguageModel:
    """Read ARPA text (`.gz` too), ours or another tool's."""
    return _ArpaReader(path).read()


Rows = npt.NDArray[np.int32]
Floats = npt.NDArray[np.float64]


class ArpaSection(NamedTuple):
    """The n-grams of one order as a file has them: word ids, and two natural logarithms."""

    rows: Rows
    logprob: Floats
    backoff: Floats


class _ArpaReader:
    """One pass over the lines of a file, which knows where it is when it has to complain."""

    def __init__(self, path: Source) -> None:
        self.name = name_of(path)
        self.lines = read_lines(path)
        self.line = 0
        self.words = list(SPECIAL)
        self.known = {word: place for place, word in enumerate(SPECIAL)} | {"<UNK>": UNKNOWN}

    def read(self) -> LanguageModel:
        sizes = self._header()
        sections = [self._section(n, size, n == len(sizes)) for n, size in enumerate(sizes, 1)]
        if self._next() != "\\end\\":
            self._refuse("expected \\end\\")
        try:
            return LanguageModel(self.words, closed(sections, len(self.words)))
        except _Twice as error:
            gram = " ".join(self.words[i] for i in error.row)
            raise InputError(f"the n-gram '{gram}' stands in it twice", file=self.name) from None

    def _refuse(self, message: str) -> NoReturn:
        raise InputError(message, file=self.name, line=self.line or None)

    def _next(self) -> str:
        """The next line that is not blank."""
        for number, text in self.lines:
            self.line = number
            text = text.strip(" \t")
            if text:
                return text
        return self._refuse("ends too early, expected an ARPA file up to \\end\\")

    def _header(self) -> list[int]:
        while self._next() != "\\data\\":
            pass
        sizes: list[int] = []
        while not (text := self._next()).startswith("\\"):
            size = _SIZE.fullmatch(text)
            if not size or int(size[1]) != len(sizes) + 1:
                self._refuse(f"expected ngram {len(sizes) + 1}=<number>")
            sizes.append(int(size[2]))
        if not 1 <= len(sizes) <= HIGHEST_ORDER:
            self._refuse(f"{len(sizes)} orders of n-grams, expected 1 to {HIGHEST_ORDER}")
        if text != "\\1-grams:":
            self._refuse("expected \\1-grams:")
        return sizes

    def _section(self, order: int, size: int, last: bool) -> ArpaSection:
        if order > 1 and self._next() != f"\\{order}-grams:":
            self._refuse(f"expected \\{order}-grams:, after the {order - 1}-grams that the header counts")
        most = order + 1 + (not last)
        ids: list[int] = []
        values: list[float] = []
        for _ in range(size):
            fields = self._fields()
            if not order < len(fields) <= most:
                wanted = f"expected a number, {order} words{'' if last else ' and perhaps a number'}"
                self._refuse(f"{wanted}: one of the {size} {order}-grams that the header counts")
            if order == 1:
                self._meet(fields[1])
            ids += self._ids(fields[1 : order + 1])
            values += self._values(fields[0], fields[order + 1] if len(fields) > order + 1 else "0")
        pairs = np.array(values, np.float64).reshape(-1, 2) * _LN10
        return ArpaSection(np.array(ids, np.int32).reshape(-1, order), pairs[:, 0], pairs[:, 1])

    def _fields(self) -> list[str]:
        text = self._next()
        fields = text.replace("\t", " ").split(" ")
        return _BLANKS.split(text) if "" in fields else fields

    def _ids(self, words: list[str]) -> list[int]:
        try:
            return [self.known[word] for word in words]
        except KeyError as error:
            self._refuse(f"the word {error.args[0]!r} is not among the 1-grams")

    def _values(self, first: str, second: str) -> tuple[float, float]:
        """The two numbers of a line; a probability of 0 may be written as minus infinity."""
        try:
            logprob, backoff = float(first), float(second)
        except ValueError:
            self._refuse("expected numbers in the first and the last field")
        if not logprob <= 0 or not -math.inf < backoff < math.inf:
            self._refuse("expected a log-probability of at most 0 and a finite back-off weight")
        return (logprob if logprob > UNSEEN else UNSEEN), backoff

    def _meet(self, word: str) -> None:
        if word not in self.known:
            self.known[word] = len(self.words)
            self.words.append(word)


class _Twice(Exception):
    def __init__(self, row: list[int]) -> None:
        self.row = row


def closed(sections: list[ArpaSection], words: int) -> tuple[Level, ...]:
    """Levels of the n-grams, with those added that a longer one begins or ends with."""
    rows = [section.rows for section in sections]
    rows[0] = np.concatenate((rows[0], np.arange(words, dtype=np.int32)[:, None]))
    for n in range(len(rows) - 1, 1, -1):
        rows[n - 1] = np.concatenate((rows[n - 1], rows[n][:, :-1], rows[n][:, 1:]))
    levels: list[Level] = []
    for section, every in zip(sections, rows, strict=True):
        levels.append(_level(section, every, levels, words))
    return tuple(levels)


def _level(section: ArpaSection, every: Rows, lower: list[Level], words: int) -> Level:
    """One level from the n-grams of a file and all that must be there, which begin with those."""
    codes = _locate(lower, every[:, :-1], words) * words + every[:, -1]
    distinct, first = np.unique(codes, return_index=True)
    size = len(section.rows)
    own, repeats = np.unique(codes[:size], return_index=True)
    if len(own) < size:
        raise _Twice(section.rows[np.setdiff1d(np.arange(size), repeats)[0]].tolist())
    prefix, last = np.divmod(distinct, words)
    logprob, backoff = np.zeros(len(distinct)), np.zeros(len(distinct))
    given = first < size
    logprob[given] = section.logprob[first[given]]
    backoff[given] = section.backoff[first[given]]
    if not lower:
        logprob[~given] = np.where(last[~given] == UNKNOWN, UNSEEN * _LN10, IMPOSSIBLE)
        logprob[BEGIN] = IMPOSSIBLE  # no sentence has it as a word; some tools write 0
    else:
        suffix = _locate(lower, every[first[~given], 1:], words)
        logprob[~given] = lower[-1].backoff[prefix[~given]] + lower[-1].logprob[suffix]
    return Level(prefix, last.astype(np.int32), logprob.astype(np.float32), backoff.astype(np.float32))


def _locate(levels: list[Level], rows: Rows, words: int) -> Ints:
    """Where n-grams that are there stand in the level of their order; the empty n-gram is 0."""
    places = np.zeros(len(rows), np.int64)
    for level, column in zip(levels, rows.T, strict=True):
        places = np.searchsorted(level.prefix * words + level.words, places * words + column)
    return places
