"""The denials of a text: cues of the closed class, affixes, answers and denials by meaning, one by one.

Scopes and events come from the resolver of `likewise.negation`, and so do affixes. Importing this module is
slow, since the resolver's kernels come with it; `text_denials` does so only for texts that may deny.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from likewise.metrics.negation.denial import YES, Denial, in_noun_phrase
from likewise.metrics.negation.word_lists import (
    ANSWERS,
    BOUNDARIES,
    CLOSED,
    DETERMINERS,
    MAYBE,
    QUOTES,
    Runs,
    idle,
    implicit_event,
    is_content,
    is_doing,
    keys_of,
    word_cues,
)
from likewise.negation import Negation, Part, Sentence, Token, embedded, remainder, split_word
from likewise.text import split_sentences

__all__ = ["denials_of", "sentences"]

_BEFORE_LIKE = frozenset(["not", "n't", "n’t", "never", "to"])
_OF_THINGS = frozenset(["no", "without"])
_LONGEST = 3
_LONG = 100
_NOT_LESS = frozenset(
    ["unless", "nevertheless", "nonetheless", "regardless", "doubtless", "needless", "wireless"]
)


def sentences(text: str, tokens: Sequence[Token]) -> Iterator[Sequence[str]]:
    """The words of each sentence of a text; semicolons cut too.

    What goes on and on is cut at a comma, in the end anywhere: scopes of hundreds of words are of no use.
    """
    at = 0
    for _, last in split_sentences(text):
        words: list[str] = []
        while at < len(tokens) and tokens[at].start < last:
            word = tokens[at].text
            words.append(word)
            at += 1
            if word == ";" or len(words) > _LONG * (1 if word == "," else 2):
                yield words
                words = []
        if words:
            yield words


def denials_of(words: Sequence[str]) -> list[Denial]:
    """The denials of one sentence, in its order."""
    lowered = [word.lower() for word in words]
    if not MAYBE.search(" ".join(lowered).replace(" n't", "n't").replace(" n’t", "n’t")):
        return []
    passive = idle(lowered)
    runs = list(word_cues(lowered))
    answers = [run for run in runs if _is_answer(lowered, run)]
    plain = [run for run in runs if run not in answers and passive.isdisjoint(run) and _denies(lowered, run)]
    meant = {at: event for at in range(len(words)) if (event := implicit_event(lowered, at))}
    taken = {t for run in runs for t in run} | set(meant)
    denials = [Denial("answer", run, (), (), YES, frozenset()) for run in answers]
    denials += [_implicit(at, *event, words) for at, event in meant.items()]
    denials += _resolved(words, plain, taken)
    return sorted(denials, key=lambda one: one.cue)


def _denies(words: Sequence[str], run: Runs) -> bool:
    """Whether it denies where it is no answer, as "nope" cannot."""
    return not CLOSED.isdisjoint(words[t] for t in run)


def _is_answer(words: Sequence[str], run: Runs) -> bool:
    """Whether it is an answer, or a word that is only quoted: a mark or nothing follows "no"."""
    at, after = run[0], run[-1] + 1
    closed = after >= len(words) or not any(c.isalnum() for c in words[after])
    quoted = at > 0 and words[at - 1] in QUOTES and after < len(words) and words[after] in QUOTES
    return quoted or (len(run) == 1 and words[at] in ANSWERS and closed)


def _implicit(at: int, event: int, sure: bool, words: Sequence[str]) -> Denial:
    """A denial by meaning; one that is not sure may agree with another, and is never flagged by itself."""
    last = next((t for t in range(event, len(words)) if words[t].lower() in BOUNDARIES), len(words))
    scope = tuple(range(event, last))
    keys = _stems(words, [event] if sure else [])
    return Denial("implicit", (at,), scope, (event,), keys, _stems(words, scope))


def _stems(words: Sequence[str], places: Iterable[int]) -> frozenset[str]:
    return frozenset(key for t in places if is_content(words[t]) for key in keys_of(words[t]))


def _resolved(words: Sequence[str], plain: Sequence[Runs], taken: set[int]) -> list[Denial]:
    """The cues of the list and the affixes and phrases that the resolver adds, with scopes and events."""
    # Never the optional encoder: a score must not depend on what else is installed.
    resolver, sentence = embedded(encoder=False), Sentence(tuple(words))
    negations = resolver.resolve(sentence).negations
    added = [one for one in negations if taken.isdisjoint(part.token for part in one.cue)]
    own = {tuple(part.token for part in one.cue): one for one in negations}
    missing = [run for run in plain if run not in own]
    if missing:
        cues = [tuple(Part(t, words[t]) for t in run) for run in missing]
        own |= dict(zip(missing, resolver.resolve(sentence, cues=cues).negations, strict=True))
    denials = [_word(own[run], words) for run in plain]
    denials += [_added(one, words) for one in added]
    return [*denials, *_less(words, taken | {part.token for one in added for part in one.cue})]


def _added(one: Negation, words: Sequence[str]) -> Denial:
    first = one.cue[0]
    if first.text == words[first.token]:
        return _word(one, words, "implicit")
    scope = tuple(part.token for part in one.scope)
    return _affix(first.token, first.text, remainder(words[first.token], first.text).lstrip("-"), scope)


def _affix(at: int, affix: str, rest: str, scope: Runs) -> Denial:
    keys = frozenset(keys_of(rest))
    return Denial("affix", (at,), scope, (at,), keys, keys, (affix, rest))


def _less(words: Sequence[str], taken: set[int]) -> Iterator[Denial]:
    """Words in -less that the resolver does not know: no dictionary is needed for them."""
    for at, word in enumerate(words):
        split = split_word(word) if at not in taken and "less" in word.lower() else None
        if split and split.start and word.lower() not in _NOT_LESS:
            yield _affix(at, split.affix, split.rest, (at,))


def _word(one: Negation, words: Sequence[str], kind: str = "word") -> Denial:
    cue, scope, event = (tuple(part.token for part in parts) for parts in (one.cue, one.scope, one.event))
    lowered = [word.lower() for word in words]
    scope = tuple(t for t in scope if t not in cue)
    event = _joined(lowered, [t for t in event if t not in cue and _may_happen(lowered, t)])
    if lowered[cue[0]] in _OF_THINGS:
        event = _thing(lowered, cue) or event
    event = event or _event(lowered, cue, scope)
    keys = frozenset(key for t in event for key in keys_of(words[t]))
    verbal = lowered[cue[0]] not in _OF_THINGS and not any(in_noun_phrase(lowered, t) for t in event)
    return Denial(kind, cue, scope, event, keys, _stems(words, scope) | keys, verbal=verbal)


def _joined(words: Sequence[str], event: Sequence[int]) -> Runs:
    """The first word of an event and what is joined to it; a word further off is another event."""
    joined = list(event[:1])
    for place in event[1:]:
        if any(map(is_content, words[joined[-1] + 1 : place])):
            break
        joined.append(place)
    return tuple(joined)


def _thing(words: Sequence[str], cue: Runs) -> Runs:
    """What "no" and "without" take away: the content words that follow at once or behind an article."""
    first = cue[-1] + 1
    while first < len(words) and words[first] in DETERMINERS:
        first += 1
    last = first
    while last < min(len(words), first + _LONGEST) and is_content(words[last]):
        last += 1
    return tuple(range(first, last))


def _may_happen(words: Sequence[str], place: int) -> bool:
    """Whether the word can be an event: "like" can, where it is no preposition."""
    liked = words[place] == "like" and place > 0 and words[place - 1] in _BEFORE_LIKE
    return liked or is_content(words[place])


def _event(words: Sequence[str], cue: Runs, scope: Runs) -> Runs:
    """Where the resolver names no event: the first content word behind the cue, else the last before it."""
    places = [t for t in (scope or range(len(words))) if t not in cue and _may_happen(words, t)]
    behind = [t for t in places if t > cue[0]] or [t for t in scope if t > cue[0] and is_doing(words, t)]
    before = [t for t in places if t < cue[0]]
    return tuple(behind[:1] or before[-1:])
