"""A batch of segments with its distinct texts found once, so that all metrics share the work."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, count, repeat
from operator import attrgetter
from typing import Any, NoReturn

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError
from likewise.records import Segment
from likewise.text import Grams, Tokenization, Words, tokenizer_for, words_of

__all__ = ["Batch", "TextSets"]

Ints = npt.NDArray[np.signedinteger[Any]]

_references = attrgetter("references")
_system, _lang = attrgetter("system"), attrgetter("lang")


@dataclass(frozen=True, slots=True)
class TextSets:
    """For each segment a set of texts, by id: those of segment i are `ids[ends[i]:ends[i+1]]`."""

    ids: Ints
    ends: Ints

    def select(self, segments: Ints) -> TextSets:
        """The sets of the chosen segments."""
        sizes = np.diff(self.ends)[segments]
        ends = np.concatenate((np.zeros(1, np.int64), np.cumsum(sizes)))
        places = np.arange(ends[-1]) + np.repeat(self.ends[segments] - ends[:-1], sizes)
        return TextSets(self.ids[places], ends)


class Batch:
    """Segments whose candidates, sources and references are numbers into one list of distinct texts.

    `fields` names what will be needed beside the candidates (`source`, `references`; both unless it is
    said): a metric of sources alone, over millions of pairs, should not pay for looking at references.
    """

    def __init__(
        self, segments: Sequence[Segment], fields: Collection[str] = ("source", "references")
    ) -> None:
        self._fields = fields
        self._segments: Sequence[Segment] | None = segments
        self._size = len(segments)
        # A default dictionary over a C counter numbers texts at the speed of a plain look-up.
        self._numbers: defaultdict[str | None, int] = defaultdict(count().__next__)
        self._words: dict[Tokenization, Words] = {}
        self._grams: dict[tuple[Tokenization, int], Grams] = {}

    @classmethod
    def of_texts(
        cls,
        texts: Sequence[str],
        candidates: Ints,
        *,
        sources: Ints | None = None,
        references: TextSets | None = None,
        lang: str | None = None,
    ) -> Batch:
        """A batch of texts that are numbered already, such as the pairs of a cluster, in one language."""
        batch = cls(())
        batch._size, batch._segments = len(candidates), None
        batch.__dict__["languages"] = (lang,)
        batch._numbers.update(zip(texts, range(len(texts)), strict=True))
        nothing = TextSets(np.zeros(0, np.int32), np.zeros(len(candidates) + 1, np.int64))
        batch.__dict__.update(candidates=candidates, sources=sources, references=references or nothing)
        return batch

    @property
    def segments(self) -> Sequence[Segment]:
        """The segments; of a batch made of numbered texts, they are put together when asked for."""
        if self._segments is None:
            texts, ends, ids = self.texts, self.references.ends.tolist(), self.references.ids.tolist()
            sources = [None] * len(self) if self.sources is None else [texts[i] for i in self.sources]
            self._segments = [
                Segment(
                    str(place + 1),
                    texts[number],
                    sources[place],
                    tuple(texts[i] for i in ids[a:b]),
                    lang=self.languages[0],
                )
                for place, (number, a, b) in enumerate(zip(self.candidates, ends[:-1], ends[1:], strict=True))
            ]
        return self._segments

    @property
    def systems(self) -> list[str]:
        """The systems that the segments name, in their order; none of a batch made of numbered texts."""
        named = dict.fromkeys(map(_system, self._segments or ()))
        return [name for name in named if name is not None]

    @cached_property
    def languages(self) -> tuple[str | None, ...]:
        """The languages that the segments name, each once; None where one names none."""
        try:
            return tuple(dict.fromkeys(map(_lang, self.segments)))
        except AttributeError:
            _refuse_types(self.segments)

    @cached_property
    def tokenizers(self) -> tuple[str, ...]:
        """The tokenisers that the languages are in need of, each once."""
        return tuple(dict.fromkeys(map(tokenizer_for, self.languages))) or (tokenizer_for(None),)

    @property
    def is_mixed(self) -> bool:
        """Whether the languages of the segments are in need of several tokenisers.

        Then a text that stands in two such languages is two texts.
        """
        return len(self.tokenizers) > 1

    @cached_property
    def candidates(self) -> Ints:
        """Text ids of the candidates."""
        return self._numbered(lambda: [segment.candidate for segment in self.segments], len(self))

    @cached_property
    def sources(self) -> Ints | None:
        """Text ids of the sources, or None if a segment has none."""
        numbers = self._numbered(
            lambda: [segment.source for segment in self.segments], len(self), optional=True
        )
        return None if None in self._numbers else numbers

    @cached_property
    def references(self) -> TextSets:
        """Text ids of the references."""
        ends = np.zeros(len(self) + 1, np.int64)
        try:
            # A string is a sequence of strings too: it would be taken apart into characters.
            if str in set(map(type, map(_references, self.segments))):
                _refuse_types(self.segments)
            sizes = np.fromiter(map(len, map(_references, self.segments)), np.int64, len(self))
        except (AttributeError, TypeError):
            _refuse_types(self.segments)
        np.cumsum(sizes, out=ends[1:])
        texts = chain.from_iterable(map(_references, self.segments))
        return TextSets(self._numbered(lambda: texts, int(ends[-1]), times=sizes), ends)

    def _numbered(
        self,
        texts: Callable[[], Iterable[str | None]],
        size: int,
        *,
        optional: bool = False,
        times: Ints | None = None,
    ) -> Ints:
        """The number of each text; `times` is how many of them each segment has, else one."""
        missing_before = None in self._numbers
        try:
            keys = self._told_apart(texts(), times) if self.is_mixed else texts()
            numbers = np.fromiter(map(self._numbers.__getitem__, keys), np.int32, size)
        except (AttributeError, TypeError):
            _refuse_types(self.segments)
        if not optional and None in self._numbers and (not missing_before or self._numbers[None] in numbers):
            _refuse_types(self.segments)
        # What was made of fewer texts is not enough any more.
        self._words.clear()
        self._grams.clear()
        return numbers

    def _told_apart(self, texts: Iterable[Any], times: Ints | None) -> Iterator[Any]:
        """Texts with the languages of their segments, so that each is cut by the tokeniser of its own."""
        languages: Iterable[Any] = map(_lang, self.segments)
        if times is not None:
            languages = chain.from_iterable(map(repeat, languages, times.tolist()))
        return (
            (text, lang) if isinstance(text, str) else text
            for text, lang in zip(texts, languages, strict=True)
        )

    def text_languages(self) -> list[str | None]:
        """The language of each of the texts, where they are told apart by it."""
        return [None if text is None else text[1] for text in self._numbers]

    @property
    def texts(self) -> list[str]:
        """The distinct texts by number (a missing source counts as an empty one)."""
        _ = self.candidates
        if "source" in self._fields:
            _ = self.sources
        if "references" in self._fields:
            _ = self.references
        if self.is_mixed:
            return ["" if text is None else text[0] for text in self._numbers]
        return ["" if text is None else text for text in self._numbers]

    def __len__(self) -> int:
        return self._size

    def words(self, tokenization: Tokenization) -> Words:
        """The distinct texts as word ids; `auto` is the tokeniser of each text's language."""
        if not self.is_mixed:
            tokenization = tokenization.fitted(next(iter(self.languages), None))
        if tokenization not in self._words:
            try:
                texts = self.texts
                languages = self.text_languages() if self.is_mixed else None
                self._words[tokenization] = words_of(texts, tokenization, languages)
            except TypeError:
                _refuse_types(self.segments)
        return self._words[tokenization]

    def grams(self, tokenization: Tokenization, order: int) -> Grams:
        """The distinct n-grams of the distinct texts."""
        key = (tokenization, order)
        if key not in self._grams:
            self._grams[key] = self.words(tokenization).grams(order)
        return self._grams[key]

    def empty_candidates(self) -> npt.NDArray[np.bool_]:
        """For each segment, whether its candidate holds nothing but blanks."""
        candidates = self.candidates
        blank = self._blank_texts()
        return np.zeros(len(self), np.bool_) if blank is None else blank[candidates]

    def empty_references(self) -> npt.NDArray[np.bool_]:
        """For each segment, whether one of its references holds nothing but blanks."""
        sets, found = self.references, np.zeros(len(self), np.bool_)
        blank = self._blank_texts()
        if blank is not None:
            found[np.repeat(np.arange(len(self)), np.diff(sets.ends))[blank[sets.ids]]] = True
        return found

    def _blank_texts(self) -> npt.NDArray[np.bool_] | None:
        """For each text whether it holds nothing but blanks; None where none is so."""
        texts = self.texts
        if all(map(str.strip, texts)):
            return None
        return np.fromiter((not text.strip() for text in texts), np.bool_, len(texts))

    def need_sources(self, metric: str) -> Ints:
        """Text ids of the sources; `InputError` if a segment has none."""
        if self.sources is None:
            bad = next(s for s in self.segments if s.source is None)
            message = f"segment '{bad.id}' has no source, and the metric '{metric}' needs one"
            raise InputError(message, field="source")
        return self.sources

    def need_references(self, metric: str) -> TextSets:
        """Text ids of the references; `InputError` if a segment has none."""
        empty = np.flatnonzero(np.diff(self.references.ends) == 0)
        if len(empty):
            bad = self.segments[int(empty[0])]
            message = f"segment '{bad.id}' has no reference, and the metric '{metric}' needs one or more"
            raise InputError(message, field="references")
        return self.references

    def sources_as_sets(self, metric: str) -> TextSets:
        """The sources, each as a set of one."""
        return TextSets(self.need_sources(metric), np.arange(len(self) + 1, dtype=np.int64))

    def references_and_sources(self, metric: str) -> TextSets:
        """The references with the source added as one more."""
        references, sources = self.references, self.need_sources(metric)
        ends = references.ends + np.arange(len(self) + 1)
        ids = np.empty(int(ends[-1]), np.int32)
        last = np.zeros(len(ids), np.bool_)
        last[ends[1:] - 1] = True
        ids[last], ids[~last] = sources, references.ids
        return TextSets(ids, ends)


def _refuse_types(segments: Sequence[Segment]) -> NoReturn:
    """Name the first segment whose fields are not of the record's types."""
    for place, segment in enumerate(segments):
        if not hasattr(segment, "candidate"):
            kind = type(segment).__name__
            raise InputError(
                f"item {place + 1}: expected a likewise.Segment, found {kind} (see lw.read_segments)"
            )
        where = f"segment '{getattr(segment, 'id', place)}'"
        if not isinstance(getattr(segment, "candidate", None), str):
            raise InputError(f"{where}: expected a string", field="candidate")
        if not isinstance(getattr(segment, "source", None), str | None):
            raise InputError(f"{where}: expected a string or nothing", field="source")
        references: Any = getattr(segment, "references", None)
        whole = isinstance(references, Sequence) and not isinstance(references, str)
        if not whole or not all(isinstance(r, str) for r in references):
            raise InputError(f"{where}: expected a sequence of strings", field="references")
    raise
