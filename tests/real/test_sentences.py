"""Sentences of the English treebank, joined by blanks, found again."""

from __future__ import annotations

import pytest

from likewise.io import read_conllu_plus
from likewise.text import split_sentences
from parts import needs_data, real_data

pytestmark = needs_data("ud-up")


def joined(paragraphs: bool) -> list[tuple[str, set[int]]]:
    """Each document as one text, with the places where its sentences end but the last."""
    documents: list[tuple[str, set[int]]] = []
    for sentence in read_conllu_plus(real_data("ud-up", "en_ewt-ud-pb-dev.conllup.gz")):
        said = str(sentence.text)
        names = {name.split(" ")[0] for name in sentence.comments}
        if "newdoc id" in sentence.comments or not documents:
            documents.append((said, set()))
            continue
        text, ends = documents[-1]
        between = "\n" if paragraphs and "newpar" in names else " "
        documents[-1] = (text + between + said, ends | {len(text)})
    return documents


@pytest.mark.parametrize(("paragraphs", "floor"), [(False, 0.85), (True, 0.92)])
def test_english_treebank(paragraphs: bool, floor: float) -> None:
    """A quarter of its sentences end in no mark (titles, signatures): only new lines tell."""
    right = ours = wanted = 0
    for text, ends in joined(paragraphs):
        found = {end for _, end in split_sentences(text)} - {len(text)}
        right, ours, wanted = right + len(found & ends), ours + len(found), wanted + len(ends)
    assert right / ours > 0.98
    assert 2 * right / (ours + wanted) > floor
