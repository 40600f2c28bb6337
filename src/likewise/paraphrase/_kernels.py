"""Hot loops of the paraphraser; each has a plain Python twin in tests/paraphrase/test_kernels.py."""

from __future__ import annotations

from typing import Any

import numpy as np

from likewise.kernel import kernel
from likewise.paraphrase.columns import CONTENT, GRAMS, KEPT, MATCHED, MATCHED_SOURCE, NEW, ORDER, VALUES
from likewise.transduce.decode.stacks import sort_by
from likewise.transduce.lm import word_score
from likewise.transduce.phrases import extend_hash, find_slot, longer

SMALL = 1e-4
"""Added to shares before their logarithm is taken."""
SCHEMES = 4
"""Ways to weigh the training clusters that resemble a source."""
HIDDEN = (32, 16)
"""Units of the support network's two layers."""
INPUTS = 23
"""Features of an n-gram: see `gram_features`."""


@kernel()
def table_size(entries: int) -> int:
    """Slots of a hash table with room to spare: a power of two."""
    size = 16
    while size < 2 * entries:
        size *= 2
    return size


@kernel()
def cluster_grams(ids: Any, bounds: Any, clusters: Any) -> Any:
    """The distinct n-grams of each cluster, as hashes with the share of its texts that hold them.

    Texts of cluster c are `clusters[c]:clusters[c + 1]`. Gives bounds, hashes, shares.
    """
    room = 1 << 12
    hashes, shares = np.zeros(room, np.uint64), np.zeros(room, np.float32)
    starts = np.zeros(len(clusters), np.int64)
    number = 0
    for c in range(len(clusters) - 1):
        first, last = clusters[c], clusters[c + 1]
        size = table_size(ORDER * (bounds[last] - bounds[first]))
        keys, places, stamps = (
            np.zeros(size, np.uint64),
            np.zeros(size, np.int64),
            np.full(size, -1, np.int64),
        )
        for text in range(first, last):
            for i in range(bounds[text], bounds[text + 1]):
                hashed = np.uint64(0)
                for k in range(i, min(i + ORDER, bounds[text + 1])):
                    hashed = extend_hash(hashed, ids[k])
                    slot = find_slot(keys, hashed)
                    if keys[slot] == 0:
                        if number == len(hashes):
                            hashes, shares = longer(hashes, 2 * number), longer(shares, 2 * number)
                        keys[slot], places[slot] = hashed, number
                        hashes[number], shares[number] = hashed, 0.0
                        number += 1
                    if stamps[slot] != text:
                        stamps[slot] = text
                        shares[places[slot]] += 1.0
        for k in range(starts[c], number):
            shares[k] /= max(1, last - first)
        starts[c + 1] = number
    return starts, hashes[:number].copy(), shares[:number].copy()


@kernel()
def count_keys(hashes: Any) -> Any:
    """How often each hash occurs: a hash table of keys and counts."""
    size = table_size(len(hashes))
    keys, counts = np.zeros(size, np.uint64), np.zeros(size, np.int32)
    for hashed in hashes:
        slot = find_slot(keys, hashed)
        keys[slot] = hashed
        counts[slot] += 1
    return keys, counts


@kernel()
def likeness(words: Any, starts: Any, texts: Any, idf: Any, norms: Any, owner: Any, best: Any) -> None:
    """For each cluster the cosine of its text nearest to the source, by tf-idf over sets of words.

    `texts[starts[w]:starts[w + 1]]` are the texts that hold word w.
    """
    scores = np.zeros(len(owner), np.float32)
    length = 0.0
    for i in range(len(words)):
        word = words[i]
        repeated = False
        for k in range(i):
            repeated = repeated or words[k] == word
        if repeated or word >= len(idf):
            continue
        weight = idf[word] * idf[word]
        length += weight
        for k in range(starts[word], starts[word + 1]):
            scores[texts[k]] += weight
    best[:] = 0.0
    if length == 0.0:
        return
    length = np.sqrt(length)
    for text in range(len(owner)):
        if scores[text] > 0.0:
            value = scores[text] / (length * norms[text])
            if value > best[owner[text]]:
                best[owner[text]] = value


@kernel()
def likelihoods(
    words: Any, starts: Any, clusters: Any, shares: Any, common: Any, mix: float, result: Any
) -> None:
    """Log probability of the source under each cluster's unigram model, mixed with that of all clusters."""
    base = 0.0
    result[:] = 0.0
    for word in words:
        if word >= len(common):
            continue
        base += np.log(mix * common[word])
        for k in range(starts[word], starts[word + 1]):
            result[clusters[k]] += np.log1p((1.0 - mix) * shares[k] / (mix * common[word]))
    for c in range(len(result)):
        result[c] += base


