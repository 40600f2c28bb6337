"""The Chinese parser on a sample of the treebank's development part."""

from __future__ import annotations

from itertools import accumulate

import pytest

from likewise.frames import FramedSentence, frame_parser, framed_by_people, score_frames
from likewise.io import read_conllu_plus
from parts import needs_data, real_data

pytestmark = needs_data("ud-up")


@pytest.fixture(scope="module")
def people() -> list[FramedSentence]:
    file = real_data("ud-up", "zh_gsd-ud-up-dev.conllup.gz")
    return [framed_by_people(sentence, "zh") for sentence in read_conllu_plus(file)][::3]


def test_tags_and_arcs(people: list[FramedSentence]) -> None:
    read = frame_parser("zh").parse_tokens([sentence.tokens for sentence in people])
    scores = score_frames(people, read).as_dict()
    assert scores["tags"] >= 90
    assert scores["uas"] >= 75
    assert scores["las"] >= 69


def test_words_of_raw_text(people: list[FramedSentence]) -> None:
    read = frame_parser("zh").words(["".join(sentence.tokens) for sentence in people])
    right = both = 0
    for one, words in zip(people, read, strict=True):
        ours, theirs = (set(accumulate(map(len, own))) for own in (words, one.tokens))
        spans = [{*zip([0, *sorted(ends)], sorted(ends), strict=False)} for ends in (ours, theirs)]
        right += 2 * len(spans[0] & spans[1])
        both += len(spans[0]) + len(spans[1])
    assert right / both >= 0.9
