"""A text as the detectors of the diff read it: words with their places, and where it is parsed their tags,
heads and frames, all counted in words of the diff.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from likewise.frames import FramedSentence, frame_parser
from likewise.metrics.meaning.change import Side
from likewise.metrics.meaning.moments import Moment, read_moments
from likewise.metrics.meaning.quantities import Quantity, read_quantities
from likewise.metrics.meaning.words import Word, words_of
from likewise.text import code_of, is_in_script

__all__ = ["PARSED", "READ", "ReadText", "WordFrame", "read_texts"]

PARSED = frozenset(["en"])
"""Languages whose roles the diff reads."""
READ = {"en": "Latin", "zh": "", "ja": "", "de": "Latin", "es": "Latin", "fr": "Latin"}
"""Languages of which it reads anything, and the script that their texts are in where there is but one."""
KEPT = 2048
_kept: OrderedDict[tuple[str, str], ReadText] = OrderedDict()


@dataclass(frozen=True, slots=True)
class WordFrame:
    """A predicate and what plays a part in it: label and words, end exclusive."""

    predicate: int
    roles: tuple[tuple[str, int, int], ...]


@dataclass(frozen=True)
class ReadText:
    """A text with all that is read of it once, before it is held against another."""

    text: str
    lang: str
    words: tuple[Word, ...]
    sentence: FramedSentence | None = None

    @cached_property
    def is_readable(self) -> bool:
        """Whether it has words or figures, in a language and a script of which something is read."""
        if self.lang not in READ or not any(char.isalnum() for char in self.text):
            return False
        return not READ[self.lang] or is_in_script(self.text, READ[self.lang])

    @cached_property
    def lows(self) -> tuple[str, ...]:
        """The words in small letters."""
        return tuple(word.low for word in self.words)

    @cached_property
    def _tokens(self) -> tuple[int, ...]:
        """For each word the token of the parse that covers its beginning; -1 for none."""
        if self.sentence is None:
            return (-1,) * len(self.words)
        found, at, offsets = [], 0, self.sentence.offsets
        for word in self.words:
            while at < len(offsets) and offsets[at][1] <= word.start:
                at += 1
            found.append(at if at < len(offsets) and offsets[at][0] < word.end else -1)
        return tuple(found)

    @cached_property
    def _words_of_tokens(self) -> dict[int, int]:
        """The last word of each token: that of its head where a token is several words."""
        return {token: word for word, token in enumerate(self._tokens) if token >= 0}

    @cached_property
    def tags(self) -> tuple[str, ...]:
        """Parts of speech; empty where nothing is parsed."""
        return tuple(self.sentence.tags[t] if self.sentence and t >= 0 else "" for t in self._tokens)

    @cached_property
    def relations(self) -> tuple[str, ...]:
        """What each word is to its head; empty where nothing is parsed."""
        return tuple(self.sentence.relations[t] if self.sentence and t >= 0 else "" for t in self._tokens)

    @cached_property
    def heads(self) -> tuple[int, ...]:
        """The head of each word; -1 for a root and where nothing is parsed."""
        if self.sentence is None:
            return (-1,) * len(self.words)
        heads, words = self.sentence.heads, self._words_of_tokens
        return tuple(words.get(heads[t], -1) if t >= 0 else -1 for t in self._tokens)

    @cached_property
    def children(self) -> tuple[tuple[int, ...], ...]:
        """The words that hang on each word."""
        lists: list[list[int]] = [[] for _ in self.words]
        for word, head in enumerate(self.heads):
            if head >= 0 and head != word:
                lists[head].append(word)
        return tuple(tuple(one) for one in lists)

    @cached_property
    def frames(self) -> tuple[WordFrame, ...]:
        """The frames of the parse, in words."""
        if self.sentence is None:
            return ()
        first_of: dict[int, int] = {}
        for word, token in enumerate(self._tokens):
            first_of.setdefault(token, word)
        frames = []
        for frame in self.sentence.frames:
            predicate = self._words_of_tokens.get(frame.predicate[0])
            if predicate is None:
                continue
            roles = []
            for role in frame.roles:
                inside = [t for t in range(*role.span) if t in first_of]
                if inside:
                    last = self._words_of_tokens[inside[-1]] + 1
                    roles.append((role.label, first_of[inside[0]], last))
            frames.append(WordFrame(predicate, tuple(roles)))
        return tuple(frames)

    @cached_property
    def moments(self) -> tuple[Moment, ...]:
        """Dates and times."""
        return tuple(read_moments(self.words, self.lang))

    @cached_property
    def quantities(self) -> tuple[Quantity, ...]:
        """Numbers and what they measure, those of dates left out."""
        taken = frozenset(w for m in self.moments for w in range(m.first, m.last))
        return tuple(read_quantities(self.words, self.lang, taken))

    def side(self, first: int, last: int) -> Side:
        """The words from `first` to before `last` as a side of a change."""
        start, end = self.words[first].start, self.words[last - 1].end
        return Side(self.text[start:end], (start, end))

    def side_of(self, words: Sequence[int]) -> Side | None:
        """The stretch that holds all these words; None for none."""
        return self.side(min(words), max(words) + 1) if words else None


def read_texts(texts: Sequence[str], lang: str = "en") -> list[ReadText]:
    """The texts as they are read in their language; parsed together where the language is parsed."""
    code = code_of(lang)
    new = [text for text in dict.fromkeys(texts) if (text, code) not in _kept]
    parsed: Sequence[FramedSentence | None] = [None] * len(new)
    if code in PARSED and new:
        parsed = frame_parser(code).parse(new)
    for text, sentence in zip(new, parsed, strict=True):
        _kept[text, code] = ReadText(text, code, words_of(text, code), sentence)
    found = [_kept[text, code] for text in texts]
    while len(_kept) > KEPT:
        _kept.popitem(last=False)
    return found
