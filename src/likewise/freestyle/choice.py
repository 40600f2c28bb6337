"""The choice among drafts: wishes, then neither copy nor stutter nor the same end word, then the score."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from likewise.freestyle.copy_check import copied_from, stutters
from likewise.freestyle.drafts import Draft
from likewise.freestyle.line_corpus import LineCorpus
from likewise.freestyle.response import CopiedRun
from likewise.freestyle.wishes import Wishes

__all__ = ["chosen"]

_UNHEARD = {2: 8.0, 3: 3.0}
"""What two or three words cost that were never side by side, in units of the score."""
_SELDOM_LAST, _ODD_END = 0.03, 4.0
"""A word that so seldom ends a line (and, the) costs this as the last one."""


def chosen(
    drafts: Iterable[Draft],
    challenge: Sequence[str],
    corpus: LineCorpus,
    wishes: Wishes,
    *,
    count: int,
    guards: bool,
) -> list[tuple[Draft, CopiedRun | None]]:
    """The drafts to show, best first, each with what it copied; with `guards` faulty ones come last.

    Without guards the order is that of the scores, as in the paper.
    """
    fit = [draft for draft in _distinct(drafts) if wishes.met_by(draft.words)]
    if guards:
        fit = [_judged(draft, corpus) for draft in fit]
    fit.sort(key=lambda draft: -draft.score)
    if not guards:
        return [(draft, copied_from(draft.words, challenge, corpus)) for draft in fit[:count]]
    ranked: list[tuple[int, int, Draft, CopiedRun | None]] = []
    faultless = 0
    for place, draft in enumerate(fit):
        copied = copied_from(draft.words, challenge, corpus)
        faults = _faults(draft.words, challenge, copied)
        ranked.append((faults, place, draft, copied))
        faultless += not faults
        if faultless == count:
            break
    ranked.sort(key=lambda row: row[:2])
    return [(draft, copied) for _, _, draft, copied in ranked[:count]]


def _judged(draft: Draft, corpus: LineCorpus) -> Draft:
    """The draft at a price for runs of words that no line has: the language model is too kind to them."""
    price = sum(each * corpus.unheard(draft.words, size) for size, each in _UNHEARD.items())
    if draft.words[-1] in corpus.identities and corpus.end_share(draft.words[-1]) < _SELDOM_LAST:
        price += _ODD_END
    return replace(draft, score=draft.score - price)


def _faults(words: Sequence[str], challenge: Sequence[str], copied: CopiedRun | None) -> int:
    """Stutter and copies of the challenge weigh most, then copies of training lines, then the end word."""
    from_challenge = copied is not None and copied.origin == "challenge"
    same_end = bool(challenge) and words[-1] == challenge[-1]
    return 4 * (stutters(words) + from_challenge) + 2 * (copied is not None) + same_end


def _distinct(drafts: Iterable[Draft]) -> Iterator[Draft]:
    """The drafts of different words; of equal ones the best."""
    seen: set[tuple[str, ...]] = set()
    for draft in sorted(drafts, key=lambda draft: -draft.score):
        if draft.words not in seen:
            seen.add(draft.words)
            yield draft
