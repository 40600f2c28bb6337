"""Where the words of a derivation stand in the sentence.

A grammar keeps words, not where they came from: it lowers case, writes other quotation marks, leaves markup
out and cuts at other places. Letters and digits stay, so words are found by these from left to right; the
signs of a word are then looked for around them.
"""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["spans_of_words"]

_GAP = 3
"""Letters of the text that may be passed over before a word: more is another word, not markup."""

_PLAIN = str.maketrans("“”„‘’‚`´", "\"\"\"'''''")


def spans_of_words(forms: Sequence[str], text: str | None = None) -> list[tuple[int, int]]:
    """The character span of each word in the text; without a text, in the words joined by single blanks.

    A word that is not in the text (`<math/>` for a formula) gets an empty span where it would stand, or the
    place of as many letters as it has.
    """
    if text is None:
        return _joined(forms)
    places = [i for i, c in enumerate(text) if c.isalnum()]
    letters = "".join(_low(text[i]) for i in places)
    spans: list[tuple[int, int]] = []
    done, gap = 0, _GAP
    for form in forms:
        word = "".join(_low(c) for c in form if c.isalnum())
        end = spans[-1][1] if spans else 0
        if not word or form.startswith("<"):
            following = places[done] if done < len(places) else len(text)
            spans.append(_sign(form, text, end, following))
            gap = len(text) if word else gap
            continue
        offset = letters.find(word, done, done + gap + len(word))
        first = offset if offset >= 0 else min(done, max(len(places) - 1, 0))
        done = min(first + len(word), len(places))
        spans.append(_widened(form, text, places, first, done, end))
        gap = _GAP
    return spans


def _low(char: str) -> str:
    """Lower case, where that is one character, so that positions stay."""
    low = char.lower()
    return low if len(low) == 1 else char


def _joined(forms: Sequence[str]) -> list[tuple[int, int]]:
    spans, place = [], 0
    for form in forms:
        spans.append((place, place + len(form)))
        place += len(form) + 1
    return spans


def _sign(form: str, text: str, start: int, stop: int) -> tuple[int, int]:
    """The span of a word without letters between two places, empty where it is not there."""
    between = text[start:stop].translate(_PLAIN)
    for wanted in (form.translate(_PLAIN), form.translate(_PLAIN)[:1]):
        offset = between.find(wanted)
        if wanted and offset >= 0:
            return start + offset, start + offset + len(wanted)
    return start, start


def _widened(
    form: str, text: str, places: Sequence[int], first: int, done: int, earliest: int
) -> tuple[int, int]:
    """The span of a word's letters with the signs that it begins and ends with."""
    if first >= done:
        return earliest, earliest
    start, end = places[first], places[done - 1] + 1
    inner = [i for i, c in enumerate(form) if c.isalnum()]
    for sign in reversed(form[: inner[0]].translate(_PLAIN)):
        place = text.translate(_PLAIN).rfind(sign, earliest, start)
        start = place if place >= 0 and not _blank(text[place:start]) else start
    limit = places[done] if done < len(places) else len(text)
    for sign in form[inner[-1] + 1 :].translate(_PLAIN):
        place = text.translate(_PLAIN).find(sign, end, limit)
        end = place + 1 if place >= 0 and not _blank(text[end:place]) else end
    return start, end


def _blank(text: str) -> bool:
    """Whether there is a blank in it: what stands beyond one belongs to another word."""
    return any(c.isspace() for c in text)