@kernel()
def scheme_weights(best: Any, logs: Any, most: int) -> Any:
    """Clusters worth looking at and their weights under each scheme (each sums to one).

    Schemes: cosine to the fourth power (from 1/4 on) and to the twelfth, likelihood at temperatures 1 and 3.
    """
    number = len(best)
    weights = np.zeros((number, SCHEMES))
    top = -np.inf
    for c in range(number):
        top = max(top, logs[c])
    for c in range(number):
        square = best[c] * best[c]
        weights[c, 0] = square * square if best[c] > 0.25 else 0.0
        weights[c, 1] = square * square * square * square * square * square
        weights[c, 2] = np.exp(logs[c] - top)
        weights[c, 3] = np.exp((logs[c] - top) / 3.0)
    for s in range(SCHEMES):
        total = 0.0
        for c in range(number):
            total += weights[c, s]
        if total > 0:
            for c in range(number):
                weights[c, s] /= total
    order, ranks = np.empty(number, np.int32), np.zeros(number)
    for c in range(number):
        order[c] = c
        for s in range(SCHEMES):
            ranks[c] -= weights[c, s]
    sort_by(ranks, order)
    kept = np.empty((min(number, most), SCHEMES))
    for k in range(len(kept)):
        for s in range(SCHEMES):
            kept[k, s] = weights[order[k], s]
    return order[: len(kept)], kept


@kernel()
def distinct_texts(words: Any, bounds: Any) -> Any:
    """Places of texts that no earlier text equals."""
    number = len(bounds) - 1
    keys = np.zeros(table_size(number), np.uint64)
    kept, count = np.empty(number, np.int64), 0
    for text in range(number):
        hashed = np.uint64(0)
        for k in range(bounds[text], bounds[text + 1]):
            hashed = extend_hash(hashed, words[k])
        slot = find_slot(keys, hashed)
        if keys[slot] == 0:
            keys[slot] = hashed
            kept[count] = text
            count += 1
    return kept[:count].copy()


@kernel()
def number_grams(words: Any, bounds: Any) -> Any:
    """Every distinct n-gram of the candidates gets a number.

    Gives the number of each occurrence (row of word, column n - 1; -1 past the end), and for each n-gram its
    hash, length and first place.
    """
    total = bounds[-1]
    size = table_size(ORDER * total)
    keys, places = np.zeros(size, np.uint64), np.zeros(size, np.int32)
    occurrences = np.full((total, ORDER), -1, np.int32)
    hashes, lengths = np.zeros(ORDER * total, np.uint64), np.zeros(ORDER * total, np.int32)
    first = np.zeros(ORDER * total, np.int32)
    number = 0
    for text in range(len(bounds) - 1):
        for i in range(bounds[text], bounds[text + 1]):
            hashed = np.uint64(0)
            for k in range(i, min(i + ORDER, bounds[text + 1])):
                hashed = extend_hash(hashed, words[k])
                slot = find_slot(keys, hashed)
                if keys[slot] == 0:
                    keys[slot], places[slot] = hashed, number
                    hashes[number], lengths[number], first[number] = hashed, k + 1 - i, i
                    number += 1
                occurrences[i, k - i] = places[slot]
    return occurrences, keys, places, hashes[:number].copy(), lengths[:number].copy(), first[:number].copy()


@kernel()
def posteriors(occurrences: Any, bounds: Any, shares: Any, number: int) -> Any:
    """For each n-gram the summed shares (a row for each candidate) of the candidates that hold it."""
    result = np.zeros((number, shares.shape[1]))
    stamps = np.full(number, -1, np.int64)
    for text in range(len(bounds) - 1):
        for i in range(bounds[text], bounds[text + 1]):
            for n in range(ORDER):
                gram = occurrences[i, n]
                if gram >= 0 and stamps[gram] != text:
                    stamps[gram] = text
                    for s in range(shares.shape[1]):
                        result[gram, s] += shares[text, s]
    return result


@kernel()
def cluster_support(
    keys: Any, places: Any, number: int, order: Any, weights: Any, starts: Any, hashes: Any, shares: Any
) -> Any:
    """For each n-gram its share of texts in the clusters that resemble the source, under each scheme."""
    result = np.zeros((number, SCHEMES))
    for c in range(len(order)):
        for k in range(starts[order[c]], starts[order[c] + 1]):
            slot = find_slot(keys, hashes[k])
            if keys[slot] != 0:
                for s in range(SCHEMES):
                    result[places[slot], s] += weights[c, s] * shares[k]
    return result


