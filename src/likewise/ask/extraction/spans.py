"""Which places of a document may be answers at all, with what each looks like.

Names, numbers, times, quoted titles, what stands in parentheses, clauses, and phrases of up to
`LONGEST_PHRASE` words: most questions that ask "what" want a phrase that is no name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

from likewise.ask.extraction.japanese_names import japanese_names
from likewise.ask.extraction.names import name_type
from likewise.ask.extraction.quantity_spans import QuantityPlace, is_bare, quantities
from likewise.ask.extraction.words import TaggedSentence, sentences_of
from likewise.ask.question import AnswerType

__all__ = ["LONGEST_PHRASE", "AnswerSpan", "spans_of"]

LONGEST_PHRASE = 7
LONGEST_TEXT = 60
_QUOTES = re.compile(r"《([^《》]+)》|『([^『』]+)』|「([^「」]+)」|“([^“”]+)”|〈([^〈〉]+)〉|\"([^\"]+)\"")
_BRACKETS = re.compile(r"[（(]([^（）()]+)[)）]")
_CLAUSE = re.compile(r"[^，,。；;：:！？!?\n]+")
_NO_EDGE = frozenset("uwcxpd")
"""Tags with which no phrase begins or ends."""
_NO_END = _NO_EDGE | {"h"}


@dataclass(frozen=True, slots=True)
class AnswerSpan:
    """A place in a document: characters, the sentence with the first word and the one after the last."""

    start: int
    end: int
    text: str
    sentence: int
    first: int
    last: int
    answer_type: AnswerType
    subtype: str
    shape: str
    """How it was found: `name`, `number`, `time`, `quoted`, `bracket`, `clause`, `phrase`."""


@lru_cache(maxsize=1024)
def spans_of(text: str, lang: str) -> tuple[AnswerSpan, ...]:
    """All places of a text that may be answers, each once, in order."""
    found = dict[tuple[int, int], AnswerSpan]()
    sentences = sentences_of(text, lang)
    measured = _measured(text, sentences)
    names = dict[tuple[int, int], AnswerType]()
    if not lang.startswith("zh"):
        for one in sentences:
            names |= {(one.start + a, one.start + b): kind for a, b, kind in japanese_names(one.text)}
    for number, sentence in enumerate(sentences):
        own_names = [
            place for place in names if sentence.start <= place[0] < sentence.start + len(sentence.text)
        ]
        for start, end, shape in chain(
            _places(sentence, text, measured), ((*p, "phrase") for p in own_names)
        ):
            if (start, end) not in found and 0 < end - start <= LONGEST_TEXT:
                found[start, end] = _span(text, sentence, number, start, end, shape, measured, names, lang)
    return tuple(found[place] for place in sorted(found))


def _measured(text: str, sentences: tuple[TaggedSentence, ...]) -> dict[tuple[int, int], QuantityPlace]:
    """Numbers and times; a Han numeral inside a word is none, and what may be a time is no number."""
    words = [word for sentence in sentences for word in sentence.words]
    starts = {word.start for word in words}
    numerals = {(word.start, word.end) for word in words if word.tag == "m"}
    measured = dict[tuple[int, int], QuantityPlace]()
    for one in quantities(text):
        whole = one.start in starts or not text[one.start].isalpha()
        old = measured.get((one.start, one.end))
        bare = is_bare(text[one.start : one.end]) and (one.start, one.end) not in numerals
        if whole and not bare and (old is None or old.answer_type != "time"):
            measured[one.start, one.end] = one
    return measured


def _places(
    sentence: TaggedSentence, text: str, measured: dict[tuple[int, int], QuantityPlace]
) -> Iterator[tuple[int, int, str]]:
    begin, finish = sentence.start, sentence.start + len(sentence.text)
    for (start, end), one in measured.items():
        if begin <= start and end <= finish:
            yield start, end, "time" if one.answer_type == "time" else "number"
    for pattern, shape in ((_QUOTES, "quoted"), (_BRACKETS, "bracket"), (_CLAUSE, "clause")):
        for match in pattern.finditer(sentence.text):
            group = next((g for g in range(1, pattern.groups + 1) if match.group(g)), 0)
            yield *_stripped(text, begin + match.start(group), begin + match.end(group)), shape
            if shape == "quoted":
                yield begin + match.start(), begin + match.end(), shape
    words = sentence.words
    for first, word in enumerate(words):
        if word.tag in _NO_EDGE:
            continue
        for last in range(first, min(first + LONGEST_PHRASE, len(words))):
            tag = words[last].tag
            if tag == "w" and words[last].text not in "·・-－—–‧•＝= 、与和及():（）《》「」“”/&.":
                break
            if tag not in _NO_END:
                yield word.start, words[last].end, "phrase"


def _stripped(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while start < end and text[end - 1].isspace():
        end -= 1
    return start, end


def _span(
    text: str, sentence: TaggedSentence, number: int, start: int, end: int, shape: str,
    measured: dict[tuple[int, int], QuantityPlace], names: dict[tuple[int, int], AnswerType], lang: str,
) -> AnswerSpan:  # fmt: skip
    words = sentence.words
    first = next((k for k, word in enumerate(words) if word.end > start), len(words))
    last = next((k for k in range(first, len(words)) if words[k].start >= end), len(words))
    surface = text[start:end]
    quantity = measured.get((start, end))
    kind: AnswerType = "thing"
    subtype = ""
    if quantity:
        kind, subtype = quantity.answer_type, quantity.subtype
        shape = "time" if kind == "time" else "number"
    elif last - first <= LONGEST_PHRASE and shape != "clause":
        name = names.get((start, end)) or name_type(
            surface, tuple(word.tag for word in words[first:last]), lang
        )
        if shape == "quoted" or any(word.tag == "nw" for word in words[first:last]):
            kind = "title"
        elif name:
            kind, shape = name, "name" if shape == "phrase" else shape
    return AnswerSpan(start, end, surface, number, first, last, kind, subtype, shape)
