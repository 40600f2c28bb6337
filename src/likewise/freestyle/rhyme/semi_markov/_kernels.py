"""Loops of the semi-Markov chain: log ratios of word pairs, forward and backward sums, best paths, links."""

from __future__ import annotations

from typing import Any

import numpy as np

from likewise.kernel import kernel

__all__ = [
    "add_links",
    "add_rows",
    "best_segments",
    "forward_backward",
    "link_classes",
    "log_ratio",
    "log_ratios",
    "segment_scores",
]


@kernel(nogil=False)
def _place(partners: Any, first: Any, last: Any, word: Any) -> Any:
    """Where the word stands among sorted partners, or -1."""
    end = last
    while first < last:
        middle = (first + last) // 2
        if partners[middle] < word:
            first = middle + 1
        else:
            last = middle
    return first if first < end and partners[first] == word else -1


@kernel(nogil=False)
def log_ratio(
    x: Any, y: Any, song: Any,
    bounds: Any, partners: Any, only: Any, counts: Any, totals: Any, whole: Any, repeated: Any,
    smoothing: Any, second_step: Any, floor: Any, most: Any,
) -> Any:  # fmt: skip
    """How much more often than by chance x and y rhyme, in logs, without what `song` alone has said."""
    if x == -1 or y == -1:
        return -5.0 * most  # a line without a word: no habit is strong enough to make it rhyme
    if x == y:
        return repeated
    if x < 0 or y < 0:
        return np.log(1.0 + floor)
    i, j = bounds[x], bounds[y]
    shared = 0.0
    while i < bounds[x + 1] and j < bounds[y + 1]:
        if partners[i] == partners[j]:
            if song < 0 or (only[i] != song and only[j] != song):
                shared += counts[i] * counts[j] / (totals[partners[i]] + smoothing)
            i += 1
            j += 1
        elif partners[i] < partners[j]:
            i += 1
        else:
            j += 1
    direct, own = 0.0, 0.0
    place = _place(partners, bounds[x], bounds[x + 1], y)
    if place >= 0:
        if song >= 0 and only[place] == song:
            own = counts[place]
        else:
            direct = counts[place]
    of_x, of_y = max(0.0, totals[x] - own), max(0.0, totals[y] - own)
    known = (of_x / (of_x + smoothing)) * (of_y / (of_y + smoothing))
    joint = (direct + second_step * shared) * whole / ((of_x + smoothing) * (of_y + smoothing))
    return min(most, max(-most, np.log(joint + 1.0 - known + floor)))


@kernel(nogil=False)
def log_ratios(
    ids: Any, verses: Any, parts: Any,
    bounds: Any, partners: Any, only: Any, counts: Any, totals: Any, whole: Any, repeated: Any,
    smoothing: Any, second_step: Any, floor: Any, most: Any, ratios: Any,
) -> None:  # fmt: skip
    """Fill ratios[line, gap - 1] for all gaps inside of verses."""
    for v in range(len(verses) - 1):
        for line in range(verses[v], verses[v + 1]):
            for gap in range(1, min(ratios.shape[1], line - verses[v]) + 1):
                ratios[line, gap - 1] = log_ratio(
                    ids[line], ids[line - gap], parts[line], bounds, partners, only, counts, totals, whole,
                    repeated, smoothing, second_step, floor, most,
                )  # fmt: skip


@kernel(nogil=False)
def add_links(ids: Any, links: Any, bounds: Any, partners: Any, counts: Any) -> None:
    """Add links[line, gap - 1] to the counts of the two words, in both directions; pairs dropped stay out."""
    for line in range(len(ids)):
        for gap in range(1, links.shape[1] + 1):
            link = links[line, gap - 1]
            if link > 0.0:
                x, y = ids[line], ids[line - gap]
                if x >= 0 and y >= 0 and x != y:
                    place = _place(partners, bounds[x], bounds[x + 1], y)
                    if place >= 0:
                        counts[place] += link
                        counts[_place(partners, bounds[y], bounds[y + 1], x)] += link


@kernel(nogil=False)
def add_rows(rows: Any, values: Any, table: Any) -> None:
    """Add each row of values to the row of the table that it belongs to."""
    for line in range(len(rows)):
        for column in range(values.shape[1]):
            table[rows[line], column] += values[line, column]


@kernel(nogil=False)
def segment_scores(
    verses: Any, ratios: Any, lengths: Any, pairs: Any, later: Any, gaps: Any, weights: Any, scores: Any
) -> None:
    """scores[line, state]: the likelihood ratio of the lines from here on under the state, 0 if too long."""
    for v in range(len(verses) - 1):
        for line in range(verses[v], verses[v + 1]):
            for state in range(len(lengths)):
                score = 0.0
                if line + lengths[state] <= verses[v + 1]:
                    for k in range(pairs[state]):
                        at = line + later[state, k]
                        score += weights[state, k] * ratios[at, gaps[state, k] - 1]
                    scores[line, state] = np.exp(score)
                else:
                    scores[line, state] = 0.0


