"""Translate a keyword without seeing the question that it is from (Mitamura et al. 2006, section 4, run 2).

The paper's people corrected the keywords of each question. What they would look for must not be seen, or they
translate the question; so an item is one English keyword, what kind it is, and a language.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from likewise.collect.tasks.kit import (
    ExampleAnswer,
    Field,
    InputError,
    Option,
    Task,
    check_about,
    clean,
    require_words,
    same_wording,
    stimulus_values,
)
from likewise.text import find_language, name_of, unknown_language

__all__ = ["KEYWORD_KINDS", "KeywordTranslationTask", "translations_of"]

KEYWORD_KINDS = ("word", "name", "phrase")
_LABELS = {"word": "English word", "name": "Name in English", "phrase": "English phrase"}
_PLACES = ("first", "second", "third")
_SCRIPTS = {"-Hans": "simplified characters", "-Hant": "traditional characters"}
_LONGEST = 100


class KeywordTranslationTask(Task):
    """Stimulus: `keyword` (English), `kind` (word, name, phrase), `lang`, the language to translate into.

    Answer: `first`, `second`, `third` (one to three translations, the best first) or `unknown`; `comment`. It
    has no settings of its own; `problems` is 10.
    """

    name = "keyword-translation"
    title = "Translate a word or a name"
    pay = (1, 2)
    exports = ("glossary", "clusters")
    problems: ClassVar[int] = 10
    guidance = (
        "You see an English word, name or phrase out of a question that you do not see. Write how texts in "
        "the other language would say it.",
        "Write the usual translation first. If there are others that a text might have, such as another "
        "spelling of a name, or another word for the same thing, write up to two more.",
        "Of a name give the form that newspapers and encyclopedias use, if there is one, in the script of "
        "that language.",
        "If you do not know it, say so; do not guess, and do not spell out a name by its sounds.",
    )
    examples = (
        ExampleAnswer(True, "Kyoto Protocol, into Japanese: 京都議定書"),
        ExampleAnswer(True, "computer game, into Chinese: 电脑游戏 / 电子游戏", "two that texts have"),
        ExampleAnswer(False, "Bush (a name), into Chinese: 灌木", "the plant, and not the name"),
        ExampleAnswer(False, "bury, into Chinese: 埋葬是把死者放进土里", "explains instead of translating"),
    )

    def check_stimulus(self, stimulus: Any, settings: Mapping[str, Any] | None) -> dict[str, Any]:
        """A keyword, its kind, and a language that is known."""
        values = stimulus_values(stimulus, "keyword", "kind")
        keyword = _phrase(values.get("keyword"), "keyword")
        if keyword.startswith("#"):
            raise InputError("begins with '#', which marks a comment in a glossary", field="keyword")
        kind = values.get("kind", "word")
        if kind not in KEYWORD_KINDS:
            raise InputError(f"expected one of {', '.join(KEYWORD_KINDS)}", field="kind")
        spoken = clean(values.get("lang") or "", "lang", 60)
        if not spoken:
            raise InputError("expected the language to translate into", field="lang")
        language = find_language(spoken)
        if language is None:
            raise InputError(unknown_language(spoken).message, field="lang")
        # "zh-Hant" stays what it is: its words are others.
        code = spoken if spoken.startswith(f"{language.code}-") else language.code
        return {"keyword": keyword, "kind": kind} | check_about(values) | {"lang": code}

    def item_name(self, stimulus: Mapping[str, Any]) -> str:
        """A keyword is asked for once in each language."""
        return f"{stimulus['keyword']} {stimulus['lang']}"

    def texts(self, stimulus: Mapping[str, Any], answer: Mapping[str, Any]) -> list[str]:
        """The translations: those of one keyword mean the same."""
        return translations_of(answer)

    def _fields(self, stimulus: Mapping[str, Any], settings: Mapping[str, Any]) -> tuple[Field, ...]:
        code = str(stimulus.get("lang") or "")
        script = next((f", {said}" for tag, said in _SCRIPTS.items() if tag in code), "")
        labels = (f"In {name_of(code.partition('-')[0])}{script}", "Another way", "One more")
        own = tuple(
            Field(place, "text", label, required=False, max=_LONGEST, dir_auto=True, lang=code)
            for place, label in zip(_PLACES, labels, strict=True)
        )
        known = Field("unknown", "choice", "Or", required=False, options=(Option("yes", "I do not know"),))
        return (*own, known)

    def _together(
        self, values: dict[str, Any], stimulus: Mapping[str, Any], settings: Mapping[str, Any]
    ) -> dict[str, Any]:
        given: list[str] = []
        for place in _PLACES:
            if place not in values:
                continue
            text = _phrase(values[place], place)
            if any(same_wording(text, other) for other in given):
                raise InputError("is there already, expected another translation", field=place)
            given.append(text)
        if given and "unknown" in values:
            raise InputError("give a translation, or say that you do not know, not both", field="unknown")
        if not given and "unknown" not in values:
            raise InputError("expected a translation, or that you do not know", field="first")
        rest = {name: value for name, value in values.items() if name not in _PLACES}
        return dict(zip(_PLACES, given, strict=False)) | rest

    def _view(self, stimulus: Mapping[str, Any], settings: Mapping[str, Any]) -> dict[str, Any]:
        return {
            "kind": "text",
            "parts": [{"label": _LABELS[stimulus["kind"]], "text": stimulus["keyword"]}],
        }


def translations_of(answer: Mapping[str, Any]) -> list[str]:
    """The translations of a checked answer, the best first; none where the keyword is not known."""
    return [answer[place] for place in _PLACES if place in answer]


def _phrase(text: Any, field: str) -> str:
    phrase = " ".join(clean(text, field, _LONGEST).split())
    require_words(phrase, field)
    return phrase
