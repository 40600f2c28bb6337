"""Which sentences are read, by vectors that the index has."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from likewise.ask import Asker, Document, Hit, build_index, open_index
from likewise.ask.extraction.keyword_spans import KeywordForms
from likewise.ask.extraction.read_sentences import read_documents
from likewise.ask.extraction.words import sentence_pieces, sentences_of
from parts import needs_multilingual

TEXT = "甲在一。乙在二。\n丙在三。"
QUESTION = np.array([1.0, 0.0], np.float32)
NONE = (KeywordForms((("无", 1.0),)),)


def vectors(document: Document) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]:
    """The second sentence is the nearest."""
    pieces = sentence_pieces(document.text, "zh")
    places = np.array([(start, start + len(part)) for start, part in pieces], np.int64).reshape(-1, 2)
    rows = [(0.0, 1.0), (1.0, 0.0), (0.6, 0.8)]
    return places, np.array([rows[k % 3] for k in range(len(places))], np.float64).reshape(-1, 2)


def hits(*texts: str) -> list[Hit]:
    return [Hit(Document(f"d{k}", text, "zh"), 1.0, 1) for k, text in enumerate(texts)]


@pytest.mark.parametrize(("limit", "chosen"), [(1, (1,)), (2, (1, 2)), (9, (0, 1, 2))])
def test_the_nearest_sentences_are_read(limit: int, chosen: tuple[int, ...]) -> None:
    (read,) = read_documents(QUESTION, NONE, hits(TEXT), vectors, limit=limit)
    assert read.chosen == chosen
    assert read.near.tolist() == pytest.approx([0, 1, 0.6])


def test_keywords_count_beside_nearness() -> None:
    (read,) = read_documents(QUESTION, (KeywordForms((("丙", 1.0),)),), hits(TEXT), vectors, limit=1)
    assert read.chosen == (2,)


def test_of_each_document_one_is_read() -> None:
    read = read_documents(QUESTION, NONE, hits(TEXT, "丁在四。", ""), vectors, limit=1)
    assert [one.chosen for one in read] == [(1,), (0,), ()]


def test_sentences_that_are_cut_otherwise_share_vectors() -> None:
    def other(document: Document) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]:
        return np.array([(0, 8), (9, 13)]), np.array([(1.0, 0.0), (0.0, 1.0)])

    (read,) = read_documents(QUESTION, NONE, hits(TEXT), other)
    assert read.near.tolist() == pytest.approx([1, 1, 0])


def test_some_sentences_alone_are_cut() -> None:
    whole = sentences_of(TEXT, "zh", "frames")
    assert sentences_of(TEXT, "zh", "frames", only=(1,)) == whole[1:2]


@needs_multilingual
def test_the_index_knows_its_vectors(tmp_path: Path) -> None:
    build_index([Document("d", TEXT, "zh")], "zh", tmp_path / "index", dense=True, words=False)
    index = open_index(tmp_path / "index")
    places, rows = index.sentence_vectors(index.documents["d"]) or (np.zeros((0, 2)), np.zeros((0, 1)))
    assert [TEXT[a:b].strip() for a, b in places.tolist()] == ["甲在一。", "乙在二。", "丙在三。"]
    assert np.linalg.norm(rows, axis=1) == pytest.approx(np.ones(3), abs=1e-2)
    assert index.sentence_vectors(Document("e", TEXT, "zh")) is None


def test_an_index_without_vectors_knows_none(plain_asker: Asker) -> None:
    assert plain_asker.index.sentence_vectors(plain_asker.document("paper")) is None