@kernel(nogil=False)
def _steps(
    line: Any, before: Any, place: Any, kind: Any,
    own_poem: Any, poem: Any, poem_sum: Any, corpus: Any, corpus_sum: Any, chain: Any,
    poem_weight: Any, corpus_weight: Any, steps: Any,
) -> None:  # fmt: skip
    """Probabilities of each next state after state `before`: what the poem does here, else the corpus."""
    own = 0.0
    for state in range(chain.shape[1]):
        own += own_poem[line, state]
    for state in range(chain.shape[1]):
        usual = (corpus[kind, state] + corpus_weight * chain[before, state]) / (
            corpus_sum[kind] + corpus_weight
        )
        here = max(0.0, poem[place, state] - own_poem[line, state])
        steps[state] = (here + poem_weight * usual) / (max(0.0, poem_sum[place] - own) + poem_weight)


@kernel(nogil=False)
def forward_backward(
    verses: Any, scores: Any, lengths: Any, pairs: Any, later: Any, gaps: Any, places: Any, kinds: Any,
    own_poem: Any, poem: Any, poem_sum: Any, corpus: Any, corpus_sum: Any, chain: Any,
    poem_weight: Any, corpus_weight: Any, posterior: Any, links: Any, chain_counts: Any,
) -> Any:  # fmt: skip
    """Expected segments posterior[line, state], expected links of near lines, counts of state pairs; log sum.

    Sums are scaled at each line, so that verses of any length fit. Row `len(lengths)` of the chain is the
    beginning of a verse.
    """
    states = len(lengths)
    total = 0.0
    for v in range(len(verses) - 1):
        first = verses[v]
        size = verses[v + 1] - first
        if size == 0:
            continue
        steps = np.zeros((size, states + 1, states))
        for t in range(size):
            for before in range(states + 1):
                _steps(
                    first + t, before, places[first + t], kinds[first + t], own_poem, poem, poem_sum, corpus,
                    corpus_sum, chain, poem_weight, corpus_weight, steps[t, before],
                )  # fmt: skip
        forward = np.zeros((size + 1, states + 1))
        backward = np.zeros((size + 1, states + 1))
        scale = np.ones(size + 1)
        forward[0, states] = 1.0
        for end in range(1, size + 1):
            whole = 0.0
            for state in range(states):
                t = end - lengths[state]
                if t >= 0:
                    arrived = 0.0
                    for before in range(states + 1):
                        arrived += forward[t, before] * steps[t, before, state]
                    arrived *= scores[first + t, state]
                    for between in range(t + 1, end):
                        arrived /= scale[between]
                    forward[end, state] = arrived
                    whole += arrived
            scale[end] = whole
            for state in range(states):
                forward[end, state] /= whole
            total += np.log(whole)
        backward[size, :] = 1.0
        for t in range(size - 1, -1, -1):
            for state in range(states):
                end = t + lengths[state]
                if end > size:
                    continue
                rest = scores[first + t, state] * backward[end, state]
                for between in range(t + 1, end + 1):
                    rest /= scale[between]
                expected = 0.0
                for before in range(states + 1):
                    step = steps[t, before, state] * rest
                    backward[t, before] += step
                    chain_counts[before, state] += step * forward[t, before]
                    expected += step * forward[t, before]
                posterior[first + t, state] = expected
                for k in range(pairs[state]):
                    links[first + t + later[state, k], gaps[state, k] - 1] += expected
    return total


@kernel(nogil=False)
def best_segments(
    verses: Any, scores: Any, lengths: Any, places: Any, kinds: Any,
    own_poem: Any, poem: Any, poem_sum: Any, corpus: Any, corpus_sum: Any, chain: Any,
    poem_weight: Any, corpus_weight: Any, best: Any,
) -> None:  # fmt: skip
    """best[line]: the state of the segment that begins here on the best path, -1 inside of segments."""
    states = len(lengths)
    steps = np.zeros(states)
    for v in range(len(verses) - 1):
        first = verses[v]
        size = verses[v + 1] - first
        reached = np.full((size + 1, states + 1), -np.inf)
        came = np.zeros((size + 1, states + 1), np.int64)
        reached[0, states] = 0.0
        for t in range(size):
            for before in range(states + 1):
                if reached[t, before] == -np.inf:
                    continue
                _steps(
                    first + t, before, places[first + t], kinds[first + t], own_poem, poem, poem_sum, corpus,
                    corpus_sum, chain, poem_weight, corpus_weight, steps,
                )  # fmt: skip
                for state in range(states):
                    end = t + lengths[state]
                    if end <= size:
                        score = reached[t, before] + np.log(steps[state] * scores[first + t, state] + 1e-300)
                        if score > reached[end, state]:
                            reached[end, state] = score
                            came[end, state] = before
        state = 0
        for other in range(1, states):
            if reached[size, other] > reached[size, state]:
                state = other
        end = size
        while end > 0:
            begin = end - lengths[state]
            best[first + begin] = state
            state, end = came[end, state], begin


