"""The words that both readers share, as entries of the grammar's lexicon.

An RCL element that a phrase can stand for says how the phrase is used in English: a colour is an adjective,
a shape a noun, an action a verb. The predicate is made of the words (`_sky+blue_a_1`); what it stands for is
looked up again in the same table when the analysis is converted.
"""

from __future__ import annotations

from collections.abc import Iterator

from likewise.robot.deep_reader.rule_table import NOUN_KINDS
from likewise.robot.deep_reader.word_lexicon import SKIPPED, WordEntry
from likewise.robot.vocabulary import RobotVocabulary, WordMeaning

__all__ = ["vocabulary_entries"]

_KINDS = {value: kind for kind, values in NOUN_KINDS.items() for value in values}
_SIDES = ("left", "right", "front", "back", "center")
_DIRECTIONS = ("left", "right", "forward", "backward")
_STATED = ("left", "right", "front", "above", "within", "nearest", "adjacent")
_NEAR = ("nearest", "adjacent")
_LATER = 0.3
"""What a meaning costs that is not the first of its phrase."""
_WITHOUT_MEANING = 1.5


def vocabulary_entries(vocabulary: RobotVocabulary) -> Iterator[tuple[tuple[str, ...], WordEntry]]:
    """Entries for every phrase, one a category."""
    for words, meanings in vocabulary.phrases.items():
        seen: set[str] = set()
        for rank, meaning in enumerate(meanings):
            for category, predicate, cost in _uses("+".join(_singular(words, vocabulary)), meaning):
                if category not in seen:
                    seen.add(category)
                    constant = meaning.value if category == "NUM" else ""
                    plural = meaning.value == "cube-group"
                    yield (
                        words,
                        WordEntry(category, predicate, cost + rank * _LATER, plural, constant),
                    )


def _singular(words: tuple[str, ...], vocabulary: RobotVocabulary) -> tuple[str, ...]:
    """ "Blocks" as "block", where the vocabulary has both."""
    one = (*words[:-1], words[-1].removesuffix("s"))
    return one if one != words and WordMeaning("type", "cube") in vocabulary.meanings(*one) else words


def _uses(lemma: str, meaning: WordMeaning) -> Iterator[tuple[str, str, float]]:
    """Category, predicate and cost of each use of a phrase in a meaning."""
    name, value = meaning
    if name == "action":
        yield ("VT" if value == "take" else "VM"), f"_{lemma}_v_1", 0.2
    elif name == "color":
        yield "C", f"_{lemma}_a_1", 0.0
    elif name == "cardinal":
        yield "NUM", "card", 0.2
    elif name == "indicator":
        if value in _SIDES:
            yield "I[side]", f"_{lemma}_a_1", 0.2
            yield "N[place]", f"_{lemma}_n_1", 0.5
        else:
            yield "I[pick]", f"_{lemma}_a_1", 0.2
    elif name == "relation":
        if value in _STATED:
            yield ("P[near]" if value in _NEAR else "P[at]"), f"_{lemma}_p", 0.2
        if value in _DIRECTIONS:
            yield "D", f"_{lemma}_p_dir", 0.2
            if value in ("forward", "backward"):
                yield "PM", f"_{lemma}_p_dir", 0.2
    elif name == "type":
        yield from _nouns(lemma, value)
    elif name == "none":
        yield SKIPPED, "", _WITHOUT_MEANING


def _nouns(lemma: str, value: str) -> Iterator[tuple[str, str, float]]:
    kind = _KINDS.get(value)
    if kind:
        yield f"N[{kind}]", f"_{lemma}_n_{kind}", 0.2
    elif value == "reference":
        yield "PRO", "pron", 0.5
    elif value.startswith("type-reference"):
        yield "N[thing]", f"_{lemma}_n_1", 0.5
