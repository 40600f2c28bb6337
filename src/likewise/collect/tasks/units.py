"""The pieces of a text that can be marked: words, or single characters, in any script.

Words follow the default boundaries of Unicode (UAX 29), so no tokeniser decides: texts without blanks
(Chinese, Japanese, Thai) fall into their characters, of which one marks a run. A character is what a reader
takes for one: a letter with its accents, an emoji with all its joiners, a flag. Offsets count code points
of the text as it is kept (NFC), in the order of reading, whatever the direction of writing.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import Literal

import regex

__all__ = ["Unit", "units_of"]

Unit = Literal["word", "character"]
_PIECES = {"word": regex.compile(r"(?w)\b"), "character": regex.compile(r"\X")}


@lru_cache(maxsize=256)
def units_of(text: str, unit: Unit = "word") -> tuple[tuple[int, int], ...]:
    """Start and end of every piece that is not blank, in the order of the text."""
    if unit == "character":
        spans = [match.span() for match in _PIECES["character"].finditer(text)]
    else:
        cuts = [0, *(match.start() for match in _PIECES["word"].finditer(text)), len(text)]
        spans = list(pairwise(cuts))
    return tuple((start, end) for start, end in spans if text[start:end].strip())
