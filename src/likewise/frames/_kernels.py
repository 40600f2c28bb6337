"""Hot loops of the parsers: the best tree over arcs, the best sequences of roles and of words."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.kernel import kernel

__all__ = ["best_heads", "best_roles", "best_words"]

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


@kernel(nogil=False)
def best_heads(arcs: Any) -> Any:
    """The heads of the tree with the largest sum (Chu and Liu 1965; Edmonds 1967), as dense contractions.

    `arcs[k, h]` is the score of node h above word k, where node 0 is the root and word k is node k + 1.
    """
    size = len(arcs) + 1
    most = 2 * size
    score = np.full((most, most), -np.inf)
    head_of, word_of = np.zeros((most, most), np.int64), np.zeros((most, most), np.int64)
    for word in range(1, size):
        for head in range(size):
            if head != word:
                score[head, word] = arcs[word - 1, head]
            head_of[head, word], word_of[head, word] = head, word
    holder = np.full(most, -1, np.int64)  # the cycle that a node went into
    above = np.zeros(most, np.int64)
    chosen_head, chosen_word = np.zeros(most, np.int64), np.zeros(most, np.int64)
    mark = np.zeros(most, np.int64)
    inside = np.zeros(most, np.bool_)
    count = size
    while True:
        for node in range(1, count):
            if holder[node] < 0:
                best = -1
                for head in range(count):
                    free = holder[head] < 0 and head != node
                    if free and (best < 0 or score[head, node] > score[best, node]):
                        best = head
                above[node] = best
                chosen_head[node], chosen_word[node] = head_of[best, node], word_of[best, node]
        # Walk up from every node; who meets the walk's own steps stands on a cycle.
        mark[:] = 0
        found = -1
        for node in range(1, count):
            if holder[node] >= 0 or mark[node]:
                continue
            step = node
            while step != 0 and mark[step] == 0:
                mark[step] = node
                step = above[step]
            if step != 0 and mark[step] == node:
                found = step
                break
        if found < 0:
            break
        inside[:] = False
        step = found
        while not inside[step]:
            inside[step] = True
            step = above[step]
        for node in range(count):
            if holder[node] >= 0 or inside[node]:
                continue
            for member in range(1, count):
                if inside[member]:
                    if node != 0 and score[member, node] > score[count, node]:
                        score[count, node] = score[member, node]
                        head_of[count, node] = head_of[member, node]
                        word_of[count, node] = word_of[member, node]
                    gain = score[node, member] - score[above[member], member]
                    if gain > score[node, count]:
                        score[node, count] = gain
                        head_of[node, count] = head_of[node, member]
                        word_of[node, count] = word_of[node, member]
        for member in range(1, count):
            if inside[member]:
                holder[member] = count
        count += 1
    # The arc into a cycle takes the place of one of the cycle's own.
    for cycle in range(count - 1, size - 1, -1):
        node = chosen_word[cycle]
        while holder[node] != cycle:
            node = holder[node]
        chosen_head[node], chosen_word[node] = chosen_head[cycle], chosen_word[cycle]
    return chosen_head[1:size]


@kernel(nogil=False)
def best_roles(scores: Any) -> Any:
    """The best sequence in which an inside follows its begin or inside (Viterbi).

    Columns: outside, then begin and inside of each label in turn.
    """
    size, tags = scores.shape
    back = np.zeros((size, tags), np.int64)
    best = scores[0].astype(np.float64)
    for tag in range(2, tags, 2):
        best[tag] = -np.inf
    after = np.zeros(tags)
    for k in range(1, size):
        top = np.argmax(best)
        for tag in range(tags):
            came = int(top)
            if tag > 0 and tag % 2 == 0:
                came = tag if best[tag] > best[tag - 1] else tag - 1
            back[k, tag] = came
            after[tag] = best[came] + scores[k, tag]
        for tag in range(tags):  # a slice would bring the text of an error, and its compiler takes 2 s
            best[tag] = after[tag]
    path = np.zeros(size, np.int64)
    path[size - 1] = np.argmax(best)
    for k in range(size - 1, 0, -1):
        path[k - 1] = back[k, path[k]]
    return path


@kernel(nogil=False)
def best_words(scores: Any) -> Any:
    """The best begins (2 t) and insides (2 t + 1) of words with the tag t (Viterbi).

    The first is a begin; an inside follows a begin or an inside of its own tag.
    """
    size, tags = scores.shape[0], scores.shape[1] // 2
    best = scores[0, 0::2].astype(np.float64)
    inside = np.zeros((size, tags), np.bool_)
    came = np.zeros(size, np.int64)
    for k in range(1, size):
        top = np.argmax(best)
        came[k], new = top, best[top]
        for tag in range(tags):
            begin, on = new + scores[k, 2 * tag], best[tag] + scores[k, 2 * tag + 1]
            inside[k, tag] = on > begin
            best[tag] = max(on, begin)
    path = np.zeros(size, np.int64)
    tag = int(np.argmax(best))
    for k in range(size - 1, -1, -1):
        path[k] = 2 * tag + inside[k, tag]
        if not inside[k, tag]:
            tag = int(came[k])
    return path
