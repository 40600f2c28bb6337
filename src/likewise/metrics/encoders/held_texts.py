"""A candidate and the texts that it is held against: who reads them, what is not read, and their vectors."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from likewise.installation import install_line
from likewise.metrics.base import listed
from likewise.metrics.encoders.encoder_kinds import DEPTHS, EQUAL_WORDS, kind_for
from likewise.metrics.encoders.kept_vectors import EncodedText
from likewise.metrics.encoders.text_vectors import is_readable, vector_reader
from likewise.metrics.encoders.written_language import UNKNOWN, languages_of
from likewise.records import Segment
from likewise.text import INSTALL_MULTILINGUAL, MULTILINGUAL_LANGUAGES, function_words, words

__all__ = ["Held", "Vectors", "hold", "in_parts", "looks_foreign", "read_vectors", "unread_remarks"]

Vectors = dict[tuple[str, str, str], EncodedText]
"""By the kind of encoder, the language and the text."""

_TEXTS_AT_ONCE = 2048
_SAMPLE, _LEAST_SAMPLE = 200, 50
"""Texts that are looked at, and words that they must have between them, to say that they are no English."""
_LEAST_ENGLISH = 0.2
"""Share of function words: English captions, news and tweets have .33 to .48, German news has .04."""
_FOREIGN = "these texts are read as English and hardly look it: name another language by lang"


class Held(NamedTuple):
    """A candidate, the texts that it is held against, their languages, and the encoder that reads them."""

    candidate: str
    others: tuple[str, ...]
    lang: str
    other_lang: str
    kind: str

    @property
    def is_empty(self) -> bool:
        """Whether a side holds nothing but blanks."""
        return not self.candidate.strip() or not any(map(str.strip, self.others))

    @property
    def is_read(self) -> bool:
        """Whether an encoder reads all of it."""
        return all(map(self.reads, self.others))

    def reads(self, other: str) -> bool:
        """Whether an encoder says how like the two are: it knows the languages, and half of the words."""
        if self.kind == EQUAL_WORDS:
            return False
        sides = ((self.candidate, self.lang), (other, self.other_lang))
        return all(not text.strip() or is_readable(text, lang, self.kind) for text, lang in sides)


def hold(segment: Segment, against: str, encoder: str) -> Held:
    """The candidate of a segment beside its references or its source, for the encoder that was asked for."""
    source = against == "source"
    others = (segment.source or "",) if source else listed(segment.references)
    other_lang = segment.source_lang if source else None
    langs = languages_of(segment.candidate, others, segment.lang, other_lang, same=not source)
    return Held(segment.candidate, others, *langs, kind_for(encoder, langs))


def in_parts(held: Sequence[Held]) -> Iterator[list[int]]:
    """Places of segments in parts whose vectors the memory holds many times over.

    Those of one reference stand together, so that it is read once whatever the order of the systems.
    """
    part, texts = list[int](), 0
    for place in sorted(range(len(held)), key=lambda place: held[place][1::-1]):
        part.append(place)
        texts += 1 + len(held[place].others)
        if texts >= _TEXTS_AT_ONCE:
            yield part
            part, texts = [], 0
    if part:
        yield part


def read_vectors(part: Sequence[Held], layer: Callable[[str], int | None]) -> Vectors:
    """The vectors of all texts of these segments that an encoder reads; `layer` of each kind of encoder."""
    texts: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for one in part:
        if one.kind != EQUAL_WORDS and not one.is_empty:
            texts[one.kind, one.lang].append(one.candidate)
            texts[one.kind, one.other_lang] += one.others
    return {
        (kind, lang, text): vectors
        for (kind, lang), own in texts.items()
        for text, vectors in vector_reader(kind, layer(kind)).read(own, lang).items()
    }


def unread_remarks(held: Sequence[Held], encoder: str) -> list[str]:
    """What was not read, and who read other languages than English where nobody said who should."""
    full = [one for one in held if not one.is_empty]
    told = Counter((one.kind, one.lang) for one in full)
    lines = [
        _remark(kind, lang, count)
        for (kind, lang), count in sorted(told.items())
        if kind == EQUAL_WORDS or (kind == "multilingual" and encoder == "auto")
    ]
    odd = sum(one.kind != EQUAL_WORDS and not one.is_read for one in full)
    if odd:
        lines.append(f"{_many(odd)} of signs that the encoder does not know: equal words count")
    return lines + ([_FOREIGN] if looks_foreign(full) else [])


def looks_foreign(held: Iterable[Held]) -> bool:
    """Whether texts that are read as English hold too few of its function words to be it."""
    texts = dict.fromkeys(other for one in held if one.kind in DEPTHS for other in one.others)
    found = [word for text in islice(texts, _SAMPLE) for word in words(text)]
    share = sum(word in function_words() for word in found) / max(len(found), 1)
    return len(found) >= _LEAST_SAMPLE and share < _LEAST_ENGLISH


def _remark(kind: str, lang: str, count: int) -> str:
    named = f"{_many(count)} in {'a language that cannot be told' if lang == UNKNOWN else lang}"
    if kind != EQUAL_WORDS:
        return f"{named}: read by the multilingual encoder, on a scale of its own"
    hint = f" ({install_line(INSTALL_MULTILINGUAL)} brings one)" if lang in MULTILINGUAL_LANGUAGES else ""
    return f"{named}: equal words alone count, since no encoder that is asked reads them{hint}"


def _many(count: int) -> str:
    return f"{count} segment{'' if count == 1 else 's'}"
