"""What a task type is, and what all of them share.

A task type knows its stimuli, its answers and the form between them, and nothing of campaigns, workers
or databases. The fields of the form are also what an answer is checked against, so that a page and the
check behind it cannot disagree.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Protocol

from likewise.collect.tasks.clean_text import clean, language_name
from likewise.collect.tasks.fields import check_fields, comment_field
from likewise.collect.tasks.form import ExampleAnswer, Field, Form
from likewise.collect.tasks.value_checks import flag, inside, listing, mapping, only, whole
from likewise.errors import InputError
from likewise.text import find_language

__all__ = ["Task", "TaskType", "check_about", "check_examples", "check_paragraphs", "stimulus_values"]

_COMMON = ("problems", "comment", "language", "instructions", "examples")
_ABOUT = ("id", "system", "lang", "source_lang")


class TaskType(Protocol):
    """A kind of work that people can be asked to do.

    `pay` is the usual pay of an answer in tier 1 and tier 2, in minor units, however many problems make one
    piece of work. `exports` are the kinds of files that its campaigns give besides their answers. Every check
    returns a new, normalised object of plain JSON values and raises `InputError` with the field; checking its
    own result changes nothing. `stimulus` and `settings` may be as handed in or as checked; a map in a
    stimulus must have been checked.
    """

    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def pay(self) -> tuple[int, int]: ...
    @property
    def exports(self) -> tuple[str, ...]: ...

    def check_settings(self, settings: Mapping[str, Any] | None) -> dict[str, Any]:
        """The settings of a campaign, defaults filled in."""

    def check_stimulus(self, stimulus: Any, settings: Mapping[str, Any] | None) -> dict[str, Any]:
        """One item of a campaign."""

    def check_answer(
        self, answer: Any, stimulus: Mapping[str, Any], settings: Mapping[str, Any] | None
    ) -> dict[str, Any]:
        """What a worker sends for an item; fields left empty are absent from the result."""

    def form(self, stimulus: Mapping[str, Any], settings: Mapping[str, Any] | None) -> Form:
        """What the worker is shown and asked."""

    def item_name(self, stimulus: Mapping[str, Any]) -> str | None:
        """What a checked item is called where its file gives no key; None where its id or place will do."""

    def given(self, stimulus: Mapping[str, Any]) -> list[str]:
        """Texts that the item itself brings into its cluster (once an item, not once an answer)."""

    def texts(self, stimulus: Mapping[str, Any], answer: Mapping[str, Any]) -> list[str]:
        """Texts of a checked answer that go into the item's cluster."""

    def ratings(self, stimulus: Mapping[str, Any], answer: Mapping[str, Any]) -> dict[str, float]:
        """Ratings of a checked answer by criterion, as they go into a segment's human scores."""

    def decisions(
        self, stimulus: Mapping[str, Any], answer: Mapping[str, Any]
    ) -> dict[str, dict[str, float]]:
        """What judges can agree about: by criterion, a number for each part of the item."""


