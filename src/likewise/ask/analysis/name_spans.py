"""Names of several words in a question: Bank of America, Super Bowl 50, St. Paul's Cathedral."""

from __future__ import annotations

import re

from likewise.ask.analysis.question_rules import find_rule, word_list
from likewise.frames import FramedSentence

__all__ = ["find_name_spans", "is_cased"]

_ROMAN = re.compile("[ivx]+")

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
    if end >= len(sentence) or end in used:
        return end
    if inside[end] or _is_capital_pronoun(sentence, end):
        return end + 1
    token = sentence.tokens[end].lower()
    touches = sentence.offsets[end][0] == sentence.offsets[end - 1][1]
    if token in ("-", "–") and touches and end + 1 < len(sentence):  # Kinkaku-ji
        return end + 2 if sentence.offsets[end + 1][0] == sentence.offsets[end][1] else end
    if token == "of":
        return _after_of(sentence, inside, start, end)
    if sentence.tags[end] == "NUM" and sentence.heads[end] <= end:  # Super Bowl 50, Henry VIII
        is_short = (token.isdigit() and len(token) <= 3) or _ROMAN.fullmatch(token) is not None
        return end + 1 if is_short else end
    if token in word_list("link") and sentence.tokens[end + 1 : end + 2] and not inside[end + 1]:
        following = sentence.tokens[end + 1].lower()  # van der Rohe
        return end + 3 if following in word_list("link") and True in inside[end + 2 : end + 3] else end
    if end + 1 >= len(sentence) or not inside[end + 1]:
        return end
    goes_on = (
        token in ("&", "·")
        or token in word_list("link")
        or (token in ("'s", "’s") and _goes_on_after_genitive(sentence, end + 1))
        or (token == "." and touches and len(sentence.tokens[end - 1]) <= 2)
    )
    return end + 2 if goes_on else end


def _is_capital_pronoun(sentence: FramedSentence, at: int) -> bool:
    """Zheng He, Doctor Who."""
    token = sentence.tokens[at]
    return token[0].isupper() and token.lower() in word_list("pronoun") and is_cased(sentence)


def _after_of(sentence: FramedSentence, inside: list[bool], start: int, of: int) -> int:
    """Bank of America; but not the King of Spain, nor the Great Wall of the Ming dynasty."""
    following = of + 1 + (sentence.tokens[of + 1 : of + 2] == ("the",))
    if following >= len(sentence) or not inside[following] or _is_role(sentence, start):
        return of
    beyond = following + 1
    is_before_noun = beyond < len(sentence) and sentence.tags[beyond] in ("NOUN", "PROPN")
    belongs_elsewhere = is_before_noun and not inside[beyond] and following > of + 1
    return of if belongs_elsewhere else following + 1


def _is_role(sentence: FramedSentence, at: int) -> bool:
    """President, King: what somebody is, and not part of the name that follows."""
    rule = find_rule("noun", sentence.tokens[at])
    return rule is not None and rule.subtype in ("leader", "relative")


def _goes_on_after_genitive(sentence: FramedSentence, at: int) -> bool:
    token = sentence.tokens[at]
    rule = find_rule("noun", token)
    is_place = rule is not None and rule.subtype in ("building", "university", "street", "place")
    return token[0].isupper() and (is_place or token.lower() in word_list("genitive"))


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
