"""Identify on the staged MSVD corpus: copies, people and neighbours over nine samples of the videos."""

from __future__ import annotations

import hashlib
import time
from typing import Any

import numpy as np
import pytest

import likewise as lw
from likewise.evaluate import ParaphraseTest
from likewise.records import Segment
from likewise.text.vocabulary import Tokenization, words_of
from parts import needs_data, real_data

CSV = real_data("msvd", "msvd_train.csv.gz")
pytestmark = needs_data("msvd")

Samples = list[list[lw.Cluster]]


@pytest.fixture(scope="module")
def samples() -> Samples:
    """About a tenth of the videos each; the tenth that would be number 0 is not in the staged part."""
    parts: Samples = [[] for _ in range(10)]
    for cluster in lw.read_clusters(CSV):
        video = cluster.id.rsplit("_", 2)[0]
        parts[int(hashlib.sha256(video.encode()).hexdigest(), 16) % 10].append(cluster)
    assert not parts[0]
    return parts[1:]


def test_copies_and_people_are_known_alike(samples: Samples) -> None:
    """The specification's sample of 213 segments: a copy 70 %, another human description 69 %."""
    tests = [ParaphraseTest(sample) for sample in samples]
    copies = [lw.score([_copied(s) for s in test.sources], "identify")["identify"].score for test in tests]
    people = [test.human.identified or 0.0 for test in tests]
    assert [len(sample) for sample in samples] == [202, 192, 204, 177, 196, 207, 201, 220, 215]
    assert np.mean(copies) == pytest.approx(70.0, abs=0.05)
    assert np.mean(people) == pytest.approx(69.3, abs=0.05)
    assert (min(copies), max(copies)) == pytest.approx((65.3, 75.0), abs=0.05)


def _copied(segment: Segment) -> Segment:
    return Segment(segment.id, segment.source or "", segment.source, segment.references)


def test_a_neighbour_is_seldom_taken_for_the_segment(samples: Samples) -> None:
    """What a system says that finds the nearest training sentence and answers with another of its cluster."""
    from scipy.sparse import csr_array

    training = [cluster for sample in samples[1:] for cluster in sample if len(cluster.texts) > 1]
    texts = [d.text for cluster in training for d in cluster.texts]
    beside = [
        others[(place + 1) % len(others)].text
        for others in (cluster.texts for cluster in training)
        for place in range(len(others))
    ]
    test = ParaphraseTest(samples[0], training_texts=texts)
    words = words_of([*test.texts, *texts], Tokenization("words"))
    counts = csr_array((np.ones(len(words.ids)), words.ids, words.bounds), copy=True)
    counts.sum_duplicates()
    counts = counts.multiply(np.log(counts.shape[0] / np.bincount(counts.indices))).tocsr()
    rows = np.repeat(np.arange(counts.shape[0]), np.diff(counts.indptr))
    scale: Any = np.sqrt(np.bincount(rows, counts.data**2, counts.shape[0]))[rows]
    weights: Any = counts.data
    weights /= scale
    described = counts[len(test.texts) :].T.tocsr()
    near = [
        int(i)
        for start in range(0, len(test.texts), 200)
        for i in (counts[start : min(start + 200, len(test.texts))] @ described).toarray().argmax(axis=1)
    ]
    found = test.evaluate([beside[i] for i in near])
    assert found.pinc == pytest.approx(81.9, abs=0.05)
    assert found.verbatim == 100.0
    assert found.identified == pytest.approx(31.3, abs=0.05)


def test_a_point_of_3300_outputs_takes_less_than_a_second(samples: Samples) -> None:
    test = ParaphraseTest(samples[0])
    test.evaluate(test.texts)  # compiles
    times = []
    for _ in range(3):
        start = time.process_time()
        point = test.evaluate(test.texts)
        times.append(time.process_time() - start)
    assert point.n == 3344
    assert min(times) < 1.0
