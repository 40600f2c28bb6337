"""What a page needs to ask for an answer: plain text parts and labelled fields, no HTML.

Every text here may come from a requester or a worker. A template must escape it like any other text.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from likewise.text import find_language

__all__ = ["ExampleAnswer", "Field", "Form", "Kind", "LinksField", "Option", "SchemeField", "SpansField"]

Kind = Literal[
    "text",
    "textarea",
    "choice",
    "pick",
    "scale",
    "language",
    "path",
    "url",
    "seconds",
    "spans",
    "links",
    "scheme",
]


class Option(NamedTuple):
    """One thing to choose: what is sent, and what is shown."""

    value: str
    label: str


class ExampleAnswer(NamedTuple):
    """An example answer, whether it is a good one, and why (bad ones always say why)."""

    good: bool
    text: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Field:
    """One thing that is asked.

    `min` and `max` bound the characters of a text, the points of a scale, the seconds, the actions of a
    path, the number of marks or links. `pick` is a choice from a long list. A language's options are
    suggestions, no limits. `dir_auto`: the browser finds the direction of writing from what is typed, unless
    `lang` says it: the code of the language that all answers are in.
    """

    name: str
    kind: Kind
    label: str
    required: bool = True
    options: tuple[Option, ...] = ()
    min: float | None = None
    max: float | None = None
    help: str = ""
    dir_auto: bool = False
    lang: str = ""

    @property
    def direction(self) -> str:
        """The direction of writing as HTML says it."""
        language = find_language(self.lang)
        return "auto" if language is None or language.direction == "ltr" else language.direction


@dataclass(frozen=True, slots=True)
class SpansField(Field):
    """Words of a text to be marked: `options` are the labels, `units` what can be marked, by its offsets.

    Offsets count code points of `text`. Without `overlap` no word is marked twice.
    """

    text: str = ""
    units: tuple[tuple[int, int], ...] = ()
    overlap: bool = False


@dataclass(frozen=True, slots=True)
class LinksField(Field):
    """Two marks to be joined: `source` and `target` name the fields whose marks they are.

    `source_labels` and `target_labels` are those of marks that can be joined; none named, any can.
    """

    source: str = ""
    target: str = ""
    source_labels: tuple[str, ...] = ()
    target_labels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SchemeField(Field):
    """A rhyme scheme: a letter for each of `lines`, and where stanzas begin."""

    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Form:
    """Everything a template needs for one piece of work.

    `instructions` are paragraphs. `stimulus_view` has the key "kind": "video", "text", "pair", "map",
    "boards" or "none"; what else it holds is said by the task type.
    """

    title: str
    instructions: tuple[str, ...]
    examples: tuple[ExampleAnswer, ...]
    fields: tuple[Field, ...]
    stimulus_view: dict[str, Any] = field(default_factory=lambda: {"kind": "none"})

    @property
    def instructions_html_safe_parts(self) -> tuple[str, ...]:
        """The paragraphs, plain text without markup (the same as `instructions`); escape them."""
        return self.instructions
