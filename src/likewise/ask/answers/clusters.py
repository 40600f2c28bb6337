"""Answers made of candidates: equal ones merged, scored together, the best first (Mitamura et al. 2006, 3.5).

The paper does not say how scores are combined, and did not merge for Chinese and Japanese; `merge="off"` is
its bare ranking.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from likewise.ask.answer import Answer, Evidence
from likewise.ask.answers.answer_forms import normal_form
from likewise.ask.answers.confidence import calibration
from likewise.ask.documents import AnswerCandidate, Document
from likewise.ask.question import Question
from likewise.errors import InputError

__all__ = ["MERGES", "answers_of"]

MERGES = ("noisy-or", "max", "sum", "off")
SNIPPET = 60
"""Characters of a snippet before and after the answer."""


def answers_of(
    question: Question,
    candidates: Sequence[AnswerCandidate],
    documents: Iterable[Document] | Mapping[str, Document],
    *,
    merge: str = "noisy-or",
    aliases: bool = False,
    limit: int = 10,
) -> tuple[Answer, ...]:
    """The answers, the best first; `documents` must hold those that the candidates stand in.

    `aliases` adds a part of a longer name that stands in the same document (a surname) to the longer one.
    """
    if merge not in MERGES:
        raise InputError(
            f"unknown way to merge '{merge}', expected one of {', '.join(MERGES)}", field="merge"
        )
    texts = documents if isinstance(documents, Mapping) else {one.id: one for one in documents}
    if merge == "off":
        groups = [[one] for one in candidates]
    else:
        clusters = dict[str, list[AnswerCandidate]]()
        for one in candidates:
            clusters.setdefault(normal_form(one.text, one.answer_type), []).append(one)
        groups = list(_with_aliases(clusters) if aliases else clusters.values())
    scored = [(cluster_score([one.score for one in group], merge), group) for group in groups]
    scored.sort(key=lambda pair: -pair[0])
    return tuple(_answer(score, group, texts) for score, group in scored[:limit])


def cluster_score(scores: Sequence[float], merge: str) -> float:
    """What several places with the same answer are worth together."""
    if merge == "sum":
        return float(sum(scores))
    if merge == "noisy-or":
        rest = 1.0
        for score in scores:
            rest *= 1 - min(max(score, 0.0), 1.0)
        return 1 - rest
    return max(scores)


def _with_aliases(clusters: Mapping[str, list[AnswerCandidate]]) -> Iterable[list[AnswerCandidate]]:
    """People's names that end or begin a longer one of the same document go with the best such."""
    groups = {form: list(group) for form, group in clusters.items()}
    for form in sorted(clusters, key=lambda form: (len(form), form)):
        group = groups[form]
        if any(one.answer_type != "person" for one in group) or len(form) < 2:
            continue
        places = {one.document for one in group}
        longer = [
            other
            for other, own in groups.items()
            if len(other) > len(form)
            and (other.startswith(form) or other.endswith(form))
            and all(one.answer_type == "person" for one in own)
            and places & {one.document for one in own}
        ]
        if longer:
            best = max(longer, key=lambda other: (max(one.score for one in groups[other]), other))
            groups[best] += groups.pop(form)
    return groups.values()


def _answer(score: float, group: Sequence[AnswerCandidate], texts: Mapping[str, Document]) -> Answer:
    ordered = sorted(group, key=lambda one: (-one.score, one.document, one.start))
    counts = Counter(one.text for one in ordered)
    best = {one.text: one.score for one in reversed(ordered)}
    forms = sorted(counts, key=lambda text: (-counts[text], -best[text], text))
    evidence = tuple(_evidence(one, texts[one.document]) for one in ordered if one.document in texts)
    learnt = any("ranker" in one.extractor for one in ordered)
    confidence = calibration().confidence(score) if learnt else min(max(score, 0.0), 1.0) / 2
    return Answer(forms[0], score, confidence, ordered[0].answer_type, evidence, tuple(forms[1:]))


def _evidence(one: AnswerCandidate, document: Document) -> Evidence:
    """The place in the whole document; `document` may be a passage of it."""
    begin, end = max(0, one.start - SNIPPET), min(len(document.text), one.end + SNIPPET)
    first = document.start
    return Evidence(
        one.document, first + one.start, first + one.end, document.text[begin:end], first + begin, one.score,
        document.title,
    )  # fmt: skip
