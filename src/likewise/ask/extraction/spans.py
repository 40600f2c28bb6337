"""Which places of a document may be answers at all, with what each looks like.

Names, numbers, times, quoted titles, what stands in parentheses, clauses, and phrases of up to
`LONGEST_PHRASE` words: most questions that ask "what" want a phrase that is no name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain

from likewise.ask.extraction.answer_span import AnswerSpan
from likewise.ask.extraction.english_spans import english_spans
from likewise.ask.extraction.japanese_names import japanese_names
from likewise.ask.extraction.names import name_type
from likewise.ask.extraction.quantity_spans import QuantityPlace, is_bare, quantities
from likewise.ask.extraction.words import TaggedSentence, sentence_pieces, sentences_of
from likewise.ask.question import AnswerType

__all__ = ["LONGEST_PHRASE", "AnswerSpan", "sentence_spans", "spans_of"]

LONGEST_PHRASE = 7
LONGEST_TEXT = 60
_QUOTES = re.compile(r"《([^《》]+)》|『([^『』]+)』|「([^「」]+)」|“([^“”]+)”|〈([^〈〉]+)〉|\"([^\"]+)\"")
_BRACKETS = re.compile(r"[（(]([^（）()]+)[)）]")
_CLAUSE = re.compile(r"[^，,。；;：:！？!?\n]+")
_NO_EDGE = frozenset("uwcxpd")
"""Tags with which no phrase begins or ends."""
_NO_END = _NO_EDGE | {"h"}


_NAME_TAGS = frozenset(("PER", "LOC", "ORG"))


def spans_of(text: str, lang: str, only: Sequence[int] | None = None) -> tuple[AnswerSpan, ...]:
    """All places of a text that may be answers, each once, in order; of `only` some sentences by number.

    The number of a span's sentence counts those that were read.
    """
    pieces = sentence_pieces(text, lang)
    read = pieces if only is None else tuple(pieces[k] for k in only)
    if lang == "en":
        return english_spans(sentences_of(text, lang, only=only))
    return tuple(
        replace(span, start=start + span.start, end=start + span.end, sentence=number)
        for number, (start, part) in enumerate(read)
        for span in sentence_spans(part, lang)[1]
    )


@lru_cache(maxsize=4096)
def sentence_spans(part: str, lang: str) -> tuple[TaggedSentence, tuple[AnswerSpan, ...]]:
    """A sentence by itself, and the places in it."""
    (sentence,) = sentences_of(part, lang, only=(0,))
    found = dict[tuple[int, int], AnswerSpan]()
    measured = _measured(part, sentence)
    names = dict[tuple[int, int], AnswerType]()
    if not lang.startswith("zh"):
        names = {(a, b): kind for a, b, kind in japanese_names(part)}
    for start, end, shape in chain(_places(sentence, part, measured), ((*p, "phrase") for p in names)):
        if (start, end) not in found and 0 < end - start <= LONGEST_TEXT:
            found[start, end] = _span(part, sentence, 0, start, end, shape, measured, names, lang)
    return sentence, tuple(found[place] for place in sorted(found))


def _measured(text: str, sentence: TaggedSentence) -> dict[tuple[int, int], QuantityPlace]:
    """Numbers and times; a Han numeral inside a word is none, and what may be a time is no number."""
    starts = {word.start for word in sentence.words}
    numerals = {(word.start, word.end) for word in sentence.words if word.tag == "m"}
    named = {(word.start, word.end) for word in sentence.words if word.tag in _NAME_TAGS}
    measured = dict[tuple[int, int], QuantityPlace]()
    for one in quantities(text):
        if (one.start, one.end) in named:  # 陆 is six, and a surname
            continue
        whole = one.start in starts or not text[one.start].isalpha()
        old = measured.get((one.start, one.end))
        bare = is_bare(text[one.start : one.end]) and (one.start, one.end) not in numerals
        if whole and not bare and (old is None or old.answer_type != "time"):
            measured[one.start, one.end] = one
    return measured


def _places(
    sentence: TaggedSentence, text: str, measured: dict[tuple[int, int], QuantityPlace]
) -> Iterator[tuple[int, int, str]]:
    begin = sentence.start
    for (start, end), one in measured.items():
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
