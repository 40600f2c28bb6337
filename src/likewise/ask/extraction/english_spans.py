"""Places of English documents that may be answers: names, numbers, times, quoted titles, noun phrases."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from likewise.ask.extraction.answer_span import AnswerSpan
from likewise.ask.extraction.english_names import english_names
from likewise.ask.extraction.english_quantities import english_quantities
from likewise.ask.extraction.english_words import PlacedWord
from likewise.ask.extraction.tagged_words import TaggedSentence
from likewise.ask.question import AnswerType

__all__ = ["english_spans"]

Found = tuple[int, int, AnswerType, str, str]
"""Start, end, type, subtype, shape."""
_QUOTES = re.compile(r"“([^“”]+)”|\"([^\"]+)\"|‘([^‘’]+)’(?!\w)")
_BRACKETS = re.compile(r"[(]([^()]+)[)]")
_CLAUSE = re.compile(r"(?:because of|because|so that|in order to|due to|as a result of) ([^.;!?]+)")
_INSIDE = frozenset(["n", "nz", "a", "m"])
_LONGEST = 8


def english_spans(sentences: Sequence[TaggedSentence]) -> tuple[AnswerSpan, ...]:
    """All places, each once, in order; the strictest kind wins where one place is of several."""
    rows = [[(w.text, w.start, w.end, w.tag) for w in sentence.words] for sentence in sentences]
    spans = list[AnswerSpan]()
    for number, (sentence, words, names) in enumerate(zip(sentences, rows, english_names(rows), strict=True)):
        found = dict[tuple[int, int], Found]()
        for one in _places(sentence, words, names):
            found.setdefault(one[:2], one)
        for start, end, kind, subtype, shape in sorted(found.values()):
            first = next((k for k, word in enumerate(words) if word[2] > start), len(words))
            last = next((k for k in range(first, len(words)) if words[k][1] >= end), len(words))
            text = sentence.text[start - sentence.start : end - sentence.start]
            spans.append(AnswerSpan(start, end, text, number, first, last, kind, subtype, shape))
    return tuple(spans)


def _places(
    sentence: TaggedSentence, words: Sequence[PlacedWord], names: Sequence[tuple[int, int, AnswerType | None]]
) -> Iterator[Found]:
    begin = sentence.start
    for one in english_quantities(sentence.text):
        shape = "time" if one.answer_type == "time" else "number"
        yield begin + one.start, begin + one.end, one.answer_type, one.subtype, shape
    for match in _QUOTES.finditer(sentence.text):
        group = match.lastindex or 0
        yield begin + match.start(group), begin + match.end(group), "title", "", "quoted"
    for first, last, kind in names:
        yield words[first][1], words[last - 1][2], kind or "thing", "", "name" if kind else "noun"
    for match in _BRACKETS.finditer(sentence.text):
        yield begin + match.start(1), begin + match.end(1), "thing", "", "bracket"
    for match in _CLAUSE.finditer(sentence.text):
        yield begin + match.start(1), begin + match.end(1), "reason", "", "clause"
    for first, last in _noun_phrases(words):
        yield words[first][1], words[last - 1][2], "thing", "", "noun"


def _noun_phrases(words: Sequence[PlacedWord]) -> Iterator[tuple[int, int]]:
    """Runs of adjectives and nouns that end in a noun; two that "of" joins are one more."""
    runs, at = list[tuple[int, int]](), 0
    while at < len(words):
        end = at
        while end < len(words) and words[end][3] in _INSIDE:
            end += 1
        last = end
        while last > at and words[last - 1][3] not in ("n", "nz"):
            last -= 1
        if last > at:
            runs.append((at, last))
        at = max(end, at + 1)
    for k, (first, last) in enumerate(runs):
        yield max(first, last - _LONGEST), last
        after = runs[k + 1] if k + 1 < len(runs) else (0, 0)
        if 0 < after[0] - last <= 2 and words[last][0] == "of" and after[1] - first <= _LONGEST:
            yield first, after[1]
