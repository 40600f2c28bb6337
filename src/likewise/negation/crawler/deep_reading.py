"""The scope of a negation cue by crawling an MRS, as characters of the text's tokens with reasons.

Packard, Bender, Read, Oepen and Dridan (2014), Figure 2. The crawler answers nothing where it cannot find
the cue, and says why.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from likewise.deep import check_mrs, spans_of_words
from likewise.errors import InputError
from likewise.negation.crawler.conventions import by_convention
from likewise.negation.crawler.cue_predication import find_cue
from likewise.negation.crawler.empty_words import add_empty_words, misread_complementizer, punctuation
from likewise.negation.crawler.graph import Graph
from likewise.negation.crawler.headed_tree import HeadedTree, letters, read_headed_tree, trimmed
from likewise.negation.crawler.predication_crawl import crawl

if TYPE_CHECKING:
    from delphin.derivation import Derivation
    from delphin.mrs import MRS

__all__ = ["CrawledScope", "DeepReading", "ScopePiece", "Span", "crawled_scope"]

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class ScopePiece:
    """A token in scope, or the part of it that is: its number, its characters, and why it is in."""

    token: int
    start: int
    end: int
    reason: str


@dataclass(frozen=True, slots=True)
class CrawledScope:
    """The scope of a cue; None where the crawler cannot tell, and `problem` says why."""

    scope: tuple[ScopePiece, ...] | None
    cue: str = ""
    """The predicate that stands for the cue."""
    problem: str = ""

    @property
    def tokens(self) -> tuple[int, ...]:
        """The numbers of the tokens in scope."""
        return tuple(piece.token for piece in self.scope or ())


class DeepReading:
    """One analysis of a text: its MRS as a graph and its derivation as a tree over the same characters.

    The text is the tokens joined by single blanks, unless it is given.
    """

    def __init__(
        self, tokens: Sequence[str], mrs: MRS, derivation: str | Derivation, text: str | None = None
    ) -> None:
        self.tokens = tuple(tokens)
        self.text = " ".join(self.tokens) if text is None else text
        self.wholes = _wholes(self.tokens, self.text)
        self.graph = Graph(mrs)
        self.problem = ""
        self.tree = HeadedTree((), (), ())
        try:
            check_mrs(mrs, self.text)
            self.tree = read_headed_tree(derivation, self.text)
        except InputError as error:
            self.problem = error.message
        self.spans = (
            [trimmed(self.text, ep.cfrom, ep.cto) for ep in self.graph.eps] if not self.problem else []
        )

    def words_with(self, spans: Iterable[Span]) -> list[int]:
        """The words of the tree that hold some of the characters."""
        wanted = list(spans)
        return [at for at, word in enumerate(self.tree.spans) if any(_meet(word, span) for span in wanted)]

    def tokens_with(self, spans: Iterable[Span]) -> list[int]:
        """The tokens that hold some of the characters."""
        wanted = list(spans)
        return [at for at, whole in enumerate(self.wholes) if any(_meet(whole, span) for span in wanted)]

    @cached_property
    def standing(self) -> list[list[int]]:
        """For each predication the words that it stands on; none where it stands on a phrase."""
        return [self._words_of(at) for at in range(len(self.spans))]

    def _words_of(self, at: int) -> list[int]:
        begin, end = self.spans[at]
        words = self.words_with([(begin, end)])
        in_one_token = any(start <= begin and end <= stop for start, stop in self.wholes)
        return words if len(words) == 1 or in_one_token else []


def crawled_scope(reading: DeepReading, cue: Sequence[Span], conventions: bool = True) -> CrawledScope:
    """The scope of the cue that has these characters of the text.

    Without `conventions` it is Figure 2 alone: see `likewise.negation.crawler.conventions`.
    """
    if not cue or not all(0 <= start < end <= len(reading.text) for start, end in cue):
        raise InputError(f"the characters {list(cue)} of the cue are not in the text", field="cue")
    if reading.problem:
        return CrawledScope(None, problem=reading.problem)
    holders = reading.words_with(cue)
    said = " ".join(reading.text[start:end] for start, end in cue)
    if said.lower() == "no" and _stands_alone(reading, cue):
        return CrawledScope((), said)
    begins = find_cue(reading.graph, [reading.tree.spans[word] for word in holders], reading.spans, said)
    if begins is None:
        return CrawledScope(None, problem="no predication stands on the cue")
    name = reading.graph.eps[begins.at].predicate
    reasons = _words_in_scope(reading, crawl(reading.graph, begins))
    for word in holders:
        if reading.graph.is_coordination(begins.at):  # "and not": only the cue itself is denied
            reasons.pop(word, None)
        else:
            reasons[word] = f"written together with {said!r}"
    scope = _project(reading, reasons, cue, conventions)
    if conventions and not scope and not _stands_alone(reading, cue):
        return CrawledScope(None, problem="nothing but the cue is reached")
    return CrawledScope(scope, str(name))


def _stands_alone(reading: DeepReading, cue: Sequence[Span]) -> bool:
    """Whether punctuation follows the cue, so that "No" is an answer, whatever the reading makes of it."""
    after = reading.text[cue[-1][1] :].split()
    return not after or not any(c.isalnum() for c in after[0])


def _words_in_scope(reading: DeepReading, crawled: dict[int, str]) -> dict[int, str]:
    """The words of what was crawled, and the empty words that belong to them."""
    full = {word for words in reading.standing for word in words}
    reasons: dict[int, str] = {}
    for at, reason in crawled.items():
        for word in reading.standing[at]:
            reasons.setdefault(word, reason)
    empty = [word for word in range(len(reading.tree.spans)) if word not in full]
    reasons = add_empty_words(reading.tree, reasons, empty)
    wrong = misread_complementizer(reading.tree, reasons)
    return {word: reason for word, reason in reasons.items() if word != wrong}


def _project(
    reading: DeepReading, reasons: dict[int, str], cue: Sequence[Span], conventions: bool
) -> tuple[ScopePiece, ...]:
    """Words of the tree as tokens, or as what the cue leaves of them."""
    cues = reading.tokens_with(cue)
    scope: dict[int, str] = {}
    rests: dict[int, Span] = {}
    for number, (whole, token) in enumerate(zip(reading.wholes, reading.tokens, strict=True)):
        held = [span for span in cue if _meet(span, whole)]
        rest = _without(whole, held)
        words = reading.words_with([trimmed(reading.text, *whole)])
        why = next((reasons[word] for word in words if word in reasons), None)
        if why is not None and rest is not None and any(c.isalnum() for c in token):
            scope[number] = why if not held else "the rest of the cue's word"
            rests[number] = rest
    if conventions:
        scope = by_convention(reading.tokens, cues, scope)
    for number in punctuation(reading.tokens, {*scope, *cues}):
        if number not in cues:
            scope[number] = "punctuation between"
    return tuple(
        ScopePiece(number, *rests.get(number, reading.wholes[number]), scope[number])
        for number in sorted(scope)
    )


def _without(whole: Span, held: list[Span]) -> Span | None:
    """What a cue leaves of a token, the longest piece of it; None where it leaves nothing."""
    begin, rest = whole[0], [(0, 0)]
    for a, b in sorted(held):
        rest.append((begin, a))
        begin = b
    rest.append((begin, whole[1]))
    best = max(rest, key=lambda span: span[1] - span[0])
    return best if best[1] > best[0] else None


def _wholes(tokens: tuple[str, ...], text: str) -> tuple[Span, ...]:
    """The characters of each token; a mark that the text writes otherwise or not at all may have none."""
    wholes, at = list[Span](), 0
    for token in tokens:
        start = text.find(token, at)
        if start < 0 or not token or any(c.isalnum() for c in text[at:start]):
            return _by_letters(tokens, text, token, at)
        wholes.append((start, start + len(token)))
        at = start + len(token)
    return tuple(wholes)


def _by_letters(tokens: tuple[str, ...], text: str, token: str, at: int) -> tuple[Span, ...]:
    if letters("".join(tokens)) != letters(text) or not all(tokens):
        raise InputError(f"the token {token!r} is not in the text after character {at}", field="tokens")
    return tuple(spans_of_words(tokens, text))


def _meet(one: Span, other: Span) -> bool:
    return one[0] < other[1] and other[0] < one[1]
