"""The English parsers on a sample of the treebank's development part."""

from __future__ import annotations

import pytest

from likewise.frames import FramedSentence, frame_parser, framed_by_people, score_frames
from likewise.frames.english_words import english_words
from likewise.io import AnnotatedSentence, read_conllu_plus
from parts import needs_data, real_data, require_encoder

pytestmark = needs_data("ud-up")


@pytest.fixture(scope="module")
def sample() -> list[AnnotatedSentence]:
    return list(read_conllu_plus(real_data("ud-up", "en_ewt-ud-pb-dev.conllup.gz")))[::8]


@pytest.mark.parametrize(("model", "las", "roles"), [("encoder", 88, 70), ("small", 82, 57)])
def test_arcs_and_roles(sample: list[AnnotatedSentence], model: str, las: float, roles: float) -> None:
    if model == "encoder":
        require_encoder()
    people: list[FramedSentence] = [framed_by_people(sentence) for sentence in sample]
    read = frame_parser("en", model).parse_tokens([sentence.tokens for sentence in people])
    scores = score_frames(people, read).as_dict()
    assert scores["las"] >= las
    assert scores["roles"] >= roles
    assert scores["predicates"] >= 90
    assert scores["tags"] >= 94


def test_words_are_told_apart_as_in_the_treebank(sample: list[AnnotatedSentence]) -> None:
    right = ours = wanted = 0
    for sentence in sample:
        read, people = english_words(sentence.text or "")[1], framed_by_people(sentence).offsets
        right, ours = right + len(set(read) & set(people)), ours + len(read)
        wanted += len(people)
    assert 2 * right / (ours + wanted) > 0.985
