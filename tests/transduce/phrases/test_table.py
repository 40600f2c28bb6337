"""Phrase tables: looked up, written as bytes, read with care."""

from __future__ import annotations

import numpy as np
import pytest

from likewise.errors import InputError
from likewise.io.arrays import dumps_arrays, loads_arrays
from likewise.text.vocabulary import Tokenization
from likewise.transduce.align import Alignment, Lexicon
from likewise.transduce.bitext import Bitext
from likewise.transduce.phrases import PhraseTable, extract_phrases

PAIRS = [("a cat sleeps", "the cat is asleep"), ("a cat", "the cat"), ("a dog", "the dog")]
LINKS = ["0-0 1-1 2-3", "0-0 1-1", "0-0 1-1"]


def table_of(shared: bool) -> PhraseTable:
    bitext = Bitext.of(PAIRS, Tokenization("whitespace"), shared=shared)
    return extract_phrases(
        bitext, Alignment.of(LINKS), Lexicon.uniform(bitext), Lexicon.uniform(bitext.swapped())
    )


@pytest.mark.parametrize("shared", [False, True])
def test_bytes_out_are_bytes_in(shared: bool) -> None:
    table = table_of(shared)
    data = table.dumps()
    again = PhraseTable.loads(data)
    assert again.dumps() == data == table_of(shared).dumps()
    assert again.options("a cat") == table.options("a cat")
    assert again.longest == table.longest
    assert (again.source_vocabulary is again.target_vocabulary) == shared


def test_looking_up() -> None:
    table = table_of(False)
    number = table.find(["a", "cat"])
    assert number is not None
    assert table.source_phrase(number) == "a cat"
    assert [o.target for o in table.options("a cat")] == ["the cat", "the cat is"]
    assert [o.target for o in table.options(" a   cat ")] == ["the cat", "the cat is"]
    for absent in ("", "zebra", "cat a", "a zebra"):
        assert table.find(absent.split()) is None
        assert table.options(absent) == []
    assert table.source_ids(["cat", "zebra", "yeti"]) == [1, 4, 4]


def test_every_phrase_is_found_by_its_words() -> None:
    table = table_of(True)
    for p in range(len(table.rows) - 1):
        assert table.find(table.source_phrase(p).split()) == p


def test_what_is_no_phrase_table_is_refused() -> None:
    data = table_of(True).dumps()
    with pytest.raises(InputError, match=r"x\.bin: holds no readable arrays"):
        PhraseTable.loads(data[:100], "x.bin")
    arrays = loads_arrays(data)
    without = {name: array for name, array in arrays.items() if name not in ("rows", "longest")}
    with pytest.raises(InputError, match=r"x\.bin: is no phrase table: lacks longest, rows"):
        PhraseTable.loads(dumps_arrays(without), "x.bin")
    with pytest.raises(InputError, match="its words are not UTF-8"):
        PhraseTable.loads(dumps_arrays({**arrays, "vocabulary0": np.array([255], np.uint8)}))


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("targets", lambda a: a + 1),  # points past the last target phrase
        ("target_words", lambda a: a - 10),
        ("source_words", lambda a: a + 1000),
        ("rows", lambda a: a[:-1]),
        ("rows", lambda a: a[::-1]),
        ("source_bounds", lambda a: np.append(a[:-1], a[-1] + 1).astype(np.int32)),
        ("target_bounds", lambda a: np.insert(a, 1, 0)),  # a target phrase of no words
        ("scores", lambda a: a[:, :3]),
        ("counts", lambda a: a[1:]),
        ("counts", lambda a: a.astype(np.int64)),
        ("longest", lambda a: np.array(0)),
        ("longest", lambda a: np.array(61)),
        ("longest", lambda a: np.array([7, 7])),
    ],
)
def test_parts_that_do_not_fit_are_refused(name: str, change: object) -> None:
    arrays = loads_arrays(table_of(True).dumps())
    arrays[name] = change(arrays[name])  # type: ignore[operator]
    with pytest.raises(InputError, match="its parts do not fit together"):
        PhraseTable.loads(dumps_arrays(arrays))
