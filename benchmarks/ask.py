"""Questions in English over the staged Chinese and Japanese collections, in many ways in one run.

The paper's way (noisy channel, best candidate, relaxed queries, Light IX), ours, and ours with one thing
changed at a time: runs of `likewise.study.ask`. The documents are indexed in an order by chance, since
those with answers stand first in the files. Settings were chosen on these questions, and the learnt
ranker of answers has learnt from the Chinese ones: `training/ask_ranker.py` says what it reaches on
articles that it has not seen.

    uv run python benchmarks/ask.py --lang zh [--every 5] [--index FOLDER] [--only "ours, auto"]
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from pathlib import Path

from likewise.ask import Asker, build_index, load_gold_questions
from likewise.ask.retrieval import DocumentSource
from likewise.study.ask import ask_study

DATA = Path(__file__).resolve().parents[2] / "shared" / "data" / "clqa"
FILES = {
    "zh": ("ec_docs.jsonl", "zh_hans_background.jsonl.gz", "zh_hant_background.jsonl.gz"),
    "ja": ("ej_docs.jsonl", "ja_background.jsonl.gz"),
}
QUESTIONS = {"zh": "ec_questions.jsonl", "ja": "ej_questions.jsonl"}
COLUMNS = ("R@1", "R@5", "R@10", "R@20", "Top1", "Top1+U", "named", "words", "median ms")


def index_of(lang: str, folder: Path) -> Path:
    """The index of the staged collection, built where it is not there."""
    if not folder.exists():
        documents = [one for name in FILES[lang] for one in DocumentSource(DATA / name, lang)]
        random.Random(12345).shuffle(documents)
        start = time.perf_counter()
        report = build_index(documents, lang, folder)
        print(
            f"{report.documents:,} documents, {report.tokens:,} tokens in "
            f"{time.perf_counter() - start:.0f} s, {report.seconds_dense:.0f} s of them for vectors"
        )
    return folder


def main() -> None:
    """Print a line a run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lang", choices=[*FILES], default="zh")
    parser.add_argument("--index", type=Path)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--only", action="append", default=[])
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = index_of(options.lang, options.index or Path(scratch) / "index")
        start = time.perf_counter()
        asker = Asker.open(folder)
        print(f"opened in {time.perf_counter() - start:.1f} s")
        questions = load_gold_questions(DATA / QUESTIONS[options.lang])[:: options.every]
        print(f"{len(questions)} questions; {'run':26}", *(f"{name:>8}" for name in COLUMNS))
        study = ask_study(asker, questions, names=options.only)
        for run in study.runs:
            row = run.figures
            shares = [
                *row["recall_at"].values(),
                row["top1"],
                row["top1_u"],
                row["named"]["top1_u"],
                row["translation_accuracy"],
            ]
            cells = ["-" if one is None else f"{one:.3f}" for one in shares]
            print(f"{run.name:42}", *(f"{one:>8}" for one in [*cells, row["median_ms"]]), flush=True)
            print(" " * 42, "lost by:", ", ".join(f"{name} {n}" for name, n in row["errors"].items()))


if __name__ == "__main__":
    main()
