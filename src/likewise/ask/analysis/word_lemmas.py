"""Lemmas of regular forms, corrected by a vocabulary: `founded` is of `found`, and `named` of `name`.

A dictionary is looked up by lemmas, so one that is no word finds nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from likewise.frames import FramedSentence
from likewise.text import english_pieces

__all__ = ["regular_lemma", "with_lemmas"]

_SHORT = re.compile(r"[^aeiou]*[aeiou][^aeiouwxy]")
"""One short syllable: its last letter is doubled (star, starred), so `stared` is not of `star`."""
_CONSONANTS = re.compile(r"[^aeiou]*[aeiou].*(?:[cnprs]t|[lnr]d|[nrs]k|ck|[cs]h|l[lmt]|mp|r[mn]|s[ps])$")
"""A stem that needs no silent e: invent(ed)."""
_PLURALS = {
    "children": "child", "men": "man", "women": "woman", "people": "people", "feet": "foot", "teeth": "tooth",
    "mice": "mouse", "geese": "goose", "lives": "life", "wives": "wife", "wolves": "wolf", "leaves": "leaf",
    "knives": "knife", "halves": "half", "thieves": "thief",
}  # fmt: skip
_RARE = 30000
"""Behind the most frequent words of the vocabulary, which come first there."""


def with_lemmas(sentence: FramedSentence) -> FramedSentence:
    """The sentence with lemmas that are words; after "did" a verb is its own lemma (did Harvard found)."""
    bare = {head for head, lemma in zip(sentence.heads, sentence.lemmas, strict=True) if lemma == "do"}
    lemmas = tuple(
        token.lower() if k in bare and tag == "VERB" and k else regular_lemma(token, tag, lemma)
        for k, (token, tag, lemma) in enumerate(
            zip(sentence.tokens, sentence.tags, sentence.lemmas, strict=True)
        )
    )
    return replace(sentence, lemmas=lemmas)


def regular_lemma(token: str, tag: str, lemma: str) -> str:
    """The lemma, or a better one if the form has a regular ending and the lemma was cut from it."""
    form = token.lower()
    if form == "born":  # to bear is in no dictionary what "born" means
        return form
    if tag == "NOUN" and form in _PLURALS:
        return _PLURALS[form]
    if tag not in ("VERB", "NOUN", "ADJ") or not form.startswith(lemma.lower()[:2]):
        return lemma
    bases = list(dict.fromkeys(_bases(form, tag)))
    is_irregular = lemma.lower() not in (*bases, form) and not form.startswith(lemma.lower())
    if not bases or (is_irregular and _rank(lemma.lower()) < _RARE):
        return lemma
    best = min(bases, key=_rank)
    if _rank(best) < _RARE:
        return best
    return bases[0] if _CONSONANTS.search(bases[0]) else lemma


def _bases(form: str, tag: str) -> Iterator[str]:
    """What a form can be made of by rule."""
    if tag == "NOUN":
        if form.endswith("ies") and len(form) > 4:
            yield form[:-3] + "y"
        elif form.endswith(("ses", "xes", "zes", "ches", "shes", "oes")):
            yield from (form[:-2], form[:-1])
        elif form.endswith("s") and not form.endswith(("ss", "us", "is")) and len(form) > 3:
            yield form[:-1]
        return
    for ending in ("ed", "ing") if tag == "VERB" else ("est",):
        if form.endswith(ending) and len(form) > len(ending) + 2:
            cut = form[: -len(ending)]
            if cut.endswith("i") and ending != "ing":
                yield cut[:-1] + "y"
            if not _SHORT.fullmatch(cut):
                yield cut
            if len(cut) > 2 and cut[-1] == cut[-2] and cut[-1] != "s":
                yield cut[:-1]
            yield cut + "e"
    if tag == "VERB" and form.endswith("s") and not form.endswith("ss"):
        if form.endswith("ies"):
            yield form[:-3] + "y"
        yield form[:-1]
        if form.endswith("es"):
            yield form[:-2]


def _rank(word: str) -> int:
    return _ranks().get(word, _RARE)


@cache
def _ranks() -> dict[str, int]:
    """Whole words of the word-piece vocabulary by their place in it: the more frequent, the earlier."""
    return {piece: place for piece, place in english_pieces().ids.items() if piece.isalpha()}
