"""What the process of the page Freestyle does: `python -m likewise.studio.freestyle.worker`."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from likewise.errors import InputError
from likewise.studio.worker_process import serve

if TYPE_CHECKING:
    from likewise.freestyle import Freestyler, Response

__all__ = ["answer"]

_CHOICES = 8
"""A line that is wanted anew is drawn from so many."""


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """The answer to one question; what is wrong raises `InputError`."""
    act = question["act"]
    if act == "schemes":
        from likewise.studio.freestyle.detectors import detected

        return detected(question["stanzas"], question["mode"], question["lang"])
    if act == "rhymes":
        from likewise.studio.freestyle.detectors import rhyming

        return {"rhymes": [rhyming(one, other, question["lang"]) for one, other in question["pairs"]]}
    model = _model(question["folder"], question["lang"], question["stamp"])
    if act == "respond":
        best = model.respond(question["challenge"], **_wishes(question["wishes"]))
        known = model.knows(question["challenge"])
        return {"responses": [{**one.as_dict(), "known": known} for one in best]}
    return {"lines": _written(model, question)}


def _wishes(given: Mapping[str, Any]) -> dict[str, Any]:
    """Wishes as a model takes them; JSON knows no tuples."""
    words = given.get("words")
    return {**given, "words": None if words is None else (words[0], words[1])}


def _written(model: Freestyler, question: Mapping[str, Any]) -> list[dict[str, Any]]:
    """A verse; lines with words to keep are written first, and the others around them."""
    from likewise.freestyle import write_verse

    wishes = _wishes(question["wishes"])
    scheme, again = question["scheme"], question["again"]
    given = {int(place): text for place, text in question["lines"]}
    wanted = {
        int(place): words for place, words in question["keep"] if int(place) not in given or again == place
    }
    ends = {int(place): word for place, word in wishes.pop("ends")}
    before = given.pop(again, None) if again is not None else None
    made: dict[int, Response] = {}
    for place in sorted({*wanted, *([] if again is None else [again])}):
        challenge = _challenge(model, scheme, given, place, wishes["seed"])
        made[place] = _line(
            model, challenge, wishes, ends.get(place), wanted.get(place, ()), {before, *given.values()}
        )
        given[place] = made[place].text
    free = {place: word for place, word in ends.items() if place not in given}
    lines = write_verse(model, scheme=scheme, locked=given, ends=free, **wishes)
    return [
        {"text": line.text, "label": line.label, "response": None if reply is None else reply.as_dict()}
        for place, line in enumerate(lines)
        for reply in [made.get(place, line.response)]
    ]


def _challenge(model: Freestyler, scheme: str, given: Mapping[int, str], place: int, seed: int) -> str:
    """The line that a line has to rhyme with, the nearest of its class; else any."""
    near = sorted(given, key=lambda other: abs(other - place))
    for other in near:
        if scheme[other : other + 1] == scheme[place]:
            return given[other]
    return model.opening_line(random.Random(seed + place))


def _line(
    model: Freestyler, challenge: str, wishes: Mapping[str, Any], end: str | None, keep: Sequence[str],
    taken: set[str | None],
) -> Response:  # fmt: skip
    """A line with the words that must stand in it, unlike those that are there already."""
    asked = {"words": wishes["words"], "clean": wishes["clean"], "end": end}
    for require in ([*keep, *wishes["theme"][:1]], keep):
        best = model.respond(challenge, nbest=_CHOICES, require=require, **asked)
        fresh = [one for one in best if one.text not in taken]
        if fresh:
            return random.Random(wishes["seed"]).choice(fresh)
    raise InputError("no other line could be written that does as it is asked", field="lines")


@lru_cache(maxsize=3)
def _model(folder: str | None, lang: str, stamp: int) -> Freestyler:
    """The model of a folder, or the one of the package; the few that were used last are kept."""
    from likewise.freestyle import Freestyler, embedded

    return embedded(lang) if folder is None else Freestyler.load(folder)


if __name__ == "__main__":
    serve(answer)
