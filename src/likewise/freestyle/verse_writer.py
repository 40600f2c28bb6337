"""A whole verse by a rhyme scheme: given lines stay, the others respond to the line they rhyme with."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from likewise.errors import InputError
from likewise.freestyle.copy_check import longest_common_run
from likewise.freestyle.model import Freestyler
from likewise.freestyle.profanity import is_profane
from likewise.freestyle.response import Response
from likewise.freestyle.verse import end_word, line_words
from likewise.io import SEED

__all__ = ["WrittenLine", "write_verse"]

_MOST_LINES, _MOST_WORDS = 32, 16
_DRAFTS, _CHOICES = 40, 8
"""Of so many responses those that are fresh; a line is drawn from so many: another seed, another verse."""
_TOPICS, _WORSE, _UNHEARD = 3, 0.5, 8.0
"""So many topics are tried. A line with one may be so much worse a word, in natural logs; the price of
neighbours that were never seen."""
_LEAST_WORDS = 5
"""Lines shrink from response to response; without a wish none has fewer words than this."""
_FREQUENT, _RHYMES = 400, 5
"""A new rhyme is one of so many frequent end words, with at least so many partners."""


@dataclass(frozen=True)
class WrittenLine:
    """A line of a verse with its class in the scheme; `response` is None where it was given by the caller."""

    text: str
    label: str
    response: Response | None = None


def write_verse(
    model: Freestyler,
    *,
    scheme: str = "AABB",
    first: str | None = None,
    theme: Iterable[str] = (),
    words: tuple[int, int] | None = None,
    locked: Mapping[int, str] | None = None,
    ends: Mapping[int, str] | None = None,
    clean: bool = False,
    seed: int = SEED,
) -> list[WrittenLine]:
    """Write a verse; lines are counted from 0.

    `first`: the first line; `theme`: words of which a line takes one up where it reads as well with it;
    `words`: least and most number of words of a line, else about as many as the first has; `locked`: lines
    that stay as they are; `ends`: last words of lines; `seed`: draws among good responses, so that another
    one writes another verse. A line that copies the training text is taken only where nothing else is left.
    """
    given = _given(scheme, first, dict(locked or {}), dict(ends or {}))
    rng = random.Random(seed)
    topics = [word for text in theme for word in line_words(text)]
    verse: list[WrittenLine] = []
    for place, label in enumerate(scheme):
        if place in given:
            verse.append(WrittenLine(given[place], label))
            continue
        challenge, new_end = _challenge(verse, scheme, place, model, rng)
        wanted_end = (ends or {}).get(place) or new_end
        length = words or _usual_length(verse, challenge)
        response = _drawn(model, challenge, wanted_end, length, _topic(topics, verse), clean, verse, rng)
        verse.append(WrittenLine(response.text, label, response))
    return verse


def _given(scheme: str, first: str | None, locked: dict[int, str], ends: dict[int, str]) -> dict[int, str]:
    """The lines that stay, after a check of everything that was asked for."""
    if not scheme.isalpha() or len(scheme) > _MOST_LINES:
        raise InputError(
            f"expected a scheme of 1 to {_MOST_LINES} letters such as AABB, found {scheme!r}", field="scheme"
        )
    if first is not None:
        if 0 in locked and locked[0] != first:
            raise InputError("the first line is given twice, and not the same", field="locked")
        locked[0] = first
    for name, lines in (("locked", locked), ("ends", ends)):
        for place, text in lines.items():
            if not 0 <= place < len(scheme):
                raise InputError(f"the verse has {len(scheme)} lines, not a line {place + 1}", field=name)
            if not line_words(text):
                raise InputError(f"line {place + 1} has no word", field=name)
            if name == "ends" and place in locked and end_word(locked[place]) != end_word(text):
                raise InputError(f"line {place + 1} is locked and does not end with '{text}'", field=name)
    return locked


def _challenge(
    verse: Sequence[WrittenLine], scheme: str, place: int, model: Freestyler, rng: random.Random
) -> tuple[str, str | None]:
    """The line to respond to and, where its rhyme is a new one, an end word.

    That is the last line of the same class; a line of a new class goes on from the one before it, and ends in
    a frequent word that much rhymes with. The first line of all answers one of the training text.
    """
    same = [line.text for line, label in zip(verse, scheme, strict=False) if label == scheme[place]]
    if same:
        return same[-1], None
    if not verse:
        return model.opening_line(rng), None
    said = {end_word(line.text) for line in verse}
    taken = said.union(*(model.partners.partners_of(word) for word in said))
    fresh = [
        word
        for word in model.partners.words[:_FREQUENT]
        if word not in taken and not is_profane(word) and _can_rhyme(word, said, model)
    ]
    return verse[-1].text, rng.choice(fresh) if fresh else None


def _usual_length(verse: Sequence[WrittenLine], challenge: str) -> tuple[int, int]:
    """About as many words as the first line of the verse has, or as the line that it answers."""
    words = len(line_words(verse[0].text if verse else challenge))
    usual = min(max(words, _LEAST_WORDS + 1), _MOST_WORDS)
    return usual - 1, usual + 1


def _can_rhyme(word: str, said: set[str], model: Freestyler) -> bool:
    """Whether much rhymes with a word, and nothing that was said already."""
    partners = model.partners.partners_of(word)
    return len(partners) >= _RHYMES and said.isdisjoint(partners)


def _topic(topics: Sequence[str], verse: Sequence[WrittenLine]) -> list[str]:
    """The theme words that no line has taken up yet, else all."""
    said = {word for line in verse for word in line_words(line.text)}
    return [word for word in topics if word not in said] or list(topics)


def _drawn(
    model: Freestyler,
    challenge: str,
    end: str | None,
    words: tuple[int, int] | None,
    topics: Sequence[str],
    clean: bool,
    verse: Sequence[WrittenLine],
    rng: random.Random,
) -> Response:
    """One of the best responses, with an end and words that are new; on a topic if that reads as well."""
    wishes: dict[str, Any] = {"end": end, "words": words, "clean": clean, "nbest": _DRAFTS}
    plain = _fresh(model.respond(challenge, **wishes), verse)
    usual = max((_fluency(model, each.text) for each in plain), default=-math.inf)
    for topic in rng.sample(topics, len(topics))[:_TOPICS]:
        themed = _fresh(model.respond(challenge, require=[topic], **wishes), verse)
        fluent = [each for each in themed if _fluency(model, each.text) >= usual - _WORSE]
        if fluent:
            return _pick(fluent, rng)
    if not plain:
        raise InputError(
            f"no line could be written that ends, is as long and rhymes as asked ({challenge!r})"
        )
    return _pick(plain, rng)


def _pick(responses: Sequence[Response], rng: random.Random) -> Response:
    """One of the best: rank r has weight 1 / (r + 1)."""
    best = responses[:_CHOICES]
    return rng.choices(best, [1 / (rank + 1) for rank in range(len(best))])[0]


def _fresh(responses: Sequence[Response], verse: Sequence[WrittenLine]) -> list[Response]:
    """The responses that copy nothing; of these those with a new end; of these those that say nothing again.

    A step that would leave none is left out.
    """
    said = {end_word(line.text) for line in verse}
    left = list(responses)
    tests: tuple[Callable[[Response], bool], ...] = (
        lambda each: each.copied is None,
        lambda each: end_word(each.text) not in said,
        lambda each: not _says_again(each.text, verse),
    )
    for passes in tests:
        left = [each for each in left if passes(each)] or left
    return left


def _fluency(model: Freestyler, text: str) -> float:
    """Log-probability of a line a word, at a price for neighbours that no line has."""
    words = line_words(text)
    return (model.lm.score(words) - _UNHEARD * model.corpus.unheard(words, 2)) / (len(words) + 1)


def _says_again(text: str, verse: Sequence[WrittenLine]) -> bool:
    """Whether three words in a row stand in a line before."""
    words = line_words(text)
    return any(longest_common_run(words, line_words(line.text))[1] >= 3 for line in verse)
