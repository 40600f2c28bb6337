"""Hot loops of the rhyme partition; each has a plain Python twin in tests/freestyle/rhyme/partition.

A scheme is a row of gaps: 0 where a line begins a class, else how many lines back the class was last heard.
Lines look back WINDOW lines at most, so that time grows with the lines and not with their square.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from likewise.kernel import kernel

WINDOW = 16
"""How many lines back a line may find its rhyme."""
LONG_GAP = 8
"""Gaps from here on share one symbol of the chain; each further line costs FAR more."""
BEGIN = 9
"""The symbol before the first line."""
FAR = 0.3
MEMBERS = 3
"""With so many of the last lines of its class a line is compared."""
BY_MEAN = 0.7
"""The weight of the mean of these comparisons; the rest is that of the best, as long classes drift."""

LEVELS = 14
NOTHING, CONSONANCE, STRESS_TO_END, STRESS = 0, 1, 2, 3
"""Last vowels differ; the coda is shared; the stress of one is the end of the other; stresses are shared."""
VOWEL_ONLY, VOWEL_SHORTER, VOWEL_CLASS = 4, 6, 8
"""Last vowels agree; one coda begins as the other; codas are of one kind; one more: the vowel before too."""
SAME_RIME, SAME_FULL, SAME_SYLLABLE = 10, 12, 13
"""Rimes agree (one more if the vowel before does); the full sound; and the consonant before."""
SAME_WORD, SAME_TWO_WORDS, SAME_WORD_AND_VOWEL = 4 * LEVELS, 4 * LEVELS + 1, 4 * LEVELS + 2
CATEGORIES = 4 * LEVELS + 3

FULL, RIME, VOWEL, CODA, BEFORE, ONSET, CODA_CLASS, KIND, RIME_RANK = 0, 1, 2, 3, 4, 5, 6, 7, 10
"""Columns of a reading of an end; from KIND on the kinds of the first three consonants of the coda."""
LAST, PREVIOUS, VOWEL_PREVIOUS, STRESSED = range(4)
"""Columns of a line: its last word, the word before, the vowel which that ends on, and the stressed vowel of
the line if its last syllable is weak."""


@kernel()
def sound_level(one: Any, other: Any, before_one: int, before_other: int) -> Any:
    """How alike two readings sound, without regard to the stress of their lines."""
    two = 1 if before_one > 0 and before_one == before_other else 0
    if one[RIME] == other[RIME]:
        if one[FULL] == other[FULL]:
            return SAME_SYLLABLE if one[ONSET] == other[ONSET] else SAME_FULL
        return SAME_RIME + two
    if one[VOWEL] == other[VOWEL]:
        if one[CODA_CLASS] == other[CODA_CLASS]:
            return VOWEL_CLASS + two
        place = KIND
        while place < RIME_RANK and one[place] == other[place]:
            place += 1
        shorter = place < RIME_RANK and (one[place] == 0 or other[place] == 0)
        return (VOWEL_SHORTER if shorter else VOWEL_ONLY) + two
    return CONSONANCE if one[CODA] > 0 and one[CODA] == other[CODA] else NOTHING


@kernel()
def stress_level(line: Any, other: Any, vowel: int, vowel_other: int) -> Any:
    """How alike the stresses of two lines are whose last vowels differ."""
    if line[STRESSED] > 0 and line[STRESSED] == other[STRESSED]:
        return STRESS
    crossed = line[STRESSED] == vowel_other and other[STRESSED] == 0
    return STRESS_TO_END if crossed or (other[STRESSED] == vowel and line[STRESSED] == 0) else NOTHING


@kernel()
def compare_ends(i: int, j: int, ends: Any, starts: Any, readings: Any, letters: Any, answer: Any) -> None:
    """Category and ranks of the rimes of the readings of two lines that are most alike, into `answer`."""
    a, b = ends[i, LAST], ends[j, LAST]
    answer[1] = answer[2] = 0
    if a == b:
        answer[0] = SAME_WORD
        if ends[i, PREVIOUS] == ends[j, PREVIOUS]:
            answer[0] = SAME_TWO_WORDS
        elif ends[i, VOWEL_PREVIOUS] > 0 and ends[i, VOWEL_PREVIOUS] == ends[j, VOWEL_PREVIOUS]:
            answer[0] = SAME_WORD_AND_VOWEL
        return
    best = -1
    for x in range(starts[a], starts[a + 1]):
        before = readings[x, BEFORE] if readings[x, BEFORE] > 0 else ends[i, VOWEL_PREVIOUS]
        for y in range(starts[b], starts[b + 1]):
            other = readings[y, BEFORE] if readings[y, BEFORE] > 0 else ends[j, VOWEL_PREVIOUS]
            level = sound_level(readings[x], readings[y], before, other)
            if level < VOWEL_ONLY:
                level = max(level, stress_level(ends[i], ends[j], readings[x, VOWEL], readings[y, VOWEL]))
            if level > best:
                best = level
                answer[1], answer[2] = readings[x, RIME_RANK], readings[y, RIME_RANK]
    shared = 0
    while shared < 3 and letters[a, shared] > 0 and letters[a, shared] == letters[b, shared]:
        shared += 1
    answer[0] = max(best, 0) * 4 + shared


@kernel()
def compare_lines(bounds: Any, ends: Any, starts: Any, readings: Any, letters: Any, pairs: Any) -> None:
    """Compare each line with those up to WINDOW before it in its verse: pairs[line, gap - 1]."""
    for verse in range(len(bounds) - 1):
        for line in range(bounds[verse], bounds[verse + 1]):
            for gap in range(1, min(line - bounds[verse], WINDOW) + 1):
                compare_ends(line, line - gap, ends, starts, readings, letters, pairs[line, gap - 1])


@kernel()
def pair_evidence(pairs: Any, by_category: Any, by_rimes: Any, evidence: Any) -> None:
    """The log odds that two lines rhyme: by category, and by what their two rimes are if those differ."""
    for t in range(pairs.shape[0]):
        for g in range(min(t, WINDOW)):
            category = pairs[t, g, 0]
            odds = by_category[category]
            if category < 4 * SAME_RIME:
                odds += by_rimes[pairs[t, g, 1], pairs[t, g, 2]]
            evidence[t, g] = odds


@kernel()
def joined_evidence(gaps: Any, t: int, evidence: Any) -> Any:
    """The evidence for line t in its class: by the last members of the class before it."""
    total, best, members, place = 0.0, -np.inf, 0, t
    while members < MEMBERS and gaps[place] > 0:
        place -= gaps[place]
        if t - place > WINDOW:
            break
        total += evidence[t, t - place - 1]
        best = max(best, evidence[t, t - place - 1])
        members += 1
    return BY_MEAN * total / members + (1.0 - BY_MEAN) * best


@kernel()
def chain_symbol(gaps: Any, t: int) -> Any:
    """The symbol of line t in the chain; before the first line BEGIN."""
    return min(gaps[t], LONG_GAP) if t >= 0 else BEGIN


@kernel()
def chain_step(gaps: Any, t: int, chain: Any) -> Any:
    """The log probability of the gap of line t after the three before it."""
    gap = gaps[t]
    step = chain[
        chain_symbol(gaps, t - 3), chain_symbol(gaps, t - 2), chain_symbol(gaps, t - 1), min(gap, LONG_GAP)
    ]
    return step - FAR * max(gap - LONG_GAP, 0)


@kernel()
def score_schemes(schemes: Any, evidence: Any, chain: Any, alone: float, shared: float, scores: Any) -> None:
    """Evidence and log probability under the chain of each scheme, into scores[:, 0] and [:, 1]."""
    lines = schemes.shape[1]
    heard = np.zeros(lines, np.bool_)
    for k in range(schemes.shape[0]):
        gaps = schemes[k]
        heard[:] = False
        scores[k, 0] = scores[k, 1] = 0.0
        for t in range(lines):
            scores[k, 1] += chain_step(gaps, t, chain)
            if gaps[t] > 0:
                scores[k, 0] += joined_evidence(gaps, t, evidence)
                heard[t - gaps[t]] = True
        for t in range(lines):
            if gaps[t] == 0:
                scores[k, 1] += shared if heard[t] else alone


@kernel()
def best_schemes(evidence: Any, chain: Any, alone: float, shared: float, width: int, wanted: int) -> Any:
    """Up to `wanted` schemes by beam search from the first line to the last; the best first.

    A hypothesis keeps the gaps of the last lines and which of them end a class; the rest is in back pointers.
    """
    lines, keep = evidence.shape[0], WINDOW * MEMBERS + 1
    gaps, next_gaps = np.zeros((width, keep), np.int8), np.zeros((width, keep), np.int8)
    free, next_free = np.zeros((width, WINDOW + 1), np.bool_), np.zeros((width, WINDOW + 1), np.bool_)
    totals, next_totals = np.zeros(width), np.zeros(width)
    backs, moves = np.zeros((lines, width), np.int16), np.zeros((lines, width), np.int8)
    options = np.zeros(width * (WINDOW + 1))
    sizes = np.zeros(lines, np.int64)
    alive = 1
    row = np.zeros(keep, np.int8)
    for t in range(lines):
        options[:] = -np.inf
        # The window of gaps ends with line t itself: place keep - 1.
        for h in range(alive):
            row[: keep - 1] = gaps[h, 1:]
            for gap in range(min(t, WINDOW) + 1):
                if gap > 0 and not free[h, WINDOW + 1 - gap]:
                    continue
                row[keep - 1] = gap
                options[h * (WINDOW + 1) + gap] = totals[h] + _extension(
                    row, t, evidence, chain, alone, shared
                )
        chosen = 0
        while chosen < width:
            best = int(np.argmax(options))
            if options[best] == -np.inf:
                break
            h, gap = best // (WINDOW + 1), best % (WINDOW + 1)
            next_totals[chosen] = options[best]
            next_gaps[chosen, : keep - 1] = gaps[h, 1:]
            next_gaps[chosen, keep - 1] = gap
            next_free[chosen, :WINDOW] = free[h, 1:]
            next_free[chosen, WINDOW] = True
            if gap > 0:
                next_free[chosen, WINDOW - gap] = False
            backs[t, chosen], moves[t, chosen] = h, gap
            options[best] = -np.inf
            chosen += 1
        alive = chosen
        gaps, next_gaps = next_gaps, gaps
        free, next_free = next_free, free
        totals, next_totals = next_totals, totals
        sizes[t] = alive
    found = min(wanted, alive)
    schemes = np.zeros((found, lines), np.int8)
    for k in range(found):
        h = k
        for t in range(lines - 1, -1, -1):
            schemes[k, t] = moves[t, h]
            h = backs[t, h]
    return schemes


@kernel()
def _extension(row: Any, t: int, evidence: Any, chain: Any, alone: float, shared: float) -> Any:
    """What line t adds to a hypothesis whose last gaps are in `row`, the last of them its own."""
    end = len(row) - 1
    gap = row[end]
    step = chain[
        min(row[end - 3], LONG_GAP) if t > 2 else BEGIN,
        min(row[end - 2], LONG_GAP) if t > 1 else BEGIN,
        min(row[end - 1], LONG_GAP) if t > 0 else BEGIN,
        min(gap, LONG_GAP),
    ] - FAR * max(gap - LONG_GAP, 0)
    if gap == 0:
        return step + alone
    total, best, members, place = 0.0, -np.inf, 0, end
    while members < MEMBERS and row[place] > 0:
        place -= row[place]
        if end - place > WINDOW:
            break
        total += evidence[t, end - place - 1]
        best = max(best, evidence[t, end - place - 1])
        members += 1
    # A class that was alone until now is shared from here on.
    own = BY_MEAN * total / members + (1.0 - BY_MEAN) * best
    return step + own + (shared - alone if row[end - gap] == 0 else 0.0)


@kernel()
def add_expected(
    schemes: Any, weights: Any, pairs: Any, categories: Any, rimes: Any, chain: Any, classes: Any
) -> None:
    """Add what weighted schemes hold: categories and rimes of linked lines, steps of the chain, classes."""
    lines = schemes.shape[1]
    heard = np.zeros(lines, np.bool_)
    for k in range(schemes.shape[0]):
        gaps, weight = schemes[k], weights[k]
        heard[:] = False
        for t in range(lines):
            gap = gaps[t]
            chain[
                chain_symbol(gaps, t - 3),
                chain_symbol(gaps, t - 2),
                chain_symbol(gaps, t - 1),
                min(gap, LONG_GAP),
            ] += weight
            if gap > 0:
                heard[t - gap] = True
                category = pairs[t, gap - 1, 0]
                categories[category] += weight
                if category < 4 * SAME_RIME:
                    one, other = pairs[t, gap - 1, 1], pairs[t, gap - 1, 2]
                    rimes[one, other] += weight
                    if one != other:
                        rimes[other, one] += weight
        for t in range(lines):
            if gaps[t] == 0:
                classes[1 if heard[t] else 0] += weight


@kernel()
def line_confidence(schemes: Any, weights: Any, best: int, sure: Any) -> None:
    """For each line the weight of the schemes in which its neighbours in the class are those of the best."""
    lines = schemes.shape[1]
    after = np.zeros(lines, np.int8)
    own = np.zeros(lines, np.int8)
    for t in range(lines):
        if schemes[best, t] > 0:
            after[t - schemes[best, t]] = schemes[best, t]
    for k in range(schemes.shape[0]):
        own[:] = 0
        for t in range(lines):
            if schemes[k, t] > 0:
                own[t - schemes[k, t]] = schemes[k, t]
        for t in range(lines):
            if own[t] == after[t] and schemes[k, t] == schemes[best, t]:
                sure[t] += weights[k]
