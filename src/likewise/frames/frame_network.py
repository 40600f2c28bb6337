"""A net over an encoder that tags words, scores arcs, finds predicates and labels their roles, with numpy.

Words are a learnt mean of the encoder's layers. Arcs and their labels are scored by two biaffine forms
(Dozat and Manning 2017). For each predicate the encoder's last layers run once more, with a mark on the
predicate and an adapter of their own, and every word gets scores for the begin and the inside of a role (a
predicate given to the encoder: Shi and Lin 2019). `training/frames_encoder.py` makes the weights.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
from threadpoolctl import ThreadpoolController

from likewise.frames import _kernels
from likewise.frames.dependency_tree import best_tree
from likewise.frames.english_lemmas import EnglishLemmas, is_regular
from likewise.frames.passive_roles import barred_roles
from likewise.frames.verb_predicates import verbs_left_out
from likewise.frames.word_windows import WordWindow, windows_of
from likewise.io import fine_rows
from likewise.text import Encoder

__all__ = ["FrameNetwork", "ReadSentence"]

Floats = npt.NDArray[np.float32]
KINDS = ("upos", "xpos", "lemma", "relation", "role")
NO_ROLES, WITH_ROLES = 1, 2
"""Classes of predicates: auxiliaries and the like have no roles, and need no second pass."""


@dataclass(frozen=True, slots=True)
class ReadSentence:
    """What is read off one sentence: names of its words, heads (0: the root), predicates and their spans."""

    upos: list[str]
    xpos: list[str]
    lemmas: list[str]
    heads: npt.NDArray[np.int64]
    relations: list[str]
    frames: list[tuple[int, list[tuple[int, int, str]]]]


class FrameNetwork:
    """Encoder, weights and names of labels."""

    def __init__(self, encoder: Encoder, arrays: Mapping[str, npt.NDArray[Any]]) -> None:
        self.names = {kind: [str(x) for x in arrays[f"names.{kind}"]] for kind in KINDS}
        self.lemmas = EnglishLemmas.of(map(str, arrays["names.exception"]))
        irregular = [not is_regular(rule) for rule in self.names["lemma"]]
        self.irregular_cost = np.where(irregular, np.float32(-1e9), np.float32(0))
        own = fine_rows(arrays)
        whole = {name.removeprefix("base."): a for name, a in own.items() if name.startswith("base.")}
        base = (
            Encoder(encoder.pieces, {**encoder.weights, **whole}, heads=encoder.heads) if whole else encoder
        )
        low = {name.removeprefix("layers."): a for name, a in own.items() if name.startswith("layers.")}
        self.encoder = base.adapted(low, merged=True) if low else base
        self.again = 1 + max(int(name.split(".")[1]) for name in own if name.startswith("again."))
        self.start = base.depth - self.again
        high = {
            f"{int(layer) + self.start}.{rest}": a
            for name, a in own.items()
            if name.startswith("again.")
            for _, layer, rest in [name.split(".", 2)]
        }
        self.second = base.adapted(high, merged=True)
        self.weights = {
            name: a for name, a in own.items() if not name.startswith(("layers.", "again.", "base."))
        }
        width = self.weights["labels.weight"].shape[0] // 2 + 1
        # [child, relation x head]: one product for all words.
        label = self.weights["label"].reshape(-1, width, width)
        self.label = np.ascontiguousarray(label.transpose(1, 0, 2)).reshape(width, -1)

    def read(self, sentences: Sequence[Sequence[str]]) -> list[ReadSentence]:
        """Sentences that have words, as many as are read in one pass."""
        with _threads().limit(
            limits=1, user_api="blas"
        ):  # a second thread gains little on matrices this small
            return self._read(sentences)

    def _read(self, sentences: Sequence[Sequence[str]]) -> list[ReadSentence]:
        windows = [w for k, words in enumerate(sentences) for w in windows_of(self.encoder, k, words)]
        layers = self.encoder.layers_of_batch([window.ids for window in windows])
        shares = _shares(self.weights["mix"])
        roots = np.empty((len(sentences), self.encoder.width), np.float32)
        words = [np.empty((len(s), self.encoder.width), np.float32) for s in sentences]
        for window, tables in zip(windows, layers, strict=True):
            at = [0, *window.firsts]
            mean = sum(share * table[at] for share, table in zip(shares, tables, strict=True))
            if window.own_start == 0:
                roots[window.sentence] = mean[0]
            own = slice(1 + window.own_start - window.start, 1 + window.own_end - window.start)
            words[window.sentence][window.own_start : window.own_end] = mean[own]
        lower = [tables[self.start] for tables in layers]
        return self._named(sentences, roots, words, windows, lower)

    def _named(
        self,
        forms: Sequence[Sequence[str]],
        roots: Floats,
        words: list[Floats],
        windows: list[WordWindow],
        lower: list[Floats],
    ) -> list[ReadSentence]:
        every = np.concatenate(words)
        bounds = np.cumsum([0, *map(len, words)])
        best = {kind: self._linear(every, kind).argmax(1) for kind in ("upos", "xpos", "predicate")}
        lemmas = self._lemmas([form for own in forms for form in own], every, best["upos"])
        heads, relations = self._trees(roots, every, bounds)
        trees = [
            (heads[a:b].tolist(), [self.names["relation"][k] for k in relations[a:b]])
            for a, b in pairwise(bounds)
        ]
        for a, b, tree in zip(bounds, bounds[1:], trees, strict=False):
            tags = [self.names["upos"][tag] for tag in best["upos"][a:b]]
            for k in verbs_left_out(tags, best["predicate"][a:b], *tree):
                best["predicate"][a + k] = WITH_ROLES
        roles = self._roles(every, bounds, best["predicate"], windows, lower, trees)
        sentences = []
        for k in range(len(words)):
            own = range(bounds[k], bounds[k + 1])
            frames = [(at - own.start, roles.get(at, [])) for at in own if best["predicate"][at]]
            sentences.append(
                ReadSentence(
                    [self.names["upos"][best["upos"][at]] for at in own],
                    [self.names["xpos"][best["xpos"][at]] for at in own],
                    lemmas[own.start : own.stop],
                    heads[own.start : own.stop],
                    trees[k][1],
                    frames,
                )
            )
        return sentences

    def _lemmas(self, forms: Sequence[str], words: Floats, tags: npt.NDArray[Any]) -> list[str]:
        scores = self._linear(words, "lemma")
        rules, regular = scores.argmax(1), (scores + self.irregular_cost).argmax(1)
        upos, names = self.names["upos"], self.names["lemma"]
        return [
            self.lemmas.lemma(form, upos[tag], names[rule], names[plain])
            for form, tag, rule, plain in zip(forms, tags, rules, regular, strict=True)
        ]

    def _trees(self, roots: Floats, words: Floats, bounds: npt.NDArray[Any]) -> tuple[Any, Any]:
        """Heads and relations of all words."""
        sides = np.tanh(self._linear(words, "arcs"))
        root_sides = np.tanh(self._linear(roots, "arcs"))
        half = sides.shape[1] // 2
        asked = _with_one(sides[:, :half]) @ self.weights["arc"]
        labels = np.maximum(self._linear(words, "labels"), 0)
        root_labels = np.maximum(self._linear(roots, "labels"), 0)
        part = labels.shape[1] // 2
        heads = np.empty(len(words), np.int64)
        chosen = np.empty((len(words), part), np.float32)
        for k in range(len(roots)):
            own = slice(bounds[k], bounds[k + 1])
            nodes = np.concatenate([root_sides[k : k + 1, half:], sides[own, half:]])
            heads[own] = best_tree(asked[own] @ nodes.T)
            chosen[own] = np.concatenate([root_labels[k : k + 1, part:], labels[own, part:]])[heads[own]]
        mixed = (_with_one(labels[:, :part]) @ self.label).reshape(len(words), -1, part + 1)
        scores = (mixed @ _with_one(chosen)[:, :, None])[:, :, 0]
        # The root's relation is for the root's word alone.
        at = self.names["relation"].index("root")
        scores[:, at] = np.where(heads == 0, np.float32(1e9), np.float32(-1e9))
        return heads, scores.argmax(1)

    def _roles(
        self,
        words: Floats,
        bounds: npt.NDArray[Any],
        classes: npt.NDArray[Any],
        windows: list[WordWindow],
        lower: list[Floats],
        trees: list[tuple[list[int], list[str]]],
    ) -> dict[int, list[tuple[int, int, str]]]:
        """Labelled spans of the predicates, by their place among all words."""
        places, inputs = list[tuple[int, int, WordWindow]](), list[Floats]()
        for window, table in zip(windows, lower, strict=True):
            first = bounds[window.sentence]
            for word in range(window.own_start, window.own_end):
                if classes[first + word] == WITH_ROLES:
                    marked = table.copy()
                    marked[window.firsts[word - window.start]] += self.weights["mark"]
                    places.append((int(first + word), int(first), window))
                    inputs.append(marked)
        if not places:
            return {}
        shares = _shares(self.weights["role_mix"])
        half = self.weights["role_out.weight"].shape[1]
        plain = self._linear(words, "role_words")
        layers = self.second.layers_above(inputs, self.start)
        here = np.concatenate(
            [
                sum(share * table[window.firsts] for share, table in zip(shares, tables, strict=True))
                for (_, _, window), tables in zip(places, layers, strict=True)
            ]
        )
        marked_words = self._linear(here, "role_here")
        row = 0
        for at, first, window in places:
            own = marked_words[row : row + len(window.firsts)]
            row += len(own)
            own[:, :half] += own[at - first - window.start, half:] + plain[at, half:]
            own[:, :half] += plain[first + window.start : first + window.end, :half]
        scores = self._linear(_gelu(marked_words[:, :half]), "role_out")
        spans, row = {}, 0
        for at, first, window in places:
            own = scores[row : row + len(window.firsts)]
            row += len(own)
            own[at - first - window.start, 1:] = -1e9  # a predicate is no part of its own roles
            for word, labels in barred_roles(*trees[window.sentence], at - first):
                if window.start <= word < window.end:
                    own[word - window.start, self._columns(labels)] = -1e9
            spans[at] = self._spans(_kernels.best_roles(own), window.start)
        return spans

    def _columns(self, labels: Sequence[str]) -> list[int]:
        return [k for k, name in enumerate(self.names["role"]) if name[2:] in labels]

    def _spans(self, tags: npt.NDArray[np.int64], shift: int) -> list[tuple[int, int, str]]:
        """Runs of one label, where a begin ends the run before it."""
        spans, k = list[tuple[int, int, str]](), 0
        while k < len(tags):
            start, tag = k, tags[k]
            k += 1
            if tag:
                while k < len(tags) and tags[k] == tag + 1:
                    k += 1
                spans.append((shift + start, shift + k, self.names["role"][tag][2:]))
        return spans

    def _linear(self, x: Floats, name: str) -> Floats:
        y: Floats = x @ self.weights[f"{name}.weight"].T + self.weights[f"{name}.bias"]
        return y


@cache
def _threads() -> ThreadpoolController:
    return ThreadpoolController()


def _shares(mix: Floats) -> Floats:
    raised = np.exp(mix - mix.max())
    shares: Floats = raised / raised.sum()
    return shares


def _with_one(x: Floats) -> Floats:
    return np.concatenate([x, np.ones((len(x), 1), np.float32)], 1)


def _gelu(x: Floats) -> Floats:
    from scipy.special import erf

    curved: Floats = x * np.float32(0.5) * (1 + erf(x * np.float32(np.sqrt(0.5))))
    return curved
