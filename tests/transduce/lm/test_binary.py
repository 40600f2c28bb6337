"""Models as bytes: the same again, small, and refused when damaged."""

from __future__ import annotations

import json
import struct
import zlib

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from likewise.errors import InputError
from likewise.transduce.lm import LanguageModel, dumps, loads, train
from likewise.transduce.lm.binary import MAGIC

texts = st.lists(st.lists(st.sampled_from(["a", "猫", "x y", "\n", ""]), max_size=5), max_size=6)


@given(batch=texts, order=st.integers(1, 5))
@settings(max_examples=25)
def test_out_and_in_again(batch: list[list[str]], order: int) -> None:
    model = train(batch, order=order)
    data = model.dumps()
    again = LanguageModel.loads(data)
    assert again.dumps() == data == dumps(train([list(text) for text in batch], order=order))
    assert again.vocabulary == model.vocabulary
    for one, other in zip(again.levels, model.levels, strict=True):
        for name in ("prefix", "words", "logprob", "backoff"):
            assert np.array_equal(getattr(one, name), getattr(other, name))
            assert getattr(one, name).dtype == getattr(other, name).dtype
    assert again.scores(batch).tolist() == model.scores(batch).tolist()


def test_many_words_need_more_than_a_byte_each() -> None:
    model = train([[f"w{k}" for k in range(70_000)]], order=2)
    data = model.dumps()
    assert loads(data).score(["w69999", "w3"]) == model.score(["w69999", "w3"])
    # A word: its text, a length, two numbers. A pair: a count, a last word (four bytes), one number.
    assert len(data) < 70_000 * (6 + 1 + 8 + 1 + 4 + 4) + 1000


def test_damage_is_noticed() -> None:
    data = train([["a", "b"], ["b"]]).dumps()
    for broken in (b"", MAGIC, data[:-1], data + b"x", data[:40] + b"?" + data[41:], b"x" + data):
        with pytest.raises(InputError, match=r"lm.bin: is (damaged|no language model of this version)"):
            loads(broken, file="lm.bin")


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("grams", [5, 4, 5]),
        ("grams", [4, 5, 5, 3]),
        ("grams", []),
        ("grams", 3),
        ("parts", [1, 2]),
        ("size", 1),
    ],
)
def test_a_header_that_does_not_fit_is_noticed(key: str, value: object) -> None:
    data = train([["a", "b"], ["b"]]).dumps()[:-4]
    start = len(MAGIC) + 4
    size = struct.unpack_from("<I", data, len(MAGIC))[0]
    header = json.loads(data[start : start + size])
    changed = {**header, key: value} if key in header else {}
    text = json.dumps(changed).encode()
    body = MAGIC + struct.pack("<I", len(text)) + text + data[start + size :]
    with pytest.raises(InputError, match="its parts do not agree"):
        loads(body + struct.pack("<I", zlib.crc32(body)))
