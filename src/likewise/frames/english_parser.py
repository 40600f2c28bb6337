"""The English parser: text into sentences and words, a net over them, and all put together again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from likewise.data import path as data_path
from likewise.frames.english_words import english_sentences, plain_word
from likewise.frames.frame_network import FrameNetwork, ReadSentence
from likewise.frames.framed_sentence import FramedSentence
from likewise.io import ModelFiles
from likewise.records import Frame, Role
from likewise.text import installed_encoder, small_encoder

__all__ = ["EnglishParser"]

FILES = {"encoder": "frames-en.npz", "small": "frames-en-small.npz"}
BATCH = 128
"""Sentences that are read in one pass."""
VERSION = 1
"""Of the models."""

Offsets = tuple[tuple[int, int], ...]


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
        parts = [
            (number, words, tuple(spans))
            for number, text in enumerate(texts)
            for words, spans in english_sentences(text)
        ]
        read = self._read([words for _, words, _ in parts])
        own: list[list[FramedSentence]] = [[] for _ in texts]
        for (number, words, offsets), one in zip(parts, read, strict=True):
            own[number].append(_framed(words, offsets, one))
        return [_joined(sentences) for sentences in own]

    def parse_tokens(self, sentences: Sequence[Sequence[str]]) -> list[FramedSentence]:
        """Of sentences whose words are told apart; offsets are those of the words with blanks between."""
        some = [words for words in sentences if words]
        read = iter(self._read(some))
        return [_framed(words, _spaced(words), next(read)) if words else _joined([]) for words in sentences]

    def _read(self, sentences: Sequence[Sequence[str]]) -> list[ReadSentence]:
        plain = [[plain_word(word) for word in words] for words in sentences]
        order = sorted(range(len(plain)), key=lambda k: len(plain[k]))
        read: dict[int, ReadSentence] = {}
        for start in range(0, len(order), BATCH):
            part = order[start : start + BATCH]
            read |= zip(part, self.network.read([plain[k] for k in part]), strict=True)
        return [read[k] for k in range(len(plain))]


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


def _joined(sentences: Sequence[FramedSentence]) -> FramedSentence:
    """Sentences of one text as one, with the places of later ones moved on."""
    if len(sentences) == 1:
        return sentences[0]
    heads, frames, shift = list[int](), list[Frame](), 0
    for one in sentences:
        heads += [head if head < 0 else head + shift for head in one.heads]
        frames += [_moved(frame, shift) for frame in one.frames]
        shift += len(one.tokens)
    return FramedSentence(
        tuple(token for one in sentences for token in one.tokens),
        tuple(span for one in sentences for span in one.offsets),
        tuple(tag for one in sentences for tag in one.tags),
        tuple(heads),
        tuple(relation for one in sentences for relation in one.relations),
        tuple(frames),
        "en",
        tuple(lemma for one in sentences for lemma in one.lemmas),
    )


def _moved(frame: Frame, shift: int) -> Frame:
    start, end = frame.predicate
    roles = tuple(Role(role.label, (role.span[0] + shift, role.span[1] + shift)) for role in frame.roles)
    return Frame((start + shift, end + shift), roles, frame.sense)


def _spaced(words: Sequence[str]) -> Offsets:
    offsets, at = list[tuple[int, int]](), 0
    for word in words:
        offsets.append((at, at + len(word)))
        at += len(word) + 1
    return tuple(offsets)
