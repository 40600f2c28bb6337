"""Clusters out of data that a program holds: many kinds, one way out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import likewise as lw
from likewise.errors import InputError
from likewise.io import clusters_of

pd = pytest.importorskip("pandas", reason="needs pandas: uv sync --group test")

TEXTS = [["a dog barks now", "a hound barks now", "the dog barks"], ["it rains", "rain falls"]]
WANTED = [
    lw.Cluster(str(place), tuple(lw.Description(text) for text in texts)) for place, texts in enumerate(TEXTS)
]
KINDS: dict[str, Callable[[], Any]] = {
    "records": lambda: WANTED,
    "lists": lambda: TEXTS,
    "a generator of tuples": lambda: (tuple(texts) for texts in TEXTS),
    "mappings": lambda: [{"texts": texts} for texts in TEXTS],
    "mappings of objects": lambda: [{"id": "0", "texts": [{"text": text} for text in TEXTS[0]]}, TEXTS[1]],
    "columns": lambda: {"id": ["0", "1"], "texts": TEXTS},
    "a frame": lambda: pd.DataFrame({"texts": TEXTS}),
    "a frame of arrays": lambda: pd.DataFrame({"texts": [np.array(texts) for texts in TEXTS]}),
    "a frame with an index": lambda: pd.DataFrame({"texts": TEXTS}, index=pd.Index(["0", "1"], name="id")),
}  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_gives_the_same_clusters(kind: str) -> None:
    assert list(clusters_of(KINDS[kind]())) == WANTED


def test_functions_take_them() -> None:
    assert lw.score_clusters(TEXTS).as_dict() == lw.score_clusters(WANTED).as_dict()
    assert list(lw.leave_one_out(TEXTS)) == list(lw.leave_one_out(WANTED))
    assert list(lw.ordered_pairs(TEXTS)) == list(lw.ordered_pairs(WANTED))

    def shortened(texts: Any) -> list[str]:
        return [text.split()[0] for text in texts]

    found, wanted = (lw.evaluate_paraphrases(kind, shortened) for kind in (TEXTS, WANTED))
    assert found.as_dict() == wanted.as_dict()


NONE = "row 0 (counted from 0): expected a likewise.Cluster, a list of texts or a mapping, found "
ONE = "expected clusters: lists of texts, or mappings with texts, found one "


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (["a text"], NONE + "str"),
        (lw.data.outputs()[:1], NONE + "Segment"),
        ([TEXTS[0], ["a", 3]], "row 1 (counted from 0), column 'texts[1]': expected an object with a text"),
        ([{"text": "a"}], "row 0 (counted from 0), column 'texts': expected a list of objects with a text"),
        (pd.DataFrame({"text": TEXTS}), "no column 'texts'"),
        ("clusters.jsonl", ONE + "str"),
        ({"id": "1", "texts": ["a", "b"]}, ONE + "dict"),
    ],
)
def test_what_is_no_cluster_is_named(given: Any, expected: str) -> None:
    with pytest.raises(InputError) as caught:
        list(clusters_of(given))
    assert expected in str(caught.value)
