"""Where the keywords of a question stand in a document."""

from __future__ import annotations

from dataclasses import dataclass

from likewise.ask.extraction.matching_text import find_all, matching_form
from likewise.ask.translated import QuestionTranslation

__all__ = ["KeywordForms", "forms_of", "keyword_places"]

Places = list[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class KeywordForms:
    """A keyword as it may stand in documents, in matching form, with how likely each form is."""

    forms: tuple[tuple[str, float], ...]
    kind: str = "word"


def forms_of(translation: QuestionTranslation) -> tuple[KeywordForms, ...]:
    """Of each keyword the translations in use; one that has none is kept, for it counts as absent."""
    rows = list[KeywordForms]()
    for one in translation.keywords:
        forms = dict[str, float]()
        for candidate in one.used:
            form = matching_form(candidate.text.strip(), translation.lang)
            if form:
                forms[form] = max(candidate.score, forms.get(form, 0.0))
        if translation.lang == "en" and one.keyword.kind == "word":
            for form in _inflected(one.keyword.lemma.lower()):
                forms.setdefault(form, 1.0)
        rows.append(KeywordForms(tuple(forms.items()), one.keyword.kind))
    return tuple(rows)


def _inflected(lemma: str) -> tuple[str, ...]:
    """An English word with its regular endings; those that no text has do no harm."""
    if not lemma.isascii() or len(lemma) < 3:
        return ()
    stem = lemma[:-1] if lemma[-1] in "ey" else lemma
    endings = {"e": ("ed", "ing", "es"), "y": ("ied", "ies")}.get(lemma[-1], ("ed", "ing", "s", "es"))
    return (lemma, *(stem + ending for ending in endings))


def keyword_places(text: str, keywords: tuple[KeywordForms, ...]) -> list[Places]:
    """The places of each keyword in a text in matching form."""
    return [
        sorted({(at, at + len(form)) for form, _ in keyword.forms for at in find_all(text, form)})
        for keyword in keywords
    ]
