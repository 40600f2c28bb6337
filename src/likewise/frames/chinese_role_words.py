"""Chinese words that tell a role: `words_that("giving")` and so on; the lists are in the package's data."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from likewise.data import path as data_path

__all__ = ["adverb_role", "clause_role", "is_time", "phrase_role", "role_after_verb", "words_that"]

FILE = "chinese_role_words.txt"
PHRASES = {
    "place phrase": "ARGM-LOC", "direction phrase": "ARGM-DIR", "partner phrase": "ARG2",
    "means phrase": "ARGM-MNR", "cause phrase": "ARGM-CAU", "purpose phrase": "ARGM-PRP",
    "other phrase": "ARGM-ADV",
    "time phrase": "ARGM-TMP", "agent phrase": "ARG0",
}  # fmt: skip
"""Of prepositions, and of verbs that stand before another verb like prepositions."""
CLAUSES = {
    "condition clause": "ARGM-ADV", "cause clause": "ARGM-CAU", "purpose clause": "ARGM-PRP",
    "means clause": "ARGM-MNR", "time clause": "ARGM-TMP",
}  # fmt: skip
AFTER_VERB = {"result after a verb": "ARG2", "place after a verb": "ARGM-LOC"}
ADVERBS = {
    "negation": "ARGM-NEG", "modal": "ARGM-MOD", "time": "ARGM-TMP", "link": "ARGM-DIS",
    "degree": "ARGM-EXT", "other adverb": "ARGM-ADV",
}  # fmt: skip

_TIME = re.compile(
    r"(?:年|月|日|天|时|时候|时间|时刻|期间|世纪|年代|小时|分钟|秒|星期.?|礼拜.?|周|周末|期|时代|早上|晚上|上午|下午|"
    r"中午|早晨|傍晚|夜|夜里|夜晚|凌晨|初|末|底|之际|春|夏|秋|冬|季|之后|之前|今|其间)$"
)
_NO_TIME = ("生日", "节日", "春天气", "明月")


@cache
def _lists() -> dict[str, frozenset[str]]:
    lists: dict[str, set[str]] = {}
    for line in Path(data_path(FILE)).read_text("utf-8").splitlines():
        if not line.startswith("#"):
            name, words = line.split(": ")
            lists.setdefault(name, set()).update(words.split())
    return {name: frozenset(words) for name, words in lists.items()}


def words_that(name: str) -> frozenset[str]:
    """The words of a list."""
    return _lists()[name]


@cache
def _role_in(word: str, *names: str) -> str | None:
    return next((name for name in names if word in words_that(name)), None)


def is_time(word: str) -> bool:
    """Whether a noun tells a time."""
    return word in words_that("time") or (_TIME.search(word) is not None and not word.endswith(_NO_TIME))


def adverb_role(word: str, tag: str) -> str:
    """The role of a word that modifies a verb."""
    name = _role_in(word, *ADVERBS)
    if name is not None:
        return ADVERBS[name]
    if is_time(word):
        return "ARGM-TMP"
    if tag in ("NOUN", "NUM"):
        return "ARGM-EXT"
    return "ARGM-MNR" if len(word) > 1 or tag == "ADJ" else "ARGM-ADV"


def phrase_role(preposition: str, time: bool = False) -> str | None:
    """The role of a phrase by its preposition, and by whether it tells a time."""
    name = _role_in(preposition, *PHRASES)
    label = PHRASES[name] if name else None
    if time and label in ("ARGM-LOC", "ARGM-DIR", "ARGM-ADV"):
        return "ARGM-TMP"
    return "ARGM-DIR" if preposition in ("自", "至") and not time else label


def clause_role(marks: list[str]) -> str | None:
    """The role of a clause by the words that mark it."""
    names = (_role_in(word, *CLAUSES) for word in marks)
    return next((CLAUSES[name] for name in names if name), None)


def role_after_verb(word: str) -> str | None:
    """The role of what stands behind a word that is joined to a verb."""
    name = _role_in(word, *AFTER_VERB)
    return AFTER_VERB[name] if name else None
