"""Does a paraphrase keep the meaning of its term? Labels for DIMPLE (Shima and Mitamura 2011, section 3.1).

As in the paper, a sentence with the term is shown beside the same sentence with the paraphrase in its
place. A strict label asks for the same meaning and a correct sentence, a lenient one for the meaning alone.
"""

from __future__ import annotations

import re
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
    stimulus_values,
    whole,
)
from likewise.io import JUDGEMENTS

__all__ = ["PatternTask", "replaced"]

_QUESTIONS = {
    "strict": (
        "Can the paraphrase take the place of the term?",
        "Yes only if it means the same and the sentence stays correct.",
    ),
    "lenient": ("Does the paraphrase mean the same as the term?", "Grammar does not matter here."),
}
_ANSWERS = (Option("1", "Yes"), Option("0", "No"))
_LEFT_OUT = ("labels", *JUDGEMENTS, "score")


class PatternTask(Task):
    """Stimulus: `source` (the term), `paraphrase`, `rank`, optionally `example`, a sentence with the term.

    Answer: `strict`, `lenient` or both, 1 or 0; `comment`. Settings: `judgement` ("strict", "lenient" or
    "both"). What a file says of earlier labels and of scores is left out: judges must not know it.
    """

    name = "pattern"
    title = "Does the paraphrase fit?"
    pay = (1, 2)
    exports = ("patterns", "segments")
    own_settings: ClassVar[tuple[str, ...]] = ("judgement",)
    guidance = (
        "You see a term and another wording of it. Say whether the other wording keeps the meaning.",
        "Think of the sentence that is shown or, where there is none, of sentences in which you would use "
        "the term. What counts is that nothing important is added, lost or turned round.",
        "If you do not know a word, skip it.",
    )
    examples = (
        ExampleAnswer(True, "looked at / gazed at", "yes: the same, in other words"),
        ExampleAnswer(False, "bought / sold", "no: turned round"),
        ExampleAnswer(False, "killed / attacked", "no: who was attacked may live"),
    )

    def check_stimulus(self, stimulus: Any, settings: Mapping[str, Any] | None) -> dict[str, Any]:
        """A pattern, and perhaps a sentence to see it in."""
        values = stimulus_values(stimulus, "source", "paraphrase", "rank", "example", *_LEFT_OUT)
        checked: dict[str, Any] = {}
        for field in ("source", "paraphrase"):
            checked[field] = clean(values.get(field), field, 300)
            require_words(checked[field], field)
        checked["rank"] = whole(values.get("rank"), "rank", 1, 1_000_000)
        example = clean(values.get("example") or "", "example", 2000)
        return checked | ({"example": example} if example else {}) | check_about(values)

    def item_name(self, stimulus: Mapping[str, Any]) -> str:
        """A rank is given once for each term, so the two name the pattern."""
        return f"{stimulus['source']} {stimulus['rank']}"

    def ratings(self, stimulus: Mapping[str, Any], answer: Mapping[str, Any]) -> dict[str, float]:
        """The label of each judgement."""
        return {name: float(answer[name]) for name in JUDGEMENTS if name in answer}

    def _settings(self, values: dict[str, Any]) -> dict[str, Any]:
        judgement = values.get("judgement", "strict")
        if judgement not in (*JUDGEMENTS, "both"):
            raise InputError("expected strict, lenient or both", field="judgement")
        return {"judgement": judgement}

    def _fields(self, stimulus: Mapping[str, Any], settings: Mapping[str, Any]) -> tuple[Field, ...]:
        wanted = [name for name in ("lenient", "strict") if settings["judgement"] in (name, "both")]
        return tuple(
            Field(
                name, "scale", _QUESTIONS[name][0], options=_ANSWERS, min=0, max=1, help=_QUESTIONS[name][1]
            )
            for name in wanted
        )

    def _together(
        self, values: dict[str, Any], stimulus: Mapping[str, Any], settings: Mapping[str, Any]
    ) -> dict[str, Any]:
        if values.get("strict", 0) > values.get("lenient", 1):
            raise InputError("is no where the meaning is another", field="strict")
        return values

    def _view(self, stimulus: Mapping[str, Any], settings: Mapping[str, Any]) -> dict[str, Any]:
        # Not the rank: a judge must not know what the ranking thinks of it.
        source, paraphrase = stimulus["source"], stimulus["paraphrase"]
        parts = []
        if "example" in stimulus:
            parts.append({"label": "The term in a sentence", "text": stimulus["example"]})
            if other := replaced(stimulus["example"], source, paraphrase):
                parts.append({"label": "The same with the paraphrase", "text": other})
        return {
            "kind": "pair",
            "source": {"label": "Term", "text": source},
            "candidate": {"label": "Paraphrase", "text": paraphrase},
            "parts": parts,
        }


def replaced(sentence: str, term: str, paraphrase: str) -> str | None:
    """The sentence with the paraphrase in place of the term, or None where the term is not in it."""
    plain = r"\s+".join(re.escape(part) for part in term.split())
    match = re.search(rf"(?<!\w){plain}(?!\w)", sentence, re.IGNORECASE)
    if match is None and not term.isascii():  # scripts without blanks have no edges of words
        match = re.search(plain, sentence, re.IGNORECASE)
    if match is None:
        return None
    if match[0][:1].isupper() and not term[:1].isupper():
        paraphrase = paraphrase[:1].upper() + paraphrase[1:]
    return sentence[: match.start()] + paraphrase + sentence[match.end() :]
