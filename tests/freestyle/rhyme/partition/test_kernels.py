"""The kernels of the partition equal plain Python, and the beam equals trying every scheme."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from likewise.freestyle.rhyme.partition import _kernels as k

ALONE, SHARED = -1.6, -0.3


def every_scheme(lines: int) -> list[tuple[int, ...]]:
    """All schemes as gaps: a line begins a class or follows the last line of one."""
    schemes: list[tuple[int, ...]] = [()]
    for line in range(lines):
        longer = []
        for gaps in schemes:
            taken = {place - gap for place, gap in enumerate(gaps) if gap}
            longer += [(*gaps, line - place) for place in range(line) if place not in taken]
            longer.append((*gaps, 0))
        schemes = longer
    return schemes


def plain_scores(gaps: tuple[int, ...], evidence: Any, chain: Any) -> tuple[float, float]:
    """Evidence and chain of one scheme, line by line."""
    of_pairs = of_chain = 0.0
    followed = {place - gap for place, gap in enumerate(gaps) if gap}
    symbols = [k.BEGIN] * 3 + [min(gap, k.LONG_GAP) for gap in gaps]
    for line, gap in enumerate(gaps):
        of_chain += chain[tuple(symbols[line : line + 4])] - k.FAR * max(gap - k.LONG_GAP, 0)
        if not gap:
            of_chain += SHARED if line in followed else ALONE
            continue
        members, place = [], line
        while gaps[place] and len(members) < k.MEMBERS:
            place -= gaps[place]
            if line - place > k.WINDOW:
                break
            members.append(evidence[line, line - place - 1])
        of_pairs += k.BY_MEAN * np.mean(members) + (1 - k.BY_MEAN) * max(members)
    return of_pairs, of_chain


@pytest.fixture
def chain() -> Any:
    return np.log(np.random.default_rng(1).dirichlet(np.ones(9), (10, 10, 10)))


def test_there_are_as_many_schemes_as_partitions() -> None:
    assert [len(every_scheme(n)) for n in range(1, 7)] == [1, 2, 5, 15, 52, 203]


@pytest.mark.parametrize("seed", range(4))
def test_the_beam_equals_trying_every_scheme(chain: Any, seed: int) -> None:
    evidence = np.random.default_rng(seed).normal(0, 2, (6, k.WINDOW))
    schemes = np.array(every_scheme(6), np.int8)
    scores = np.zeros((len(schemes), 2))
    k.score_schemes(schemes, evidence, chain, ALONE, SHARED, scores)
    plain = np.array([plain_scores(tuple(row), evidence, chain) for row in schemes.tolist()])
    np.testing.assert_allclose(scores, plain)
    beam = k.best_schemes(evidence, chain, ALONE, SHARED, 300, 5)
    order = np.argsort(-plain.sum(1))[:5]
    np.testing.assert_array_equal(beam, schemes[order])


def test_long_verse_takes_time_by_the_line(chain: Any) -> None:
    evidence = np.random.default_rng(0).normal(0, 2, (3000, k.WINDOW))
    (best,) = k.best_schemes(evidence, chain, ALONE, SHARED, 8, 1)
    assert len(best) == 3000
    assert best.max() <= k.WINDOW


def _reading(**names: int) -> Any:
    columns = {"full": 0, "rime": 1, "vowel": 2, "coda": 3, "before": 4, "onset": 5, "kinds": 6, "kind": 7}
    row = np.zeros(k.RIME_RANK + 1, np.int32)
    for name, value in names.items():
        row[columns[name]] = value
    return row


@pytest.mark.parametrize(
    ("one", "other", "level"),
    [
        ({"full": 1, "rime": 1, "onset": 1}, {"full": 1, "rime": 1, "onset": 1}, k.SAME_SYLLABLE),
        ({"full": 1, "rime": 1, "onset": 1}, {"full": 1, "rime": 1, "onset": 2}, k.SAME_FULL),
        ({"full": 1, "rime": 1}, {"full": 2, "rime": 1}, k.SAME_RIME),
        ({"rime": 1, "vowel": 3, "kinds": 4}, {"rime": 2, "vowel": 3, "kinds": 4}, k.VOWEL_CLASS),
        ({"rime": 1, "vowel": 3, "kinds": 4, "kind": 5}, {"rime": 2, "vowel": 3}, k.VOWEL_SHORTER),
        (
            {"rime": 1, "vowel": 3, "kinds": 4, "kind": 5},
            {"rime": 2, "vowel": 3, "kinds": 6, "kind": 6},
            k.VOWEL_ONLY,
        ),
        ({"rime": 1, "vowel": 3, "coda": 9}, {"rime": 2, "vowel": 4, "coda": 9}, k.CONSONANCE),
        ({"rime": 1, "vowel": 3}, {"rime": 2, "vowel": 4}, k.NOTHING),
    ],
)
def test_levels_of_likeness(one: dict[str, int], other: dict[str, int], level: int) -> None:
    two = (_reading(**one), _reading(**other))
    assert k.sound_level(*two, 0, 0) == k.sound_level.plain(*two, 0, 0) == level
    if level in (k.SAME_RIME, k.VOWEL_CLASS, k.VOWEL_SHORTER, k.VOWEL_ONLY):
        assert k.sound_level(*two, 7, 7) == level + 1


def test_expected_counts_are_those_of_the_schemes() -> None:
    pairs = np.zeros((4, k.WINDOW, 3), np.int16)
    pairs[1, 0] = (2, 1, 3)
    pairs[3, 1] = (4 * k.SAME_FULL, 2, 2)
    schemes, weights = np.array([[0, 1, 0, 2], [0, 0, 0, 0]], np.int8), np.array([0.75, 0.25])
    categories, rimes = np.zeros(k.CATEGORIES), np.zeros((5, 5))
    chain, classes = np.zeros((10, 10, 10, 9)), np.zeros(2)
    k.add_expected(schemes, weights, pairs, categories, rimes, chain, classes)
    assert categories[2] == categories[4 * k.SAME_FULL] == 0.75
    assert rimes[1, 3] == rimes[3, 1] == 0.75
    assert rimes.sum() == 1.5
    assert chain.sum() == 4.0
    assert chain[k.BEGIN, k.BEGIN, k.BEGIN, 0] == 1.0
    assert chain[9, 9, 0, 1] == 0.75
    np.testing.assert_allclose(classes, [0.75 + 4 * 0.25, 0.75])


def test_a_line_is_as_sure_as_the_schemes_agree() -> None:
    schemes, weights = np.array([[0, 1, 0, 1], [0, 1, 0, 0]], np.int8), np.array([0.6, 0.4])
    sure = np.zeros(4)
    k.line_confidence(schemes, weights, 0, sure)
    np.testing.assert_allclose(sure, [1.0, 1.0, 0.6, 0.6])
