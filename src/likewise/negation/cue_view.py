"""What a tagger sees of a sentence around one cue, and the features of every word, most of them of the tree.

Follows the path features of constituent-based scope taggers (White 2012; Read et al. 2012): where the word's
branch meets the cue's, what hangs there, which clauses lie between. Marks of punctuation and the cue's own
words are no places of the sequence; a word knows what stands before it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from likewise.negation.sentence import Part, Sentence, is_mark
from likewise.trees import CLAUSES, ConstituentTree, flat_tree, read_tree

__all__ = ["CueView", "kind_of", "scope_features", "view_of"]


def kind_of(cue: Sequence[Part], words: Sequence[str]) -> str:
    """The cue's kind: its words, or the affix with a hyphen where it is a piece of a word."""
    first = cue[0]
    if len(cue) == 1 and first.text != words[first.token]:
        affix = first.text.lower()
        return f"{affix}-" if words[first.token].lower().startswith(affix) else f"-{affix}"
    return " ".join(part.text.lower() for part in cue)


@dataclass
class CueView:
    """A sentence seen from one cue; `places` are the tokens that may be in its scope."""

    sentence: Sentence
    cue: tuple[Part, ...]
    tree: ConstituentTree = field(repr=False)
    heard: dict[int, Any] = field(default_factory=dict, repr=False)
    """What taggers and nets have said of it."""

    def __post_init__(self) -> None:
        words = self.sentence.words
        self.kind = kind_of(self.cue, words)
        self.affixal = self.kind.startswith("-") or self.kind.endswith("-")
        self.anchor = self.cue[0].token
        own = set() if self.affixal else {part.token for part in self.cue}
        self.places = [t for t, word in enumerate(words) if t not in own and not is_mark(word)]

    @cached_property
    def features(self) -> list[list[str]]:
        """Names of the features at each place."""
        return scope_features(self)

    @cached_property
    def chain(self) -> list[int]:
        """Nodes over the cue, innermost first."""
        return self.tree.chain(self.anchor)

    @cached_property
    def rank(self) -> dict[int, int]:
        """Place in the cue's chain of each node of it."""
        return {node: k for k, node in enumerate(self.chain)}

    @cached_property
    def clauses_below(self) -> list[int]:
        """How many clauses of the cue's chain lie strictly below its k-th node."""
        counts = [0]
        for node in self.chain:
            counts.append(counts[-1] + (self.tree.labels[node] in CLAUSES))
        return counts

    @cached_property
    def lowered(self) -> list[str]:
        """The words in small letters."""
        return [word.lower() for word in self.sentence.words]

    @cached_property
    def boundaries(self) -> list[tuple[int, int, int, int]]:
        """Of each token: marks, conjunctions, quotes and verbs before it in the sentence, counted."""
        marks = joins = quotes = verbs = 0
        counts = []
        for word, tag in zip(self.lowered, self.sentence.tags, strict=True):
            counts.append((marks, joins, quotes, verbs))
            marks += word in {",", ";", ":", "--", "-"}
            joins += tag == "CC"
            quotes += word in {"``", "''", '"', "“", "”"}
            verbs += tag[:2] in {"VB", "MD"}
        return [*counts, (marks, joins, quotes, verbs)]


def view_of(sentence: Sentence, cue: tuple[Part, ...], tree: ConstituentTree | None = None) -> CueView:
    """The view of a cue; the tree of the sentence's own column where none is handed in."""
    if tree is None:
        tree = read_tree(sentence.syntax) if sentence.syntax else flat_tree(len(sentence.words))
    return CueView(sentence, cue, tree)


def scope_features(view: CueView) -> list[list[str]]:
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


def _words(view: CueView, t: int) -> list[str]:
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


def _position(view: CueView, order: int, t: int) -> list[str]:
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


def _tree(view: CueView, t: int, previous: tuple[str, str, int]) -> tuple[list[str], tuple[str, str, int]]:
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


def _joined(view: CueView, node: int, t: int) -> str:
    """What stands between the word's branch and the cue's under the node where they meet."""
    tree = view.tree
    low, high = (t, view.anchor) if t < view.anchor else (view.anchor, t)
    between = []
    for child, word in tree.children[node]:
        start, end = (tree.starts[child], tree.ends[child]) if child >= 0 else (word, word + 1)
        if end <= low or start > high or start <= low < end or start <= high < end:
            continue
        label = tree.labels[child] if child >= 0 else view.sentence.tags[word]
        if label in {"CC", ",", ":", "CONJP", ".", "``", "''"}:
            between.append(label)
    return "".join(between[:3])
