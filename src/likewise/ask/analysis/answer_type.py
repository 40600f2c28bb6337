"""The answer type that a question asks for: rules by question word, each with a name for the trace."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from likewise.ask.analysis.question_form import QuestionForm, children, find_naming, forms
from likewise.ask.analysis.question_rules import AnswerRule, find_rule
from likewise.ask.question import AnswerType
from likewise.frames import FramedSentence

__all__ = ["TypeDecision", "decide_answer_type"]

_SIZES = frozenset(["big", "large", "small"])


@dataclass(frozen=True, slots=True)
class TypeDecision:
    """A type with the rule that decided, and what is used up by it."""

    answer_type: AnswerType
    subtype: str
    rule: str
    used: frozenset[int] = frozenset()


def decide_answer_type(sentence: FramedSentence, form: QuestionForm) -> TypeDecision:
    """By the question word, then by the noun or the verb that goes with it."""
    if form.word == "when":
        return TypeDecision("time", "date" if _has(sentence, "born", "birthday") else "", "when")
    if form.word == "where":
        rule = _any_word("where", sentence, form)
        return _by(rule) if rule else TypeDecision("location", "place", "where")
    if form.word == "why":
        return TypeDecision("reason", "cause", "why")
    if form.word == "how":
        return _how(sentence, form)
    if form.word in ("who", "whom", "whose"):
        return _who(sentence, form)
    return _what(sentence, form)


def _who(sentence: FramedSentence, form: QuestionForm) -> TypeDecision:
    if form.focus >= 0:
        rule = find_rule("noun", *forms(sentence, form.focus))
        if rule and rule.answer_type in ("person", "organization"):
            return _by(rule, _dropped(rule, form))
        if _is_description(sentence, form):
            return TypeDecision("thing", "description", "who:description")
    if form.verb >= 0:
        for slot in ("verb", "company"):
            rule = find_rule(slot, *forms(sentence, form.verb))
            if rule:
                return _by(rule)
    return TypeDecision("person", "", form.word)


def _what(sentence: FramedSentence, form: QuestionForm) -> TypeDecision:
    if form.focus >= 0:
        rule = _noun_rule(sentence, form.focus)
        if form.path and rule is None:
            rule = _noun_rule(sentence, form.path[-1])
            return _by(rule) if rule else TypeDecision("thing", "", "what:noun")
        is_kind = any(
            sentence.tokens[k].lower().startswith(("type", "kind", "sort", "form")) for k in form.path
        )
        if rule and is_kind and rule.answer_type != "reason":
            return TypeDecision("thing", "kind", f"kind:{rule.name}", frozenset(_dropped(rule, form)))
        if rule and not _is_description(sentence, form):
            return _by(rule, _dropped(rule, form))
        if _is_description(sentence, form):
            return TypeDecision("thing", "description", "what:description")
        return TypeDecision("thing", "", "what:noun")
    if form.word == "what" and form.verb >= 0 and not find_naming(sentence, form.verb):
        rule = find_rule("object", *forms(sentence, form.verb))
        if rule:
            return _by(rule)
    return TypeDecision("thing", "", form.word or "none")


def _how(sentence: FramedSentence, form: QuestionForm) -> TypeDecision:
    if form.measure < 0:
        rule = _any_word("why", sentence, form)
        return TypeDecision("reason", "manner", "how" if rule is None else "how:why")
    word = sentence.tokens[form.measure].lower()
    rule = find_rule("how", word)
    if rule is None:
        return TypeDecision("reason", "manner", "how:other")
    counted = forms(sentence, form.focus) if form.focus >= 0 else ("", "")
    if word == "many":
        unit = find_rule("unit", *counted)
        return _by(unit or rule, _dropped(unit, form))
    if word == "much":
        amount = _any_word("amount", sentence, form)
        return _by(amount or rule)
    number = find_rule("noun", *counted)
    if number and number.answer_type == "number" and word not in ("old", "often"):
        return _by(number)  # how large is the population
    if word == "long" and _is_of_things(sentence, form):
        return TypeDecision("number", "length", "how:long:length")
    if word in _SIZES and _has(sentence, "area", "country", "island", "park"):
        return TypeDecision("number", "area", "how:size")
    return _by(rule)


def _is_of_things(sentence: FramedSentence, form: QuestionForm) -> bool:
    """Whether "how long" is said of a thing (How long is the Rhine), and not of what goes on."""
    if form.focus < 0 or sentence.relations[form.measure] == "advmod":
        return False
    times = [form.focus] + [k + 1 for k, token in enumerate(sentence.tokens[:-1]) if token == "in"]
    if any(find_rule("lasting", *forms(sentence, k)) for k in times):  # How long was he in office
        return False
    relations = {sentence.relations[k] for k in children(sentence, form.measure)}
    return "cop" in relations and not relations & {"obl", "advcl"}


def _is_description(sentence: FramedSentence, form: QuestionForm) -> bool:
    """Whether the noun is what the question is about: Who was Chopin, What is oxygen."""
    if form.focus < 0 or form.path or sentence.relations[form.at] == "det":
        return False
    if form.verb >= 0 and form.verb != form.focus:
        return False
    if sentence.tags[form.focus] == "PROPN" and not any(
        sentence.relations[k] == "nmod" for k in children(sentence, form.focus)
    ):
        return (
            sentence.tokens[form.focus][:1].isupper()
            or find_rule("noun", *forms(sentence, form.focus)) is None
        )
    if sentence.tags[[k for k in range(len(sentence)) if sentence.tags[k] != "PUNCT"][-1]] == "ADP":
        return False  # What was X the head of?
    content = [
        k
        for k in range(len(sentence))
        if k not in form.used
        and k != form.focus
        and sentence.tags[k] in ("NOUN", "PROPN", "VERB", "ADJ", "NUM")
    ]
    return not content


def _noun_rule(sentence: FramedSentence, at: int) -> AnswerRule | None:
    """By the noun with a neighbour (prize-money, body-of-water), else by the noun."""
    pairs = [f"{sentence.tokens[at - 1]}-{sentence.lemmas[at]}"] if at > 0 else []
    if at + 2 < len(sentence) and sentence.tokens[at + 1] == "of":
        pairs.append(f"{sentence.lemmas[at]}-of-{sentence.tokens[at + 2]}")
    rule = find_rule("noun", *pairs)
    if rule:
        return rule
    return find_rule("noun", *forms(sentence, at))


def _any_word(slot: str, sentence: FramedSentence, form: QuestionForm) -> AnswerRule | None:
    """The rule of the first word of the question that the slot has."""
    rules = (find_rule(slot, *forms(sentence, k)) for k in range(len(sentence)) if k not in form.used)
    return next((rule for rule in rules if rule), None)


def _has(sentence: FramedSentence, *words: str) -> bool:
    return any(token.lower() in words for token in sentence.tokens)


def _dropped(rule: AnswerRule | None, form: QuestionForm) -> Iterable[int]:
    return (form.focus,) if rule and rule.is_used_up else ()


def _by(rule: AnswerRule, used: Iterable[int] = ()) -> TypeDecision:
    return TypeDecision(rule.answer_type, rule.subtype, rule.name, frozenset(used))
