"""Phrases that no source has as a whole: their longest known parts, put together."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import product

from likewise.ask.question import Keyword, KeywordKind
from likewise.ask.translated import TranslationCandidate

__all__ = ["PARTS", "composed_candidates", "parts_of"]

PARTS = "parts"
_WORD = re.compile(r"[^\s,;]+")
_SKIPPED = frozenset(("the", "a", "an", "of", "and", "in", "on", "for", "at", "to", "by", "de", "&"))
_MOST = 12
Lookup = Callable[[Keyword], Sequence[TranslationCandidate]]


def composed_candidates(keyword: Keyword, lookup: Lookup, lang: str) -> list[TranslationCandidate]:
    """Candidates for a phrase from those of its parts: whole compositions first, then each part alone.

    From the left the longest part that `lookup` knows is taken. Around "of" the order turns: the University
    of Chicago is Chicago's university in Chinese and Japanese.
    """
    words = [(m.group(0), m.start()) for m in _WORD.finditer(keyword.text)]
    if len(words) < 2:
        return []
    parts: list[list[TranslationCandidate]] = []
    at, turned = 0, 0
    while at < len(words):
        if words[at][0].lower() in _SKIPPED:
            if words[at][0].lower() == "of" and parts:
                turned = len(parts)
            at += 1
            continue
        size, found = _longest(keyword, words, at, lookup)
        if not found:
            return _alone(parts)
        parts.append(found[:3])
        at += size
    if turned:
        parts = parts[turned:] + parts[:turned]
    if len(parts) < 2:
        return _alone(parts)
    whole: dict[str, float] = {}
    for chosen in product(*parts):
        for text, share in _joined([one.text for one in chosen], lang):
            score = 0.5 * share * min(one.score for one in chosen)
            whole[text] = max(whole.get(text, 0.0), score)
    best = sorted(whole.items(), key=lambda item: (-item[1], item[0]))[:_MOST]
    return [TranslationCandidate(text, (PARTS,), score=score) for text, score in best] + _alone(parts)


def parts_of(keyword: Keyword) -> list[Keyword]:
    """The words of a name or a phrase as keywords, without those that only join."""
    parts = []
    for match in _WORD.finditer(keyword.text):
        text = match.group(0)
        if text.lower() not in _SKIPPED:
            kind: KeywordKind = "number" if text.isdigit() else "name" if keyword.kind == "name" else "word"
            start = keyword.start + match.start()
            parts.append(Keyword(text, kind, start, start + len(text), part_of_speech=keyword.part_of_speech))
    return parts


def _longest(
    keyword: Keyword, words: list[tuple[str, int]], at: int, lookup: Lookup
) -> tuple[int, list[TranslationCandidate]]:
    for end in range(len(words), at, -1):
        if end - at == len(words):
            continue
        start = words[at][1]
        text = keyword.text[start : words[end - 1][1] + len(words[end - 1][0])]
        kind = "number" if text.isdigit() else keyword.kind if keyword.kind == "name" else "word"
        part = Keyword(text, kind, keyword.start + start, keyword.start + start + len(text))
        found = list(lookup(part))
        if found:
            return end - at, found
    return 0, []


def _joined(texts: list[str], lang: str) -> list[tuple[str, float]]:
    if lang == "ja":
        if all(_is_katakana(text) for text in texts):
            return [("・".join(texts), 1.0), ("".join(texts), 0.9)]
        return [("".join(texts), 1.0), ("の".join(texts), 0.8)]
    return [("".join(texts), 1.0), ("·".join(texts), 0.7)] if len(texts) == 2 else [("".join(texts), 1.0)]


def _is_katakana(text: str) -> bool:
    return all("\u30a0" <= c <= "\u30ff" for c in text)


def _alone(parts: list[list[TranslationCandidate]]) -> list[TranslationCandidate]:
    """The best word of each part by itself: less than the whole, yet something to search for."""
    return [
        TranslationCandidate(part[0].text, (PARTS,), score=0.05) for part in parts if len(part[0].text) > 1
    ]
