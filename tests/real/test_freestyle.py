"""Responses to lines of held-back songs, on a part of the staged lyrics: rhymes, copies, stutter, speed."""

from __future__ import annotations

import time
from itertools import islice

import pytest

from likewise.freestyle import Freestyler, end_sounds, evaluate_freestyle, line_words, read_verses
from parts import needs_data, real_data

LYRICS = real_data("lyrics", "hiphop_en.txt.gz")
pytestmark = [needs_data("lyrics"), pytest.mark.slow]


def test_responses_rhyme_and_copy_nothing() -> None:
    verses = list(islice(read_verses(LYRICS), 2500))
    songs = sorted({verse.song for verse in verses})
    held = set(songs[::10])
    model = Freestyler.fit(verse for verse in verses if verse.song not in held)
    lines = [line for verse in verses if verse.song in held for line in verse.lines]
    challenges = [line for line in lines if 4 <= len(line_words(line)) <= 12][::8][:150]
    endings, named = end_sounds("en")
    start = time.process_time()
    result = evaluate_freestyle(model, challenges, endings=endings, pronunciations=named)
    assert result.n >= 100
    assert result.vowel_rhyme >= 35.0
    assert result.vowel_rhyme >= 2 * result.random["vowel_rhyme"]
    assert result.identical == 0.0
    assert result.stutter < 1.0
    assert result.copied_from_challenge + result.copied_from_training < 5.0
    assert result.per_second is not None
    # By the time of the processor, both cores' added up: other work at its side is not the model's fault.
    assert 2 * result.n / (time.process_time() - start) >= 5.0
