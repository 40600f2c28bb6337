"""Raters, ceilings and judges in the place of a person on the ratings of a crowd."""

from __future__ import annotations

import csv
import gzip
from collections import defaultdict

import krippendorff
import numpy as np
import pytest

import likewise as lw
from likewise.evaluate import rater_tables
from parts import needs_data, real_data

FILE = real_data("paraphrase_ratings") / "parabank_eval.tsv.gz"
pytestmark = needs_data("paraphrase_ratings")


@pytest.fixture(scope="module")
def rows() -> list[lw.Segment]:
    """The first 1,200 paraphrases with the scores of each worker."""
    marks: dict[tuple[str, str, str], dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    with gzip.open(FILE, "rt", encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            if row["human_score"]:
                key = row["ref_id"], row["source"], row["candidate"]
                marks[key][f"score@{row['worker_id_anon']}"].append(float(row["human_score"]))
    return [
        lw.Segment(str(i), text, source, (source,), human={k: float(np.mean(v)) for k, v in own.items()})
        for i, ((_, source, text), own) in enumerate(list(marks.items())[:1200])
    ]


def test_agreement_is_that_of_the_package(rows: list[lw.Segment]) -> None:
    found = lw.rater_agreement(rows[:400], "score", bootstrap=50).criteria["score"]
    table = rater_tables(rows[:400], "score")["score"]
    shared = table.values[:, (~np.isnan(table.values)).sum(axis=0) >= 2]
    for level in ("ordinal", "interval", "ratio"):
        peer = krippendorff.alpha(shared, level_of_measurement=level)
        assert found.alphas[level].alpha == pytest.approx(peer, abs=1e-9)
    assert found.categories is None


def test_no_metric_of_overlap_takes_the_place_of_a_worker(rows: list[lw.Segment]) -> None:
    judged = lw.judge(rows, "score", "chrf,pinc", bootstrap=100, replace=True, epsilon=0.1)
    assert judged.ceiling is not None
    person = judged.ceiling.person.value
    assert 0.4 < judged.ceiling.metrics["chrf"].pearson < person < judged.ceiling.highest < 0.95
    assert judged.replacement is not None
    for judge in judged.replacement.judges.values():
        assert not judge.test.passed
        assert judge.test.advantage > max(a for _, a in judged.replacement.ignorant.values())
