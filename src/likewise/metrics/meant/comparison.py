"""Two texts compared by their frames, many pairs at once: alignment, score, and the back-off.

Where a side has no frames, the two sentences are compared as one phrase each (Lo and Wu 2013a, in Wu et al.
2014, section 3.1). Beyond the papers, that similarity may also stand beside the frames where there are some.
A text without words has its equal alone: no similarity knows what marks and emoji say.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from likewise.metrics.meant.frame_alignment import FrameLink, align
from likewise.metrics.meant.frame_text import FrameText
from likewise.metrics.meant.phrase_form import Floats, PhraseForm, WordPairs
from likewise.metrics.meant.weighted_f_score import FrameScore, SideCounts, count_frames, frame_score
from likewise.metrics.meant.word_similarity import Similarity

__all__ = ["Comparer", "Comparison"]

CHUNK = 256
"""Pairs whose matrices are in memory at once."""


@dataclass(frozen=True)
class Comparison:
    """What was found about a pair; `first` is the candidate, `second` what it is held against."""

    first: FrameText
    second: FrameText
    sides: tuple[SideCounts, SideCounts] | None
    sentence: float
    links: tuple[FrameLink, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether a side has no words."""
        return not self.first.tokens or not self.second.tokens

    def frames(self, weights: Floats) -> FrameScore | None:
        """The score of the frames; None where there are none to compare."""
        return None if self.sides is None else frame_score(self.sides, weights)

    def score(self, weights: Floats, share: float) -> float:
        """The score: of the frames, with the sentence's `share` mixed in; of the sentence, without frames."""
        if self.is_empty:
            return 0.0
        frames = self.frames(weights)
        if frames is None:
            return self.sentence
        return (1.0 - share) * frames.f + share * self.sentence


@dataclass(frozen=True)
class Comparer:
    """How pairs are compared; everything but the weights of the role groups."""

    similarity: Similarity
    form: PhraseForm
    sentence_form: PhraseForm
    unaligned: str = "count"
    match: str = "fillers"
    words: str = "equal"
    backoff: str = "words"
    whole: bool = True

    def compare(self, pairs: Sequence[tuple[FrameText, FrameText]]) -> list[Comparison]:
        """The pairs, in order."""
        found: list[Comparison] = []
        for start in range(0, len(pairs), CHUNK):
            part = pairs[start : start + CHUNK]
            rows = zip(part, self.word_pairs(part), self._sentences(part), strict=True)
            found += [self._compared(first, second, words, whole) for (first, second), words, whole in rows]
        return found

    def _sentences(self, pairs: Sequence[tuple[FrameText, FrameText]]) -> list[float | None]:
        """What the similarity itself says of whole sentences; None where the phrase form is to say it."""
        if self.backoff == "words" or not self.similarity.reads_sentences:
            return [None] * len(pairs)
        return list(
            self.similarity.sentences([(first.tokens, second.tokens) for first, second in pairs]).tolist()
        )

    def word_pairs(self, pairs: Sequence[tuple[FrameText, FrameText]]) -> list[WordPairs]:
        """What the similarity says of the words of each pair."""
        tokens = [(first.tokens, second.tokens) for first, second in pairs]
        matrices, alone = self.similarity.matrices(tokens), self.similarity.alone(tokens)
        weigh = _all_alike if self.words == "equal" else self.similarity.weights
        rows = []
        for place, (matrix, (first, second)) in enumerate(zip(matrices, tokens, strict=True)):
            alone_first, alone_second = alone[place] if alone else (None, None)
            rows.append(WordPairs(matrix, alone_first, alone_second, weigh(first), weigh(second)))
        return rows

    def _compared(
        self, first: FrameText, second: FrameText, words: WordPairs, whole: float | None
    ) -> Comparison:
        if not (first.frames and second.frames):
            if first.is_wordless or second.is_wordless:
                whole = float(first.tokens == second.tokens)
            sentence = self.sentence_form.whole(words) if whole is None else whole
            return Comparison(first, second, None, sentence)
        links = align(words, first.frames, second.frames, self.form, match=self.match)
        sides = count_frames(first.frames, second.frames, links, unaligned=self.unaligned)
        sentence = whole if whole is not None else self.sentence_form.whole(words) if self.whole else 0.0
        return Comparison(first, second, sides, sentence, links)


def _all_alike(tokens: tuple[str, ...]) -> Floats | None:
    return None
