"""Sentences of a treebank with semantic roles (CoNLL-U Plus) as framed sentences."""

from __future__ import annotations

from likewise.frames.framed_sentence import FramedSentence
from likewise.io import AnnotatedSentence
from likewise.records import Frame, Role

__all__ = ["framed_by_people"]


def framed_by_people(sentence: AnnotatedSentence, lang: str = "en") -> FramedSentence:
    """What the columns of a sentence say: missing tags and relations are `_`, missing heads -1.

    Offsets are those in the text that the file gives, or in the words with blanks between them where it gives
    none or another one.
    """
    words = sentence.words
    forms = tuple(word.form for word in words)
    return FramedSentence(
        forms,
        _offsets(forms, sentence.text or "") or _offsets(forms, " ".join(forms)),
        tuple(word.upos or "_" for word in words),
        tuple((word.head or 0) - 1 for word in words),
        tuple(word.relation or "_" for word in words),
        tuple(
            Frame(
                (number - 1, number),
                tuple(Role(role.label, (role.first - 1, role.last)) for role in word.arguments),
                word.predicate or "",
            )
            for number, word in sentence.predicates
        ),
        lang,
        tuple(word.lemma or "_" for word in words),
    )


def _offsets(forms: tuple[str, ...], text: str) -> tuple[tuple[int, int], ...]:
    """Where the words stand in the text, one after the other; nothing where they do not."""
    offsets, at = [], 0
    for form in forms:
        while at < len(text) and text[at].isspace():
            at += 1
        if not text.startswith(form, at):
            return ()
        offsets.append((at, at + len(form)))
        at += len(form)
    return tuple(offsets)
