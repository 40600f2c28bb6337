"""What a place looks like, whatever the question: its class, and signs of where answers begin and end."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from zlib import crc32

import numpy as np
import numpy.typing as npt

from likewise.ask.extraction.spans import AnswerSpan, sentence_spans
from likewise.ask.extraction.words import TaggedSentence, TaggedWord, sentence_pieces

__all__ = ["ANSWER_CLASSES", "BUCKETS", "SIGNS", "answer_class", "sign_numbers", "span_signs"]

ANSWER_CLASSES = (
    "person", "location", "organization", "title", "quoted", "bracket", "year", "date", "period", "decade",
    "clock", "numeral", "counted", "money", "percentage", "measure", "duration", "age", "rank",
    "latin", "name", "noun", "compound", "doing", "description", "verb", "phrase", "long", "clause", "list",
)  # fmt: skip
"""Kinds of answers that a question may want, finer than the types, so that a rule needs not to name them."""
_CLASS_NUMBERS = {name: number for number, name in enumerate(ANSWER_CLASSES)}
BUCKETS = 1 << 16
"""Weights that signs share by their hash."""
SIGNS = 27
"""How many signs each place has."""

_MEASURES = frozenset(
    ["temperature", "distance", "length", "area", "weight", "volume", "speed", "power", "pressure", "data"]
)
_TIMES = {"century": "decade", "decade": "decade", "weekday": "clock", "season": "clock"}
_NO_WORD = TaggedWord("", 0, 0, "-")


def answer_class(span: AnswerSpan, words: Sequence[TaggedWord]) -> str:
    """One of `ANSWER_CLASSES`; `words` are those of the span."""
    if span.shape == "number":
        if span.subtype in ("money", "percentage", "duration", "age", "rank"):
            return span.subtype
        if span.subtype in _MEASURES:
            return "measure"
        return "numeral" if len(words) <= 1 and not span.text[-1:].isalpha() else "counted"
    if span.shape == "time":
        return _TIMES.get(span.subtype, span.subtype)
    if span.shape in ("quoted", "bracket", "clause"):
        return span.shape
    if span.answer_type != "thing":
        return span.answer_type
    if any(word.text in "、与和及と，" for word in words):
        return "list"
    if span.text.isascii():
        return "latin"
    if len(words) >= 5:
        return "long"
    tag = words[-1].tag if words else "n"
    if len(words) == 1:
        return {"nz": "name", "n": "noun", "vn": "doing", "v": "verb", "a": "description"}.get(tag, "noun")
    if any(word.tag in "uvpcxd" for word in words):
        return "phrase"
    return {"v": "verb", "a": "description", "vn": "doing"}.get(tag, "compound")


def span_signs(
    text: str, lang: str, only: Sequence[int] | None = None
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int16]]:
    """Of all places of a text: the numbers of their signs, a row each, and the numbers of their classes."""
    signs, classes = [np.zeros((0, SIGNS), np.int32)], [np.zeros(0, np.int16)]
    pieces = sentence_pieces(text, lang)
    for start, part in pieces if only is None else [pieces[k] for k in only]:
        end = start + len(part)
        own = _sentence_signs(part, text[max(0, start - 1) : start], text[end : end + 1], lang)
        signs.append(own[0])
        classes.append(own[1])
    return np.concatenate(signs), np.concatenate(classes)


@lru_cache(maxsize=4096)
def _sentence_signs(
    part: str, before: str, after: str, lang: str
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int16]]:
    """Those of one sentence, with the characters beside it."""
    sentence, spans = sentence_spans(part, lang)
    signs, classes = np.zeros((len(spans), SIGNS), np.int32), np.zeros(len(spans), np.int16)
    for row, span in enumerate(spans):
        own = answer_class(span, sentence.words[span.first : span.last])
        classes[row] = _CLASS_NUMBERS[own]
        left = part[span.start - 1 : span.start] if span.start else before
        signs[row] = sign_numbers(span, sentence, own, left, part[span.end : span.end + 1] or after)
    return signs, classes


def sign_numbers(span: AnswerSpan, sentence: TaggedSentence, own: str, left: str, right: str) -> list[int]:
    """The numbers of the signs of a place of the class `own` between two characters."""
    return [crc32(name.encode()) % BUCKETS for name in _signs(span, sentence, own, left, right)]


def _signs(span: AnswerSpan, sentence: TaggedSentence, own: str, left: str, right: str) -> list[str]:
    words = sentence.words
    before, first = _word(words, span.first - 1), _word(words, span.first)
    last, after = _word(words, span.last - 1), _word(words, span.last)
    earlier, later = _word(words, span.first - 2), _word(words, span.last + 1)
    tags = [word.tag for word in words[span.first : span.last]]
    size = min(len(span.text), 24)
    return [
        own, f"len {own} {size if size < 8 else size // 4 * 4}", f"words {own} {min(len(tags), 9)}",
        f"tags {own} {' '.join(tags[:6])}", f"p {before.text}", f"P {own} {before.tag}", f"f {first.text}",
        f"F {own} {first.tag}", f"l {last.text}", f"L {own} {last.tag}", f"n {after.text}",
        f"N {own} {after.tag}",
        f"pf {before.tag} {first.tag} {earlier.tag}", f"ln {last.tag} {after.tag} {later.tag}",
        f"p,F {before.text} {first.tag}", f"L,n {last.tag} {after.text}", f"P,f {before.tag} {first.text}",
        f"l,N {last.text} {after.tag}", f"c {own} {left}", f"d {own} {right}", f"e {own} {span.text[-1]}",
        f"b {own} {span.text[0]}", f"cd {left}{right}", f"PN {own} {before.tag} {after.tag}",
        f"pn {before.text} {after.text}", f"t {span.text}",
        f"k {own} {span.shape} {span.subtype} {'の' in span.text or '的' in span.text}",
    ]  # fmt: skip


def _word(words: Sequence[TaggedWord], place: int) -> TaggedWord:
    return words[place] if 0 <= place < len(words) else _NO_WORD
