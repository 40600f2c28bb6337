"""English questions into what they ask for (Mitamura et al. 2006, section 3.1).

The paper parses with RASP; here the parser of `likewise.frames` tells words, tags and dependencies, and a
table of rules (`data/ask/question_rules.tsv`) the rest.
"""

from __future__ import annotations

from collections.abc import Callable

from likewise.ask.analysis.answer_type import decide_answer_type
from likewise.ask.analysis.keywords import find_keywords
from likewise.ask.analysis.question_form import find_question_form
from likewise.ask.analysis.word_lemmas import with_lemmas
from likewise.ask.question import Question
from likewise.errors import InputError
from likewise.frames import FrameParser, frame_parser
from likewise.text import is_in_script, looks_unsegmented

__all__ = ["LONGEST_QUESTION", "analyze_question"]

LONGEST_QUESTION = 2000
"""Characters; what is longer is no question."""


def analyze_question(
    text: str,
    *,
    parser: FrameParser | None = None,
    known_phrase: Callable[[str], bool] | None = None,
) -> Question:
    """The answer type, subtype, focus and keywords of an English question.

    `known_phrase` tells whether a phrase (in small letters) stands in a dictionary: only such are then kept
    together. Raises `InputError` for an empty question, one that is not in English letters, and one that
    names nothing to look for.
    """
    checked = _checked(text)
    sentence = with_lemmas((parser or frame_parser("en")).parse([_as_question(checked)])[0])
    form = find_question_form(sentence)
    decision = decide_answer_type(sentence, form)
    used = form.used | decision.used
    asked = form.focus if decision.subtype != "description" else -1
    keywords = find_keywords(text, sentence, used, decision.answer_type, asked, known_phrase)
    if not keywords and decision.used:  # "What is time?": the noun is all that there is
        keywords = find_keywords(text, sentence, form.used, decision.answer_type, -1, known_phrase)
    if not keywords:
        raise InputError(
            f"{text.strip()!r} names nothing to look for, expected a word of content", field="question"
        )
    focus = sentence.lemmas[asked] if asked >= 0 and sentence.tags[asked] != "PROPN" else ""
    return Question(text, decision.answer_type, decision.subtype, keywords, focus, decision.rule)


def _checked(text: str) -> str:
    if not any(char.isalnum() for char in text):
        raise InputError("empty, expected a question in English", field="question")
    if len(text) > LONGEST_QUESTION:
        message = f"{len(text):,} characters, expected a question of at most {LONGEST_QUESTION:,}"
        raise InputError(message, field="question")
    if looks_unsegmented([text]):
        message = (
            "in Chinese or Japanese characters, expected English (`analyze_native_question` reads those)"
        )
        raise InputError(message, field="question")
    if not is_in_script(text, "Latin"):
        raise InputError("in letters that are not Latin, expected English", field="question")
    return text


def _as_question(text: str) -> str:
    """The text as the parser reads it best: with a mark at its end, small where capitals tell nothing."""
    words = [word for word in text.split() if word[0].isalpha()]
    is_all_capital = len(words) > 1 and sum(map(str.isupper, words)) > 0.8 * len(words)
    has_small_forms = any(word[0].islower() for word in words)
    is_title = len(words) > 3 and not has_small_forms
    lowered = text.lower()
    plain = lowered if (is_all_capital or is_title) and len(lowered) == len(text) else text
    return plain if plain.rstrip()[-1] in ".?!" else plain + "?"
