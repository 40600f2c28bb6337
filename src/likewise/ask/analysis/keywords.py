"""The keywords of a question: names, phrases, numbers and words, in its order and without overlap."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from likewise.ask.analysis.name_spans import find_name_spans
from likewise.ask.analysis.question_rules import find_rule, stop_words
from likewise.ask.question import AnswerType, Keyword, KeywordKind
from likewise.frames import FramedSentence

__all__ = ["find_keywords"]

LONGEST_PHRASE = 3
_CONTENT = frozenset(("NOUN", "PROPN", "VERB", "ADJ", "ADV", "X"))
_QUOTED = re.compile(r"[\"“”„](?P<inside>[^\"“”„]+)[\"“”„]|[《「『«](?P<title>[^》」』»]+)[》」』»]")
_DIGIT = re.compile(r"\d")
_PLAIN_ADVERB = re.compile(r"(?i)[a-z]+ly")

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Part:
    """Tokens that stand together, end exclusive."""

    start: int
    end: int
    kind: KeywordKind


def find_keywords(
    text: str,
    sentence: FramedSentence,
    used: frozenset[int],
    answer_type: AnswerType,
    focus: int = -1,
    known_phrase: Callable[[str], bool] | None = None,
) -> tuple[Keyword, ...]:
    """Keywords without the tokens used up by the question form and the stop words of the answer type.

    `known_phrase` tells whether a phrase stands in a dictionary; without it all short noun phrases are kept
    together. The noun asked for (`focus`) stands alone.
    """
    parts = _parts(text, sentence, used)
    stops = stop_words(answer_type)
    kept = [part for part in parts if not _is_stopped(sentence, part, stops)]
    if not kept:  # better a word that says little than none
        kept = [part for part in parts if sentence.tags[part.end - 1] in ("NOUN", "ADJ", "VERB")]
    joined = _with_phrases(sentence, kept, focus, known_phrase)
    return tuple(_keyword(text, sentence, part) for part in joined)


def _parts(text: str, sentence: FramedSentence, used: frozenset[int]) -> list[_Part]:
    fixed = _quoted(text, sentence)
    taken = {k for part in fixed for k in range(part.start, part.end)}
    for start, end in find_name_spans(sentence, used | taken):
        if not taken & set(range(start, end)):
            kind: KeywordKind = "name" if not _is_role_word(sentence, start, end) else "word"
            fixed.append(_Part(start, end, kind))
            taken |= set(range(start, end))
    for start, end in _single(sentence, taken):
        if not used & set(range(start, end)):
            part = _word_part(sentence, start, end)
            if part:
                fixed.append(part)
    return sorted(fixed, key=lambda part: part.start)


def _is_role_word(sentence: FramedSentence, start: int, end: int) -> bool:
    """A title that stands before a name (President Bush) is a word."""
    rule = find_rule("noun", sentence.tokens[start]) if end - start == 1 else None
    return rule is not None and rule.subtype == "leader"


def _quoted(text: str, sentence: FramedSentence) -> list[_Part]:
    """What stands in quotation marks, as a name."""
    parts = []
    for match in _QUOTED.finditer(text):
        start, end = match.span(match.lastgroup or 0)
        inside = [k for k, (a, b) in enumerate(sentence.offsets) if a >= start and b <= end]
        if inside:
            parts.append(_Part(inside[0], inside[-1] + 1, "name"))
    return parts


def _single(sentence: FramedSentence, taken: set[int]) -> Iterator[Span]:
    """Words one by one; those that hyphens join without blanks are one."""
    at = 0
    while at < len(sentence):
        end = at + 1
        while (
            end + 1 < len(sentence)
            and sentence.tokens[end] in ("-", "–", "/")
            and sentence.offsets[end][0] == sentence.offsets[end - 1][1]
            and sentence.offsets[end + 1][0] == sentence.offsets[end][1]
            and not {end, end + 1} & taken
        ):
            end += 2
        if at not in taken:
            yield at, end
        at = end


def _word_part(sentence: FramedSentence, start: int, end: int) -> _Part | None:
    """A word or a number, if the token says anything."""
    token, tag = sentence.tokens[start], sentence.tags[end - 1]
    if _DIGIT.search(token) or (tag == "NUM" and end - start == 1):
        is_plain = end - start == 1 or tag == "NUM"
        return _Part(start, end, "number" if is_plain else "word")
    if tag == "ADV" and not _PLAIN_ADVERB.fullmatch(token) and end - start == 1:
        return None
    has_letter = any(char.isalpha() for k in range(start, end) for char in sentence.tokens[k])
    return _Part(start, end, "word") if tag in _CONTENT and has_letter else None


def _is_stopped(sentence: FramedSentence, part: _Part, stops: frozenset[str]) -> bool:
    if part.end - part.start > 1 or part.kind in ("name", "phrase"):
        return False
    if part.kind == "number":
        return sentence.tokens[part.start].lower() == "one"
    if sentence.relations[part.start] == "compound":  # movable type printing
        return False
    lemma, token = _lemma(sentence, part), sentence.tokens[part.start].lower()
    return lemma in stops or token in stops or len(token) < 2


def _with_phrases(
    sentence: FramedSentence, parts: list[_Part], focus: int, known: Callable[[str], bool] | None
) -> list[_Part]:
    """Parts that stand side by side joined to phrases, the longest first."""
    joined: list[_Part] = []
    at = 0
    while at < len(parts):
        size = min(LONGEST_PHRASE, len(parts) - at)
        while size > 1 and not _is_phrase(sentence, parts[at : at + size], focus, known):
            size -= 1
        first, last = parts[at], parts[at + size - 1]
        joined.append(first if size == 1 else _Part(first.start, last.end, "phrase"))
        at += size
    return joined


def _is_phrase(
    sentence: FramedSentence, parts: list[_Part], focus: int, known: Callable[[str], bool] | None
) -> bool:
    """Words in a row, each under one that follows, the last a noun."""
    if any(part.kind not in ("word", "name") for part in parts):
        return False
    if any(left.end != right.start for left, right in pairwise(parts)):
        return False
    whole = _Part(parts[0].start, parts[-1].end, "phrase")
    if known is not None and known(_lemma(sentence, whole)):
        return True
    last = parts[-1].end - 1
    if known is not None or not _is_common_noun(sentence, last) or parts[0].start <= focus <= last:
        return False
    return all(_leads_on(sentence, part, last) for part in parts[:-1])


def _is_common_noun(sentence: FramedSentence, at: int) -> bool:
    """Also one that was read as a name but is in small letters: giant panda."""
    return sentence.tags[at] == "NOUN" or (sentence.tags[at] == "PROPN" and sentence.tokens[at].islower())


def _leads_on(sentence: FramedSentence, part: _Part, last: int) -> bool:
    """Whether a word goes closely with the noun: a noun before it, or an adjective that tells a kind."""
    head = part.end - 1
    if part.kind != "word" or not head < sentence.heads[head] <= last:
        return False
    tag, token = sentence.tags[head], sentence.tokens[head]
    if tag in ("NOUN", "PROPN"):
        return sentence.relations[head] in ("compound", "nmod", "amod", "flat")
    if tag != "ADJ" or sentence.relations[head] not in ("amod", "compound"):
        return False
    is_nation = token[:1].isupper()
    is_degree = token.lower().endswith(("est", "st")) or sentence.lemmas[head].lower() != token.lower()
    return not is_nation and not is_degree


def _lemma(sentence: FramedSentence, part: _Part) -> str:
    """What a dictionary would have: the last word's lemma, in small letters but for names."""
    last = part.end - 1
    written = sentence.tokens[last]
    if part.kind == "name":
        return _written(sentence, part)
    if part.kind == "number":
        return _written(sentence, part).replace(",", "").lower()
    lemma = sentence.lemmas[last] if sentence.lemmas else written
    head = _written(sentence, _Part(part.start, last, part.kind)) if last > part.start else ""
    gap = " " if head and sentence.offsets[last][0] > sentence.offsets[last - 1][1] else ""
    return f"{head}{gap}{lemma or written}".lower()


def _written(sentence: FramedSentence, part: _Part) -> str:
    """The tokens with blanks where the text has some."""
    pieces = []
    for k in range(part.start, part.end):
        if k > part.start and sentence.offsets[k][0] > sentence.offsets[k - 1][1]:
            pieces.append(" ")
        pieces.append(sentence.tokens[k])
    return "".join(pieces)


def _keyword(text: str, sentence: FramedSentence, part: _Part) -> Keyword:
    start, end = sentence.offsets[part.start][0], sentence.offsets[part.end - 1][1]
    tag = "PROPN" if part.kind == "name" else "NUM" if part.kind == "number" else sentence.tags[part.end - 1]
    return Keyword(text[start:end], part.kind, start, end, _lemma(sentence, part), tag)
