"""Names of several words in a question: Bank of America, Super Bowl 50, St. Paul's Cathedral."""

from __future__ import annotations

import re

from likewise.ask.analysis.question_rules import find_rule, word_list
from likewise.frames import FramedSentence

__all__ = ["find_name_spans", "is_cased"]

_ROMAN = re.compile("[ivx]+")
_QUESTION_WORDS = ("who", "what", "where", "when", "why", "how")
"""Inside a name: Doctor Who."""

Span = tuple[int, int]


def is_cased(sentence: FramedSentence) -> bool:
    """Whether capital letters tell names: some words begin with one, and not nearly all do."""
    words = [token for token in sentence.tokens[1:] if token[:1].isalpha()]
    capital = sum(token[0].isupper() for token in words)
    return 0 < capital < max(0.8 * len(words), 1.5)


def find_name_spans(sentence: FramedSentence, used: frozenset[int]) -> list[Span]:
    """Tokens of each name, end exclusive, from left to right; titles (President) are left to themselves."""
    cased = is_cased(sentence)
    inside = [k not in used and _is_name_word(sentence, k, cased) for k in range(len(sentence))]
    spans: list[Span] = []
    at = 0
    while at < len(sentence):
        if not inside[at]:
            at += 1
            continue
        end = at + 1
        while (grown := _grown(sentence, inside, used, at, end)) > end:
            end = grown
        spans += _without_title(sentence, at, end)
        at = end
    return spans


def _is_name_word(sentence: FramedSentence, at: int, cased: bool) -> bool:
    token, tag = sentence.tokens[at], sentence.tags[at]
    if token.lower() in word_list("calendar") and not (token.lower() == "may" and tag == "AUX"):
        return False
    if tag == "PROPN" and (not cased or at == 0):
        return token[:1].isalpha()
    if not cased or at == 0 or not token[:1].isupper():
        return False
    return tag in ("PROPN", "NOUN", "ADJ", "VERB", "X", "ADV", "INTJ", "NUM", "SYM") and token[:1].isalpha()


def _grown(sentence: FramedSentence, inside: list[bool], used: frozenset[int], start: int, end: int) -> int:
    """Where the name ends if what follows belongs to it; `end` if nothing does."""
    size = len(sentence)
    if end >= size or end in used:
        return end
    if inside[end]:
        return end + 1
    token = sentence.tokens[end].lower()
    if token in _QUESTION_WORDS and sentence.tokens[end] != token and is_cased(sentence):
        return end + 1
    ahead = end + 1 < size and inside[end + 1]
    if token in ("of", "-", "–", "&", "·") and ahead:
        is_role = token == "of" and end - start == 1 and _is_role(sentence, start)
        return end if is_role or not _is_tight(sentence, token, end) else end + 2
    if token == "of" and end + 2 < size and sentence.tokens[end + 1].lower() == "the" and inside[end + 2]:
        return end if end - start == 1 and _is_role(sentence, start) else end + 3
    if token in word_list("link") and ahead:
        return end + 2
    if token in ("'s", "’s") and ahead and _goes_on_after_genitive(sentence, end + 1):
        return end + 2
    if token == "." and ahead and sentence.offsets[end][0] == sentence.offsets[end - 1][1]:
        return end + 2 if len(sentence.tokens[end - 1]) <= 2 else end
    is_number = bool(
        sentence.tags[end] == "NUM" and ((token.isdigit() and len(token) <= 3) or _ROMAN.fullmatch(token))
    )
    return end + 1 if is_number and not _counts_what_follows(sentence, end) else end


def _counts_what_follows(sentence: FramedSentence, at: int) -> bool:
    return sentence.heads[at] > at


def _is_tight(sentence: FramedSentence, token: str, at: int) -> bool:
    """A hyphen joins only what it touches."""
    touching = sentence.offsets[at][0] == sentence.offsets[at - 1][1]
    return touching if token in ("-", "–") else True


def _is_role(sentence: FramedSentence, at: int) -> bool:
    """President, King: what somebody is, and not part of the name that follows."""
    rule = find_rule("noun", sentence.tokens[at])
    return rule is not None and rule.subtype in ("leader", "relative")


def _goes_on_after_genitive(sentence: FramedSentence, at: int) -> bool:
    rule = find_rule("noun", sentence.tokens[at])
    is_place = rule is not None and rule.subtype in ("building", "university", "street", "place")
    return sentence.tokens[at][:1].isupper() and (
        is_place or sentence.tokens[at].lower() in word_list("genitive")
    )


def _without_title(sentence: FramedSentence, start: int, end: int) -> list[Span]:
    """The title and the name apart; adjectives of nations alone are no names."""
    if all(sentence.tags[k] == "ADJ" for k in range(start, end)):
        return []
    if sentence.tags[start] == "ADJ" and end - start > 1 and sentence.tags[start + 1] == "ADJ":
        start += 1
    is_titled = (
        end - start > 1
        and _is_role(sentence, start)
        and find_rule("noun", sentence.tokens[start + 1]) is None
    )
    if is_titled and sentence.tokens[start + 1].lower() not in ("of", "-", "'s"):
        return [(start, start + 1), (start + 1, end)]
    return [(start, end)]
