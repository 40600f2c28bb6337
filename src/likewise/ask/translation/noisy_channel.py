"""The choice among translations of all keywords: a noisy channel (Mitamura et al. 2006, section 3.2).

P(T|S) goes with P(T) P(S|T). The translation model is the product of the shares of the candidates,
log(co + 2) / sum log(co + 2): the page counts of the paper's Table 2 give its Table 3 with this and not with
the log(co) that is printed. The language model is co(t1 .. tn) / sum o(ti), on pages that hold all of them;
where hardly any page does, on windows of fewer terms.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from likewise.ask.translated import Combination
from likewise.ask.translation.hit_counter import HitCounter
from likewise.errors import InputError

__all__ = ["ChannelResult", "best_products", "language_score", "translation_shares", "weigh_combinations"]


@dataclass(frozen=True, slots=True)
class ChannelResult:
    """Combinations with their scores, the best first, and the width of the window (0: none was needed)."""

    combinations: tuple[Combination, ...]
    window: int = 0


def translation_shares(source: str, targets: Sequence[str], counter: HitCounter) -> list[float]:
    """P(source | target) of each target: the share of log(co + 2) that is its own."""
    logs = [math.log(counter.pair(source, target) + 2) for target in targets]
    total = sum(logs)
    return [one / total for one in logs]


def best_products(shares: Sequence[Sequence[float]]) -> Iterator[tuple[float, tuple[int, ...]]]:
    """Ways to take one of each row, the largest product first; only as many are looked at as are asked for.

    Ties come in the order of the places. Rows need not be sorted.
    """
    if not all(shares):
        return
    orders = [sorted(range(len(row)), key=lambda n, row=row: (-row[n], n)) for row in shares]  # type: ignore[misc]

    def product(ranks: tuple[int, ...]) -> float:
        return math.prod(row[order[r]] for row, order, r in zip(shares, orders, ranks, strict=True))

    def places(ranks: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(order[r] for order, r in zip(orders, ranks, strict=True))

    start = (0,) * len(shares)
    heap = [(-product(start), places(start), start)]
    seen = {start}
    while heap:
        negative, chosen, ranks = heapq.heappop(heap)
        yield -negative, chosen
        for at, rank in enumerate(ranks):
            following = (*ranks[:at], rank + 1, *ranks[at + 1 :])
            if rank + 1 < len(orders[at]) and following not in seen:
                seen.add(following)
                heapq.heappush(heap, (-product(following), places(following), following))


def language_score(texts: Sequence[str], counter: HitCounter, window: int = 0) -> float:
    """P(T): pages with all terms, over the sum of pages with each; the product over windows of a width.

    A term alone has 1: it is always on the pages that it is on. A term that stands twice among the texts is
    one condition on a page, but counts twice in the sum.
    """
    width = window or len(texts)
    if width <= 1:
        return 1.0
    score = 1.0
    for start in range(len(texts) - width + 1):
        part = texts[start : start + width]
        total = sum(counter.pages(text) for text in part)
        score *= counter.together(part) / total if total else 0.0
    return score


def weigh_combinations(
    sources: Sequence[str],
    candidates: Sequence[Sequence[str]],
    counter: HitCounter,
    *,
    language: HitCounter | None = None,
    shares: Sequence[Sequence[float]] | None = None,
    kept: int = 50,
    threshold: int = 1,
) -> ChannelResult:
    """The best combinations of one candidate for each keyword.

    Only the `kept` ones with the best translation score are given a language model (late pruning). Pages of
    the language model are counted by `language`, where given: the collection that is searched, say. Where all
    combinations stand on fewer pages than `threshold`, windows slide over the keywords: of n - 1, then n - 2,
    until some combination has enough pages for all its windows; the same width serves every combination, so
    that scores can be compared. `shares` replaces the translation model.
    """
    if len(sources) != len(candidates):
        raise InputError(f"{len(sources)} keywords with candidates for {len(candidates)}")
    if kept < 1:
        raise InputError(f"expected 1 or more, not {kept}", field="kept")
    pages = language or counter
    rows = shares
    if rows is None:
        given = zip(sources, candidates, strict=True)
        rows = [translation_shares(source, targets, counter) for source, targets in given]
    products = [found for found, _ in zip(best_products(rows), range(kept), strict=False)] if rows else []
    texts = [
        tuple(targets[n] for targets, n in zip(candidates, chosen, strict=True)) for _, chosen in products
    ]
    window = _needed_window(texts, pages, threshold)
    combinations = []
    for (translation, _), terms in zip(products, texts, strict=True):
        model = language_score(terms, pages, window)
        combinations.append(Combination(terms, translation, model, translation * model))
    # Sorting is stable: those that nobody has seen together stay in the order of the translation model.
    combinations.sort(key=lambda one: -one.overall)
    return ChannelResult(tuple(combinations), window)


def _needed_window(texts: Sequence[tuple[str, ...]], pages: HitCounter, threshold: int) -> int:
    """0 where some combination stands on enough pages as a whole; else the widest window where one does."""
    size = len(texts[0]) if texts else 0
    if size <= 1:
        return 0
    for width in range(size, 1, -1):
        for terms in texts:
            windows = (terms[start : start + width] for start in range(size - width + 1))
            if all(pages.together(part) >= threshold for part in windows):
                return 0 if width == size else width
    return 1
