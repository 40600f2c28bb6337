"""Keywords as they stand: acronyms and names that documents often leave in Latin letters."""

from __future__ import annotations

import re

from likewise.ask.question import Keyword
from likewise.ask.translated import TranslationCandidate

__all__ = ["CopiedText"]

_ACRONYM = re.compile(r"^(?:[A-Z][A-Z0-9&./-]+s?|[A-Z]?[a-z]*\d[\w.-]*|[A-Z])$")


class CopiedText:
    """The keyword itself: surely for an acronym or a figure, perhaps for a name, hardly for a word."""

    name = "copied"

    def candidates(self, keyword: Keyword) -> list[TranslationCandidate]:
        """The keyword, where documents may hold it as it is."""
        text = keyword.text.strip().strip("\"'\u201c\u201d\u2018\u2019")
        if not text or not re.search(r"\w", text):
            return []
        if _ACRONYM.match(text) or keyword.kind == "number":
            score = 0.8
        elif keyword.kind == "name" or text[:1].isupper():
            score = 0.2
        else:
            return []
        return [TranslationCandidate(text, (self.name,), score=score)]
