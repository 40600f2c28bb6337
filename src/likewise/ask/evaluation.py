"""How many questions are answered (Tables 7 and 8 of Mitamura et al. 2006), and where answers are lost.

Top1 (R) wants the right answer out of the document that supports it, Top1+U the right answer alone. Shares go
from 0 to 1. Beside all questions stand the `named` ones, which ask for who, when, where or how many.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from likewise.ask.answer import Answers
from likewise.ask.answers import JudgedAnswers, judge
from likewise.ask.asker import Asker, AskSettings
from likewise.ask.error_stages import stage_of_error
from likewise.ask.gold_questions import GoldQuestion
from likewise.ask.translation import translation_accuracy
from likewise.draw import Figure, ResultTable, Tabular
from likewise.errors import InputError

__all__ = ["NAMED", "AskScores", "AskedQuestion", "evaluate_asker"]

RANKS = (1, 5, 10, 20)
NAMED = ("person", "location", "organization", "number", "time")
"""Names, numbers and times: the kinds of answers that the paper's extractor was made for."""


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A question with what was answered."""

    gold: GoldQuestion
    answers: Answers | None
    """None where the question could not be read."""
    judged: JudgedAnswers
    rank: int
    """Of the document that supports the answer, from 1; 0 where it was not found."""
    accuracy: float | None
    """Share of keywords whose translation stands in the gold question; None where there is none."""
    stage: str
    """Where the answer was lost; "" where it was not."""
    seconds: float

    @property
    def is_named(self) -> bool:
        """Whether it asks for a name, a number or a time."""
        return self.answers is not None and self.answers.question.answer_type in NAMED


@dataclass(frozen=True, slots=True, repr=False)
class AskScores(Tabular):
    """All questions of a run."""

    asked: tuple[AskedQuestion, ...]

    def as_dict(self) -> dict[str, Any]:
        """For programs."""
        spent = sorted(one.seconds for one in self.asked)
        return {
            **figures(self.asked),
            "named": figures([one for one in self.asked if one.is_named]),
            "errors": dict(Counter(one.stage for one in self.asked if one.stage).most_common()),
            "ranks": rank_histogram(self.asked),
            "seconds_per_question": round(sum(spent) / len(spent), 4),
            "median_ms": round(1000 * spent[len(spent) // 2], 1),
            "p95_ms": round(1000 * spent[min(len(spent) - 1, int(0.95 * len(spent)))], 1),
        }

    def tables(self) -> Sequence[ResultTable]:
        """Shares in percent of all questions and of the named ones; where answers are lost."""
        row = self.as_dict()
        heads = ("questions", "n", *(f"R@{k}" for k in RANKS), "Top1", "Top1+U", "MRR", "translations")
        shares = [_share_row(name, part) for name, part in (("all", row), ("named", row["named"]))]
        lost = ", ".join(f"{stage} {count}" for stage, count in row["errors"].items())
        told = f"named: who, when, where, how many; lost by: {lost or 'nothing'}; {row['median_ms']} ms each"
        return [ResultTable("Answers, percent", heads, shares, told)]


def _share_row(name: str, row: Mapping[str, Any]) -> tuple[object, ...]:
    shares = (*row["recall_at"].values(), row["top1"], row["top1_u"], row["mrr"], row["translation_accuracy"])
    return name, row["n"], *(Figure.of(None if share is None else 100 * share, 1) for share in shares)


def figures(asked: Sequence[AskedQuestion]) -> dict[str, Any]:
    """The figures of some of the questions."""
    n = len(asked)
    right = [one.accuracy for one in asked if one.accuracy is not None]
    documents = [one for one in asked if one.gold.document]

    def share(count: float, of: int = n) -> float | None:
        return round(count / of, 4) if of else None

    return {
        "n": n,
        "translation_accuracy": share(sum(right), len(right)),
        "recall_at": {
            str(k): share(sum(0 < one.rank <= k for one in documents), len(documents)) for k in RANKS
        },
        "top1": share(sum(one.judged.top1 for one in asked)),
        "top1_u": share(sum(one.judged.top1_u for one in asked)),
        "mrr": share(sum(one.judged.reciprocal_rank for one in asked)),
    }


def rank_histogram(asked: Sequence[AskedQuestion]) -> dict[str, int]:
    """How many questions have their document at each rank (Figure 3); 0: not found."""
    counts = Counter(one.rank for one in asked if one.gold.document)
    return {str(rank): counts[rank] for rank in sorted(counts)}


def evaluate_asker(
    asker: Asker,
    questions: Sequence[GoldQuestion],
    settings: AskSettings | None = None,
    *,
    progress: Callable[[int], None] | None = None,
) -> AskScores:
    """Ask all questions, and hold the answers against those that are known."""
    how = settings or AskSettings()
    missing = [one.id for one in questions if one.document and one.document not in asker.index.documents]
    if missing:
        raise InputError(
            f"the documents of {len(missing)} questions (the first: {missing[0]}) are not in the index: "
            "is it the index of these questions?"
        )
    asked = []
    for one in questions:
        asked.append(_asked(asker, one, how))
        if progress is not None:
            progress(1)
    return AskScores(tuple(asked))


def _asked(asker: Asker, gold: GoldQuestion, how: AskSettings) -> AskedQuestion:
    start = time.perf_counter()
    try:
        answers = asker.ask(gold.text, how, gold=gold.gold, corrections=gold.corrections)
    except InputError:
        if how.run != "auto" and not (gold.corrections if how.run == "human" else gold.gold):
            raise
        spent = time.perf_counter() - start
        return AskedQuestion(gold, None, JudgedAnswers(False, False, 0), 0, None, "analysis", spent)
    spent = time.perf_counter() - start
    judged = judge(answers.answers, gold.answers, {gold.document})
    places = [hit.document.id for hit in answers.hits]
    rank = places.index(gold.document) + 1 if gold.document in places else 0
    accuracy = translation_accuracy(answers.translation, gold.gold) if gold.gold else None
    stage = "" if judged.top1_u else stage_of_error(gold, answers, how.read)
    return AskedQuestion(gold, answers, judged, rank, accuracy, stage, spent)
