"""A judge asked about real paraphrases and translations: every text finds its verdict, in any script."""

from __future__ import annotations

import csv
import gzip
from itertools import islice
from pathlib import Path

import likewise as lw
from likewise.evaluate import LanguageJudge
from parts import needs_data, real_data

pytestmark = needs_data("paraphrase_ratings", "mt-human")

COMMAND = ("python", "-m", "likewise.testing.judge_command")


def test_ratings_of_paraphrases_judge_the_judge(tmp_path: Path) -> None:
    with gzip.open(real_data("paraphrase_ratings") / "parabank_eval.tsv.gz", "rt", encoding="utf-8") as lines:
        table = csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
        rated = [row for row in islice(table, 900) if row["human_score"]]
    rows = [
        lw.Segment(
            str(n),
            row["candidate"],
            row["source"],
            (row["source"],),
            human={"score": float(row["human_score"])},
        )
        for n, row in enumerate(rated)
    ]
    judge = LanguageJudge(
        "meaning", "Is the meaning kept?", scale=(1, 5), fields=("source", "candidate"), command=COMMAND
    )
    run = lw.fetch_verdicts(rows, judge, tmp_path / "v.jsonl")
    assert run.requests == run.verdicts < len(rows)  # several workers rated one text: it is asked about once
    metric = lw.metrics.get("verdict", file=str(tmp_path / "v.jsonl"))
    judged = lw.judge(rows, "score", [metric, "chrf"], bootstrap=0)
    assert judged.n == len(rows)
    # Words that are shared tell something of meaning, and the stand-in counts them.
    assert 0.1 < judged.metrics["verdict"].pearson < 0.9


def test_pairs_of_translations_from_chinese(tmp_path: Path) -> None:
    path = real_data("mt-human") / "newstest2017.zh-en.outputs.tsv.gz"
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        next(lines)
        found = [line.rstrip("\n").split("\t") for line in islice(lines, 180)]
    sources = {number: text for number, system, text in found if system == "SOURCE"}
    systems = [name for name in dict.fromkeys(row[1] for row in found) if name not in ("SOURCE", "REFERENCE")]
    rows = [
        lw.Segment(number, text, sources[number], system=system, lang="en", source_lang="zh")
        for number, system, text in found
        if system in systems[:4]
    ]
    judge = LanguageJudge("which", "Which is better?", mode="pair", command=COMMAND)
    run = lw.fetch_verdicts(rows, judge, tmp_path / "v.jsonl")
    assert run.is_complete
    assert run.bias is not None
    # Hardly a word of a Chinese source is in a translation, so the stand-in takes the first one.
    assert 0.9 * run.bias.pairs < run.bias.first < run.bias.pairs
    assert run.bias.pairs > 0.5 * len(sources) * 6
    metric = lw.metrics.get("verdict", file=str(tmp_path / "v.jsonl"))
    scored = lw.score(rows, [metric], by="system").systems
    assert scored is not None
    assert all(abs(row["verdict"].score - 50) < 10 for row in scored.values())
