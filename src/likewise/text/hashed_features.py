"""Names of features as 32-bit numbers: small on disk, and the words of the training text are not in it.

A feature that was never seen may pass for one that was; among 50,000 that happens to one in 86,000.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from zlib import crc32

import numpy as np
import numpy.typing as npt

__all__ = ["HashedNames", "hashes_of", "numbers_of"]

Hashes = npt.NDArray[np.uint32]


class HashedNames(Mapping[str, int]):
    """Numbers of features by their names, where only the hashes of the names are known."""

    def __init__(self, hashes: Hashes, first: int = 0) -> None:
        self.hashes = hashes
        self._numbers: dict[int, int] = {}
        for number, value in enumerate(hashes.tolist(), first):
            self._numbers.setdefault(value, number)

    def __getitem__(self, name: str) -> int:
        return self._numbers[crc32(name.encode("utf-8"))]

    def find(self, name: str) -> int | None:
        """The number, or None."""
        return self._numbers.get(crc32(name.encode("utf-8")))

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and crc32(name.encode("utf-8")) in self._numbers

    def __len__(self) -> int:
        return len(self.hashes)

    def __iter__(self) -> Iterator[str]:
        raise TypeError("the names are not known")


def numbers_of(names: Iterable[str], known: Mapping[str, int]) -> list[int]:
    """The numbers of those of the names that have one, with one look at each."""
    find: Callable[[str], int | None] = known.find if isinstance(known, HashedNames) else known.get
    return [number for number in map(find, names) if number is not None]


def hashes_of(names: Collection[str]) -> Hashes:
    """The hashes of names, in the order of their numbers where they have some, else of the alphabet."""
    if isinstance(names, HashedNames):
        return names.hashes
    ordered = sorted(names, key=names.__getitem__) if isinstance(names, Mapping) else sorted(names)
    return np.array([crc32(name.encode("utf-8")) for name in ordered], np.uint32)
