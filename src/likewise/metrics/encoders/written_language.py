"""The languages of the two sides of a segment, as far as it says and their scripts allow.

A text without a language counts as English, unless it cannot be: then as one in the language that is most
often written like it. An output that stands in another script than its reference is in no language that could
be compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from likewise.text import code_of, find_language, is_in_script, language_of_script, main_script

__all__ = ["UNKNOWN", "languages_of"]

UNKNOWN = "und"
"""The code of a language that cannot be told, or of sides in two different ones."""


def languages_of(
    candidate: str,
    others: Sequence[str],
    lang: str | None,
    other_lang: str | None = None,
    *,
    same: bool = True,
) -> tuple[str, str]:
    """The languages of a candidate and of what it is held against; `same` says that they should be one."""
    own = _seen(_code(lang), [candidate])
    other = _seen(_code(other_lang or lang), others)
    if same and own != other and candidate.strip() and any(map(str.strip, others)):
        return UNKNOWN, UNKNOWN
    return own, other


def _code(lang: str | None) -> str:
    language = find_language(lang or "en")
    return language.code if language else code_of(lang or "en")


def _seen(lang: str, texts: Iterable[str]) -> str:
    """The language, where these texts can be in it: of English ones, half of the letters must be Latin."""
    if lang != "en":
        return lang
    odd = {main_script(text) for text in texts if not is_in_script(text, "Latin")}
    if not odd:
        return lang
    return (language_of_script(odd.pop()) if len(odd) == 1 else None) or UNKNOWN
