"""Rhyme schemes on the staged gold, in the paper's mode: parts of the corpora, so that it stays quick."""

from __future__ import annotations

import pytest

from likewise.freestyle import Verse, read_verses
from likewise.freestyle.rhyme import PaperDetector, score_schemes
from parts import needs_data, real_data

pytestmark = needs_data("rhyme")

COUNTS = {
    # file: verses, lines, verses without labels that can be scored
    "chicago_english": (9184, 77825, 6),
    "chicago_french": (2514, 22311, 6),
    "metrique_fr": (10082, 68932, 2821),
    "mcflow": (294, 5906, 0),
}


def verses_of(name: str) -> list[Verse]:
    return list(read_verses(real_data("rhyme", f"{name}.jsonl.gz")))


@pytest.mark.parametrize("name", COUNTS)
def test_corpora_are_read_whole(name: str) -> None:
    verses = verses_of(name)
    lines, unlabelled = sum(len(v.lines) for v in verses), sum(v.labels is None for v in verses)
    assert (len(verses), lines, unlabelled) == COUNTS[name]
    assert len({verse.id for verse in verses}) == len(verses)


@pytest.mark.parametrize(("name", "least"), [("chicago_english", 90.0), ("chicago_french", 88.0)])
def test_schemes_of_poems_without_labels_or_sounds(name: str, least: float) -> None:
    verses = verses_of(name)[:4000]
    bare = [Verse(verse.id, verse.lines, verse.song) for verse in verses]
    assert score_schemes(verses, PaperDetector.fit(bare).detect_all(bare)).f1 > least
