"""Scores of framed sentences, worked by hand; sentences of a treebank."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from likewise.frames import FramedSentence, framed_by_people, score_frames
from likewise.io import read_conllu_plus
from likewise.records import Frame, Role

GIVEN = FramedSentence(
    ("Dogs", "bite", "men"),
    ((0, 4), (5, 9), (10, 13)),
    ("NOUN", "VERB", "NOUN"),
    (1, -1, 1),
    ("nsubj", "root", "obj"),
    (Frame((1, 2), (Role("ARG0", (0, 1)), Role("ARG1", (2, 3)))),),
    lemmas=("dog", "bite", "man"),
)


def test_as_given() -> None:
    scores = score_frames([GIVEN], [GIVEN])
    assert set(scores.as_dict().values()) == {100.0}
    assert set(scores.intervals(times=20).values()) == {(100.0, 100.0)}


def test_by_hand() -> None:
    """One arc has another label, one another head; one role of three read is right, of two given."""
    roles = (Role("ARG0", (0, 1)), Role("ARG2", (2, 3)), Role("ARG1", (1, 3)))
    read = replace(
        GIVEN,
        heads=(1, -1, 0),
        relations=("nsubj:pass", "root", "obj"),
        frames=(Frame((1, 2), roles), Frame((0, 1))),
    )
    scores = score_frames([GIVEN], [read]).as_dict()
    assert scores["uas"] == pytest.approx(200 / 3)
    assert scores["las"] == pytest.approx(100 / 3)
    assert scores["predicates"] == pytest.approx(200 / 3)
    assert scores["roles"] == pytest.approx(100 * 2 / 5)


def test_other_words_cannot_be_scored() -> None:
    with pytest.raises(ValueError, match="other words"):
        score_frames([GIVEN], [replace(GIVEN, tokens=("Dogs", "bit", "men"))])


def test_a_sentence_of_a_treebank(tmp_path: Path) -> None:
    rows = [
        "1\tDogs\tdog\tNOUN\tNNS\t_\t2\tnsubj\t_\t_\t_\t_",
        "2\tbite\tbite\tVERB\tVBP\t_\t0\troot\t_\t_\tbite.01\tARG0:1-1|ARG1:3-3",
        "3\tmen\tman\tNOUN\tNNS\t_\t2\tobj\t_\t_\t_\t_",
    ]
    file = tmp_path / "one.conllup"
    for text, places in {"Dogs  bite men": ((0, 4), (6, 10), (11, 14)), "Cats": GIVEN.offsets}.items():
        file.write_text("\n".join([f"# text = {text}", *rows, "", ""]), encoding="utf-8")
        (read,) = (framed_by_people(s) for s in read_conllu_plus(file))
        wanted = replace(GIVEN.frames[0], sense="bite.01")
        assert read == replace(GIVEN, frames=(wanted,), offsets=places)
