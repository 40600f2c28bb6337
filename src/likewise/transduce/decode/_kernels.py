"""The decoder as one kernel: options, search, n best, features.

Twins and an exhaustive search are in tests/transduce/decode.
What the kernels hand to each other, records in arrays and groups of arrays, is in
`likewise.transduce.decode.records`.
"""

from __future__ import annotations

import heapq
from typing import Any

import numpy as np

from likewise.kernel import kernel
from likewise.transduce.decode.options._kernels import append, collect_options, finish, places, start
from likewise.transduce.decode.records import (
    COPIED,
    DISTORTION,
    FEATURES,
    LM,
    NODE,
    PATH,
    PHRASES,
    UNKNOWN,
    WORDS,
    SourceSentence,
)
from likewise.transduce.decode.stacks._kernels import search
from likewise.transduce.phrases._kernels import extend_hash, find_slot, longer

EFFORT = 1000
"""Steps that the search for the n best may take for each output wanted and each word of the source."""


@kernel()
def tail_key(p: int, paths: Any, options: Any, nodes: Any) -> Any:
    """A key of the words of a path, hashed from the last word backwards."""
    if paths[p].option < 0:
        return np.uint64(0)
    key, node = paths[paths[p].after].key, options[paths[p].option].node
    while node >= 0:
        key = extend_hash(key, nodes[node].id)
        node = nodes[node].before
    return key


@kernel()
def rehashed_keys(slots: Any) -> Any:
    """The same set of keys in twice the room."""
    new = np.zeros(2 * len(slots), np.uint64)
    for key in slots:
        if key != 0:
            new[find_slot(new, key)] = key
    return new


@kernel()
def push_ways(p: int, heap: Any, paths: Any, number: Any, hypotheses: Any, arcs: Any) -> Any:
    """Lengthen path p to the front by each way to its hypothesis; gives the paths and their number."""
    h = paths[p].hypothesis
    a = hypotheses[h].arc
    while a >= 0:
        if number == len(paths):
            paths = longer(paths, 2 * number)
        new, arc = paths[number], arcs[a]
        new.tail = paths[p].tail + arc.through - hypotheses[arc.before].score
        new.hypothesis, new.option, new.after = arc.before, arc.option, p
        heapq.heappush(heap, (-(hypotheses[arc.before].score + new.tail), number))
        number += 1
        a = arc.beside
    return paths, number


@kernel()
def write_steps(p: int, paths: Any, chosen: Any, steps: int) -> Any:
    """Write the options of a whole derivation; gives the array of all and their number."""
    while paths[p].option >= 0:
        if steps == len(chosen):
            chosen = longer(chosen, 2 * steps)
        chosen[steps] = paths[p].option
        steps += 1
        p = paths[p].after
    return chosen, steps


@kernel()
def best_paths(
    hypotheses: Any, arcs: Any, final: int, options: Any, nodes: Any, wanted: int, tries: int
) -> Any:
    """The best derivations with different outputs, best first: A* backwards, exact over what the search kept.

    Of the ends of derivations with the same words that start at one hypothesis, only the best is followed.
    Gives the options of each derivation one after another with bounds, and the scores. After `tries` steps it
    stops with what it has.
    """
    # np.int64: a literal has a type of its own, for which what is called would be compiled once more.
    paths, number = np.empty(1 << 10, PATH), np.int64(1)
    root = paths[0]
    root.tail, root.key, root.hypothesis, root.option, root.after = 0.0, 0, final, -1, -1
    heap = [(-hypotheses[final].score, 0)]
    seen, taken = np.zeros(1 << 10, np.uint64), 0
    chosen = np.empty(64, np.int32)
    steps: Any = np.int64(0)
    bounds, scores, found = np.zeros(wanted + 1, np.int32), np.zeros(wanted), 0
    while len(heap) and found < wanted and tries > 0:
        tries -= 1
        value, p = heapq.heappop(heap)
        paths[p].key = tail_key(p, paths, options, nodes)
        key = extend_hash(paths[p].key, paths[p].hypothesis)
        slot = find_slot(seen, key)
        if seen[slot] != 0:
            continue
        seen[slot] = key
        taken += 1
        if 2 * taken > len(seen):
            seen = rehashed_keys(seen)
        if paths[p].hypothesis == 0:
            chosen, steps = write_steps(p, paths, chosen, steps)
            scores[found] = -value
            found += 1
            bounds[found] = steps
        else:
            paths, number = push_ways(p, heap, paths, number, hypotheses, arcs)
    return chosen[:steps], bounds[: found + 1], scores[:found]


