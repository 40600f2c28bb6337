"""The readings of a sentence, found among parsed items by its number or by its letters.

Items come from JSON lines, a profile or a parser (`likewise.deep`). A reading that cannot be used is left
out and its fault is kept, so that a silent crawler can say why. Blanks and marks may differ between a
sentence and the text that was parsed; letters and digits may not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from likewise.deep import Analysis, Item, read_items
from likewise.errors import InputError
from likewise.io import Advance, Source
from likewise.negation.crawler.deep_reading import DeepReading, Span
from likewise.negation.crawler.headed_tree import letters
from likewise.negation.sentence import Part, Sentence

__all__ = ["ParsedSentence", "Parses", "spans_of"]

Scorer = Callable[[Analysis], float]


@dataclass(frozen=True)
class ParsedSentence:
    """The readings of one sentence with their log-probabilities; `problem` where there are none."""

    readings: tuple[DeepReading, ...] = ()
    scores: tuple[float, ...] = ()
    problem: str = ""


class Parses:
    """Items by id (`chapter/sentence`) and by letters; `scorer` scores readings in place of their own."""

    def __init__(self, items: Iterable[Item], scorer: Scorer | None = None) -> None:
        self._by_id: dict[str, Item] = {}
        self._by_text: dict[str, Item] = {}
        self._scorer = scorer
        for item in items:
            self._by_id.setdefault(item.id, item)
            self._by_text.setdefault(letters(item.text), item)

    @classmethod
    def read(cls, path: Source, scorer: Scorer | None = None, progress: Advance | None = None) -> Parses:
        """Items of a file or profile; `InputError` where it cannot be read."""
        return cls(read_items(path, progress=progress), scorer)

    def __len__(self) -> int:
        return len(self._by_id)

    def find(self, sentence: Sentence) -> Item | None:
        """The item of the sentence: that of its number if the letters agree, else one with its letters."""
        wanted = letters("".join(sentence.words))
        item = self._by_id.get(f"{sentence.chapter}/{sentence.number}")
        if item is not None and letters(item.text) == wanted:
            return item
        return self._by_text.get(wanted)

    def of(self, sentence: Sentence) -> ParsedSentence:
        """The readings of the sentence, in the order of the file."""
        item = self.find(sentence)
        if item is None:
            return ParsedSentence(problem="the sentence was not parsed: nothing in the file has its words")
        if not item.analyses:
            return ParsedSentence(problem="the parser found no reading")
        return self._parsed(item, sentence.words)

    def _parsed(self, item: Item, words: Sequence[str]) -> ParsedSentence:
        readings, scores, problems = [], [], []
        for place, analysis in enumerate(item.analyses):
            try:
                readings.append(_reading(analysis, words, item.text))
                scores.append(self._score(analysis, place))
            except InputError as error:
                problems.append(error.message)
        return ParsedSentence(tuple(readings), tuple(scores), "" if readings else problems[0])

    def _score(self, analysis: Analysis, place: int) -> float:
        """Readings without a score count for less the later they come."""
        if self._scorer is not None:
            return self._scorer(analysis)
        return -float(place) if analysis.score is None else analysis.score


def _reading(analysis: Analysis, words: Sequence[str], text: str) -> DeepReading:
    if not analysis.mrs or not analysis.derivation:
        raise InputError(f"the reading has no {'derivation' if analysis.mrs else 'MRS'}")
    return DeepReading(words, analysis.parsed_mrs, analysis.derivation, text=text)


def spans_of(reading: DeepReading, cue: Sequence[Part]) -> list[Span]:
    """The characters of a cue in the text of a reading; `less` stands at the end of its word."""
    spans = []
    for part in cue:
        begin, end = reading.wholes[part.token]
        word, piece = reading.tokens[part.token].lower(), part.text.lower()
        at = word.find(piece) if word.startswith(piece) else word.rfind(piece)
        if at < 0 or end - begin != len(word):
            spans.append((begin, end))
        else:
            spans.append((begin + at, begin + at + len(piece)))
    return spans
