"""Lines as pages show them: the end word apart, a colour for each rhyme beside its letter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from likewise.draw import SERIES_COUNT
from likewise.freestyle import end_word

__all__ = ["coloured_responses", "coloured_scheme", "end_apart"]


def end_apart(text: str) -> dict[str, str]:
    """The line in three parts: what stands before the end word, the end word as written, what follows it."""
    word = end_word(text)
    place = text.lower().rfind(word) if word else -1
    # A quote that is written otherwise, or a letter that changes its length, hides the word: the last token.
    if place < 0 or len(text.lower()) != len(text):
        last = text.split()[-1] if text.split() else ""
        place, word = text.rfind(last), last
    return {
        "before": text[:place],
        "end": text[place : place + len(word)],
        "after": text[place + len(word) :],
    }


def coloured_scheme(told: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The stanzas of a verse; a rhyme that lines share has a letter and a colour, a line alone a letter."""
    labels: Sequence[str] = told["labels"]
    times = Counter(label for label in labels if label)
    shared = [label for label in dict.fromkeys(labels) if times[label] > 1]
    colours = {label: place % SERIES_COUNT + 1 for place, label in enumerate(shared)}
    rows = [
        {
            **end_apart(line),
            "number": number,
            "label": label or "–",
            "colour": colours.get(label),
            "sure": round(100 * sure),
        }
        for number, (line, label, sure) in enumerate(
            zip(told["lines"], labels, told["confidence"], strict=True), start=1
        )
    ]
    bounds = pairwise((0, *told["cuts"], len(rows)))
    return [
        {"lines": rows[begin:end], "scheme": _letters([row["label"] for row in rows[begin:end]])}
        for begin, end in bounds
        if begin < end
    ]


def _letters(labels: Sequence[str]) -> str:
    """A stanza's scheme with letters from A, as people write it."""
    names = {label: chr(ord("A") + place) for place, label in enumerate(dict.fromkeys(labels)) if place < 26}
    return "".join(names.get(label, "?") for label in labels)


def coloured_responses(challenge: str, responses: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Responses with their end words apart, best first, and the rules of words that changed."""
    return [
        {
            **response,
            **end_apart(response["text"]),
            "place": place,
            "challenge": challenge,
            "changed": [use for use in response["uses"] if use["source"] != use["target"]],
        }
        for place, response in enumerate(responses)
    ]
