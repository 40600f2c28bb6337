"""The parser study on a few items of the ERG treebank: gold found beside, laws that any table obeys."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from likewise.metrics.parses import METRICS
from likewise.study.parsers import StudySettings, parser_study
from likewise.study.parsers.data import read_study
from parts import needs_data, real_data

DATA = real_data("erg-treebank")
pytestmark = needs_data("erg-treebank")


def test_gold_is_found_beside_the_candidates() -> None:
    data = read_study(DATA)
    assert (len(data.items), data.single, data.without_gold, data.meaning) == (2443, 266, 0, True)
    assert sum(len(item.analyses) for item in data.items) == 59151


def test_a_small_study(tmp_path: Path) -> None:
    how = StudySettings(("rules", "active", "lextypes"), (0.01, 100.0, 3), 2, items=30, bootstrap=3)
    found = parser_study(DATA, tmp_path / "out", how, processes=1)
    assert (found.parsers, found.counts.used, found.counts.broken_candidates) == (9, 30, 0)
    assert 0.8 < found.counts.closeness < 1
    for kind, against in found.against.items():
        scores = against.found.scores.table
        assert (scores <= against.ceiling + 1e-9).all()
        assert (against.ceiling[1:] >= against.chance[1:]).all()
        # Learning helps: a trained parser beats a random candidate by the metrics of brackets.
        lp = list(METRICS).index("LP")
        assert scores[:, :, lp].max() > against.chance[lp]
        assert np.isfinite(scores).all(), kind
    assert (found.against["target"].ceiling[2], found.against["target"].ceiling[4]) == (0, 100)
