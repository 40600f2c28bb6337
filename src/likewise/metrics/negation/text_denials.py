"""A text read for what it denies and what it says: the denials that stand, and the words outside them.

Two cues over one event cancel each other, so that "not unhappy" reads as "happy".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from likewise.metrics.negation.denial import YES, Denial, in_noun_phrase
from likewise.metrics.negation.word_lists import (
    AUXILIARIES,
    BOUNDARIES,
    CLOSED,
    DETERMINERS,
    MAYBE,
    is_content,
    is_doing,
    keys_of,
)
from likewise.text import stem

__all__ = ["TextDenials", "read"]

_CUT = frozenset([";", "but", "because", "although", "though", "while", "whereas"])
_STARTS = DETERMINERS | {"he", "she", "it", "they", "we", "i", "you", "there", "another"}
_AHEAD = AUXILIARIES | CLOSED
_RELATIVE = frozenset(["that", "which", "who"])
_WISHES = frozenset(
    ["try", "tri", "attempt", "want", "hope", "plan", "intend", "wish", "offer", "order", "ask"]
)


@dataclass(frozen=True)
class TextDenials:
    """A text with the denials that stand, and those that cancel each other."""

    text: str
    denials: tuple[Denial, ...] = ()
    cancelled: tuple[Denial, ...] = ()
    words: tuple[str, ...] = field(default=(), repr=False)

    @cached_property
    def tokens(self) -> tuple[str, ...]:
        """The words and marks of the text."""
        return self.words or _tokens(self.text)

    @cached_property
    def said(self) -> dict[str, str]:
        """Content words outside every denial, by stem; what two cues cancel to is said."""
        unsaid = {t for one in self.denials for t in (*_reach(one, self.tokens), *one.event, *one.cue)}
        unsaid |= {t for one in self.cancelled if one.pieces for t in one.cue}
        unsaid |= set(_wished([word.lower() for word in self.tokens]))
        answers: dict[str, str] = {}
        lowered = [word.lower() for word in self.tokens]
        for place, word in enumerate(self.tokens):
            told = is_content(word) or stem(word) in YES or is_doing(lowered, place)
            for key in keys_of(word) if told and place not in unsaid else ():
                answers.setdefault(key, word)
        for number, one in enumerate(self.cancelled):
            # They come in pairs, and the words from the first cue on show best what is said: "not unhappy".
            first, last = self.cancelled[number - number % 2].cue[0], max(one.event, default=-1)
            for key in sorted(one.keys):
                answers[key] = " ".join(self.tokens[first : last + 1])
        return answers

    @cached_property
    def named(self) -> frozenset[str]:
        """Stems that stand only behind an article or the like, so as names of things: "the stop"."""
        always: dict[str, bool] = {}
        lowered = [word.lower() for word in self.tokens]
        for place, word in enumerate(lowered):
            for key in keys_of(word):
                always[key] = always.get(key, True) and in_noun_phrase(lowered, place)
        return frozenset(key for key, true in always.items() if true)

    @property
    def has_cues(self) -> bool:
        """Whether anything denies here, even if it comes to nothing."""
        return bool(self.denials or self.cancelled)

    def cue_words(self, denial: Denial) -> str:
        """The cue as written; an affix with its hyphen."""
        if denial.pieces is None:
            return " ".join(self.tokens[t] for t in denial.cue)
        word, (affix, _) = self.tokens[denial.cue[0]], denial.pieces
        return f"{affix}-" if word.lower().startswith(affix.lower()) else f"-{affix}"

    def event_words(self, denial: Denial) -> list[str]:
        """The words of the event; of a word with an affix what is left."""
        if denial.pieces is not None:
            return [denial.pieces[1]]
        return [self.tokens[t] for t in denial.event]


def read(text: str) -> TextDenials:
    """What the text denies; a text without a word that could deny is not looked at any further."""
    return _read(text) if MAYBE.search(text) else TextDenials(text)


@lru_cache(maxsize=1 << 14)
def _read(text: str) -> TextDenials:
    from likewise.metrics.negation.denial_finder import denials_of, sentences
    from likewise.negation import tokens_of

    tokens = tokens_of(text)
    stand: list[Denial] = []
    gone: list[Denial] = []
    start = 0
    for part in sentences(text, tokens):
        kept, cancelled = _cancel(denials_of(part), [word.lower() for word in part])
        stand += [one.shifted(start) for one in kept]
        gone += [one.shifted(start) for one in cancelled]
        start += len(part)
    return TextDenials(text, tuple(stand), tuple(gone), tuple(token.text for token in tokens))


def _tokens(text: str) -> tuple[str, ...]:
    # The room of negation brings its kernels with it: texts that deny nothing need not wait for them.
    from likewise.negation import tokens_of

    return tuple(token.text for token in tokens_of(text))


def _wished(words: Sequence[str]) -> Iterator[int]:
    """Places of verbs that are only tried or wished for: "tries to start" does not say whether it did."""
    for place in range(2, len(words)):
        if words[place - 1] == "to" and stem(words[place - 2]) in _WISHES:
            yield place


def _reach(one: Denial, words: Sequence[str]) -> Iterator[int]:
    """The places that a denial surely covers: its scope up to where another clause begins."""
    if one.kind == "affix":
        return
    cue = one.cue[0]
    lowered = [word.lower() for word in words]
    first = max((t for t in range(cue) if _opens_clause(lowered, t, _AHEAD)), default=-1)
    last = min(
        (t for t in range(cue + 1, len(words)) if _opens_clause(lowered, t, _STARTS)), default=len(words)
    )
    yield from (t for t in one.scope if first < t < last)


def _opens_clause(words: Sequence[str], at: int, starts: frozenset[str]) -> bool:
    """Whether a clause begins here: a conjunction, or "and" with the start of a clause behind it.

    Before a cue that is the cue's own verb ("and does not"), or a relative pronoun; behind it a new subject
    or another verb ("and pushes").
    """
    low, after = words[at], words[at + 1] if at + 1 < len(words) else ""
    if low in {"and", ","}:
        return after in starts or (starts is _STARTS and low == "and" and after[-1:] == "s")
    return low in _CUT or (starts is _AHEAD and low in _RELATIVE)


def _cancel(denials: Sequence[Denial], words: Sequence[str]) -> tuple[list[Denial], list[Denial]]:
    """Pair a cue with the next that it denies; both are gone, and what the second is about is said."""
    gone: list[int] = []
    for k, one in enumerate(denials):
        later = [j for j in range(k + 1, len(denials)) if j not in gone and _denies(one, denials[j], words)]
        if k not in gone and one.kind == "word" and later:
            gone += [k, later[0]]
    kept = [one for k, one in enumerate(denials) if k not in gone]
    return kept, [denials[k] for k in gone]


def _denies(one: Denial, other: Denial, words: Sequence[str]) -> bool:
    """Whether a cue stands over another: no boundary between them, and for affixes no content word either."""
    between = words[one.cue[-1] + 1 : other.cue[0]]
    if not BOUNDARIES.isdisjoint(between) or other.kind == "answer":
        return False
    if other.kind == "word":
        return words[other.cue[0]] in CLOSED
    return not any(map(is_content, between))