@kernel()
def spell(chosen: Any, options: Any, nodes: Any) -> Any:
    """The nodes of the words of options, one after another, with bounds."""
    bounds, total = np.zeros(len(chosen) + 1, np.int32), 0
    for step in range(len(chosen)):
        node = options[chosen[step]].node
        while node >= 0:
            total += 1
            node = nodes[node].before
        bounds[step + 1] = total
    words = np.empty(total, np.int32)
    for step in range(len(chosen)):
        node = options[chosen[step]].node
        for place in range(bounds[step + 1] - 1, bounds[step] - 1, -1):
            words[place] = node
            node = nodes[node].before
    return words, bounds


@kernel()
def option_features(option: Any, last: int, scores: Any, features: Any) -> None:
    """Add the features of an option that do not look at its words; the phrase before it ended at `last`."""
    features[PHRASES] += 1
    features[DISTORTION] += abs(option.begin - last)
    if option.row < 0:
        features[UNKNOWN] += 1
    else:
        for s in range(4):
            features[s] += scores[option.row, s]


@kernel()
def path_features(
    chosen: Any, bounds: Any, options: Any, nodes: Any, scores: Any, sentence: Any, language: Any
) -> Any:
    """The features of derivations, and their words one after another with bounds."""
    source, following = sentence.words, sentence.following
    keys, logprob, backoff = language.keys, language.logprob, language.backoff
    words, steps = spell(chosen, options, nodes)
    features, scratch = np.zeros((len(bounds) - 1, FEATURES)), np.zeros(1, NODE)
    here = scratch[0]
    for path in range(len(bounds) - 1):
        start(here, language)
        last: Any = np.int32(0)
        for step in range(bounds[path], bounds[path + 1]):
            option_features(options[chosen[step]], last, scores, features[path])
            last = options[chosen[step]].end
            for w in range(steps[step], steps[step + 1]):
                word = nodes[words[w]]
                words[w] = word.id
                score, run = append(
                    here, word.id, word.model, word.place, source, following, keys, logprob, backoff
                )
                features[path, LM] += score
                features[path, WORDS] += 1
                for c in range(run):
                    features[path, COPIED + c] += 1
        features[path, LM] += finish(here, keys, logprob, backoff)
    ends = np.empty(len(bounds), np.int32)
    for path in range(len(bounds)):
        ends[path] = steps[bounds[path]]
    return features, words, ends


@kernel()
def decode(words: Any, table_ids: Any, table: Any, language: Any, settings: Any, wanted: int) -> Any:
    """The best outputs of a sentence: words and bounds, features, scores, steps and bounds, their spans.

    A step is the number of an option; its span is (begin, end, row of the table).
    """
    first, following = places(words, len(language.ids) + len(language.extra))
    sentence = SourceSentence(words, table_ids, first, following)
    options, nodes = collect_options(sentence, table, language, settings)
    hypotheses, arcs, final = search(sentence, options, nodes, language, settings, table.longest, wanted > 1)
    tries = EFFORT * (wanted + len(words))
    steps, step_bounds, scores = best_paths(hypotheses, arcs, final, options, nodes, wanted, tries)
    features, ids, bounds = path_features(
        steps, step_bounds, options, nodes, table.scores, sentence, language
    )
    spans = np.empty((len(steps), 3), np.int32)
    for s in range(len(steps)):
        option = options[steps[s]]
        spans[s, 0], spans[s, 1], spans[s, 2] = option.begin, option.end, option.row
    return ids, bounds, features, scores, steps, step_bounds, spans
