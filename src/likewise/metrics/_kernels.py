"""Hot loops of the n-gram metrics over gram ids (see likewise.text.vocabulary).

Every kernel has a plain twin that it must equal: in tests/metrics/test_kernels.py,
or, where small input takes it, in plain_ngrams.py or plain_shared_grams.py.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from likewise.kernel import kernel
from likewise.metrics import plain_ngrams, plain_shared_grams
from likewise.metrics.bleu_columns import COUNTS, LENGTH, REFERENCE_LENGTH


@kernel(plain=plain_ngrams.bleu_walk, cost=plain_ngrams.walk_seconds)
def bleu_walk(
    segments: Any, candidates: Any, references: Any, ends: Any, ids: Any, bounds: Any, words: int,
    order: int, statistics: Any,
) -> None:  # fmt: skip
    """BLEU statistics of the listed segments, whose candidates are short and repeat no pair of words.

    Such a candidate holds every n-gram (n > 1) once, so that it is matched or not: it suffices to
    know, at each of its words, the longest run of words ending there that some reference shares. The
    references are walked word by word along the candidate's positions; no n-gram is ever built.
    """
    ids = ids.view(np.uint32)  # unsigned: no test for a negative index in the inner loop
    longest = 0
    for segment in segments:
        longest = max(longest, bounds[candidates[segment] + 1] - bounds[candidates[segment]])
    head = np.full(words, -1, np.int32)
    before = np.empty(longest, np.int32)
    run = np.zeros(longest, np.int32)
    reached = np.full(longest, np.int64(-2), np.int64)
    best = np.empty(longest, np.int32)
    most = np.empty(longest, np.int32)
    tally = np.zeros(longest, np.int32)
    tallied = np.full(longest, np.int64(-1), np.int64)
    clock = 0
    for segment in segments:
        row = statistics[segment]
        begin = bounds[candidates[segment]]
        size = bounds[candidates[segment] + 1] - begin
        for p in range(size):
            word = ids[begin + p]
            before[p] = head[word]
            head[word] = p
            best[p], most[p] = 0, 0
        closest = -1
        for r in range(ends[segment], ends[segment + 1]):
            first, last = bounds[references[r]], bounds[references[r] + 1]
            length = last - first
            gap, known = abs(length - size), abs(closest - size)
            if closest < 0 or gap < known or (gap == known and length < closest):
                closest = length
            clock += 1
            for j in range(first, last):
                clock += 1
                p = head[ids[j]]
                if p < 0:
                    continue
                if before[p] >= 0:
                    # The candidate repeats this word: its count in the reference matters.
                    tally[p] = tally[p] + 1 if tallied[p] == r else 1
                    tallied[p] = r
                    most[p] = max(most[p], tally[p])
                while p >= 0:
                    length = run[p - 1] + 1 if p > 0 and reached[p - 1] == clock - 1 else 1
                    run[p], reached[p] = length, clock
                    if length > best[p]:
                        best[p] = length
                    p = before[p]
        row[LENGTH], row[REFERENCE_LENGTH] = size, closest
        for p in range(size):
            word = ids[begin + p]
            if head[word] == p and before[p] >= 0:
                count, q = 0, p
                while q >= 0:
                    count += 1
                    q = before[q]
                row[COUNTS] += min(count, most[p])
            elif head[word] == p:
                row[COUNTS] += best[p] > 0
            for n in range(2, min(best[p], order) + 1):
                row[COUNTS + n - 1] += 1
        for n in range(1, order + 1):
            row[COUNTS + order + n - 1] = max(size - n + 1, 0)
        for p in range(size):
            head[ids[begin + p]] = -1


@kernel(plain=plain_ngrams.pinc_walk, cost=plain_ngrams.pinc_seconds)
def pinc_walk(
    segments: Any, sources: Any, candidates: Any, ids: Any, bounds: Any, repeated: Any, distinct: Any,
    words: int, values: Any,
) -> None:  # fmt: skip
    """PINC (of n-gram sets) of the listed pairs of short texts, walking the candidate along its source."""
    ids = ids.view(np.uint32)
    longest = 0
    for segment in segments:
        longest = max(longest, bounds[sources[segment] + 1] - bounds[sources[segment]])
    head = np.full(words, -1, np.int32)
    before = np.empty(longest, np.int32)
    run = np.zeros(longest, np.int32)
    reached = np.full(longest, np.int64(-2), np.int64)
    order = distinct.shape[1]
    shared = np.zeros(order, np.int64)
    clock = 0
    marked = -1
    for segment in segments:
        source = sources[segment]
        if source != marked:
            if marked >= 0:
                for j in range(bounds[marked], bounds[marked + 1]):
                    head[ids[j]] = -1
            begin = bounds[source]
            for p in range(bounds[source + 1] - begin):
                word = ids[begin + p]
                before[p] = head[word]
                head[word] = p
            marked = source
        shared[:] = 0
        clock += 1
        candidate = candidates[segment]
        for j in range(bounds[candidate], bounds[candidate + 1]):
            clock += 1
            p = head[ids[j]]
            if p < 0:
                continue
            matched = 0
            while p >= 0:
                length = run[p - 1] + 1 if p > 0 and reached[p - 1] == clock - 1 else 1
                run[p], reached[p] = length, clock
                matched = max(matched, length)
                p = before[p]
            # n-grams that end here, are in the source, and did not stand in the candidate before.
            for n in range(repeated[j], min(matched, order)):
                shared[n] += 1
        orders, value = 0, 0.0
        for n in range(order):
            if distinct[candidate, n] > 0:
                orders += 1
                value += 1.0 - shared[n] / distinct[candidate, n]
        values[segment] = 100.0 * (value / orders) if orders > 0 else 0.0


@kernel(plain=plain_ngrams.bleu_statistics, cost=plain_ngrams.bleu_seconds)
def bleu_statistics(
    candidates: Any,
    references: Any,
    ends: Any,
    ids: Any,
    counts: Any,
    bounds: Any,
    lengths: Any,
    distinct: int,
    order: int,
) -> Any:
    """Per segment: candidate length, closest reference length, matches 1..order, totals 1..order.

    Matches are clipped at the largest count in any one reference; of two reference lengths equally
    close the shorter counts. The references of segment i are references[ends[i]:ends[i+1]].
    """
    statistics = np.zeros((len(candidates), COUNTS + 2 * order), np.float64)
    slot_of = np.full(distinct, -1, np.int32)
    longest = 0
    for text in candidates:
        longest = max(longest, bounds[(text + 1) * order] - bounds[text * order])
    best = np.zeros(longest, np.int32)
    for segment in range(len(candidates)):
        row = statistics[segment]
        text = candidates[segment]
        first, last = bounds[text * order], bounds[(text + 1) * order]
        size = lengths[text]
        for i in range(first, last):
            slot_of[ids[i]] = i - first
            best[i - first] = 0
        closest = -1
        for r in range(ends[segment], ends[segment + 1]):
            reference = references[r]
            length = lengths[reference]
            gap, known = abs(length - size), abs(closest - size)
            if closest < 0 or gap < known or (gap == known and length < closest):
                closest = length
            for i in range(bounds[reference * order], bounds[(reference + 1) * order]):
                slot = slot_of[ids[i]]
                if slot >= 0 and counts[i] > best[slot]:
                    best[slot] = counts[i]
        row[LENGTH], row[REFERENCE_LENGTH] = size, closest
        for n in range(order):
            matched, total = 0, 0
            for i in range(bounds[text * order + n], bounds[text * order + n + 1]):
                matched += min(counts[i], best[i - first])
                total += counts[i]
                slot_of[ids[i]] = -1
            row[COUNTS + n], row[COUNTS + order + n] = matched, total
    return statistics


@kernel(plain=plain_ngrams.self_bleu_statistics, cost=plain_ngrams.self_bleu_seconds)
def self_bleu_statistics(
    candidates: Any,
    members: Any,
    ends: Any,
    ids: Any,
    counts: Any,
    bounds: Any,
    lengths: Any,
    distinct: int,
    order: int,
) -> Any:
    """BLEU statistics of each candidate against the other candidates of its group.

    members[ends[g]:ends[g+1]] are the segments of group g. The two largest counts of each n-gram
    in a group give every member its clip without a loop over pairs, so a group costs what its text costs.
    """
    statistics = np.zeros((len(candidates), COUNTS + 2 * order), np.float64)
    top = np.zeros(distinct, np.int32)
    second = np.zeros(distinct, np.int32)
    owner = np.full(distinct, -1, np.int32)
    for group in range(len(ends) - 1):
        inside = members[ends[group] : ends[group + 1]]
        for segment in inside:
            text = candidates[segment]
            for i in range(bounds[text * order], bounds[(text + 1) * order]):
                gram, count = ids[i], counts[i]
                if count > top[gram]:
                    second[gram] = top[gram]
                    top[gram], owner[gram] = count, segment
                elif count > second[gram]:
                    second[gram] = count
        sizes = np.empty(len(inside), np.int64)
        for m in range(len(inside)):
            sizes[m] = lengths[candidates[inside[m]]]
        sizes.sort()
        for segment in inside:
            row = statistics[segment]
            text = candidates[segment]
            size = lengths[text]
            row[LENGTH] = size
            row[REFERENCE_LENGTH] = _closest_other(sizes, size)
            for n in range(order):
                for i in range(bounds[text * order + n], bounds[text * order + n + 1]):
                    clip = second[ids[i]] if owner[ids[i]] == segment else top[ids[i]]
                    row[COUNTS + n] += min(counts[i], clip)
                    row[COUNTS + order + n] += counts[i]
        for segment in inside:
            text = candidates[segment]
            for i in range(bounds[text * order], bounds[(text + 1) * order]):
                top[ids[i]], second[ids[i]], owner[ids[i]] = 0, 0, -1
    return statistics


@kernel()
def _closest_other(sizes: Any, size: int) -> int:
    """Of sorted sizes, one `size` taken out, the one closest to it (the shorter of two as close)."""
    at = np.searchsorted(sizes, size)
    above = sizes[at + 1] if at + 1 < len(sizes) else -1
    if above == size:
        return size
    below = sizes[at - 1] if at > 0 else -1
    if below >= 0 and (above < 0 or size - below <= above - size):
        return below
    return above


@kernel(plain=plain_ngrams.pinc_values, cost=plain_ngrams.value_seconds)
def pinc_values(
    sources: Any,
    candidates: Any,
    ids: Any,
    counts: Any,
    bounds: Any,
    distinct: int,
    order: int,
    multiset: bool,
) -> Any:
    """PINC of each pair: mean over n of 1 - shared/own n-grams of the candidate; 0 for an empty one."""
    values = np.zeros(len(candidates), np.float64)
    seen = np.zeros(distinct, np.int32)
    marked = -1
    for segment in range(len(candidates)):
        source, text = sources[segment], candidates[segment]
        if source != marked:
            if marked >= 0:
                for i in range(bounds[marked * order], bounds[(marked + 1) * order]):
                    seen[ids[i]] = 0
            for i in range(bounds[source * order], bounds[(source + 1) * order]):
                seen[ids[i]] = counts[i]
            marked = source
        orders, value = 0, 0.0
        for n in range(order):
            shared, total = 0, 0
            for i in range(bounds[text * order + n], bounds[text * order + n + 1]):
                if multiset:
                    shared += min(counts[i], seen[ids[i]])
                    total += counts[i]
                else:
                    shared += seen[ids[i]] > 0
                    total += 1
            if total > 0:
                orders += 1
                value += 1.0 - shared / total
        if orders > 0:
            values[segment] = 100.0 * (value / orders)
    return values


@kernel(plain=plain_shared_grams.shared_grams, cost=plain_shared_grams.shared_seconds)
def shared_grams(
    ones: Any, others: Any, keys: Any, symbols: Any, bounds: Any, limits: Any, shared: Any
) -> None:
    """For each pair of texts and each order the n-grams that both have (see metrics/sorted_grams.py).

    The sorted runs of both texts are merged. Wherever the first n symbols change, an n-gram has ended, which
    stood in the one text as often as it was passed there, and likewise in the other.
    """
    order, columns, each = shared.shape[1], keys.shape[1], len(limits) - 1
    since_one = np.zeros(order + 1, np.int64)
    since_other = np.zeros(order + 1, np.int64)
    for pair in range(len(ones)):
        row = shared[pair]
        i, i_end = bounds[ones[pair]], bounds[ones[pair] + 1]
        j, j_end = bounds[others[pair]], bounds[others[pair] + 1]
        since_one[:] = i
        since_other[:] = j
        last = i if i < i_end else j
        while i < i_end or j < j_end:
            # The smaller of the two runs comes next.
            first = j == j_end
            if i < i_end and j < j_end:
                column = 0
                while column < columns - 1 and keys[i, column] == keys[j, column]:
                    column += 1
                first = keys[i, column] <= keys[j, column]
            place = i if first else j
            column = 0
            while column < columns - 1 and keys[place, column] == keys[last, column]:
                column += 1
            change = keys[place, column] ^ keys[last, column]
            n = order
            while n > column * each and change >= limits[min(n - column * each, each)]:
                row[n - 1] += min(i - since_one[n], j - since_other[n])
                since_one[n], since_other[n] = i, j
                n -= 1
            last = place
            if first:
                i += 1
            else:
                j += 1
        for n in range(1, order + 1):
            row[n - 1] += min(i - since_one[n], j - since_other[n])
        # Near the end of a text a run is shorter than the n-gram: such runs are none.
        for size in range(1, min(order, i_end - bounds[ones[pair]] + 1, j_end - bounds[others[pair]] + 1)):
            if symbols[i_end - size] != symbols[j_end - size]:
                break
            row[size:] -= 1


@kernel()
def nearest_descriptions(
    candidates: Any, homes: Any, own: Any, ends: Any, words: Any, bounds: Any, weights: Any,
    texts: Any, text_bounds: Any, text_weights: Any, first: Any, second: Any,
) -> Any:  # fmt: skip
    """Of each candidate the best cosine with its own texts, the second best, and the best with others' texts.

    Others' texts are those of clusters other than its home.
    The vector of text t is words[bounds[t]:bounds[t+1]] with weights; word w stands in
    texts[text_bounds[w]:text_bounds[w+1]] with text_weights; first[t] and second[t] are two clusters
    that hold t (-1 for none). The own texts of segment i are own[ends[i]:ends[i+1]].
    """
    nearest = np.zeros(len(candidates), np.float64)
    second_nearest = np.zeros(len(candidates), np.float64)
    rival = np.zeros(len(candidates), np.float64)
    cosine = np.zeros(len(first), np.float64)
    touched = np.empty(len(first), np.int64)
    size, held, home = 0, -1, -1
    for segment in range(len(candidates)):
        text = candidates[segment]
        if text != held:
            for k in range(size):
                cosine[touched[k]] = 0.0
            size, held, home = 0, text, -1
            for j in range(bounds[text], bounds[text + 1]):
                for p in range(text_bounds[words[j]], text_bounds[words[j] + 1]):
                    t = texts[p]
                    if cosine[t] == 0.0:
                        touched[size] = t
                        size += 1
                    cosine[t] += weights[j] * text_weights[p]
        if homes[segment] == home:
            rival[segment] = rival[segment - 1]
        else:
            home = homes[segment]
            for k in range(size):
                t = touched[k]
                if cosine[t] > rival[segment] and (first[t] != home or second[t] >= 0):
                    rival[segment] = cosine[t]
        for r in range(ends[segment], ends[segment + 1]):
            value = cosine[own[r]]
            if value > nearest[segment]:
                nearest[segment], second_nearest[segment] = value, nearest[segment]
            elif value > second_nearest[segment]:
                second_nearest[segment] = value
    return nearest, second_nearest, rival
