"""Rhyme schemes of pasted verse: the detectors, learnt from the embedded poems once a language and mode."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

__all__ = ["detected", "rhyming"]


def detected(lines: Sequence[str], mode: str, lang: str) -> dict[str, Any]:
    """The scheme of a verse: the class of each line, where stanzas begin, and how sure that is."""
    return {**_detector(mode, lang or _language(lines)).detect(lines).as_dict(), "mode": mode}


def rhyming(one: str, other: str, lang: str) -> bool:
    """Whether two lines rhyme; a line does not rhyme with one that ends in the same word."""
    from likewise.freestyle import end_word

    if not end_word(one) or end_word(one) == end_word(other):
        return False
    labels = _detector("best", lang).detect([one, other]).labels
    return bool(labels[0]) and labels[0] == labels[1]


def _language(lines: Sequence[str]) -> str:
    return "fr" if any(set("éèêàçùœ") & set(line.lower()) for line in lines) else "en"


@lru_cache(maxsize=4)
def _detector(mode: str, lang: str) -> Any:
    from likewise.freestyle import embedded_verses, rhyme

    kind: Any = getattr(rhyme, "BestDetector" if mode == "best" else "PaperDetector")
    return kind.fit(embedded_verses(lang if lang in ("en", "fr") else "en"))
