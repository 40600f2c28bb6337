"""Which lines of a verse rhyme? Stanzas and rhyme letters, as gold for detectors of rhyme schemes.

Addanki and Wu (2013) had 75 verses cut into stanzas and labelled by two people. What people decide is, for
each two lines, whether they rhyme, and for each line, whether a stanza begins there: agreement is measured
on these.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import combinations, pairwise
from typing import Any, ClassVar

from likewise.collect.tasks.kit import (
    ExampleAnswer,
    Field,
    InputError,
    SchemeField,
    Task,
    check_about,
    clean,
    flag,
    inside,
    listing,
    mapping,
    require_words,
    stimulus_values,
)

__all__ = ["MOST_LINES", "RhymeTask", "check_scheme"]

MOST_LINES = 120
_ALONE = "-"
_LINE, _CUT = "scheme_", "cut_"
"""Names under which a form sends the letter of a line and the cut before it."""


class RhymeTask(Task):
    """Stimulus: `lines` (or `text` with a line each; empty lines go), optionally `title` and `song`.

    Answer: `scheme`, a letter a line and a blank between stanzas, such as `AABB ABA-`; a line that rhymes
    with no other of its stanza has `-`. Letters begin anew with A in each stanza, in the order of the lines.
    A form sends the letter of each line (`scheme_1`, ..) and where a stanza begins (`cut_5`); `comment`.
    """

    name = "rhyme"
    title = "Which lines rhyme?"
    pay = (10, 10)
    exports = ("verses",)
    own_settings: ClassVar[tuple[str, ...]] = ()
    guidance = (
        "Read the verse aloud. Give lines that rhyme with each other the same letter: A for the first rhyme, "
        "B for the second, and so on. Leave a line empty that rhymes with no other.",
        "Tick the lines with which a new stanza begins. In a new stanza the letters begin anew, so a line "
        "can rhyme only with lines of its own stanza.",
        "What counts is how the lines sound, not how they are spelt, and as the writer would say them.",
    )
    examples = (
        ExampleAnswer(True, "the cat / a hat / the sea / and me: A A B B", "two rhymes"),
        ExampleAnswer(True, "the cat / a dog / a hat: A, empty, A", "nothing rhymes with dog"),
        ExampleAnswer(False, "through / though: A A", "spelt alike, but they do not rhyme"),
    )

    def check_stimulus(self, stimulus: Any, settings: Mapping[str, Any] | None) -> dict[str, Any]:
        """A verse, its lines without the empty ones: where stanzas begin is for people to say."""
        values = stimulus_values(stimulus, "lines", "text", "title", "song")
        if values.get("lines") and values.get("text"):
            raise InputError("expected lines or a text, not both", field="text")
        field = "text" if values.get("text") else "lines"
        given = values.get(field)
        if field == "text":
            given = clean(given, "text", 20_000, lines=True).split("\n")
        lines = [
            text
            for place, line in enumerate(listing(given, field, 1000))
            if (text := clean(line, inside(field, place), 500))
        ]
        listing(lines, field, MOST_LINES, least=2)
        require_words(" ".join(lines), field)
        names = {key: text for key in ("title", "song") if (text := clean(values.get(key) or "", key, 200))}
        return {"lines": lines} | names | check_about(values)

    def check_answer(
        self, answer: Any, stimulus: Mapping[str, Any], settings: Mapping[str, Any] | None
    ) -> dict[str, Any]:
        """The scheme, put together where a form sent it line by line."""
        return super().check_answer(
            _joined(mapping(answer, None), len(stimulus["lines"])), stimulus, settings
        )

    def decisions(
        self, stimulus: Mapping[str, Any], answer: Mapping[str, Any]
    ) -> dict[str, dict[str, float]]:
        """For each two lines 1 where they rhyme, for each line but the first 1 where a stanza begins."""
        classes = _classes(answer["scheme"])
        pairs = combinations(enumerate(classes, start=1), 2)
        rhymes = {f"{i}-{j}": float(a == b and a[1] != _ALONE) for (i, a), (j, b) in pairs}
        neighbours = enumerate(pairwise(classes), start=2)
        return {"rhyme": rhymes, "stanza": {str(line): float(a[0] != b[0]) for line, (a, b) in neighbours}}

    def _fields(self, stimulus: Mapping[str, Any], settings: Mapping[str, Any]) -> tuple[Field, ...]:
        return (
            SchemeField(
                "scheme",
                "scheme",
                "The verse, line by line",
                help="A letter for each line that rhymes, and a tick where a new stanza begins.",
                lines=tuple(stimulus["lines"]),
            ),
        )

    def _together(
        self, values: dict[str, Any], stimulus: Mapping[str, Any], settings: Mapping[str, Any]
    ) -> dict[str, Any]:
        return values | {"scheme": check_scheme(values["scheme"], len(stimulus["lines"]))}


def check_scheme(text: str, lines: int) -> str:
    """A scheme in its normal form: letters from A in each stanza, `-` for a line that rhymes with none."""
    stanzas = text.upper().split()
    letters = "".join(stanzas)
    if any(not ("A" <= letter <= "Z" or letter == _ALONE) for letter in letters):
        raise InputError(
            "expected letters from A to Z, - where nothing rhymes, blanks between stanzas", field="scheme"
        )
    if len(letters) != lines:
        raise InputError(f"expected a letter for each of {lines} lines, found {len(letters)}", field="scheme")
    return " ".join(map(_normal, stanzas))


def _normal(stanza: str) -> str:
    """The stanza with its letters in order, and without letters that only one line has."""
    times = Counter(stanza)
    shared = [letter for letter in dict.fromkeys(stanza) if times[letter] > 1 and letter != _ALONE]
    renamed = {letter: chr(ord("A") + place) for place, letter in enumerate(shared)}
    return "".join(renamed.get(letter, _ALONE) for letter in stanza)


def _classes(scheme: str) -> list[tuple[int, str]]:
    """Stanza and letter of each line."""
    return [(number, letter) for number, stanza in enumerate(scheme.split()) for letter in stanza]


def _joined(values: dict[str, Any], lines: int) -> dict[str, Any]:
    """The fields of lines as one scheme; where a scheme is given as such, they have no place."""
    own = {name for name in values if name.startswith((_LINE, _CUT))}
    names = {f"{prefix}{line}" for prefix in (_LINE, _CUT) for line in range(1, lines + 1)}
    if not own or "scheme" in values or not own <= names:
        return values
    scheme = ""
    for line in range(1, lines + 1):
        field = inside("scheme", line)
        if flag(values.get(f"{_CUT}{line}", False), field) and line > 1:
            scheme += " "
        letter = clean(values.get(f"{_LINE}{line}") or _ALONE, field, 10)
        if len(letter) > 1:
            raise InputError("expected one letter a line", field=field)
        scheme += letter or _ALONE
    return {name: value for name, value in values.items() if name not in own} | {"scheme": scheme}
