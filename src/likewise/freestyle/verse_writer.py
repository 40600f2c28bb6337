"""A whole verse by a rhyme scheme: given lines stay, the others respond to the line they rhyme with."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from likewise.errors import InputError
from likewise.freestyle.copy_check import longest_common_run
from likewise.freestyle.model import Freestyler
from likewise.freestyle.profanity import is_profane
from likewise.freestyle.response import Response
from likewise.freestyle.verse import end_word, line_words
from likewise.io import SEED

__all__ = ["WrittenLine", "write_verse"]

_MOST_LINES = 32
_CHOICES = 8
"""A line is drawn from so many of the best responses: another seed gives another verse."""
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

    `first`: the first line; `theme`: words of which a line takes one up where it can; `words`: least and most
    number of words of a line; `locked`: lines that stay as they are; `ends`: last words of lines; `seed`:
    draws among good responses, so that another one writes another verse.
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
        response = _drawn(model, challenge, wanted_end, words, _topic(topics, verse), clean, verse, rng)
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
                raise InputError(f"the verse has lines 0 to {len(scheme) - 1}, not {place}", field=name)
            if not line_words(text):
                raise InputError(f"line {place} has no word", field=name)
            if name == "ends" and place in locked and end_word(locked[place]) != end_word(text):
                raise InputError(f"line {place} is locked and does not end with '{text}'", field=name)
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
    """One of the best responses, on a topic if one can be had, with an end and words that are new."""
    said = {end_word(line.text) for line in verse}
    for require in [*([topic] for topic in rng.sample(topics, len(topics))[:3]), []]:
        best = model.respond(challenge, nbest=_CHOICES, end=end, words=words, require=require, clean=clean)
        new = [each for each in best if end_word(each.text) not in said and each.copied is None] or best
        fresh = [each for each in new if not _says_again(each.text, verse)] or new
        if fresh:
            # The better half is drawn more often: rank r has weight 1 / (r + 1).
            return rng.choices(fresh, [1 / (rank + 1) for rank in range(len(fresh))])[0]
    raise InputError(f"no line could be written that ends, is as long and rhymes as asked ({challenge!r})")


def _says_again(text: str, verse: Sequence[WrittenLine]) -> bool:
    """Whether three words in a row stand in a line before."""
    words = line_words(text)
    return any(longest_common_run(words, line_words(line.text))[1] >= 3 for line in verse)
