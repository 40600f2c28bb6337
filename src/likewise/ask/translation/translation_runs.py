"""The paper's other runs: keywords put right by a person, and those of a question that a person translated.

Mitamura et al. (2006, section 4) compare automatic translation (run 1) with corrected keywords (run 2) and
gold translations (run 3), and call a keyword's translation right by judgement; here it is right where it
stands in the gold question.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import replace

from likewise.ask.question import Keyword, Question
from likewise.ask.translated import KeywordTranslation, QuestionTranslation, TranslationCandidate
from likewise.ask.translation.chinese_script import to_simplified

__all__ = ["comparable_text", "gold_translation", "oracle_translation", "stands_in", "translation_accuracy"]

_SIGNS = re.compile(r"[^\w]|_")


def comparable_text(text: str) -> str:
    """Text as translations are compared: one width and script, small letters, neither blanks nor signs."""
    return _SIGNS.sub("", to_simplified(unicodedata.normalize("NFKC", text)).lower())


def stands_in(text: str, gold_text: str) -> bool:
    """Whether a translation stands in the gold question."""
    own = comparable_text(text)
    return bool(own) and own in comparable_text(gold_text)


def translation_accuracy(translation: QuestionTranslation, gold_text: str) -> float:
    """The share of keywords whose selected candidate stands in the gold question; 0 where there is none."""
    right = [bool(one.used) and stands_in(one.used[0].text, gold_text) for one in translation.keywords]
    return sum(right) / len(right) if right else 0.0


def oracle_translation(
    question: Question, translation: QuestionTranslation, gold_text: str
) -> QuestionTranslation:
    """The best available candidate of each keyword: the first, even a dropped one, in the gold question.

    What this run still gets wrong was lost for lack of candidates; what it gets right beyond the automatic
    run was lost by the choice. A keyword none of whose candidates stands there stays as it was.
    """
    keywords = []
    for one in translation.keywords:
        right = [n for n, candidate in enumerate(one.candidates) if stands_in(candidate.text, gold_text)]
        if not right:
            keywords.append(one)
            continue
        first = one.candidates[right[0]]
        best = replace(first, sources=("corrected", *(s for s in first.sources if s != "corrected")),
                       score=1.0, pruned="")  # fmt: skip
        rest = [
            candidate if candidate.pruned else replace(candidate, pruned="put right by hand")
            for n, candidate in enumerate(one.candidates) if n != right[0]
        ]  # fmt: skip
        keywords.append(KeywordTranslation(one.keyword, (best, *rest)))
    return replace(translation, keywords=tuple(keywords), combinations=(), window=0)


def gold_translation(
    question: Question, gold_text: str, words: Sequence[str], lang: str, *,
    translation: QuestionTranslation | None = None,
) -> QuestionTranslation:  # fmt: skip
    """The keywords of a question that a person translated: its content words, as `words` gives them in order.

    Where the automatic `translation` is given, a word goes to the English keyword that has it among its
    candidates; other words are keywords of themselves.
    """
    owners: dict[str, Keyword] = {}
    for one in translation.keywords if translation else ():
        for candidate in one.candidates:
            owners.setdefault(comparable_text(candidate.text), one.keyword)
    keywords = []
    for word in dict.fromkeys(word.strip() for word in words):
        if not comparable_text(word) or not stands_in(word, gold_text):
            continue
        owner = owners.get(comparable_text(word), Keyword(word, "word", 0, 0))
        keywords.append(KeywordTranslation(owner, (TranslationCandidate(word, ("gold",), score=1.0),)))
    return QuestionTranslation(lang, tuple(keywords), sentence=gold_text)
