"""The Chinese parser: text into pieces, a net that makes words and trees of them, roles by rule.

Traditional and simplified characters are read alike. A blank always ends a word.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from likewise.data import path as data_path
from likewise.frames.chinese_characters import pieces_of
from likewise.frames.chinese_negations import with_negations_cut
from likewise.frames.chinese_network import ChineseNetwork, ChinesePieces, ReadWords
from likewise.frames.chinese_roles import chinese_frames
from likewise.frames.framed_sentence import FramedSentence
from likewise.frames.joined_sentences import joined_sentences, spaced_offsets
from likewise.io import ModelFiles
from likewise.text import split_sentences

__all__ = ["ChineseParser"]

FILE = "frames-zh.npz"
BATCH = 4000
"""Pieces that are read in one pass."""
LONGEST = 600
"""Pieces of a sentence; what is longer is cut at a mark."""
VERSION = 1
"""Of the model and the rules."""
MARKS = frozenset(",，、;；:：.。!！?？…")

Offsets = list[tuple[int, int]]


@dataclass(frozen=True)
class ChineseParser:
    """The net; the file `FILE` has its weights."""

    network: ChineseNetwork

    @staticmethod
    def load() -> ChineseParser:
        """The one model that there is; it needs no encoder."""
        return ChineseParser(ChineseNetwork(ModelFiles(data_path("")).arrays(FILE)))

    @property
    def signature(self) -> str:
        """Model and version."""
        return f"frames:zh-{VERSION}"

    def parse(self, texts: Sequence[str]) -> list[FramedSentence]:
        """One for each text; a text of several sentences is split, read and joined again."""
        parts = [(number, own) for number, text in enumerate(texts) for own in _sentences(text)]
        read = self._read_text([_pieces(texts[number], own) for number, own in parts])
        joined: list[list[FramedSentence]] = [[] for _ in texts]
        for (number, own), one in zip(parts, read, strict=True):
            offsets = _word_offsets(own, one.sizes)
            words = [_unspaced(texts[number][a:b]) for a, b in offsets]
            joined[number].append(self._framed(words, offsets, one))
        return [joined_sentences(sentences, "zh") for sentences in joined]

    def parse_tokens(self, sentences: Sequence[Sequence[str]]) -> list[FramedSentence]:
        """Of sentences whose words are told apart; offsets are those of the words with blanks between."""
        some = [words for words in sentences if words]
        read = iter(self._read([_given_pieces(words) for words in some]))
        return [
            self._framed(words, spaced_offsets(words), next(read)) if words else joined_sentences([], "zh")
            for words in sentences
        ]

    def words(self, texts: Sequence[str]) -> list[tuple[str, ...]]:
        """The words of each text alone, without trees and frames."""
        parts = [(number, own) for number, text in enumerate(texts) for own in _sentences(text)]
        read = self._read_text([_pieces(texts[number], own) for number, own in parts], words_only=True)
        cut: list[list[str]] = [[] for _ in texts]
        for (number, own), one in zip(parts, read, strict=True):
            cut[number] += [_unspaced(texts[number][a:b]) for a, b in _word_offsets(own, one.sizes)]
        return [tuple(words) for words in cut]

    def _read_text(self, sentences: list[ChinesePieces], *, words_only: bool = False) -> list[ReadWords]:
        """Of words that the net told apart, with negations cut off."""
        read = self._read(sentences, words_only=words_only)
        known = self.network.word_numbers
        return [
            with_negations_cut(self.network.spelt(own, one.sizes), one, known)
            for own, one in zip(sentences, read, strict=True)
        ]

    def _read(self, sentences: list[ChinesePieces], *, words_only: bool = False) -> list[ReadWords]:
        """Sentences of like length together."""
        order = sorted(range(len(sentences)), key=lambda k: len(sentences[k].pieces))
        ends = np.cumsum([len(sentences[k].pieces) for k in order]) // BATCH
        bounds = [0, *(np.flatnonzero(np.diff(ends)) + 1).tolist(), len(order)]
        read: dict[int, ReadWords] = {}
        for start, end in pairwise(bounds):
            part = order[start:end]
            if part:
                own = self.network.read([sentences[k] for k in part], words_only=words_only)
                read |= zip(part, own, strict=True)
        return [read[k] for k in range(len(sentences))]

    def _framed(
        self, words: Sequence[str], offsets: Sequence[tuple[int, int]], read: ReadWords
    ) -> FramedSentence:
        simple = tuple(self.network.characters.simplified(word) for word in words)
        heads = tuple(head - 1 for head in read.heads)
        return FramedSentence(
            tuple(words),
            tuple(offsets),
            tuple(read.upos),
            heads,
            tuple(read.relations),
            tuple(chinese_frames(simple, read.upos, heads, read.relations)),
            "zh",
            simple,
        )


def _sentences(text: str) -> list[Offsets]:
    """Where the pieces of each sentence stand; long ones are cut at their marks."""
    sentences = list[Offsets]()
    for start, end in split_sentences(text, "zh"):
        own = [(start + a, start + b) for a, b in pieces_of(text[start:end])]
        while len(own) > LONGEST:
            marks = (k for k in range(LONGEST, LONGEST // 2, -1) if text[own[k - 1][0]] in MARKS)
            cut = next(marks, LONGEST)
            sentences.append(own[:cut])
            own = own[cut:]
        if own:
            sentences.append(own)
    return sentences


def _pieces(text: str, offsets: Offsets) -> ChinesePieces:
    begins = [True, *(before < after for (_, before), (after, _) in pairwise(offsets))]
    return ChinesePieces([text[a:b] for a, b in offsets], begins)


def _given_pieces(words: Sequence[str]) -> ChinesePieces:
    # A word that is blank throughout counts as one piece that nobody knows.
    cut = [[word[a:b] for a, b in pieces_of(word)] or [word or " "] for word in words]
    return ChinesePieces([piece for own in cut for piece in own], [], [len(own) for own in cut])


def _word_offsets(pieces: Offsets, sizes: Sequence[int]) -> Offsets:
    ends = np.cumsum([0, *sizes]).tolist()
    return [(pieces[a][0], pieces[b - 1][1]) for a, b in pairwise(ends)]


def _unspaced(word: str) -> str:
    return "".join(word.split())
