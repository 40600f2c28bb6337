"""Language models as bytes: a header, then plain little-endian arrays; the same model gives the same bytes.

The n-grams of an order lie sorted, so the words in front of the last need no room of their own: for each
(n-1)-gram the number of n-grams that begin with it, then the last words, then the numbers.
"""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NoReturn

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError
from likewise.transduce.lm.levels import SPECIAL, Level

__all__ = ["dumps_levels", "loads_levels"]

MAGIC = b"likewise-lm 1\n"
_NUMBER = struct.Struct("<I")


def dumps_levels(vocabulary: Sequence[str], levels: Sequence[Level]) -> bytes:
    """A vocabulary and its n-grams as bytes; a checksum is the last of them."""
    words = [word.encode("utf-8") for word in vocabulary]
    parts = [_packed(np.array([len(word) for word in words])), b"".join(words)]
    for lower, level in pairwise(levels):
        parts += [_packed(np.bincount(level.prefix, minlength=len(lower))), _packed(level.words)]
    parts += [level.logprob.astype("<f4").tobytes() for level in levels]
    parts += [level.backoff.astype("<f4").tobytes() for level in levels[:-1]]
    header = {"grams": [len(level) for level in levels], "parts": [len(part) for part in parts]}
    text = json.dumps(header).encode("ascii")
    body = b"".join([MAGIC, _NUMBER.pack(len(text)), text, *parts])
    return body + _NUMBER.pack(zlib.crc32(body))


def _packed(numbers: npt.NDArray[Any]) -> bytes:
    """Whole numbers from 0, each in the fewest bytes that hold the largest."""
    kind = np.min_scalar_type(int(numbers.max(initial=0)))
    return numbers.astype(kind.newbyteorder("<")).tobytes()


def loads_levels(data: bytes, *, file: str | None = None) -> tuple[list[str], tuple[Level, ...]]:
    """What `dumps_levels` gave as bytes; `file` is named in complaints."""
    if not data.startswith(MAGIC):
        _refuse("is no language model of this version", file)
    start = len(MAGIC) + _NUMBER.size
    if len(data) < start + _NUMBER.size or _NUMBER.unpack(data[-4:])[0] != zlib.crc32(data[:-4]):
        _refuse("is damaged: its checksum does not agree", file)
    start += _NUMBER.unpack_from(data, len(MAGIC))[0]
    try:
        header = json.loads(data[len(MAGIC) + _NUMBER.size : start])
        ends = np.cumsum([start, *header["parts"]]).tolist()
        return _levels(header["grams"], [data[a:b] for a, b in pairwise(ends)])
    except (ValueError, KeyError, TypeError, IndexError):
        _refuse("is damaged: its parts do not agree", file)


def _refuse(message: str, file: str | None) -> NoReturn:
    raise InputError(message, file=file)


def _levels(grams: list[int], parts: list[bytes]) -> tuple[list[str], tuple[Level, ...]]:
    order = len(grams)
    lengths, pool, *rest = parts
    numbers = rest[2 * (order - 1) :]
    logprobs = [np.frombuffer(part, "<f4").astype(np.float32) for part in numbers[:order]]
    backoffs = [np.frombuffer(part, "<f4").astype(np.float32) for part in numbers[order:]]
    backoffs.append(np.zeros(grams[-1], np.float32))
    ends = np.cumsum([0, *_unpacked(lengths, grams[0])]).tolist()
    vocabulary = [pool[a:b].decode("utf-8") for a, b in pairwise(ends)]
    levels = [
        Level(np.zeros(grams[0], np.int64), np.arange(grams[0], dtype=np.int32), logprobs[0], backoffs[0])
    ]
    for n in range(1, order):
        children = _unpacked(rest[2 * n - 2], grams[n - 1])
        words = _unpacked(rest[2 * n - 1], grams[n]).astype(np.int32)
        levels.append(Level(np.repeat(np.arange(grams[n - 1]), children), words, logprobs[n], backoffs[n]))
    whole = all(
        len(level.prefix) == len(level.words) == len(level.logprob) == len(level.backoff) == size
        and level.words.max(initial=0) < grams[0]
        for level, size in zip(levels, grams, strict=True)
    )
    if not whole or tuple(vocabulary[: len(SPECIAL)]) != SPECIAL:
        raise ValueError
    return vocabulary, tuple(levels)


def _unpacked(part: bytes, size: int) -> npt.NDArray[np.int64]:
    """The inverse of `_packed` for so many numbers."""
    width = len(part) // size if size else 1
    return np.frombuffer(part, f"<u{width}", size).astype(np.int64)