class Task(ABC):
    """The common part of every task type; a type says what is its own.

    Settings of every type: `problems` (how many items make one piece of work), `comment`
    (whether a comment is asked for), `language` (the campaign's main one, None where none is named),
    `instructions` (paragraphs) and `examples` in place of ours.
    """

    name: str
    title: str
    pay: tuple[int, int] = (1, 5)
    exports: tuple[str, ...] = ("clusters", "segments", "huggingface")
    problems: ClassVar[int] = 1
    guidance: Sequence[str] = ()
    examples: Sequence[ExampleAnswer] = ()
    own_settings: ClassVar[tuple[str, ...]] = ()

    def check_settings(self, settings: Mapping[str, Any] | None) -> dict[str, Any]:
        """The settings of a campaign, defaults filled in."""
        values = mapping({} if settings is None else settings, None)
        only(values, (*_COMMON, *self.own_settings))
        checked: dict[str, Any] = {
            "problems": whole(values.get("problems", self.problems), "problems", 1, 50),
            "comment": flag(values.get("comment", True), "comment"),
            "language": language_name(values.get("language") or "", "language") or None,
        }
        if values.get("instructions") is not None:
            checked["instructions"] = check_paragraphs(values["instructions"], "instructions")
        if values.get("examples") is not None:
            checked["examples"] = check_examples(values["examples"], "examples")
        checked |= self._settings(values)
        if not checked.get("ask_language", True) and not checked["language"]:
            raise InputError("name the language, or ask for it", field="language")
        return checked

    def check_answer(
        self, answer: Any, stimulus: Mapping[str, Any], settings: Mapping[str, Any] | None
    ) -> dict[str, Any]:
        """The answer, each field checked by itself, then all of them together."""
        settings = self.check_settings(settings)
        fixed = self._fixed(settings)
        values = {key: value for key, value in mapping(answer, None).items() if key not in fixed}
        checked = check_fields(values, self._all_fields(stimulus, settings)) | fixed
        return self._together(checked, stimulus, settings)

    def form(self, stimulus: Mapping[str, Any], settings: Mapping[str, Any] | None) -> Form:
        """What the worker is shown and asked."""
        settings = self.check_settings(settings)
        examples = settings.get("examples")
        return Form(
            self.title,
            tuple(settings.get("instructions", self.guidance)),
            tuple(self.examples if examples is None else (ExampleAnswer(**example) for example in examples)),
            self._all_fields(stimulus, settings),
            self._view(stimulus, settings),
        )

    def item_name(self, stimulus: Mapping[str, Any]) -> str | None:
        """Nothing, unless what the type shows has a name of its own."""
        return None

    def given(self, stimulus: Mapping[str, Any]) -> list[str]:
        """Nothing, unless the type shows a text that the answers must mean the same as."""
        return []

    def texts(self, stimulus: Mapping[str, Any], answer: Mapping[str, Any]) -> list[str]:
        """No texts, unless the type asks for some."""
        return []

    def ratings(self, stimulus: Mapping[str, Any], answer: Mapping[str, Any]) -> dict[str, float]:
        """No ratings, unless the type asks for some."""
        return {}

    def decisions(
        self, stimulus: Mapping[str, Any], answer: Mapping[str, Any]
    ) -> dict[str, dict[str, float]]:
        """The ratings, each of the whole item, unless the type asks about parts of it."""
        return {criterion: {"": value} for criterion, value in self.ratings(stimulus, answer).items()}

    def _settings(self, values: dict[str, Any]) -> dict[str, Any]:
        return {}

    @abstractmethod
    def _fields(self, stimulus: Mapping[str, Any], settings: Mapping[str, Any]) -> tuple[Field, ...]:
        """What the worker is asked, besides a comment."""

    def _fixed(self, settings: Mapping[str, Any]) -> dict[str, Any]:
        """Parts of every answer that the settings decide, so that nobody is asked for them."""
        return {} if settings.get("ask_language", True) else {"language": settings["language"]}

    def _together(
        self, values: dict[str, Any], stimulus: Mapping[str, Any], settings: Mapping[str, Any]
    ) -> dict[str, Any]:
        return values

    def _view(self, stimulus: Mapping[str, Any], settings: Mapping[str, Any]) -> dict[str, Any]:
        return {"kind": "none"}

    def _all_fields(self, stimulus: Mapping[str, Any], settings: Mapping[str, Any]) -> tuple[Field, ...]:
        language = find_language(self._fixed(settings).get("language") or "")
        lang = "" if language is None else language.code
        own = tuple(
            replace(one, lang=lang) if lang and one.kind in ("text", "textarea") else one
            for one in self._fields(stimulus, settings)
        )
        return (*own, comment_field()) if settings["comment"] else own


def check_about(values: Mapping[str, Any]) -> dict[str, Any]:
    """The names that an item may carry for the export (id, system, languages); workers never see them."""
    # Ids and systems of segments may be whole numbers.
    given = {key: str(v) if type(v := values.get(key)) is int else v for key in _ABOUT}
    return {key: text for key, v in given.items() if v is not None and (text := clean(v, key, 200))}


def stimulus_values(stimulus: Any, *known: str) -> dict[str, Any]:
    """A stimulus as an object with no other keys than the known ones and those of `check_about`."""
    values = mapping(stimulus, None)
    only(values, (*known, *_ABOUT))
    return values


def check_paragraphs(value: Any, field: str) -> list[str]:
    """Paragraphs of plain text: a list, or one text cut at empty lines."""
    if isinstance(value, str):
        value = clean(value, field, 20_000, lines=True).split("\n\n")
    parts = [
        clean(part, inside(field, place), 5000, lines=True)
        for place, part in enumerate(listing(value, field, 50))
    ]
    return [part for part in parts if part]


def check_examples(value: Any, field: str) -> list[dict[str, Any]]:
    """Example answers: objects with `good`, `text` and, for a bad one always, `reason`."""
    checked = []
    for place, item in enumerate(listing(value, field, 30)):
        here = inside(field, place)
        values = mapping(item, here)
        only(values, ("good", "text", "reason"), here)
        example = {
            "good": flag(values.get("good", True), inside(here, "good")),
            "text": clean(values.get("text"), inside(here, "text"), 1000, lines=True),
            "reason": clean(values.get("reason", ""), inside(here, "reason"), 1000),
        }
        if not example["text"]:
            raise InputError("an example needs its text", field=inside(here, "text"))
        if not example["good"] and not example["reason"]:
            raise InputError("a bad example needs the reason why", field=inside(here, "reason"))
        checked.append(example)
    return checked
