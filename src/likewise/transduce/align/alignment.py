"""Which words of two texts are linked, for many pairs; written as `0-0 1-2` lines (Pharaoh's format)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError
from likewise.text import Ints

__all__ = ["Alignment"]

_LINKS = re.compile(r"(?:\d+-\d+(?: +|$))*", re.ASCII)


@dataclass(frozen=True)
class Alignment:
    """Link n of pair k joins word `source[n]` to word `target[n]`, for n from `bounds[k]` to `bounds[k + 1]`.

    The links of a pair are sorted by target, then source word.
    """

    bounds: Ints
    source: npt.NDArray[np.int16]
    target: npt.NDArray[np.int16]

    def __len__(self) -> int:
        return len(self.bounds) - 1

    def pair(self, k: int) -> list[tuple[int, int]]:
        """The links of pair k as (source, target)."""
        here = slice(self.bounds[k], self.bounds[k + 1])
        return list(zip(self.source[here].tolist(), self.target[here].tolist(), strict=True))

    def select(self, pairs: Ints) -> Alignment:
        """The chosen pairs alone."""
        sizes = np.diff(self.bounds)[pairs]
        bounds = np.concatenate((np.zeros(1, np.int64), np.cumsum(sizes)))
        places = np.arange(bounds[-1]) + np.repeat(self.bounds[:-1][pairs] - bounds[:-1], sizes)
        return Alignment(bounds, self.source[places], self.target[places])

    def swapped(self) -> Alignment:
        """The other direction."""
        pairs = np.repeat(np.arange(len(self)), np.diff(self.bounds))
        order = np.lexsort((self.target, self.source, pairs))
        return Alignment(self.bounds, self.target[order], self.source[order])

    def pharaoh(self) -> list[str]:
        """A line a pair: `source-target` positions from 0."""
        return [" ".join(f"{s}-{t}" for s, t in self.pair(k)) for k in range(len(self))]

    def dumps(self) -> str:
        """All lines as one text."""
        return "".join(line + "\n" for line in self.pharaoh())

    @classmethod
    def loads(cls, text: str, *, file: str | None = None) -> Alignment:
        """Read what `dumps` writes."""
        return cls.of(text.splitlines(), file=file)

    @classmethod
    def of(cls, lines: Iterable[str], *, file: str | None = None) -> Alignment:
        """From a line a pair; links may stand in any order, and twice."""
        bounds, links = [0], []
        for number, line in enumerate(lines, 1):
            if not _LINKS.fullmatch(line.strip()):
                raise InputError("expected links as '0-0 1-2'", file=file, line=number)
            pair = {(int(t), int(s)) for s, t in (link.split("-") for link in line.split())}
            if pair and max(max(link) for link in pair) > np.iinfo(np.int16).max:
                raise InputError("a word's position is over 32,767", file=file, line=number)
            links += sorted(pair)
            bounds.append(len(links))
        both = np.array(links, np.int16).reshape(-1, 2)
        return cls(np.array(bounds, np.int64), both[:, 1].copy(), both[:, 0].copy())
