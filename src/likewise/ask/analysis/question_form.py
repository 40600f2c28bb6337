"""How a question asks: its question word, the noun asked for, the word after "how", its verb."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from likewise.ask.analysis.name_spans import find_name_spans, is_cased
from likewise.ask.analysis.question_rules import find_rule
from likewise.frames import FramedSentence

__all__ = ["QuestionForm", "find_question_form"]

WORDS = ("who", "whom", "whose", "what", "which", "when", "where", "why", "how")
COMMANDS = frozenset(["name", "give", "list", "tell", "identify", "state", "mention", "specify", "find"])
_CIRCUMSTANCES = ("when", "where")
"""Less sure to ask than all others, wherever both stand."""
_ASIDE = ("advcl", "acl:relcl", "ccomp")
"""Relations of clauses that do not ask by themselves: (How old was he) when he resigned."""
_NOUNS = ("NOUN", "PROPN")


@dataclass(frozen=True, slots=True)
class QuestionForm:
    """Tokens by their numbers; -1 where there is none."""

    word: str
    """One of `WORDS`, `name` for a command, "" where nothing asks."""
    at: int = -1
    focus: int = -1
    """The head of the noun phrase asked for."""
    measure: int = -1
    """The word after how: many, old, far."""
    verb: int = -1
    used: frozenset[int] = frozenset()
    """Tokens that are part of the form alone."""
    path: tuple[int, ...] = ()
    """Nouns that led to the focus: name, type."""


def find_question_form(sentence: FramedSentence) -> QuestionForm:
    """The form of the question that a text asks."""
    at = _question_word(sentence)
    if at < 0:
        return _command(sentence)
    word = sentence.tokens[at].lower()
    if word in ("what", "which", "whose"):
        return _noun_question(sentence, at, word)
    if word == "how":
        return _how_question(sentence, at)
    verb = _verb_above(sentence, at)
    focus = _predicate_noun(sentence, at) if word in ("who", "whom") else -1
    return _with_focus(sentence, QuestionForm(word, at, verb=verb, used=frozenset({at})), focus)


def children(sentence: FramedSentence, head: int) -> Iterator[int]:
    """The tokens right under a token, from left to right."""
    return (k for k in range(len(sentence)) if sentence.heads[k] == head)


def _question_word(sentence: FramedSentence) -> int:
    """The first question word that is not in a clause aside; the first at all where each is."""
    found = [
        k for k, word in enumerate(sentence.tokens) if word.lower() in WORDS and not _in_name(sentence, k)
    ]
    asking = [k for k in found if not _stands_aside(sentence, k)]
    surer = [k for k in asking or found if sentence.tokens[k].lower() not in _CIRCUMSTANCES]
    if asking and asking[0] > 0 and surer:
        return surer[0]
    return (asking or surer or [k for k in found if k > 0] or [-1])[0]


def _in_name(sentence: FramedSentence, at: int) -> bool:
    """Doctor Who is nobody's question."""
    is_capital = sentence.tokens[at][0].isupper() and sentence.tokens[at - 1][:1].isupper()
    return at > 0 and is_capital and is_cased(sentence)


def _stands_aside(sentence: FramedSentence, at: int) -> bool:
    """Whether the word leads a clause that tells when, where or which one is meant."""
    word = sentence.tokens[at].lower()
    if at == 0:  # When large groups boycott a system, what ..
        asks = sentence.tags[1:2] == ("AUX",) or word not in _CIRCUMSTANCES
        has_other = any(token.lower() in WORDS for token in sentence.tokens[1:])
        return not asks and len(sentence) > 4 and (has_other or not {"AUX", "VERB"} & set(sentence.tags[1:3]))
    if at <= 2 and sentence.tags[at - 1] in ("ADP", "PUNCT") and word not in (*_CIRCUMSTANCES, "who"):
        return False
    above, steps = at, 0
    while above >= 0 and steps <= len(sentence):
        if sentence.relations[above] in _ASIDE:
            return word in ("when", "where", "who", "which", "whose")
        above, steps = sentence.heads[above], steps + 1
    return False


def _noun_question(sentence: FramedSentence, at: int, word: str) -> QuestionForm:
    """What or which: with a noun right after, with a predicate noun (What is the X), or alone."""
    verb = _verb_above(sentence, at)
    form = QuestionForm(word, at, verb=verb, used=frozenset({at}))
    head = sentence.heads[at]
    if word == "whose":
        return form
    if head > at and sentence.relations[at] == "det" and sentence.tags[head] in _NOUNS:
        return _with_focus(sentence, form, head)
    following = _noun_after(sentence, at)
    if following > 0:
        return _with_focus(sentence, form, following)
    following = at + 1
    if following < len(sentence) and sentence.tokens[following].lower() == "of":
        under = [k for k in children(sentence, at) if sentence.tags[k] in _NOUNS]
        under += [
            k for k in range(following, min(following + 6, len(sentence))) if sentence.tags[k] == "NOUN"
        ]
        return _with_focus(sentence, form, under[0] if under else -1)
    return _with_focus(sentence, form, _predicate_noun(sentence, at))


def _noun_after(sentence: FramedSentence, at: int) -> int:
    """The last noun of those that follow at once: which famous Indian; -1 if none does.

    A bare verb before an auxiliary is a noun, whatever the parser says: what show did ..
    """
    if sentence.tags[at + 1 : at + 3] == ("VERB", "AUX") and find_rule("noun", sentence.tokens[at + 1]):
        return at + 1
    end = at + 1
    while end < len(sentence) and sentence.tags[end] in ("ADJ", "NUM", *_NOUNS):
        end += 1
    is_noun = end > at + 1 and (sentence.tags[end - 1] in _NOUNS or sentence.tokens[end - 1][0].isupper())
    return end - 1 if is_noun else -1


