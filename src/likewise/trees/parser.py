"""Part-of-speech tagger and constituent parser learnt from a few thousand trees.

The tagger is a greedy averaged perceptron (Collins 2002). The parser scores every labelled span by itself
(Stern, Andreas and Klein 2017, with sparse features in place of their network) and finds the best tree by
CKY; chains of single children count as one label. Made for scopes of negation: fast, and good at clauses.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from likewise.io import LEARNER_SEED
from likewise.text import HashedNames, hashes_of, numbers_of
from likewise.trees import _kernels
from likewise.trees.constituents import ConstituentTree, TaggedTree, chains_of, flat_tree, tree_of_chart

__all__ = ["Parser", "labels_of_trees"]

_LONGEST_LEARNT = 120
_BITS = 17
_MASK = (1 << _BITS) - 1

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float32]
Arrays = dict[str, npt.NDArray[Any]]

_SPARSE, _DENSE = ("spans", "words"), ("before", "before2")
"""Tables of weights, by how they are saved."""


@dataclass(frozen=True)
class Parser:
    """Weights of tagger and parser with their names."""

    tags: tuple[str, ...]
    labels: tuple[str, ...]
    words: Mapping[str, int]
    features: Mapping[str, int]
    fixed: Mapping[str, int]
    arrays: Mapping[str, Floats]

    longest: ClassVar[int] = 250
    """Words of the longest sentence that is parsed; a longer one gets a flat tree."""

    @staticmethod
    def fit(sentences: Sequence[TaggedTree], *, passes: int = 6, seed: int = LEARNER_SEED) -> Parser:
        """Learn from sentences with tags and trees; very long ones are left out."""
        use = [s for s in sentences if 0 < len(s.words) <= _LONGEST_LEARNT]
        tags = tuple(sorted({tag for s in use for tag in s.tags})) or ("X",)
        counts = Counter(word.lower() for s in use for word in s.words)
        words = {",": 1} | {
            w: k for k, w in enumerate((w for w, c in counts.items() if c >= 2 and w != ","), 2)
        }
        fixed = _fixed(use, tags)
        features, tag_arrays = _fit_tagger(use, tags, fixed, passes, seed)
        labels = labels_of_trees([s.tree for s in use])
        draft = Parser(
            tags, labels, words, features, fixed, {**tag_arrays, "spans": np.zeros((1, 1), np.float32)}
        )
        spans = _fit_spans(draft, use, passes, seed)
        halved = {
            n: a.astype(np.float16).astype(np.float32) for n, a in {**tag_arrays, "spans": spans}.items()
        }
        return Parser(tags, labels, words, features, fixed, halved)

    def tag(self, words: Sequence[str]) -> tuple[str, ...]:
        """Parts of speech of the words."""
        starts, feats = _packed(words, self.features)
        allowed = np.array([self.fixed.get(word, -1) for word in words], np.int64)
        out = np.zeros(len(words), np.int64)
        a = self.arrays
        _kernels.tag(starts, feats, allowed, a["words"], a["before"], a["before2"], out)
        return tuple(self.tags[y] for y in out)

    def parse(self, words: Sequence[str], tags: Sequence[str]) -> ConstituentTree:
        """The best tree over the words."""
        n = len(words)
        if not 0 < n <= self.longest or not self.labels:
            return flat_tree(n)
        w, t = self._ids(words, tags)
        gold = np.full((n + 1, n + 1), -2, np.int64)
        chart = _kernels.decode(w, t, n, self.arrays["spans"], _MASK, gold, np.float32(0.0))
        return tree_of_chart(chart, n, self.labels)

    def read(self, words: Sequence[str]) -> TaggedTree:
        """The words with tags of our own and their tree."""
        tags = self.tag(words)
        return TaggedTree(tuple(words), tags, self.parse(words, tags))

    def packed(self, place: str) -> tuple[dict[str, Any], Arrays]:
        """Names for a JSON file, and arrays under names that begin with the place; no word of the text."""
        arrays: Arrays = {}
        for name in _SPARSE:
            rows, columns = np.nonzero(self.arrays[name])
            arrays[f"{place}.{name}.rows"] = np.diff(rows, prepend=0).astype(np.uint32)
            arrays[f"{place}.{name}.columns"] = columns.astype(np.uint8)
            arrays[f"{place}.{name}.values"] = self.arrays[name][rows, columns].astype(np.float16)
            arrays[f"{place}.{name}.shape"] = np.array(self.arrays[name].shape, np.int64)
        for name in _DENSE:
            arrays[f"{place}.{name}"] = self.arrays[name].astype(np.float16)
        arrays[f"{place}.known"] = hashes_of(self.words)
        arrays[f"{place}.features"] = hashes_of(self.features)
        return {"tags": list(self.tags), "labels": list(self.labels), "fixed": dict(self.fixed)}, arrays

    @staticmethod
    def unpacked(place: str, names: Mapping[str, Any], arrays: Mapping[str, npt.NDArray[Any]]) -> Parser:
        """The parser that `packed` made names and arrays of."""
        own = {name: arrays[f"{place}.{name}"].astype(np.float32) for name in _DENSE}
        for name in _SPARSE:
            own[name] = np.zeros(tuple(arrays[f"{place}.{name}.shape"]), np.float32)
            rows = np.cumsum(arrays[f"{place}.{name}.rows"], dtype=np.int64)
            own[name][rows, arrays[f"{place}.{name}.columns"]] = arrays[f"{place}.{name}.values"]
        return Parser(
            tuple(names["tags"]), tuple(names["labels"]), HashedNames(arrays[f"{place}.known"], 1),
            HashedNames(arrays[f"{place}.features"]), names["fixed"], own,
        )  # fmt: skip

    def _ids(self, words: Sequence[str], tags: Sequence[str]) -> tuple[Ints, Ints]:
        known = {tag: k for k, tag in enumerate(self.tags)}
        rare = len(self.words) + 10
        w = [
            -1,
            -1,
            *(self.words.get(x.lower(), rare + known.get(y, 0)) for x, y in zip(words, tags, strict=True)),
        ]
        t = [-1, -1, *(known.get(tag, 0) for tag in tags)]
        return np.array([*w, -2, -2], np.int64) + 2, np.array([*t, -2, -2], np.int64) + 2


def _fixed(sentences: Sequence[TaggedTree], tags: Sequence[str]) -> dict[str, int]:
    """Frequent words that nearly always have one tag."""
    counts: dict[str, Counter[str]] = {}
    for sentence in sentences:
        for word, tag in zip(sentence.words, sentence.tags, strict=True):
            counts.setdefault(word, Counter())[tag] += 1
    fixed = {}
    for word, row in counts.items():
        tag, most = row.most_common(1)[0]
        if (total := sum(row.values())) >= 20 and most >= 0.99 * total:
            fixed[word] = tags.index(tag)
    return fixed


def _tag_features(words: Sequence[str], t: int) -> list[str]:
    word = words[t]
    low = word.lower()
    before = words[t - 1].lower() if t else "<s>"
    before2 = words[t - 2].lower() if t > 1 else "<s>"
    after = words[t + 1].lower() if t + 1 < len(words) else "</s>"
    after2 = words[t + 2].lower() if t + 2 < len(words) else "</s>"
    shape = f"{word[:1].isupper()}{'-' in word}{any(c.isdigit() for c in word)}{t == 0}"
    return [
        "bias", f"w={low}", f"s1={low[-1:]}", f"s2={low[-2:]}", f"s3={low[-3:]}", f"s4={low[-4:]}",
        f"p={low[:1]}",
        f"p3={low[:3]}", f"-1={before}", f"-2={before2}", f"+1={after}", f"+2={after2}", f"a3={after[-3:]}",
        f"b3={before[-3:]}", f"ww={before} {low}", f"wa={low} {after}", f"sh={shape}",
        f"shs={shape}{low[-2:]}",
    ]  # fmt: skip


def _packed(words: Sequence[str], names: Mapping[str, int]) -> tuple[Ints, Ints]:
    starts, feats = [0], list[int]()
    for t in range(len(words)):
        feats += numbers_of(_tag_features(words, t), names)
        starts.append(len(feats))
    return np.array(starts, np.int64), np.array(feats, np.int64)


def _fit_tagger(
    sentences: Sequence[TaggedTree], tags: Sequence[str], fixed: Mapping[str, int], passes: int, seed: int
) -> tuple[dict[str, int], dict[str, Floats]]:
    counts: Counter[str] = Counter()
    for s in sentences:
        for t in range(len(s.words)):
            counts.update(_tag_features(s.words, t))
    names = {name: k for k, name in enumerate(name for name, count in counts.items() if count > 1)}
    packed = [_packed(s.words, names) for s in sentences]
    feats = np.concatenate([f for _, f in packed])
    sizes = [size for starts, _ in packed for size in np.diff(starts)]
    starts = np.cumsum([0, *sizes])
    bounds = np.cumsum([0, *(len(s.words) for s in sentences)])
    index = {tag: k for k, tag in enumerate(tags)}
    gold = np.array([index[tag] for s in sentences for tag in s.tags], np.int64)
    allowed = np.array([fixed.get(word, -1) for s in sentences for word in s.words], np.int64)
    size = len(tags)
    shapes = {"words": len(names), "before": size + 1, "before2": (size + 1) ** 2}
    weights = {name: np.zeros((rows, size)) for name, rows in shapes.items()}
    sums = {name: np.zeros((rows, size)) for name, rows in shapes.items()}
    order = _orders(len(sentences), seed)
    one_pass: Any = _kernels.train_tags
    now = 0
    for _ in range(passes):
        tables: list[Any] = [*weights.values(), *sums.values()]
        now = one_pass(order(), bounds, starts, feats, gold, allowed, *tables, now)
    return names, {n: (weights[n] - sums[n] / max(1, now)).astype(np.float32) for n in shapes}


def _orders(count: int, seed: int) -> Callable[[], Ints]:
    rng = np.random.default_rng(seed)
    return lambda: rng.permutation(count).astype(np.int64)


def labels_of_trees(trees: Sequence[ConstituentTree]) -> tuple[str, ...]:
    """The labels of spans that are frequent enough to learn."""
    counts = Counter(label for tree in trees for _, _, label in chains_of(tree))
    return tuple(sorted(label for label, count in counts.items() if count >= 8))


def _fit_spans(parser: Parser, sentences: Sequence[TaggedTree], passes: int, seed: int) -> Floats:
    index = {label: k for k, label in enumerate(parser.labels)}
    if not index:
        return np.zeros((1, 1), np.float32)
    ids = [parser._ids(s.words, s.tags) for s in sentences]
    bounds = np.cumsum([0, *(len(w) for w, _ in ids)])
    rows = [[(i, j, index[x]) for i, j, x in chains_of(s.tree) if x in index] for s in sentences]
    at = np.cumsum([0, *map(len, rows)])
    spans = np.array([row for part in rows for row in part], np.int64).reshape(-1, 3)
    weights, sums = (np.zeros((_MASK + 1, len(index)), np.float32) for _ in range(2))
    words, tags = (np.concatenate(column) for column in zip(*ids, strict=True))
    order = _orders(len(ids), seed)
    now: Any = 0
    for _ in range(passes):
        now = _kernels.train_spans(order(), bounds, words, tags, spans, at, weights, sums, _MASK, now)
    return weights - sums / np.float32(max(1, now))
