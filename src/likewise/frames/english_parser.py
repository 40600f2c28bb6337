"""The English parser: text into sentences and words, a net over them, and all put together again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from likewise.data import path as data_path
from likewise.frames.english_words import english_sentences, plain_word
from likewise.frames.frame_network import FrameNetwork, ReadSentence
from likewise.frames.framed_sentence import FramedSentence
from likewise.frames.joined_sentences import joined_sentences, spaced_offsets
from likewise.io import ModelFiles
from likewise.records import Frame, Role
from likewise.text import installed_encoder, small_encoder

__all__ = ["EnglishParser"]

FILES = {"encoder": "frames-en.npz", "small": "frames-en-small.npz"}
BATCH = 128
"""Sentences that are read in one pass."""
BATCH_WORDS = 6000
"""Words that are read in one pass."""
LONGEST = 512
"""Words of a sentence; one that goes on is read in parts, a tree each: the work grows with the square."""
VERSION = 1
"""Of the models."""

Span = tuple[int, int]
Offsets = tuple[Span, ...]


@dataclass(frozen=True)
class EnglishParser:
    """A net with its name; one of `FILES` has its weights."""

    network: FrameNetwork
    model: str

    @staticmethod
    def load(model: str) -> EnglishParser:
        """The parser over the installed encoder (`encoder`), or the one that needs none (`small`)."""
        arrays = ModelFiles(data_path("")).arrays(FILES[model])
        base = installed_encoder() if model == "encoder" else small_encoder()
        return EnglishParser(FrameNetwork(base, arrays), model)

    @property
    def signature(self) -> str:
        """Model and version."""
        return f"frames:en-{self.model}-{VERSION}"

    def parse(self, texts: Sequence[str]) -> list[FramedSentence]:
        """One for each text; a text of several sentences is split, read and joined again."""
        return self._parse([english_sentences(text) for text in texts])

    def parse_tokens(self, sentences: Sequence[Sequence[str]]) -> list[FramedSentence]:
        """Of sentences whose words are told apart; offsets are those of the words with blanks between."""
        return self._parse([[(words, spaced_offsets(words))] for words in sentences])

    def words(self, texts: Sequence[str]) -> list[tuple[str, ...]]:
        """The words of each text alone, without trees and frames."""
        return [tuple(word for words, _ in english_sentences(text) for word in words) for text in texts]

    def _parse(self, texts: Sequence[Sequence[tuple[Sequence[str], Sequence[Span]]]]) -> list[FramedSentence]:
        """Of texts in sentences, each its words and their places; one of too many words is read in parts."""
        parts = [
            (number, words[at : at + LONGEST], tuple(spans[at : at + LONGEST]))
            for number, text in enumerate(texts)
            for words, spans in text
            for at in range(0, len(words), LONGEST)
        ]
        read = self._read([words for _, words, _ in parts])
        own: list[list[FramedSentence]] = [[] for _ in texts]
        for (number, words, offsets), one in zip(parts, read, strict=True):
            own[number].append(_framed(words, offsets, one))
        return [joined_sentences(sentences, "en") for sentences in own]

    def _read(self, sentences: Sequence[Sequence[str]]) -> list[ReadSentence]:
        plain = [[plain_word(word) for word in words] for words in sentences]
        read: dict[int, ReadSentence] = {}
        for part in _batches([len(words) for words in plain]):
            read |= zip(part, self.network.read([plain[k] for k in part]), strict=True)
        return [read[k] for k in range(len(plain))]


def _batches(sizes: Sequence[int]) -> Iterator[list[int]]:
    """Sentences of about the same length together, by their numbers."""
    batch: list[int] = []
    for k in sorted(range(len(sizes)), key=lambda k: sizes[k]):
        if batch and (len(batch) == BATCH or (len(batch) + 1) * sizes[k] > BATCH_WORDS):
            yield batch
            batch = []
        batch.append(k)
    if batch:
        yield batch


def _framed(words: Sequence[str], offsets: Offsets, read: ReadSentence) -> FramedSentence:
    frames = [
        Frame((at, at + 1), tuple(Role(label, (start, end)) for start, end, label in spans))
        for at, spans in read.frames
    ]
    return FramedSentence(
        tuple(words),
        offsets,
        tuple(read.upos),
        tuple(int(head) - 1 for head in read.heads),
        tuple(read.relations),
        tuple(frames),
        "en",
        tuple(read.lemmas),
    )
