"""Where the answer to a question was lost: one stage for each question that was answered wrongly.

The stages follow the pipeline of Mitamura et al. (2006, section 5): what an earlier one loses no later one
can bring back, so the first that failed is to blame.
"""

from __future__ import annotations

from difflib import SequenceMatcher

from likewise.ask.answer import Answers
from likewise.ask.answers import is_right
from likewise.ask.gold_questions import GoldQuestion
from likewise.ask.translated import KeywordTranslation
from likewise.ask.translation import regional_pairs, stands_in

__all__ = ["STAGES", "stage_of_error"]

STAGES = (
    "analysis", "no candidate", "wrong sense", "lexical choice", "regional variant", "spelling gap",
    "retrieval", "extraction", "ranking",
)  # fmt: skip
_ALIKE = 0.5
"""From this share of letters in common on, two names are spellings of one."""


def stage_of_error(gold: GoldQuestion, answers: Answers, read: int) -> str:
    """The stage that lost the answer; `read` documents were read."""
    question = answers.question
    if not question.keywords:
        return "analysis"
    if any(is_right(one.text, gold.answers) for one in answers.candidates):
        return "ranking"
    places = [hit.document.id for hit in answers.hits]
    if gold.document in places[:read]:
        return "extraction"
    lost = [one for one in answers.translation.keywords if gold.gold and not _is_right(one, gold.gold)]
    # A name that is lost costs more than a word.
    lost.sort(key=lambda one: one.keyword.kind not in ("name", "phrase", "number"))
    return _why(lost[0], gold.gold) if lost else "retrieval"


def _is_right(keyword: KeywordTranslation, gold: str) -> bool:
    return any(stands_in(one.text, gold) for one in keyword.used)


def _why(keyword: KeywordTranslation, gold: str) -> str:
    """Why no candidate in use is the word of the gold question."""
    if not keyword.candidates:
        return "no candidate"
    if any(stands_in(one.text, gold) for one in keyword.candidates):
        return "lexical choice"
    variants = {}
    for mainland, taiwan, _ in regional_pairs():
        variants[mainland], variants[taiwan] = taiwan, mainland
    if any(one.text in variants and stands_in(variants[one.text], gold) for one in keyword.candidates):
        return "regional variant"
    if keyword.keyword.kind == "name" and any(_is_near(one.text, gold) for one in keyword.candidates):
        return "spelling gap"
    return "wrong sense" if keyword.used else "no candidate"


def _is_near(text: str, gold: str) -> bool:
    """Whether some stretch of the gold question is spelt much like a text."""
    block = SequenceMatcher(None, text, gold, autojunk=False).find_longest_match()
    return len(text) > 1 and block.size >= max(2, _ALIKE * len(text))
