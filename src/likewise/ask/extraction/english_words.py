"""Sentences and words of English documents, with tags of the English parser of `likewise.frames`."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence

from likewise.text import split_sentences

__all__ = ["PlacedWord", "english_pieces", "english_words", "frames_tag"]

PlacedWord = tuple[str, int, int, str]
"""Text, start, end, tag."""

_TAGS = {
    "PROPN": "nz", "NOUN": "n", "VERB": "v", "ADJ": "a", "ADV": "d", "NUM": "m", "PRON": "r", "DET": "r",
    "ADP": "p", "PART": "u", "CCONJ": "c", "SCONJ": "c", "AUX": "x", "PUNCT": "w", "SYM": "w",
}  # fmt: skip
_KEPT = 4096
_read = OrderedDict[str, tuple[PlacedWord, ...]]()


def frames_tag(tag: str) -> str:
    """The tag of a place's words for a universal one."""
    return _TAGS.get(tag, "n")


def english_pieces(text: str) -> list[tuple[int, str]]:
    """Where each sentence begins, and its text."""
    return [(start, text[start:end]) for start, end in split_sentences(text, "en")]


def english_words(parts: Sequence[str]) -> list[tuple[PlacedWord, ...]]:
    """The words of sentences; those that were not read lately are read in one pass, which is much faster."""
    fresh = [part for part in dict.fromkeys(parts) if part not in _read]
    known = {part: _read[part] for part in parts if part in _read}
    if fresh:
        from likewise.frames import frame_parser

        for part, one in zip(fresh, frame_parser("en").parse(fresh), strict=True):
            known[part] = tuple(
                (part[start:end], start, end, frames_tag(tag))
                for (start, end), tag in zip(one.offsets, one.tags, strict=True)
                if part[start:end].strip()
            )
    for part, words in known.items():
        _read[part] = words
        _read.move_to_end(part)
    while len(_read) > _KEPT:
        _read.popitem(last=False)
    return [known[part] for part in parts]
