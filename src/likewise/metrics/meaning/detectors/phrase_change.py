"""Phrases of one group and different classes in the same place: must and may, all and some, if and unless."""

from __future__ import annotations

from collections.abc import Sequence

from likewise.metrics.meaning.change import Change
from likewise.metrics.meaning.cue_words import cues_of
from likewise.metrics.meaning.detectors.stretch_view import change_between, content, is_near, quoted
from likewise.metrics.meaning.opposite_words import are_opposites
from likewise.metrics.meaning.phrase_classes import ClassPhrase, class_phrases
from likewise.metrics.meaning.read_text import ReadText
from likewise.metrics.meaning.word_alignment import Stretch, WordAlignment

__all__ = ["phrase_changes"]

_GROUPS = {
    "modality": ("modality", "certainty", "attitude", "attempt"),
    "quantifier": ("quantifier", "scope", "bound"),
    "condition": ("condition",),
    "date": ("order",),
    "tense": ("aspect",),
}
_SURENESS = {"modality": 0.92, "quantifier": 0.92, "condition": 0.85, "date": 0.85, "tense": 0.92}
_ALONE = {
    "modality": {"must", "should", "may", "forbidden", "need-not"},
    "certainty": {"might", "likely", "certain", "unlikely"},
    "attempt": {"wants", "tries", "pretends"},
    "quantifier": {"most", "few"},
    "scope": {"only"},
    "bound": {"at least", "at most", "more than", "less than"},
    "condition": {"if", "only if", "unless", "except"},
    "aspect": {"used to", "not yet"},
}
"""Classes that change the meaning where the other text has nothing in their place."""
_DENIED = ([{"none"}, {"some"}], [{"some"}, {"none"}])
"""What denials tell better: nobody, somebody."""
_WEAK = frozenset(["when", "where", "should", "whenever", "given", "from", "over", "under", "above", "within",
                   "below", "maximum", "minimum", "alone", "just", "merely", "need", "possible", "required",
                   "be to", "right to", "duty to", "option of", "permission", "obligation", "requirement",
                   "recommendation", "rare", "little", "flat", "sharp", "about", "some", "as", "first",
                   "having",
                   "later", "follow", "following", "once", "up to"])  # fmt: skip
"""Phrases that have other senses, so that they say nothing by themselves."""


def phrase_changes(a: ReadText, b: ReadText, alignment: WordAlignment) -> list[Change]:
    """Changes of modality, certainty, quantifiers, scope, bounds, conditions and order."""
    if a.lang != "en" or b.lang != "en" or not is_near(alignment):
        return []
    phrases = class_phrases(a.lows), class_phrases(b.lows)
    changes = []
    for stretch in alignment.stretches:
        for kind, groups in _GROUPS.items():
            sides = [
                _within(p, groups, part) for p, part in zip(phrases, (stretch.a, stretch.b), strict=True)
            ]
            change = _compared(a, b, stretch, kind, sides)
            if change is not None:
                changes.append(change)
    return changes


def _within(phrases: Sequence[ClassPhrase], groups: Sequence[str], words: Sequence[int]) -> list[ClassPhrase]:
    inside = set(words)
    return [p for p in phrases if p.group in groups and not inside.isdisjoint(range(p.first, p.last))]


