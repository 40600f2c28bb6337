"""The correlations of spec 01, section 2, on real human ratings of paraphrases."""

from __future__ import annotations

import csv
import gzip
import json
from collections import defaultdict
from dataclasses import replace

import pytest

import likewise as lw
from likewise.judging import between
from parts import needs_data, real_data

FOLDER = real_data("paraphrase_ratings")
pytestmark = needs_data("paraphrase_ratings")

LOWER = {"lowercase": True}


@pytest.fixture(scope="module")
def tweets() -> list[lw.Segment]:
    rows = []
    with gzip.open(FOLDER / "twitter_para.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            item = json.loads(line)
            for text, mark in item["candidates"]:
                rows.append(
                    lw.Segment(
                        str(len(rows)), text, item["source"], (item["reference"],), human={"meaning": mark}
                    )
                )
    return rows


@pytest.fixture(scope="module")
def parabank() -> list[dict[str, str]]:
    with gzip.open(FOLDER / "parabank_eval.tsv.gz", "rt", encoding="utf-8", newline="") as lines:
        return [r for r in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE) if r["human_score"]]


def test_twitter(tweets: list[lw.Segment]) -> None:
    assert len(tweets) == 7159
    found = lw.judge(tweets, "meaning", "bleu,pinc,source-bleu", settings=LOWER, bootstrap=200)
    assert found.metrics["bleu"].pearson == pytest.approx(0.259, abs=0.005)
    assert found.metrics["source-bleu"].pearson == pytest.approx(0.276, abs=0.005)
    assert found.metrics["pinc"].pearson == pytest.approx(-0.349, abs=0.005)
    low, high = found.metrics["pinc"].pearson_ci
    assert low < -0.349 < high
    # These ratings are about meaning alone, where changing words (PINC) can only hurt.
    assert found.williams["bleu", "pinc"].p < 1e-9


def test_what_is_printed_is_short_whatever_is_asked(tweets: list[lw.Segment]) -> None:
    several = [replace(one, human={"meaning": one.human["meaning"], "again@a": 1.0 * n, "again@b": 0.5 * n})
               for n, one in enumerate(tweets[:800])]  # fmt: skip
    metrics = "bleu,pinc,source-bleu,ibleu,chrf,ter,wer,per,cder,bleu-pinc-mean"
    found = lw.judge(several, metrics=metrics, bootstrap=20, curve=True)
    printed = str(found)
    assert len(printed.splitlines()) < 40
    assert len(printed) < 6000
    assert len(repr(found).splitlines()) == 1
    assert list(found.criteria) == ["meaning", "again"]


def test_parabank(parabank: list[dict[str, str]]) -> None:
    rows = [
        lw.Segment(
            str(i), r["candidate"], r["source"], (r["source"],), human={"score": float(r["human_score"])}
        )
        for i, r in enumerate(parabank)
    ]
    assert len(rows) == 17720 - 284
    found = lw.judge(rows, "score", "source-bleu,pinc", settings=LOWER, bootstrap=0)
    assert found.metrics["source-bleu"].pearson == pytest.approx(0.349, abs=0.005)
    assert found.metrics["pinc"].pearson == pytest.approx(-0.342, abs=0.005)


def test_two_judges_of_one_item(parabank: list[dict[str, str]]) -> None:
    marks: dict[tuple[str, str], list[float]] = defaultdict(list)
    for row in parabank:
        marks[row["source"], row["candidate"]].append(float(row["human_score"]))
    pairs = [m[:2] for m in marks.values() if len(m) > 1]
    assert between([p[0] for p in pairs], [p[1] for p in pairs]).pearson == pytest.approx(0.415, abs=0.005)
