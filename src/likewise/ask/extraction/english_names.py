"""Names of people, places and organisations in English text, by the words in them and beside them.

Runs of proper nouns, with small words inside ("Bank of England"). A name is of one type in a whole text: what
speaks for each type is added up over all places where it stands.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from likewise.ask.extraction.english_cues import english_cues
from likewise.ask.extraction.english_words import PlacedWord
from likewise.ask.question import AnswerType

__all__ = ["Name", "english_names"]

Name = tuple[int, int, AnswerType | None]
"""The first word, the one after the last, the type; None where nothing tells it."""
_LINKS = frozenset(
    ["of", "the", "and", "&", "for", "de", "la", "von", "van", "der", "al", "bin", "ibn", "di", "da", "du"]
)
_TYPES: tuple[AnswerType, ...] = ("person", "location", "organization")
_ACRONYM = re.compile(r"[A-Z]{2,6}")


def english_names(sentences: Sequence[Sequence[PlacedWord]]) -> list[list[Name]]:
    """The names of each sentence."""
    runs = [list(_runs(words)) for words in sentences]
    votes = defaultdict[str, dict[AnswerType, float]](lambda: dict.fromkeys(_TYPES, 0.0))
    for words, own in zip(sentences, runs, strict=True):
        for first, last in own:
            for kind, value in _evidence(words, first, last).items():
                votes[_text(words, first, last)][kind] += value
    for name in list(votes):  # a surname alone is whoever has it in full
        for longer, own_votes in votes.items():
            if longer != name and longer.endswith(f" {name}") and own_votes["person"] > 0:
                votes[name]["person"] += 1.5
    return [
        [(first, last, _best(votes[_text(words, first, last)])) for first, last in own]
        for words, own in zip(sentences, runs, strict=True)
    ]


def _text(words: Sequence[PlacedWord], first: int, last: int) -> str:
    return " ".join(word for word, _, _, _ in words[first:last])


def _best(votes: dict[AnswerType, float]) -> AnswerType | None:
    kind = max(_TYPES, key=lambda kind: votes[kind])
    return kind if votes[kind] > 0 else None


def _runs(words: Sequence[PlacedWord]) -> Iterator[tuple[int, int]]:
    """Runs of names; one with small words inside is given whole and in its parts."""
    at = 0
    while at < len(words):
        if not _is_name(words, at):
            at += 1
            continue
        parts, end = [(at, _end(words, at))], _end(words, at)
        while end < len(words):
            after = end
            while after < len(words) and after - end < 2 and words[after][0] in _LINKS:
                after += 1
            if after == end or after >= len(words) or not _is_name(words, after):
                break
            if words[end][0] == "and" and after - end == 1:  # two names rather than one
                break
            parts.append((after, _end(words, after)))
            end = parts[-1][1]
        yield parts[0][0], end
        if len(parts) > 1:
            yield from parts
        at = end


def _end(words: Sequence[PlacedWord], at: int) -> int:
    while at < len(words) and (_is_name(words, at) or (words[at][0] == "." and len(words[at - 1][0]) == 1)):
        at += 1
    return at


def _is_name(words: Sequence[PlacedWord], at: int) -> bool:
    word, _, _, tag = words[at]
    if tag == "nz" and (word[0].isupper() or word[0].isdigit()):
        return True
    # Inside a sentence a capital tells a name too.
    return at > 0 and word[0].isupper() and tag in "na" and word != "I" and words[at - 1][0] not in "\"“'‘."


def _evidence(words: Sequence[PlacedWord], first: int, last: int) -> dict[AnswerType, float]:
    """What speaks for each type at one place."""
    own = [word.lower() for word, _, _, _ in words[first:last]]
    before = words[first - 1][0].lower() if first else ""
    if before == "the" and first > 1:
        before = f"{words[first - 2][0].lower()} the"
    bare = before.removesuffix(" the")
    after = [word.lower() for word, _, _, _ in words[last : last + 3]]
    found: dict[AnswerType, float] = dict.fromkeys(_TYPES, 0.0)
    head = own[own.index("of") - 1] if "of" in own[1:] else own[-1]
    found["organization"] += 3.0 * (len(own) > 1 and head in english_cues("organization-part"))
    found["organization"] += 1.5 * bool(len(own) == 1 and _ACRONYM.fullmatch(words[first][0]))
    found["organization"] += 1.5 * (bare in english_cues("organization-before"))
    places = english_cues("location-part")
    is_place = head in places or own[0] in ("mount", "lake", "cape", "river")
    found["location"] += 3.0 * (len(own) > 1 and is_place)
    found["location"] += 1.0 * (bare in english_cues("location-before") and len(own) <= 3)
    found["location"] += 1.0 * (after[:1] == [","] and bare in ("in", "at", "near", "from"))
    of_place = before in ("of", "of the") and first > 1 and _before_of(words, first) in places
    found["location"] += 1.5 * of_place
    titles = english_cues("person-before")
    if before in titles:
        found["person"] += 1.0 if before == "by" else 2.5
    found["person"] += 2.5 * (len(own) > 1 and own[0] in titles - {"by", "named"})
    found["person"] += 2.0 * (own[-1] in english_cues("person-after"))
    follows = after[1:2] if after[:1] in (["was"], ["had"]) else after[:1]
    found["person"] += 1.2 * (bool(follows) and follows[0] in english_cues("person-verb"))
    parts = english_cues("person-part")
    if set(own) & english_cues("thing-part"):
        return dict.fromkeys(_TYPES, 0.0)
    is_like_one = 2 <= len(own) <= 4 and not {"of", "and", "the"} & set(own)
    capitals = all(word[0].isupper() or word in parts for word, _, _, _ in words[first:last])
    found["person"] += 0.9 * (is_like_one and capitals)
    return found


def _before_of(words: Sequence[PlacedWord], first: int) -> str:
    """The word before "of" or "of the"."""
    at = first - 2 if words[first - 1][0].lower() == "of" else first - 3
    return words[at][0].lower() if at >= 0 else ""