def _compared(
    a: ReadText, b: ReadText, stretch: Stretch, kind: str, phrases: Sequence[Sequence[ClassPhrase]]
) -> Change | None:
    ones, others = phrases
    if ones and others:
        classes = [{(p.group, p.name) for p in side} for side in (ones, others)]
        names = [{name for _, name in side} for side in classes]
        if classes[0] & classes[1] or (kind == "quantifier" and names in _DENIED):
            return None
        if _only_denied(a, b, stretch) or _told_otherwise(a, b, ones, others):
            return None
        return _change(a, b, kind, _words(ones), _words(others), _SURENESS[kind])
    if not ones and not others:
        return None
    if kind == "quantifier" and (counted := _against_number(a, b, stretch, ones, others)) is not None:
        return counted
    read, found = (a, ones) if ones else (b, others)
    mine, theirs = (stretch.a, stretch.b) if ones else (stretch.b, stretch.a)
    phrase = found[0]
    said = " ".join(read.lows[phrase.first : phrase.last])
    if phrase.name not in _ALONE.get(phrase.group, ()) or said in _WEAK:
        return None
    if not set(range(phrase.first, phrase.last)) <= set(mine):
        return None
    rest = [i for i in content(read, mine) if not phrase.first <= i < phrase.last]
    if phrase.group == "condition":
        words = mine
    elif rest or content(b if ones else a, theirs):
        return None
    else:
        words = tuple(range(phrase.first, phrase.last))
    sides = (words, ()) if ones else ((), words)
    return _change(a, b, kind, sides[0], sides[1], 0.75)


def _against_number(
    a: ReadText, b: ReadText, stretch: Stretch, ones: Sequence[ClassPhrase], others: Sequence[ClassPhrase]
) -> Change | None:
    """A quantifier in the place of a number: both, one of; all, half of."""
    read, found, numbers = (b, ones, stretch.b) if ones else (a, others, stretch.a)
    if found[0].group != "quantifier" or found[0].name not in {"all", "most", "none"}:
        return None
    counted = [q for q in read.quantities if set(range(q.first, q.last)) & set(numbers)]
    if not counted or counted[0].dimension not in {"number", "share"} or counted[0].figure == 100:
        return None
    words, number = _words(found), tuple(range(counted[0].first, counted[0].last))
    sides = (words, number) if ones else (number, words)
    return _change(a, b, "quantifier", sides[0], sides[1], 0.85)


def _only_denied(a: ReadText, b: ReadText, stretch: Stretch) -> bool:
    """Whether nothing but a denial was put in or taken out: can, can't."""
    ones, others = (
        {r.words[i].key for i in part if i not in cues and r.lows[i] not in {"do", "does", "did"}}
        for r, part, cues in ((a, stretch.a, cues_of(a)), (b, stretch.b, cues_of(b)))
    )
    return ones == others


def _told_otherwise(
    a: ReadText, b: ReadText, ones: Sequence[ClassPhrase], others: Sequence[ClassPhrase]
) -> bool:
    """Adjectives and nouns of modality that are plain opposites are left to the opposites."""
    one, other = ones[0], others[0]
    if one.group == other.group == "bound" and a.lows[one.first] not in {"more", "less", "fewer"}:
        counted = {q.first for q in a.quantities}
        return one.last not in counted and are_opposites(a.lows[one.first], b.lows[other.first])
    single = one.last - one.first == 1 == other.last - other.first
    plain = {"ADJ", "NOUN", "VERB"}
    return (
        single
        and one.group in {"modality", "attempt", "attitude"}
        and a.tags[one.first] in plain
        and b.tags[other.first] in plain
        and are_opposites(a.lows[one.first], b.lows[other.first])
    )


def _words(phrases: Sequence[ClassPhrase]) -> tuple[int, ...]:
    return tuple(i for p in phrases for i in range(p.first, p.last))


_LOST = {
    "modality": "how sure or free it is changes: '{}' is {}",
    "quantifier": "how many or how much changes: '{}' is {}",
    "condition": "the condition '{}' is {}",
    "date": "WHEN changes: '{}' is {}",
    "tense": "whether it still is so changes: '{}' is {}",
}


def _change(
    a: ReadText, b: ReadText, kind: str, ones: Sequence[int], others: Sequence[int], confidence: float
) -> Change:
    said = quoted(a, ones), quoted(b, others)
    if all(said):
        sentence = f"'{said[0]}' became '{said[1]}'"
    else:
        sentence = _LOST[kind].format(said[0] or said[1], "lost" if said[0] else "added")
    role = {"date": "WHEN", "modality": "MAY"}.get(kind)
    return change_between(kind, a, ones, b, others, confidence, sentence, role)
