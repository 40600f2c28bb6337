"""What changed in meaning from one text to another."""

from __future__ import annotations

from likewise.metrics.meaning import MeaningDiff, diff_many

__all__ = ["diff"]


def diff(a: str, b: str, lang: str = "en", lang_b: str | None = None) -> MeaningDiff:
    """What B changes in the meaning of A, by kind and in words, and the chance that the meaning is kept.

    `lang_b` is the language of B where it is not that of A. What cannot be read in these languages is named
    under `unread`.
    """
    return diff_many([(a, b)], lang, lang_b)[0]