@kernel()
def gram_features(
    words: Any, source: Any, hashes: Any, lengths: Any, first: Any, keys: Any, places: Any,
    posterior: Any, support: Any, nearest: float, source_keys: Any, cdf_keys: Any, cdf_counts: Any,
    frequency: Any, lm_ids: Any, lm_keys: Any, lm_logprob: Any, lm_backoff: Any,
) -> Any:  # fmt: skip
    """What is known about each n-gram, as inputs of the support network.

    0-3 its order; 4 whether it stands in the source; 5-6 log posteriors among the candidates; 7-10 log shares
    in similar clusters; 11 log number of clusters that hold it; 12-14 the least of 6, 7 and 9 over its words;
    15 likeness of the nearest cluster; 16 log length of the source; 17 share of its words that the source
    has; 18 log count of its rarest word; 19 log probability of its last word given those before, 20 the same
    summed over all but the first; 21-22 the least of 6 and 7 over its two n-grams that are a word shorter.
    """
    number = len(hashes)
    result = np.zeros((number, INPUTS), np.float32)
    context = np.empty(ORDER, np.int32)
    known = len(frequency)
    for g in range(number):
        n, begin = lengths[g], first[g]
        row = result[g]
        row[n - 1] = 1.0
        slot = find_slot(source_keys, hashes[g])
        row[4] = 1.0 if source_keys[slot] != 0 else 0.0
        for s in range(2):
            row[5 + s] = np.log(posterior[g, s] + SMALL)
        for s in range(SCHEMES):
            row[7 + s] = np.log(support[g, s] + SMALL)
        slot = find_slot(cdf_keys, hashes[g])
        count = cdf_counts[slot] if cdf_keys[slot] != 0 else 0
        row[11] = np.log(count + 0.5)
        low_posterior, low_cosine, low_likelihood, rarest = 1e9, 1e9, 1e9, 1e9
        inside = 0
        for k in range(begin, begin + n):
            slot = find_slot(keys, extend_hash(np.uint64(0), words[k]))
            unigram = places[slot]
            low_posterior = min(low_posterior, posterior[unigram, 1])
            low_cosine = min(low_cosine, support[unigram, 0])
            low_likelihood = min(low_likelihood, support[unigram, 2])
            rarest = min(rarest, frequency[words[k]] if words[k] < known else 0.0)
            for w in source:
                if w == words[k]:
                    inside += 1
                    break
        row[12] = np.log(low_posterior + SMALL)
        row[13] = np.log(low_cosine + SMALL)
        row[14] = np.log(low_likelihood + SMALL)
        row[15] = nearest
        row[16] = np.log(len(source))
        row[17] = inside / n
        row[18] = np.log(rarest + 0.5)
        total = 0.0
        last = 0.0
        for k in range(1 if n > 1 else 0, n):
            for c in range(k):
                context[c] = lm_ids[words[begin + k - 1 - c]]
            last = word_score(lm_keys, lm_logprob, lm_backoff, context, k, lm_ids[words[begin + k]])
            total += last
        row[19] = last
        row[20] = total
        if n > 1:
            left, right = np.uint64(0), np.uint64(0)
            for k in range(n - 1):
                left = extend_hash(left, words[begin + k])
                right = extend_hash(right, words[begin + 1 + k])
            a, b = places[find_slot(keys, left)], places[find_slot(keys, right)]
            row[21] = np.log(min(posterior[a, 1], posterior[b, 1]) + SMALL)
            row[22] = np.log(min(support[a, 0], support[b, 0]) + SMALL)
        else:
            row[21], row[22] = row[6], row[7]
    return result


@kernel()
def source_grams(source: Any) -> Any:
    """A hash set of the source's n-grams."""
    keys = np.zeros(table_size(ORDER * len(source)), np.uint64)
    for i in range(len(source)):
        hashed = np.uint64(0)
        for k in range(i, min(i + ORDER, len(source))):
            hashed = extend_hash(hashed, source[k])
            keys[find_slot(keys, hashed)] = hashed
    return keys


@kernel()
def candidate_values(
    words: Any, bounds: Any, occurrences: Any, support: Any, hashes: Any, source_keys: Any, idf: Any
) -> Any:
    """What each candidate may earn: a row with the columns `MATCHED` to `KEPT`."""
    number = len(bounds) - 1
    result = np.zeros((number, VALUES))
    stamps = np.full(len(hashes), -1, np.int64)
    for text in range(number):
        row = result[text]
        shared, distinct = np.zeros(ORDER), np.zeros(ORDER)
        for i in range(bounds[text], bounds[text + 1]):
            for n in range(ORDER):
                gram = occurrences[i, n]
                if gram < 0:
                    break
                copy = source_keys[find_slot(source_keys, hashes[gram])] != 0
                row[MATCHED + n] += support[gram]
                row[MATCHED_SOURCE + n] += 1.0 if copy else support[gram]
                row[GRAMS + n] += 1.0
                if stamps[gram] != text:
                    stamps[gram] = text
                    distinct[n] += 1.0
                    shared[n] += 1.0 if copy else 0.0
                    if n == 0:
                        weight = idf[words[i]] if words[i] < len(idf) else 10.0
                        row[CONTENT] += weight * support[gram]
                        row[KEPT] += weight if copy else 0.0
        orders = 0
        for n in range(ORDER):
            if distinct[n] > 0:
                row[NEW] += 1.0 - shared[n] / distinct[n]
                orders += 1
        if orders:
            row[NEW] /= orders
    return result


