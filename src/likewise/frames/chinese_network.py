"""The net of the Chinese parser with numpy: words, their tags and scores of their arcs, out of characters.

Two layers over characters, each read both ways, score the begin and the inside of a word with its part of
speech (Ng and Low 2004). A word is its first and last character there, and a vector of its own where it is
common; one more layer over words and two biaffine forms (Dozat and Manning 2017) give heads and relations.
`training/frames_chinese.py` makes the weights.
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
from likewise.frames.chinese_characters import ChineseCharacters, bigrams_of
from likewise.frames.chinese_role_words import words_that
from likewise.frames.dependency_tree import best_tree
from likewise.frames.layer_both_ways import LayerBothWays, TurnedRows
from likewise.io import fine_rows

__all__ = ["ChineseNetwork", "ChinesePieces", "ReadWords"]

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]
KINDS = ("characters", "word", "upos", "relation")
LONGEST = 200
"""Words that one tree is sought over; the roots of later ones in a longer sentence hang on the first."""


BONUS = 4.0
"""What a common word of two characters gains over two words (in the net's scores)."""


@dataclass(frozen=True, slots=True)
class ChinesePieces:
    """The pieces of a sentence, and which of them must begin a word.

    `words` are the sizes of words where these are told apart beforehand.
    """

    pieces: Sequence[str]
    begins: Sequence[bool]
    words: Sequence[int] | None = None


@dataclass(frozen=True, slots=True)
class ReadWords:
    """What was read: how many pieces each word has, tags, heads (0: the root, k: word k - 1), relations."""

    sizes: list[int]
    upos: list[str]
    heads: list[int]
    relations: list[str]


class ChineseNetwork:
    """Weights and names of labels."""

    def __init__(self, arrays: Mapping[str, npt.NDArray[Any]]) -> None:
        self.names = {kind: [str(x) for x in arrays[f"names.{kind}"]] for kind in KINDS}
        self.characters = ChineseCharacters(self.names["characters"])
        self.word_numbers = {word: number for number, word in enumerate(self.names["word"])}
        self.one_word = {
            tuple(self.characters.numbers(list(word)).tolist()) for word in words_that("one word")
        }
        self.weights = fine_rows(arrays)
        self.first, self.second, self.third = (
            LayerBothWays.of(self.weights, name) for name in ("first", "second", "third")
        )
        width = self.weights["labels.weight"].shape[0] // 2 + 1
        # [child, relation x head]: one product for all words.
        label = self.weights["label"].reshape(-1, width, width)
        self.label = np.ascontiguousarray(label.transpose(1, 0, 2)).reshape(width, -1)

    def read(self, sentences: Sequence[ChinesePieces], *, words_only: bool = False) -> list[ReadWords]:
        """Sentences that have pieces, as many as are read in one pass; with `words_only` no trees."""
        with _threads().limit(limits=1, user_api="blas"):  # a second thread gains little here
            return self._read(sentences, words_only)

    def _read(self, sentences: Sequence[ChinesePieces], words_only: bool) -> list[ReadWords]:
        bounds = np.cumsum([0, *(len(s.pieces) for s in sentences)])
        numbers = [self.characters.numbers(s.pieces) for s in sentences]
        pairs = np.concatenate([bigrams_of(own) for own in numbers])
        inputs = [
            self.weights["characters.weight"][np.concatenate(numbers)],
            self.weights["pairs.weight"][pairs].reshape(len(pairs), -1),
        ]
        rows = TurnedRows.of(bounds)
        first = self.first.read(np.concatenate(inputs, 1), rows)
        second = self.second.read(first, rows)
        scores = self._linear(second, "cut")
        cuts = [
            self._cut(scores[a:b], sentence, own)
            for (a, b), sentence, own in zip(pairwise(bounds), sentences, numbers, strict=True)
        ]
        tags = [[self.names["upos"][tag] for tag in own] for _, own in cuts]
        if words_only:
            return [ReadWords(sizes, own, [], []) for (sizes, _), own in zip(cuts, tags, strict=True)]
        trees = self._trees(first, second, sentences, [sizes for sizes, _ in cuts])
        return [
            ReadWords(sizes, own, heads, relations)
            for (sizes, _), own, (heads, relations) in zip(cuts, tags, trees, strict=True)
        ]

    def _cut(self, scores: Floats, sentence: ChinesePieces, numbers: Ints) -> tuple[list[int], list[int]]:
        """The best sizes and tags of words; of given ones the tags."""
        if sentence.words is not None:
            firsts = np.cumsum([0, *sentence.words[:-1]])
            inside = scores[:, 1::2].copy()
            inside[firsts] = scores[firsts, 0::2]
            return list(sentence.words), np.add.reduceat(inside, firsts).argmax(1).tolist()
        scores[1:, 1::2] += self._bonus(numbers)[:, None]
        scores[np.asarray(sentence.begins, bool), 1::2] = -1e9
        tags = _kernels.best_words(scores)
        firsts = np.flatnonzero(tags % 2 == 0)
        return np.diff([*firsts, len(tags)]).tolist(), (tags[firsts] // 2).tolist()

    def _bonus(self, numbers: Ints) -> Floats:
        """Of pieces that end a common word which the treebank hardly has."""
        pairs = zip(numbers[:-1].tolist(), numbers[1:].tolist(), strict=True)
        return np.array([BONUS if pair in self.one_word else 0 for pair in pairs], np.float32)

    def _trees(
        self, first: Floats, second: Floats, sentences: Sequence[ChinesePieces], sizes: list[list[int]]
    ) -> list[tuple[list[int], list[str]]]:
        """Heads and relations of the words of each sentence."""
        ends = np.cumsum([n for own in sizes for n in own])
        begins = np.concatenate([[0], ends[:-1]])
        own = [
            self.word_numbers.get(w, 0)
            for s, n in zip(sentences, sizes, strict=True)
            for w in self.spelt(s, n)
        ]
        both = np.concatenate([first, second], 1)
        words = np.concatenate([both[begins], both[ends - 1], self.weights["words.weight"][own]], 1)
        # A root before the words of each sentence.
        bounds = np.cumsum([0, *(len(n) + 1 for n in sizes)])
        nodes = np.empty((bounds[-1], words.shape[1]), np.float32)
        is_word = np.ones(len(nodes), bool)
        is_word[bounds[:-1]] = False
        nodes[bounds[:-1]], nodes[is_word] = self.weights["root"], words
        states = self.third.read(nodes, TurnedRows.of(bounds))
        heads = self._heads(np.maximum(self._linear(states, "arcs"), 0), bounds)
        relations = self._relations(np.maximum(self._linear(states, "labels"), 0), heads, bounds)
        return [
            ((heads[a + 1 : b] - a).tolist(), [self.names["relation"][k] for k in relations[a + 1 : b]])
            for a, b in pairwise(bounds)
        ]

    def spelt(self, sentence: ChinesePieces, sizes: list[int]) -> list[str]:
        """The words of a sentence in simplified characters."""
        ends = np.cumsum([0, *sizes])
        return [self.characters.simplified("".join(sentence.pieces[a:b])) for a, b in pairwise(ends)]

    def _heads(self, sides: Floats, bounds: Ints) -> Ints:
        """The head of each node, as a place among all nodes; a root has itself."""
        half = sides.shape[1] // 2
        asked = _with_one(sides[:, :half]) @ self.weights["arc"]
        heads = np.arange(len(sides))
        for root, end in pairwise(bounds):
            top = root
            for start in range(root + 1, end, LONGEST):
                own = np.arange(start, min(start + LONGEST, end))
                places = np.concatenate([[top], own])
                # Of later parts the root's word hangs on the root's word of the first.
                sources = np.concatenate([[root], own])
                heads[own] = places[best_tree(asked[own] @ sides[sources, half:].T)]
                if top == root:
                    top = own[heads[own] == root][0]
        return heads

    def _relations(self, sides: Floats, heads: Ints, bounds: Ints) -> Ints:
        half = sides.shape[1] // 2
        mixed = (_with_one(sides[:, :half]) @ self.label).reshape(len(sides), -1, half + 1)
        scores = (mixed @ _with_one(sides[heads, half:])[:, :, None])[:, :, 0]
        # The root's relation is for the root's word alone.
        roots = np.isin(heads, bounds[:-1])
        scores[:, self.names["relation"].index("root")] = np.where(roots, np.float32(1e9), np.float32(-1e9))
        best: Ints = scores.argmax(1)
        return best

    def _linear(self, x: Floats, name: str) -> Floats:
        y: Floats = x @ self.weights[f"{name}.weight"].T + self.weights[f"{name}.bias"]
        return y


@cache
def _threads() -> ThreadpoolController:
    return ThreadpoolController()


def _with_one(x: Floats) -> Floats:
    return np.concatenate([x, np.ones((len(x), 1), np.float32)], 1)
