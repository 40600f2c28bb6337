"""Rhyme schemes on the staged gold, in mode best, and the French rule: parts of the corpora."""

from __future__ import annotations

import pytest

from likewise.freestyle import Verse, end_word, read_verses
from likewise.freestyle.rhyme import BestDetector, rhyming_pairs, score_schemes
from likewise.freestyle.rhyme.sounds import french_ending_rhyme
from parts import needs_data, real_data

pytestmark = needs_data("rhyme")


def verses_of(name: str) -> list[Verse]:
    return list(read_verses(real_data("rhyme", f"{name}.jsonl.gz")))


@pytest.mark.parametrize(
    ("name", "lang", "least"),
    [
        ("chicago_english", "en", 95),
        ("chicago_french", "fr", 97),
        ("metrique_fr", "fr", 96),
        ("mcflow", "en", 68),
    ],
)
def test_schemes_without_labels_and_without_a_language_given(name: str, lang: str, least: float) -> None:
    """Whole corpora but for the two large ones, of which each third poem is taken."""
    verses = verses_of(name)
    if len(verses) > 5000:
        kept = set(list(dict.fromkeys(verse.song for verse in verses))[::3])
        verses = [verse for verse in verses if verse.song in kept]
    bare = [Verse(verse.id, verse.lines, verse.song) for verse in verses]
    detector = BestDetector.fit(bare)
    assert detector.lang == lang
    assert score_schemes(verses, detector.detect_all(bare)).f1 > least


def test_the_french_rule_on_metrique() -> None:
    right = found = gold = 0
    for verse in verses_of("metrique_fr"):
        if verse.labels is None:
            continue
        ends, rhymes = [end_word(line) for line in verse.lines], set(rhyming_pairs(verse.labels))
        for j, last in enumerate(ends):
            for i, first in enumerate(ends[:j]):
                if first != last:
                    says = french_ending_rhyme(first, last)
                    right, found = right + (says and (i, j) in rhymes), found + says
                    gold += (i, j) in rhymes
    assert right / found > 0.94
    assert right / gold > 0.94