@kernel()
def network_outputs(
    inputs: Any, mean: Any, scale: Any, w1: Any, b1: Any, w2: Any, b2: Any, w3: Any, b3: float
) -> Any:
    """Probabilities of a network with two layers of rectified units."""
    number, one, two = len(inputs), len(b1), len(b2)
    result = np.empty(number)
    first, second = np.empty(one), np.empty(two)
    for g in range(number):
        for h in range(one):
            first[h] = b1[h]
        for i in range(inputs.shape[1]):
            value = (inputs[g, i] - mean[i]) * scale[i]
            for h in range(one):
                first[h] += value * w1[i, h]
        for k in range(two):
            second[k] = b2[k]
        for h in range(one):
            if first[h] > 0:
                for k in range(two):
                    second[k] += first[h] * w2[h, k]
        total = b3
        for k in range(two):
            if second[k] > 0:
                total += second[k] * w3[k]
        result[g] = 1.0 / (1.0 + np.exp(-total))
    return result


@kernel()
def batch_gradients(
    inputs: Any, labels: Any, rows: Any, mean: Any, scale: Any, weights: Any, gradients: Any
) -> None:
    """Mean gradients of the logistic loss over some rows, written into `gradients`.

    `weights` are w1, b1, w2, b2, w3, b3, one after another in one array, and so are the gradients. All sums
    run in one order, so that the result does not depend on the machine's number of cores.
    """
    size, one, two = inputs.shape[1], HIDDEN[0], HIDDEN[1]
    at_b1 = size * one
    at_w2 = at_b1 + one
    at_b2 = at_w2 + one * two
    at_w3 = at_b2 + two
    at_b3 = at_w3 + two
    gradients[:] = 0.0
    turned = np.empty((two, one), np.float32)
    for h in range(one):
        for k in range(two):
            turned[k, h] = weights[at_w2 + h * two + k]
    x = np.empty(size, np.float32)
    first, second = np.empty(one, np.float32), np.empty(two, np.float32)
    back1, back2 = np.empty(one, np.float32), np.empty(two, np.float32)
    share = np.float32(1.0 / len(rows))
    for row in rows:
        for h in range(one):
            first[h] = weights[at_b1 + h]
        for i in range(size):
            x[i] = (inputs[row, i] - mean[i]) * scale[i]
            for h in range(one):
                first[h] += x[i] * weights[i * one + h]
        for k in range(two):
            second[k] = weights[at_b2 + k]
        for h in range(one):
            if first[h] > 0:
                for k in range(two):
                    second[k] += first[h] * weights[at_w2 + h * two + k]
        total = weights[at_b3]
        for k in range(two):
            if second[k] > 0:
                total += second[k] * weights[at_w3 + k]
        delta = np.float32((1.0 / (1.0 + np.exp(-total)) - labels[row]) * share)
        gradients[at_b3] += delta
        back1[:] = 0.0
        for k in range(two):
            back2[k] = 0.0
            if second[k] > 0:
                gradients[at_w3 + k] += delta * second[k]
                back2[k] = delta * weights[at_w3 + k]
                gradients[at_b2 + k] += back2[k]
                for h in range(one):
                    back1[h] += back2[k] * turned[k, h]
        for h in range(one):
            if first[h] > 0:
                gradients[at_b1 + h] += back1[h]
                for k in range(two):
                    gradients[at_w2 + h * two + k] += first[h] * back2[k]
            else:
                back1[h] = 0.0
        for i in range(size):
            for h in range(one):
                gradients[i * one + h] += x[i] * back1[h]


@kernel()
def adam_step(weights: Any, gradients: Any, first: Any, second: Any, step: int, rate: float) -> None:
    """One step of Adam (Kingma & Ba 2015), in place."""
    for w in range(len(weights)):
        first[w] += np.float32(0.1) * (gradients[w] - first[w])
        second[w] += np.float32(0.001) * (gradients[w] * gradients[w] - second[w])
        mean, spread = first[w] / (1.0 - 0.9**step), second[w] / (1.0 - 0.999**step)
        weights[w] -= np.float32(rate * mean / (np.sqrt(spread) + 1e-8))
