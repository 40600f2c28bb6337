"""Phrases in which answers of a kind stand ("invented by ..", "born in ..", ".. is called ..").

They are in `likewise/data/ask/answer_patterns.tsv`, each with the types of answers that it is for and a
weight. What must stand before the answer is looked for where it begins, what must follow where it ends.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from likewise.ask.extraction.keyword_spans import KeywordForms, keyword_places
from likewise.ask.extraction.spans import AnswerSpan
from likewise.ask.question import ANSWER_TYPES, Question
from likewise.data import path as data_path
from likewise.errors import InputError

__all__ = ["AnswerPattern", "answer_patterns", "pattern_scores", "read_patterns"]

_KEYWORD = "\ue000"
"""Stands in the text where a keyword ends (before an answer) or begins (after it)."""
_REACH = 60


@dataclass(frozen=True, slots=True)
class AnswerPattern:
    """What stands before and after an answer; both must match, an empty one always does."""

    lang: str
    answer_types: frozenset[str]
    subtypes: frozenset[str]
    before: re.Pattern[str] | None
    after: re.Pattern[str] | None
    weight: float
    needs_keyword: bool

    def fits(self, question: Question, lang: str) -> bool:
        """Whether it is for questions like this one."""
        return (
            lang.startswith(self.lang)
            and (not self.answer_types or question.answer_type in self.answer_types)
            and (not self.subtypes or question.subtype in self.subtypes)
        )


def read_patterns(file: str) -> list[AnswerPattern]:
    """The patterns of a file in the form of the embedded one."""
    patterns = list[AnswerPattern]()
    with open(file, encoding="utf-8") as stream:
        for number, line in enumerate(stream, 1):
            row = line.rstrip("\n")
            if row and not row.startswith("#"):
                patterns.append(_pattern(row.split("\t"), file, number))
    return patterns


def _pattern(cells: Sequence[str], file: str, line: int) -> AnswerPattern:
    if len(cells) != 5:
        raise InputError(f"expected 5 columns, got {len(cells)}", file=file, line=line)
    lang, kinds, subtypes, text, weight = cells
    types = frozenset() if kinds == "*" else frozenset(kinds.split())
    if not types <= set(ANSWER_TYPES):
        raise InputError(f"expected answer types or *, got {kinds}", file=file, line=line, field="types")
    if text.count("<A>") != 1:
        raise InputError("expected <A> once", file=file, line=line, field="pattern")
    before, after = text.replace("<K>", _KEYWORD).split("<A>")
    try:
        return AnswerPattern(
            lang, types, frozenset() if subtypes == "*" else frozenset(subtypes.split()),
            re.compile(before + r"\Z") if before else None, re.compile(after) if after else None,
            float(weight), _KEYWORD in before + after,
        )  # fmt: skip
    except (re.error, ValueError) as error:
        raise InputError(f"no pattern with a weight: {error}", file=file, line=line) from None


@cache
def answer_patterns() -> tuple[AnswerPattern, ...]:
    """The embedded patterns."""
    return tuple(read_patterns(data_path("ask/answer_patterns.tsv")))


def pattern_scores(
    question: Question, keywords: tuple[KeywordForms, ...], form: str, spans: Sequence[AnswerSpan], lang: str
) -> list[float]:
    """Of each place the sum of the weights of the patterns that it stands in; `form` is the matching form."""
    chosen = [one for one in answer_patterns() if one.fits(question, lang)]
    places = [place for own in keyword_places(form, keywords) for place in own]
    starts, ends = {a for a, _ in places}, {b for _, b in places}
    lefts, rights = dict[int, list[bool]](), dict[int, list[bool]]()
    scores = list[float]()
    for span in spans:
        if span.start not in lefts:
            left = form[max(0, span.start - _REACH) : span.start]
            marked = _marked(form, ends, span.start, -_REACH)
            lefts[span.start] = [
                one.before is None or bool(one.before.search(marked if one.needs_keyword else left))
                for one in chosen
            ]
        if span.end not in rights:
            right = form[span.end : span.end + _REACH]
            marked = _marked(form, starts, span.end, _REACH)
            rights[span.end] = [
                one.after is None or bool(one.after.match(marked if one.needs_keyword else right))
                for one in chosen
            ]
        pairs = zip(chosen, lefts[span.start], rights[span.end], strict=True)
        scores.append(sum(one.weight for one, left, right in pairs if left and right))
    return scores


def _marked(form: str, places: set[int], at: int, reach: int) -> str:
    """The text before (a negative reach) or after a place, with a mark at each edge of a keyword."""
    start, end = max(0, min(at, at + reach)), min(len(form), max(at, at + reach))
    pieces = [form[k] + _KEYWORD * (k + 1 in places) for k in range(start, end)]
    return _KEYWORD * (start in places) + "".join(pieces)
