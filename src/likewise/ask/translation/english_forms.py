"""English words as dictionaries list them: plain keys, and the forms that a keyword may stand under."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from pathlib import Path

from likewise.ask.question import Keyword
from likewise.data import path as data_path

__all__ = ["english_key", "lookup_forms", "words_of_key"]

_LEADING = re.compile(r"^(?:to be|to|an?|the|one's|sb's|sth's|some) (?=\S)")
_SIGNS = re.compile(r"[^\w\s.&+'%/]+|(?<!\w)['.]|['.](?!\w)")
_SPACE = re.compile(r"\s+")
_DOUBLED = re.compile(r"([bdgklmnprtvz])\1$")


def english_key(text: str) -> str:
    """Small letters without accents, signs, a leading article or "to": what is one word has one key."""
    folded = unicodedata.normalize("NFKD", text.replace("\u2019", "'")).lower()
    plain = "".join(c for c in folded if not unicodedata.combining(c))
    key = _SPACE.sub(" ", _SIGNS.sub(" ", plain)).strip()
    return _LEADING.sub("", key)


def words_of_key(key: str) -> list[str]:
    """The words of a key."""
    return key.split()


def lookup_forms(keyword: Keyword) -> list[tuple[str, float]]:
    """Keys to look a keyword up under, the surest first, each with how sure it is (1 as it stands).

    Its lemma, the singular of its last word, the plain forms of a verb; a possessive loses its ending.
    """
    forms: dict[str, float] = {}

    def add(text: str, weight: float) -> None:
        key = english_key(text)
        if key and forms.get(key, 0.0) < weight:
            forms[key] = weight

    key = english_key(re.sub(r"['\u2019]s\b|s['\u2019](?=\s|$)", _unpossessed, keyword.text))
    add(key, 1.0)
    if keyword.lemma:
        # What was tagged as a verb is looked up as one first: "leaves" is "leave", not "leaf".
        add(keyword.lemma, 1.0 if keyword.kind == "word" else 0.9)
    *head, last = words_of_key(key) or [""]
    before = "".join(f"{word} " for word in head)
    sure = 0.6 if keyword.kind == "name" else 0.9
    for form in _singulars(last):
        add(before + form, sure)
    if keyword.kind != "name" and not head:
        for form in _plain_verbs(last):
            add(form, 0.85)
    return sorted(forms.items(), key=lambda item: (-item[1], item[0]))


def _unpossessed(match: re.Match[str]) -> str:
    return "" if match.group(0)[0] in "'\u2019" else "s"


def _singulars(word: str) -> list[str]:
    if len(word) < 4 or not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return [_IRREGULAR_NOUNS[word]] if word in _IRREGULAR_NOUNS else []
    if word.endswith("ies"):
        return [word[:-3] + "y", word[:-1]]
    if word.endswith("ves"):
        return [word[:-3] + "f", word[:-3] + "fe", word[:-1]]
    if word.endswith(("ses", "xes", "zes", "ches", "shes", "oes")):
        return [word[:-2], word[:-1]]
    return [word[:-1]]


_IRREGULAR_NOUNS = {
    "men": "man", "women": "woman", "children": "child", "feet": "foot", "teeth": "tooth", "people": "person",
    "mice": "mouse", "geese": "goose", "bacteria": "bacterium", "species": "species", "criteria": "criterion",
    "phenomena": "phenomenon", "media": "medium",
}  # fmt: skip


def _plain_verbs(word: str) -> list[str]:
    irregular = _irregular_verbs().get(word)
    if irregular:
        return [irregular]
    for ending in ("ing", "ied", "ed"):
        stem = word[: -len(ending)]
        if not word.endswith(ending) or len(stem) < 2 or not re.search(r"[aeiouy]", stem):
            continue
        if ending == "ied":
            return [stem + "y"]
        forms = [stem, stem + "e"]
        if _DOUBLED.search(stem):
            forms.insert(0, stem[:-1])
        return forms
    return []


@cache
def _irregular_verbs() -> dict[str, str]:
    lines = Path(data_path("irregular_verbs.txt")).read_text(encoding="utf-8").splitlines()
    rows = [line.split() for line in lines if line and not line.startswith("#")]
    return {form: row[0] for row in rows for form in row[1:]}
