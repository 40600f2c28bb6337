"""Can these judges be trusted? Raters, metrics in the place of a rater, ceilings, and who is preferred.

On ratings of paraphrases by a crowd (ParaBank) and of translations of talks by experts (TED, MQM); and how
often the alternative annotator test passes simulated judges. There is no peer; the figures are the claim.
"""

from __future__ import annotations

import argparse
import csv
import gzip
from collections import defaultdict
from pathlib import Path

import numpy as np

import likewise as lw
from likewise.evaluate import pair_agreement
from likewise.judging import alternative_annotator_test
from msvd import CSV

DATA = CSV.parents[1]
PARABANK = DATA / "paraphrase_ratings" / "parabank_eval.tsv.gz"
TALKS = DATA / "mt-human" / "ted2021.zh-en.mqm.tsv.gz"
METRICS = "source-bleu,chrf,pinc"
LOWER = {"lowercase": True}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bootstrap", type=int, default=1000)
    chosen = parser.parse_args()
    if PARABANK.exists():
        crowd(parabank(PARABANK), chosen.bootstrap)
    if TALKS.exists():
        talks(list(translations(TALKS)), chosen.bootstrap)
    simulated()


def parabank(path: Path) -> list[lw.Segment]:
    """Paraphrases with the ratings of each worker; a worker who met one twice has the mean."""
    marks: dict[tuple[str, str, str], dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    with gzip.open(path, "rt", encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            if row["human_score"]:
                own = marks[row["ref_id"], row["source"], row["candidate"]]
                own[f"score@{row['worker_id_anon']}"].append(float(row["human_score"]))
                own[f"grammar@{row['worker_id_anon']}"].append(float(row["gm"]))
    return [
        lw.Segment(
            str(number), candidate, source, (source,),
            human={
                key: float(np.mean(values))
                for key, values in own.items()
                if not key.startswith("grammar") or len(set(values)) == 1
            },
        )
        for number, ((_, source, candidate), own) in enumerate(marks.items())
    ]  # fmt: skip


def crowd(rows: list[lw.Segment], bootstrap: int) -> None:
    print(f"ParaBank: {len(rows):,} paraphrases rated by a crowd\n")
    found = lw.rater_agreement(rows, bootstrap=bootstrap)
    for one in found.criteria.values():
        print("\n\n".join(part.table.text() for part in one.tables()[:2] if part.table.rows), "\n")
    judged = lw.judge(rows, "score", METRICS, settings=LOWER, bootstrap=bootstrap)
    print("\n\n".join(table.text() for table in judged.tables()[:2]), "\n")
    heads = ("judge", "scale", "epsilon", "people", "won", "rate", "advantage")
    print("{:<30} {:<10} {:>7} {:>7} {:>4} {:>6} {:>10}".format(*heads))
    for mapping in ("quantile", "isotonic"):
        for epsilon in (0.1, 0.15, 0.2):
            one = lw.judge(
                rows,
                "score",
                METRICS,
                settings=LOWER,
                bootstrap=0,
                replace=True,
                mapping=mapping,
                epsilon=epsilon,
            ).replacement
            assert one is not None
            for name, judge in one.judges.items():
                test = judge.test
                won = sum(duel.won for duel in test.duels)
                line = f"{name:<30} {mapping:<10} {epsilon:>7} {len(test.duels):>7} {won:>4}"
                print(f"{line} {test.winning_rate:>6.2f} {test.advantage:>10.3f}")
            if mapping == "quantile":
                for name, (rate, advantage) in one.ignorant.items():
                    line = f"{f'({name})':<30} {'':<10} {epsilon:>7} {'':>7} {'':>4}"
                    print(f"{line} {rate:>6.2f} {advantage:>10.3f}")
    print()


def translations(path: Path) -> list[lw.Segment]:
    """What people and systems made of each talk's segment, with the weighted errors that experts found."""
    texts: dict[str, dict[str, tuple[str, str]]] = defaultdict(dict)
    with gzip.open(path, "rt", encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            texts[row["sid"]][row["system"]] = row["text"], row["mqm"]
    return [
        lw.Segment(sid, text, own["SOURCE"][0], (own["ref"][0],), system, {"mqm": float(mark)})
        for sid, own in texts.items()
        for system, (text, mark) in own.items()
        if system not in {"SOURCE", "ref", "refB"} and mark != "-"
    ]


def talks(rows: list[lw.Segment], bootstrap: int) -> None:
    print(f"TED talks, Chinese to English: {len(rows):,} outputs of 13 systems rated by experts\n")
    found = pair_agreement(rows, "mqm", "bleu,chrf,ter", samples=bootstrap)
    candidates, systems, preferences = found.tables()
    print("\n\n".join((candidates.text(), systems.text(), preferences.head(12).text())), "\n")


def simulated() -> None:
    """Three people and a judge give the true one of four labels, or guess with some probability."""
    print("alternative annotator test passed, of 400 runs: people guess 30 % of labels")
    print(
        f"{'items':>5} {'epsilon':>8} " + " ".join(f"{f'guesses {g:.0%}':>13}" for g in (0.3, 0.5, 0.7, 1.0))
    )
    for items in (50, 100):
        for epsilon in (0.1, 0.15, 0.2):
            shares = [
                np.mean([run(seed, items, guess, epsilon) for seed in range(400)])
                for guess in (0.3, 0.5, 0.7, 1)
            ]
            print(f"{items:>5} {epsilon:>8} " + " ".join(f"{share:>13.2f}" for share in shares))


def run(seed: int, items: int, guess: float, epsilon: float) -> bool:
    rng = np.random.default_rng(seed)
    truth = rng.integers(4, size=items)
    said = [
        np.where(rng.random(items) < share, rng.integers(4, size=items), truth)
        for share in (0.3, 0.3, 0.3, guess)
    ]
    people = dict(zip("abc", said, strict=False))
    return alternative_annotator_test(people, said[-1], labels=True, epsilon=epsilon, bootstrap=0).passed


if __name__ == "__main__":
    main()
