"""Features of the scope tagger: of each word by itself, beside the cue, and through the tree."""

from __future__ import annotations

from likewise.negation.views import View
from likewise.trees import CLAUSES

__all__ = ["scope_features"]


def scope_features(view: View) -> list[list[str]]:
    """Names of the features at each place of the view."""
    rows = []
    previous = ("", "", -1)
    for order, token in enumerate(view.places):
        row, here = _tree(view, token, previous)
        row += _words(view, token)
        row += _position(view, order, token)
        rows.append(row)
        previous = here
    return rows


def _words(view: View, t: int) -> list[str]:
    words, tags = view.lowered, view.sentence.tags
    lemmas = view.sentence.lemmas
    before = words[t - 1] if t else "<s>"
    after = words[t + 1] if t + 1 < len(words) else "</s>"
    tag, left = tags[t], tags[t - 1] if t else "<s>"
    right = tags[t + 1] if t + 1 < len(tags) else "</s>"
    side = "l" if t < view.anchor else "r"
    return [
        "@bias", f"w={words[t]}", f"l={lemmas[t].lower()}", f"t={tag}", f"@w-1={before}", f"w+1={after}",
        f"@t-1={left}", f"t+1={right}", f"@tt={left} {tag}", f"tt+={tag} {right}",
        f"ttt={left} {tag} {right}",
        f"sw={side} {words[t]}", f"st={side} {tag}", f"skt={side} {view.kind} {tag}",
    ]  # fmt: skip


def _position(view: View, order: int, t: int) -> list[str]:
    a = view.anchor
    side = "l" if t < a else "r" if t > a else "c"
    low, high = (t, a) if t < a else (a, t)
    first, last = view.boundaries[low], view.boundaries[high]
    marks, joins, quotes, verbs = (min(3, y - x) for x, y in zip(first, last, strict=True))
    far = abs(t - a)
    bucket = far if far < 5 else 5 + min(6, (far - 5) // 4)
    kind = view.kind
    return [
        f"d={side}{bucket}", f"dk={side}{bucket} {kind}", f"side={side} {kind}",
        f"@marks={side}{marks}", f"joins={side}{joins}", f"quotes={side}{min(quotes, 2)}",
        f"verbs={side}{verbs}",
        f"mjv={side}{marks}{joins}{verbs}", f"mq={side}{marks}{quotes}", f"first={order == 0}",
        f"kv={kind} {side}{verbs}{marks}",
    ]  # fmt: skip


def _tree(view: View, t: int, previous: tuple[str, str, int]) -> tuple[list[str], tuple[str, str, int]]:
    """Where the word's branch meets the cue's chain, and what lies on both."""
    tree = view.tree
    labels = tree.labels
    up = []
    node = tree.homes[t]
    while node not in view.rank:
        up.append(node)
        node = tree.parents[node]
    k = view.rank[node]
    side = "l" if t < view.anchor else "r" if t > view.anchor else "c"
    ups = [labels[n] for n in up]
    downs = [labels[n] for n in view.chain[:k]]
    meet = labels[node]
    branch = ups[-1] if ups else view.sentence.tags[t]
    start = view.lowered[tree.starts[up[-1]]] if up else view.lowered[t]
    below = view.clauses_below[k]
    inner = sum(label in CLAUSES for label in ups)
    path = "^".join(ups[-4:]) + f">{meet}<" + "v".join(reversed(downs[-4:]))
    toward = downs[-1] if downs else "CUE"
    joined = _joined(view, node, t)
    kind = view.kind
    row = [
        f"path={side} {'^'.join(ups)}>{meet}<{'v'.join(reversed(downs))}", f"p4={side} {path}",
        f"up={side} {'^'.join(ups)}>{meet}", f"down={side} {meet}<{'v'.join(reversed(downs))}",
        f"kdown={side} {kind} {meet}<{'v'.join(reversed(downs))}",
        f"k={side}{min(k, 9)}", f"@meet={side} {meet}", f"mk={side} {meet} {min(k, 9)}",
        f"branch={side} {branch}>{meet}<{toward}", f"branch2={side} {joined} {branch}>{meet}<{toward}",
        f"bc={side} {branch}>{meet}<{toward} {below}", f"kb={kind} {side} {branch}>{meet}<{toward}",
        f"clauses={side} {below} {inner}", f"kclauses={kind} {side} {below} {inner}",
        f"@cj={side} {below} {inner} {joined}", f"start={side} {start} {branch}>{meet}",
        f"@starts={side} {start} {below}", f"depth={side} {min(len(ups), 6)} {below}",
        f"cbm={side} {below} {branch} {meet} {joined}",
        f"home={labels[tree.homes[t]]} {view.sentence.tags[t]} {side}",
    ]  # fmt: skip
    here = (branch, meet, up[-1] if up else -2 - t)
    same = here[2] == previous[2]
    row += [f"@same={same}", f"@change={same} {previous[0]}>{previous[1]} {branch}>{meet} {side}"]
    row.append(f"@changek={same} {min(k, 9)} {below} {view.lowered[t - 1] if t else ''}")
    return row, here


def _joined(view: View, node: int, t: int) -> str:
    """What stands between the word's branch and the cue's under the node where they meet."""
    tree = view.tree
    low, high = (t, view.anchor) if t < view.anchor else (view.anchor, t)
    found = []
    for child, word in tree.children[node]:
        start, end = (tree.starts[child], tree.ends[child]) if child >= 0 else (word, word + 1)
        if end <= low or start > high or start <= low < end or start <= high < end:
            continue
        label = tree.labels[child] if child >= 0 else view.sentence.tags[word]
        if label in {"CC", ",", ":", "CONJP", ".", "``", "''"}:
            found.append(label)
    return "".join(found[:3])
