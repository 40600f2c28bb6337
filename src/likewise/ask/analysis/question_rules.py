"""The rules of answer types: one table (`data/ask/question_rules.tsv`), looked up by slot and word.

After the subtypes of Mitamura et al. (2006, section 3.1): person-name with author, location with river.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import cast

from likewise.ask.question import ANSWER_TYPES, AnswerType
from likewise.data import path as data_path
from likewise.errors import InputError
from likewise.text import stem

__all__ = ["AnswerRule", "answer_rules", "find_rule", "stop_words", "word_list"]

SLOTS = (
    "noun", "kind", "how", "lasting", "unit", "amount", "verb", "company", "object", "where", "why",
)  # fmt: skip
LISTS = ("stop", "link", "pronoun", "calendar", "genitive")
"""Slots whose words decide on keywords, and not on the type."""

_VERB_SLOTS = ("verb", "company", "object", "where", "why", "amount")


@dataclass(frozen=True, slots=True)
class AnswerRule:
    """A line of the table: words that, in their slot, ask for a type of answer."""

    slot: str
    answer_type: AnswerType
    subtype: str
    is_used_up: bool
    """Whether the word is part of the question form alone, and so no keyword."""
    words: tuple[str, ...]

    @property
    def name(self) -> str:
        """For the trace, as `noun:location/river`."""
        return f"{self.slot}:{self.answer_type}" + (f"/{self.subtype}" if self.subtype else "")


@cache
def answer_rules() -> tuple[AnswerRule, ...]:
    """The rules of answer types, in their order."""
    return tuple(rule for rule in _table() if rule.slot in SLOTS)


def find_rule(slot: str, *forms: str) -> AnswerRule | None:
    """The first rule of a slot with one of the forms of a word, the first form before all others.

    Last of all the stem is tried where verbs stand (`founded`, `found`), and endings (`-ologist`).
    """
    words, stems, endings = _by_word()[slot]
    plain = [form.lower() for form in forms if form]
    for form in plain:
        if form in words:
            return words[form]
    for form in plain if slot in _VERB_SLOTS else ():
        if stem(form) in stems:
            return stems[stem(form)]
    for ending, rule in endings:
        if any(form.endswith((ending, ending + "s")) for form in plain):
            return rule
    return None


@cache
def stop_words(answer_type: AnswerType) -> frozenset[str]:
    """Lemmas that are no keywords in questions of that type."""
    return word_list("stop", "any") | word_list("stop", answer_type)


@cache
def word_list(slot: str, answer_type: str = "any") -> frozenset[str]:
    """The words of a slot that decides on keywords."""
    lines = (rule for rule in _table() if (rule.slot, rule.answer_type) == (slot, answer_type))
    return frozenset(word for rule in lines for word in rule.words)


_Words = dict[str, AnswerRule]


@cache
def _by_word() -> dict[str, tuple[_Words, _Words, tuple[tuple[str, AnswerRule], ...]]]:
    """By slot: the rules of its words, of their stems, and of its endings."""
    return {slot: _slot(rule for rule in answer_rules() if rule.slot == slot) for slot in SLOTS}


def _slot(rules: Iterable[AnswerRule]) -> tuple[_Words, _Words, tuple[tuple[str, AnswerRule], ...]]:
    pairs = [(word, rule) for rule in rules for word in rule.words]
    words, stems = _Words(), _Words()
    for word, rule in pairs:
        if not word.startswith("-"):
            words.setdefault(word, rule)
            stems.setdefault(stem(word), rule)
    return words, stems, tuple((word[1:], rule) for word, rule in pairs if word.startswith("-"))


@cache
def _table() -> tuple[AnswerRule, ...]:
    return tuple(_lines(data_path("ask/question_rules.tsv")))


def _lines(file: str) -> Iterable[AnswerRule]:
    for number, line in enumerate(Path(file).read_text(encoding="utf-8").splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        cells = line.split("\t")
        if len(cells) != 5:
            raise InputError(f"{len(cells)} columns, expected 5", file=file, line=number)
        slot, answer_type, subtype, drop, words = cells
        if slot not in (*SLOTS, *LISTS):
            raise InputError(
                f"expected one of {', '.join((*SLOTS, *LISTS))}", file=file, line=number, field="slot"
            )
        if answer_type not in ANSWER_TYPES and not (slot in LISTS and answer_type == "any"):
            message = f"expected one of {', '.join(ANSWER_TYPES)}"
            raise InputError(message, file=file, line=number, field="type")
        if drop not in ("", "drop") or not words.split():
            raise InputError('expected "drop" or nothing, and words', file=file, line=number, field="drop")
        yield AnswerRule(slot, cast(AnswerType, answer_type), subtype, drop == "drop", tuple(words.split()))
