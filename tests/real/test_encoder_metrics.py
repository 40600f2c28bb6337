"""`cosine` and `greedy` beside BLEU on translations that people rated, by the encoder that comes along."""

from __future__ import annotations

import csv
import gzip
import html

import pytest

import likewise as lw
from likewise.metrics import get
from parts import needs_data, real_data

FOLDER = real_data("mt-human")
pytestmark = needs_data("mt-human")


@pytest.mark.parametrize(("pair", "greedy", "cosine"), [("zh-en", 0.60, 0.52), ("de-en", 0.59, 0.49)])
def test_words_matched_by_an_encoder_follow_people_closer_than_overlap(
    pair: str, greedy: float, cosine: float
) -> None:
    with gzip.open(FOLDER / f"newstest2017.{pair}.daseg.tsv.gz", "rt", encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
    segments = [
        lw.Segment(
            str(n), html.unescape(row["hypothesis"]), None, (html.unescape(row["reference"]),),
            human={"z": float(row["z"])},
        )
        for n, row in enumerate(rows)
    ]  # fmt: skip
    metrics = ["bleu", get("cosine", encoder="small"), get("greedy", encoder="small")]
    found = lw.judge(segments, "z", metrics=metrics, bootstrap=20).as_dict()["metrics"]
    assert found["greedy"]["pearson"] == pytest.approx(greedy, abs=0.02)
    assert found["cosine"]["pearson"] == pytest.approx(cosine, abs=0.02)
    assert found["greedy"]["pearson"] > found["bleu"]["pearson"] + 0.05
