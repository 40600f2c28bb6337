"""Which writing a text is in, as far as tokenising needs to know."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from itertools import islice

__all__ = ["holds_unsegmented", "is_in_script", "looks_unsegmented", "main_script"]

_SAMPLE = 200
# Kana, Han (with its extensions), Thai, Lao, Khmer, Myanmar: written without blanks between words.
_UNSEGMENTED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]"
)


def looks_unsegmented(texts: Iterable[str]) -> bool:
    """Whether most letters of the first texts belong to a script that does not part words by blanks."""
    return _is_unsegmented("".join(islice(texts, _SAMPLE)))


def holds_unsegmented(texts: Iterable[str]) -> bool:
    """Whether there is a text most of whose letters belong to such a script."""
    return any(_is_unsegmented(text) for text in texts)


def _is_unsegmented(text: str) -> bool:
    if text.isascii() or _UNSEGMENTED.search(text) is None:
        return False
    letters = sum(map(str.isalpha, text))
    return 2 * len(_UNSEGMENTED.findall(text)) > letters


def is_in_script(text: str, script: str) -> bool:
    """Whether at least half of the letters are of a script, by its name in Unicode; without letters, yes."""
    if text.isascii() and script == "Latin":
        return True
    letters = [char for char in text if char.isalpha()]
    return 2 * sum(script.upper() in unicodedata.name(char, "") for char in letters) >= len(letters)


def main_script(text: str) -> str:
    """The script of most letters, as Unicode calls it; Hiragana for a text with kana. Empty without any."""
    names = Counter(unicodedata.name(char, "").split(" ")[0].title() for char in text if char.isalpha())
    if names.keys() & {"Hiragana", "Katakana"}:
        return "Hiragana"
    script = names.most_common(1)[0][0] if names else ""
    return "CJK" if script == "Cjk" else script