def _how_question(sentence: FramedSentence, at: int) -> QuestionForm:
    """How, with the word that it measures and what is counted."""
    used, measure, focus = {at}, -1, -1
    following = at + 1
    if following < len(sentence) and sentence.tags[following] in ("ADJ", "ADV", "DET", "PRON"):
        measure = following
        used.add(measure)
        head = sentence.heads[measure]
        if head > measure and sentence.tags[head] in _NOUNS:
            focus = head
        else:
            focus = next((k for k in children(sentence, measure) if _is_subject(sentence, k)), -1)
            if (
                sentence.tokens[measure].lower() in ("many", "much")
                and focus < 0
                and following + 1 < len(sentence)
            ):
                focus = following + 1 if sentence.tags[following + 1] in _NOUNS else -1
    verb = _verb_above(sentence, at)
    return _with_focus(
        sentence, QuestionForm("how", at, measure=measure, verb=verb, used=frozenset(used)), focus
    )


def _command(sentence: FramedSentence) -> QuestionForm:
    """Name the capital of France; or a bare noun phrase, whose head is asked for."""
    for k, token in enumerate(sentence.tokens):
        if k <= 2 and token.lower() in COMMANDS and sentence.tags[k] in ("VERB", "NOUN", "PROPN"):
            nouns = [n for n in children(sentence, k) if sentence.relations[n] in ("obj", "dep") and n > k]
            nouns = nouns or [n for n in range(k + 1, len(sentence)) if sentence.tags[n] == "NOUN"]
            form = QuestionForm("name", k, used=frozenset(range(k + 1)))
            return _with_focus(sentence, form, nouns[0] if nouns else -1)
    roots = [k for k in range(len(sentence)) if sentence.heads[k] < 0 and sentence.tags[k] == "NOUN"]
    return _with_focus(sentence, QuestionForm(""), roots[0] if roots else -1)


def _with_focus(sentence: FramedSentence, form: QuestionForm, focus: int) -> QuestionForm:
    """The form with its focus, led on through nouns that ask for another one (the name of the river)."""
    path: list[int] = []
    while focus >= 0 and focus not in path and find_rule("kind", *forms(sentence, focus)) is not None:
        nouns = [
            k
            for k in children(sentence, focus)
            if sentence.tags[k] in _NOUNS
            and k > focus
            and any(sentence.tokens[c].lower() == "of" for c in children(sentence, k))
        ]
        if not nouns or (
            sentence.tags[nouns[0]] == "PROPN" and find_rule("noun", *forms(sentence, nouns[0])) is None
        ):
            break
        path.append(focus)
        focus = nouns[0]
    used = form.used | set(path)
    focus = _past_name(sentence, focus, used)
    return QuestionForm(form.word, form.at, focus, form.measure, form.verb, used, tuple(path))


def _past_name(sentence: FramedSentence, focus: int, used: frozenset[int]) -> int:
    """The noun after a name that the parser took for the noun: what is the first Doctor Who serial."""
    spans = find_name_spans(sentence, used) if focus >= 0 else []
    end = next((end for start, end in spans if start <= focus < end - 1), -1)
    if end < 0:
        return focus
    is_noun = end < len(sentence) and sentence.tags[end] in ("NOUN", "VERB") and sentence.heads[end] <= end
    return end if is_noun and sentence.tokens[end].islower() else end - 1


def forms(sentence: FramedSentence, at: int) -> tuple[str, str]:
    """The lemma and the token, as the rules look words up."""
    lemma = sentence.lemmas[at] if sentence.lemmas else ""
    return lemma, sentence.tokens[at]


def _verb_above(sentence: FramedSentence, at: int) -> int:
    """The verb that the question word hangs under, or the verb of the text."""
    above = sentence.heads[at]
    steps = 0
    while above >= 0 and steps <= len(sentence):
        if sentence.tags[above] == "VERB":
            return above
        above, steps = sentence.heads[above], steps + 1
    verbs = [k for k in range(len(sentence)) if sentence.tags[k] == "VERB"]
    stranded = (k for k in verbs if [token.lower() for token in sentence.tokens[k + 1 : k + 2]] == ["by"])
    return next((k for k in verbs if sentence.heads[k] < 0), next(stranded, -1))


def _predicate_noun(sentence: FramedSentence, at: int) -> int:
    """X of "What is the X", read either way round; also of "What did they call the X", by its subject."""
    head = sentence.heads[at]
    if head < 0:
        under = [k for k in children(sentence, at) if _is_subject(sentence, k)]
        return under[0] if under else -1
    has_copula = any(sentence.relations[k] == "cop" for k in children(sentence, head))
    if has_copula and sentence.tags[head] in _NOUNS and sentence.relations[at].startswith("nsubj"):
        return head
    if find_naming(sentence, head):
        under = [k for k in children(sentence, head) if _is_subject(sentence, k) and k != at]
        return under[0] if under else -1
    return -1


def find_naming(sentence: FramedSentence, verb: int) -> bool:
    """Whether a verb gives a name: called, named, known as, referred to as, termed."""
    lemma, token = (form.lower() for form in forms(sentence, verb))
    return bool(
        {lemma, token} & {"call", "called", "name", "named", "known", "refer", "term", "dub", "nickname"}
    )


def _is_subject(sentence: FramedSentence, at: int) -> bool:
    return sentence.relations[at].startswith("nsubj") and sentence.tags[at] in (*_NOUNS, "NUM", "ADJ")
