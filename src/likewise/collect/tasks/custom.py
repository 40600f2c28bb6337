"""Text and rating tasks that a requester defines in YAML, without code.

    name: simplify
    title: Say it more simply
    instructions: |
      Rewrite the sentence so that a child of ten would understand it.

      Keep the meaning.
    examples:
      - {good: true, text: The shop is shut.}
      - {good: false, text: Shops., reason: not a sentence}
    stimulus:
      - {name: source, label: Sentence}
    answer:
      - {name: text, label: Your sentence, max: 300}
      - {name: language, kind: language, label: Language}
      - {name: difficulty, kind: scale, label: "Hard?", min: 1, max: 5, low: easy, high: hard}
      - {name: verdict, kind: choice, label: The given sentence is, options: {good: 3, acceptable: 2, bad: 1}}
      - {name: remark, kind: textarea, label: "Anything else?", required: false, export: false}
    limits: {characters: 500}
    pay: [2, 5]

Stimulus fields are of kind text (the default), textarea or video (at most one: `youtube`, `url` or
`media` with `start` and `end`). Texts and numbers of the answer go into clusters and ratings unless
their field says `export: false`. Stimulus fields called `source` and `candidate` are shown as a pair.
Words of a stimulus text are marked by a field of kind spans, and two marks joined by one of kind links: see
`mark_questions`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from likewise.collect.tasks.clip_player import check_clip, clip_view
from likewise.collect.tasks.kit import (
    ExampleAnswer,
    Field,
    InputError,
    Kind,
    Task,
    check_about,
    check_examples,
    check_paragraphs,
    clean,
    flag,
    inside,
    listing,
    mapping,
    name,
    only,
    stimulus_values,
    whole,
)
from likewise.collect.tasks.questions import check_questions, fields_of, scores_of
from likewise.collect.tasks.safe_yaml import read_yaml

__all__ = ["CustomTask", "check_definition", "load_definition", "task_from"]

_ANSWERS: tuple[Kind, ...] = ("text", "textarea", "choice", "scale", "language", "spans", "links")
_STIMULI = ("text", "textarea", "video")
_PARTS = ("name", "title", "instructions", "examples", "stimulus", "answer", "limits", "pay")
_RESERVED = ("id", "system", "lang", "source_lang")


class CustomTask(Task):
    """A task type made from a definition (see the module's docstring for its form in YAML).

    `settings` is what a campaign keeps: `{"definition": ...}`, or `{"yaml": text}` before it is checked.
    """

    own_settings: ClassVar[tuple[str, ...]] = ("definition", "yaml")

    def __init__(self, definition: Any) -> None:
        self.definition = check_definition(definition)
        self.name = self.definition["name"]
        self.title = self.definition["title"]
        self.pay = (self.definition["pay"][0], self.definition["pay"][1])
        self.guidance = tuple(self.definition["instructions"])
        self.examples = tuple(ExampleAnswer(**example) for example in self.definition["examples"])

    @property
    def settings(self) -> dict[str, Any]:
        """The settings of a campaign with this task, nothing else changed."""
        return self.check_settings(None)

    def check_stimulus(self, stimulus: Any, settings: Mapping[str, Any] | None) -> dict[str, Any]:
        """The fields that the definition names."""
        fields = self.definition["stimulus"]
        values = stimulus_values(stimulus, *(field["name"] for field in fields))
        checked: dict[str, Any] = {}
        for field in fields:
            kept = _stimulus_value(values.get(field["name"]), field)
            if kept is not None:
                checked[field["name"]] = kept
            elif field["required"]:
                raise InputError("is empty, a value is needed here", field=field["name"])
        return checked | check_about(values)

    def texts(self, stimulus: Mapping[str, Any], answer: Mapping[str, Any]) -> list[str]:
        """The texts of the answer, but those that the definition keeps out of the export."""
        return [
            answer[field["name"]]
            for field in self.definition["answer"]
            if field["kind"] in ("text", "textarea") and field["export"] and field["name"] in answer
        ]

    def ratings(self, stimulus: Mapping[str, Any], answer: Mapping[str, Any]) -> dict[str, float]:
        """The scales of the answer, and the choices whose options have scores."""
        return scores_of(self.definition["answer"], answer)

    def check_settings(self, settings: Mapping[str, Any] | None) -> dict[str, Any]:
        """The common settings (a comment only where it is asked for) and the definition itself."""
        values = mapping({} if settings is None else settings, None)
        return super().check_settings({"comment": False} | values)

    def _settings(self, values: dict[str, Any]) -> dict[str, Any]:
        given = _definition_in(values)
        # Nearly always the very definition this type was made from: not to be checked for every answer.
        if given is not None and given != self.definition and check_definition(given) != self.definition:
            raise InputError(f"is not the definition of the task '{self.name}'", field="definition")
        return {"definition": self.definition}

    def _fields(self, stimulus: Mapping[str, Any], settings: Mapping[str, Any]) -> tuple[Field, ...]:
        return fields_of(self.definition["answer"], stimulus)

    def _view(self, stimulus: Mapping[str, Any], settings: Mapping[str, Any]) -> dict[str, Any]:
        # A text to be marked is shown where it is marked.
        marked = {question.get("of") for question in self.definition["answer"]}
        named = [field for field in self.definition["stimulus"] if field["name"] in stimulus]
        shown = [field for field in named if field["name"] not in marked]
        texts = {
            field["name"]: {"label": field["label"], "text": stimulus[field["name"]]}
            for field in shown
            if field["kind"] != "video"
        }
        for field in shown:
            if field["kind"] == "video":
                return clip_view(stimulus[field["name"]]) | {"parts": list(texts.values())}
        if {"source", "candidate"} <= texts.keys():
            parts = [part for its, part in texts.items() if its not in ("source", "candidate")]
            pair = {"source": texts["source"], "candidate": texts["candidate"]}
            return {"kind": "pair", **pair, "parts": parts}
        return {"kind": "text", "parts": list(texts.values())} if texts else {"kind": "none"}


def load_definition(text: str) -> dict[str, Any]:
    """The checked definition in a YAML text."""
    return check_definition(read_yaml(text))


def check_definition(value: Any) -> dict[str, Any]:
    """The definition with its defaults filled in, as plain JSON; checking it again changes nothing."""
    values = mapping(value, None)
    only(values, _PARTS)
    limits = mapping(values.get("limits") or {}, "limits")
    only(limits, ("characters",), "limits")
    characters = whole(limits.get("characters", 500), "limits.characters", 1, 20_000)
    title = clean(values.get("title"), "title", 200)
    if not title:
        raise InputError("is empty, expected a title", field="title")
    pay = [
        whole(amount, inside("pay", place), 0, 1_000_000)
        for place, amount in enumerate(listing(values.get("pay") or [1, 5], "pay", 2, least=2))
    ]
    stimulus = _stimulus_fields(values.get("stimulus") or [])
    texts = [field["name"] for field in stimulus if field["kind"] != "video"]
    return {
        "name": name(values.get("name"), "name"),
        "title": title,
        "instructions": check_paragraphs(values.get("instructions") or [], "instructions"),
        "examples": check_examples(values.get("examples") or [], "examples"),
        "stimulus": stimulus,
        "answer": check_questions(
            values.get("answer"), "answer", _ANSWERS, characters=characters, taken=("comment",), texts=texts
        ),
        "limits": {"characters": characters},
        "pay": pay,
    }


def task_from(settings: Mapping[str, Any] | None) -> CustomTask | None:
    """The task type that settings hold, if they hold one."""
    given = _definition_in(settings or {})
    return None if given is None else CustomTask(given)


def _definition_in(settings: Mapping[str, Any]) -> Any:
    if settings.get("definition") is not None:
        return settings["definition"]
    text = settings.get("yaml")
    return None if text is None else load_definition(text)


def _stimulus_fields(value: Any) -> list[dict[str, Any]]:
    checked: list[dict[str, Any]] = []
    for place, item in enumerate(listing(value, "stimulus", 20)):
        here = inside("stimulus", place)
        values = mapping(item, here)
        only(values, ("name", "kind", "label", "required", "max"), here)
        its = name(values.get("name"), inside(here, "name"))
        kind = values.get("kind", "text")
        if kind not in _STIMULI:
            raise InputError(f"expected one of: {', '.join(_STIMULI)}", field=inside(here, "kind"))
        if its in _RESERVED or any(its == other["name"] for other in checked):
            raise InputError("this name is taken", field=inside(here, "name"))
        if kind == "video" and any(other["kind"] == "video" for other in checked):
            raise InputError("there can be only one video", field=inside(here, "kind"))
        label = clean(values.get("label") or its.replace("_", " ").capitalize(), inside(here, "label"), 200)
        checked.append(
            {
                "name": its,
                "kind": kind,
                "label": label,
                "required": flag(values.get("required", True), inside(here, "required")),
                "max": whole(values.get("max", 5000), inside(here, "max"), 1, 20_000),
            }
        )
    return checked


def _stimulus_value(value: Any, field: Mapping[str, Any]) -> Any:
    if value is None or value == "":
        return None
    if field["kind"] != "video":
        return clean(value, field["name"], field["max"], lines=field["kind"] == "textarea") or None
    try:
        values = mapping(value, None)
        only(values, ("youtube", "url", "media", "start", "end"))
        return check_clip(values)
    except InputError as error:
        where = inside(field["name"], error.field) if error.field else field["name"]
        raise InputError(error.message, field=where) from None
