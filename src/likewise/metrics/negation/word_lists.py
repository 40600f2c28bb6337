"""Words that deny, words that only look so, and words that deny by what they mean: the lists of the metric.

The resolver finds cues as its training text marks them. To tell whether two texts agree, the metric must read
the same words in the same way in both, whatever that text was. So the closed class is taken from here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from likewise.data import path as data_path
from likewise.text import function_words, stem

__all__ = [
    "ANSWERS",
    "AUXILIARIES",
    "BOUNDARIES",
    "CLOSED",
    "DETERMINERS",
    "MAYBE",
    "QUOTES",
    "Runs",
    "idle",
    "implicit_event",
    "is_content",
    "is_doing",
    "keys_of",
    "word_cues",
]


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


_FUSED = _set(
    "dont doesnt didnt isnt arent wasnt werent cant couldnt wouldnt shouldnt wont hasnt havent hadnt aint"
)
CLOSED = _FUSED | _set("not no n't n’t never nothing without none nor neither nobody nowhere noone")
"""Words that deny by themselves, and auxiliaries whose apostrophe was forgotten."""

ANSWERS = _set("no nope nay")
"""Words that answer a question when a mark follows them."""

AUXILIARIES = _set(
    "am is are was were do does did have has had can could will would shall should may might must "
    "ca wo sha ai"
)
BOUNDARIES = _set(
    ", ; : -- - ( ) . ! ? and but or because although though while when if since until as who which that"
)
"""Where a clause may end: two cues on different sides of one do not cancel each other."""

QUOTES = frozenset(['"', "“", "”", "``", "''", "'", "‘", "’", "«", "»"])
DETERMINERS = _set("the a an this that these those his her its their my your our some any each every")

_IDLE_RUNS = """
no* doubt; no* wonder; no* matter; no* sooner; no* less than; no* fewer than; no* later than; no* more than;
not* only; n't* only; n’t* only; not* just; n't* just; n’t* just; not* merely; not* simply; not* least;
nothing* but; nothing* less than; nothing* short of; none* the less; why not*; not* to mention; or not*;
if not*; yes or no*; yes and no*; can not* help; ca n't* help; ca n’t* help; could not* help;
could n't* help; could n’t* help; never* mind; no* offence; no* offense
"""
_IDLE = tuple(tuple(run.split()) for run in _IDLE_RUNS.split(";"))
"""Runs of words in which the starred one denies nothing."""

_LONGER = (("no", "longer"), ("no", "one"), ("by", "no", "means"), ("not", "at", "all"), ("no", "more"))

Runs = tuple[int, ...]

_WAYS = {
    "to": r"fail(?:s|ed|ing|ure)?|refus(?:e[sd]?|ing|al)|declin(?:e[sd]?|ing)|neglect(?:s|ed|ing)?"
    r"|forg[eo]t(?:s|ten|ting)?|ceas(?:e[sd]?|ing)|unable|inability|unwilling|impossible|yet",
    "from": r"prevent(?:s|ed|ing)?|stop(?:s|ped|ping)?|keep(?:s|ing)?|kept|hinder(?:s|ed|ing)?"
    r"|prohibit(?:s|ed|ing)?|ban(?:s|ned|ning)?|discourag(?:e[sd]?|ing)|dissuad(?:e[sd]?|ing)",
    "of": r"incapable|instead|devoid|absence|lack",
    "than": r"rather",
    "": r"lack(?:s|ed|ing)|unless|hardly|scarcely|barely|rarely|seldom|prevent(?:s|ed|ing)?"
    r"|avoid(?:s|ed|ing)?",
}
"""Words that deny by their meaning, by what leads to the thing denied: fails to, keeps .. from, hardly."""

_WAY = {lead: re.compile(words) for lead, words in _WAYS.items()}
_VAGUE = re.compile(r"prevent\w*|avoid\w*")
"""Those whose object other texts name too: "prevents damage" is "protects from damage" there."""
_IMPLICIT_WORDS = "|".join(_WAYS.values())
_CLOSED_WORDS = "|".join(sorted(word for word in CLOSED if word.isalpha()))
MAYBE = re.compile(
    rf"n['’]t\b|\b(?:{_CLOSED_WORDS}|cannot|nope|nay|{_IMPLICIT_WORDS}"
    r"|(?:un|in|im|ir|il|dis|non)-?[a-z][a-z-]{2,}|[a-z-]{2,}less(?:ly|ness)?)\b",
    re.IGNORECASE,
)
"""Whether a text could deny anything: where it matches nothing, no model is asked."""


def is_content(word: str) -> bool:
    """Whether the word says what a text is about: no function word, no mark."""
    low = word.lower()
    return low not in function_words() and low not in AUXILIARIES and any(c.isalnum() for c in low)


_DONE_TO = DETERMINERS | _set("it so them something everything anything all")
_TURNED = BOUNDARIES | QUOTES | _set("what why how where whom so nor neither only than never")


def is_doing(words: Sequence[str], place: int) -> bool:
    """Whether a form of "do" is the verb itself ("does it") and helps no other ("does it work?")."""
    if words[place] in {"done", "doing"}:
        return True
    asked = place == 0 or words[place - 1] in _TURNED
    follows = words[place + 1] if place + 1 < len(words) else ""
    return words[place] in {"do", "does", "did"} and not asked and follows in _DONE_TO


_OWN_VERBS = _set("bore bound fell found saw")
"""Forms of irregular verbs that are plain forms of others too: a man saws wood, and saw it."""


@cache
def _plain_forms() -> Mapping[str, str]:
    """From each listed form of an irregular verb to its plain form."""
    lines = Path(data_path("irregular_verbs.txt")).read_text(encoding="utf-8").splitlines()
    rows = [line.split() for line in lines if not line.startswith("#")]
    return {form: plain for plain, *forms in rows for form in forms}


def keys_of(word: str) -> tuple[str, ...]:
    """By what a word is known again: its stem, of an irregular verb that of the plain form, perhaps both."""
    low = word.lower()
    plain = stem(_plain_forms().get(low, low))
    return (plain, stem(low)) if low in _OWN_VERBS else (plain,)


def word_cues(words: Sequence[str]) -> Iterator[Runs]:
    """The cues of the closed class in a sentence in small letters; answers and idle uses among them."""
    taken: set[int] = set()
    for run in _LONGER:
        for start in _places(words, run):
            if taken.isdisjoint(range(start, start + len(run))):
                taken.update(range(start, start + len(run)))
                yield tuple(range(start, start + len(run)))
    for at, word in enumerate(words):
        if at in taken or word not in CLOSED | ANSWERS:
            continue
        mate = next((t for t in range(at + 1, len(words)) if words[t] == "nor"), None)
        cue = (at,) if word != "neither" or mate is None else (at, mate)
        taken.update(cue)
        yield cue


def idle(words: Sequence[str]) -> set[int]:
    """The places of words that look like a cue and deny nothing: no doubt, not only, tag questions."""
    places = set[int]()
    for run in _IDLE:
        star = next(k for k, word in enumerate(run) if word.endswith("*"))
        plain = tuple(word.rstrip("*") for word in run)
        places.update(start + star for start in _places(words, plain))
    numbers = {at for at, word in enumerate(words[:-1]) if word == "no" and words[at + 1][0].isdigit()}
    return places | numbers | _asked(words)


def _asked(words: Sequence[str]) -> set[int]:
    """Cues of a question to be answered by yes or no: it asks the same with and without them."""
    if "?" not in words:
        return set()
    places = set[int]()
    first = next((k for k, word in enumerate(words) if word[0].isalnum()), len(words))
    for at, word in enumerate(words):
        if word not in CLOSED or at == 0:
            continue
        fronted = first < at <= first + 5 and words[first] in AUXILIARIES | _FUSED
        inside = words[first + 1 : at]
        if fronted and (word in {"n't", "n’t", "not"}) and BOUNDARIES.isdisjoint(inside):
            places.add(at)
        # At the end stand "didn't he?" and "did he not?".
        tail = [words[at - 1] in AUXILIARIES, *words[at + 2 : at + 3]]
        turned = [words[at - 2] in AUXILIARIES and words[at - 3 : at - 2] == [","], *words[at + 1 : at + 2]]
        if [True, "?"] in (tail, turned):
            places.add(at)
    return places | ({first} if first < len(words) and words[first] in _FUSED else set())


def _places(words: Sequence[str], run: tuple[str, ...]) -> Iterator[int]:
    for start in range(len(words) - len(run) + 1):
        if words[start] == run[0] and tuple(words[start : start + len(run)]) == run:
            yield start


def implicit_event(words: Sequence[str], at: int) -> tuple[int, bool] | None:
    """What a word denies by its meaning: the place of its first content word, and whether that is an action.

    None where the word is of no such kind, or stands in another use ("fails an exam", "keeps a dog").
    """
    for lead, pattern in _WAY.items():
        start = _after(words, at, lead) if pattern.fullmatch(words[at]) else None
        if start is not None:
            event = next((t for t in range(start, len(words)) if is_content(words[t])), None)
            if event is not None and BOUNDARIES.isdisjoint(words[at + 1 : event]):
                return event, not (lead == "" and _VAGUE.fullmatch(words[at]) and words[event][-3:] != "ing")
    return None


def _after(words: Sequence[str], at: int, lead: str) -> int | None:
    """Where to look for the thing denied: behind `to` at once, behind `from` and before -ing further off."""
    if not lead:
        return at + 1
    behind = [t for t in range(at + 1, min(at + 2, len(words))) if words[t] == lead]
    if lead == "from":
        behind = [t for t in range(at + 1, min(at + 9, len(words) - 1)) if _from_doing(words, t)]
    if not behind and words[at][:6] == "declin" and words[at + 1 : at + 2] == ["comment"]:
        return at + 1
    return behind[0] + 1 if behind else None


def _from_doing(words: Sequence[str], place: int) -> bool:
    return words[place] == "from" and words[place + 1].endswith("ing")