@kernel(nogil=False)
def _mean_ratio(first: Any, earlier: Any, before: Any, members: Any, count: Any, ratios: Any) -> Any:
    """The mean log ratio of a class's lines, from `earlier` back, with new lines, as far as ratios reach."""
    total, pairs = 0.0, 0
    line = earlier
    while line >= 0 and members[0] - line <= ratios.shape[1]:
        for k in range(count):
            gap = members[k] - line
            if gap <= ratios.shape[1]:
                total += ratios[first + members[k], gap - 1]
                pairs += 1
        line = before[line]
    return total / pairs


@kernel(nogil=False)
def _link_prior(
    size: Any, early: Any, late: Any, poem_at: Any, corpus_at: Any, own: Any,
    poem: Any, corpus: Any, gaps: Any, poem_weight: Any, corpus_weight: Any,
) -> Any:  # fmt: skip
    """Probability that lines of this place are linked: what the poem does, else the corpus, else the gap."""
    chance = gaps[late - early, 0] / gaps[late - early, 1]
    if corpus_at >= 0:
        slot = early * size + late
        seen = corpus[corpus_at + slot]
        chance = (seen[0] + corpus_weight * chance) / (seen[1] + corpus_weight)
        mine = poem[poem_at + slot]
        taken = 1.0 if own >= 0.0 else 0.0
        linked = max(0.0, mine[0] - max(own, 0.0))
        chance = (linked + poem_weight * chance) / (max(0.0, mine[1] - taken) + poem_weight)
    return min(max(chance, 1e-4), 1 - 1e-4)


@kernel(nogil=False)
def link_classes(
    verses: Any, best: Any, lengths: Any, members_of: Any, ratios: Any, poem_at: Any, corpus_at: Any,
    poem: Any, corpus: Any, gaps: Any, poem_weight: Any, corpus_weight: Any, own: Any,
    new_poem: Any, new_corpus: Any, new_gaps: Any, new_own: Any, classes: Any, sure: Any,
) -> None:  # fmt: skip
    """Let classes of a segment go on with those of earlier ones; classes[line]: the first line of its class.

    `own[line, gap - 1]` is what this verse put into the poem's counts, -1 if nothing; sure[line] the
    probability of the choice (link or none) for the class that begins there, -1 for later lines of it.
    """
    window = ratios.shape[1]
    members = np.zeros(lengths.max(), np.int64)
    odds = np.zeros(window + 1)
    for v in range(len(verses) - 1):
        first = verses[v]
        size = verses[v + 1] - first
        before = np.full(size, -1)  # the line before in the same class
        last = np.zeros(size, np.bool_)  # whether the line is the last of its class so far
        t = 0
        while t < size:
            state = best[first + t]
            length = lengths[state]
            ends = np.zeros(length, np.int64)
            for label in range(length):
                count = 0
                for k in range(length):
                    if members_of[state, k] == label:
                        members[count] = t + k
                        count += 1
                ends[label] = -1
                if count == 0:
                    continue
                late = members[0]
                whole, top = 1.0, -1
                for early in range(max(0, late - window), t):
                    odds[late - early] = 0.0
                    if last[early]:
                        mine = own[first + late, late - early - 1] if late - early <= own.shape[1] else -1.0
                        p = _link_prior(
                            size, early, late, poem_at[v], corpus_at[v], mine, poem, corpus, gaps,
                            poem_weight, corpus_weight,
                        )  # fmt: skip
                        ratio = _mean_ratio(first, early, before, members, count, ratios)
                        odds[late - early] = p / (1 - p) * np.exp(ratio)
                        whole += odds[late - early]
                        if top < 0 or odds[late - early] > odds[late - top]:
                            top = early
                for early in range(max(0, late - window), t):
                    if last[early]:
                        share = odds[late - early] / whole
                        new_gaps[late - early, 0] += share
                        new_gaps[late - early, 1] += 1.0
                        if corpus_at[v] >= 0:
                            slot = early * size + late
                            new_corpus[corpus_at[v] + slot, 0] += share
                            new_corpus[corpus_at[v] + slot, 1] += 1.0
                            new_poem[poem_at[v] + slot, 0] += share
                            new_poem[poem_at[v] + slot, 1] += 1.0
                            if late - early <= new_own.shape[1]:
                                new_own[first + late, late - early - 1] = share
                linked = top >= 0 and odds[late - top] > 1.0
                sure[first + late] = odds[late - top] / (1.0 + odds[late - top]) if linked else 1.0 / whole
                classes[first + late] = late
                if linked:
                    classes[first + late] = classes[first + top]
                    before[late] = top
                    last[top] = False
                for k in range(1, count):
                    before[members[k]] = members[k - 1]
                    classes[first + members[k]] = classes[first + late]
                    sure[first + members[k]] = -1.0
                ends[label] = members[count - 1]
            for label in range(length):
                if ends[label] >= 0:
                    last[ends[label]] = True
            t += length
