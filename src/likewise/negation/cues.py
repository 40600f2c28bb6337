"""Which words deny: a closed vocabulary, affixes and fixed phrases, each with a classifier of its uses.

`no doubt`, `did you not?` and `nothing but` hold the words but deny nothing; the classifier learns such uses
from the words around. Cues of several words (`neither .. nor`, `by no means`) come from a list of patterns
and from the training text.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from likewise.negation.affixes import affix_features, listed_words, split_word
from likewise.negation.conll import Part, Sentence
from likewise.text.crf import CRF

__all__ = ["CueFinder"]

CLOSED = frozenset(
    [
        "not",
        "no",
        "n't",
        "never",
        "nothing",
        "without",
        "none",
        "nor",
        "neither",
        "nobody",
        "nowhere",
        "cannot",
        "n’t",
        "noone",
        "nought",
        "naught",
        "nay",
    ]
)
"""Words that deny by themselves; the classifier leaves out the uses that do not."""

PHRASES: tuple[tuple[str, ...], ...] = (
    ("by", "no", "means"), ("on", "the", "contrary"), ("nothing", "at", "all"), ("not", "for", "the",
    "world"),
    ("no", "longer"), ("no", "more"), ("rather", "than"),
)  # fmt: skip
"""Fixed phrases of neighbouring words that are one cue."""

IDLE: tuple[tuple[str, ...], ...] = (("none", "the", "less"),)
"""Phrases that hold a word of denial and never deny."""

SPLIT = {"neither": "nor"}
"""First words of cues in two parts, with the second: neither .. nor."""


@dataclass(frozen=True)
class CueFinder:
    """Finds cues; `words` are the single words that were seen to deny, `known` those of the training text."""

    model: CRF
    words: frozenset[str]
    phrases: tuple[tuple[str, ...], ...]
    known: Collection[str]

    @staticmethod
    def fit(sentences: Sequence[Sentence], l2: float = 0.3) -> CueFinder:
        """Learn from sentences with their cues."""
        known = _known(sentences)
        words = CLOSED | _seen_alone(sentences)
        seen = (tuple(p.text.lower() for p in cue) for cue in _cues(sentences) if _is_run(cue))
        phrases = tuple(dict.fromkeys([*PHRASES, *sorted(seen)]))
        finder = CueFinder(CRF.fit([], [], 2), words, phrases, known)
        rows, labels = [], []
        for sentence in sentences:
            gold = {negation.cue for negation in sentence.negations}
            inside = {part for cue in gold for part in cue}
            for cue in finder._candidates(sentence):
                rows.append([finder._features(sentence, cue)])
                labels.append([int(cue in gold or (len(cue) == 1 and cue[0] in inside))])
        # The list of words with affixes teaches too: few of them are in any one text.
        told = [(word, split) for word in listed_words() if (split := split_word(word))]
        rows += [[["an affix", *affix_features(word, split, known)]] for word, split in told]
        labels += [[1]] * len(told)
        model = CRF.fit(rows, labels, 2, l2=l2, minimum=1, steps=100)
        return CueFinder(model.pruned(0.0), words, phrases, known)

    def find(self, sentence: Sentence) -> list[tuple[Part, ...]]:
        """The cues of a sentence, in its order."""
        found, taken = [], set[int]()
        for cue in self._candidates(sentence):
            if not taken.isdisjoint(part.token for part in cue):
                continue
            if self.model.marginals([self._features(sentence, cue)])[0, 1] > 0.5:
                found.append(cue)
                taken.update(part.token for part in cue)
        return sorted(_paired(found, sentence.words), key=lambda cue: cue[0].token)

    def _candidates(self, sentence: Sentence) -> Iterator[tuple[Part, ...]]:
        """What could deny: phrases first, since they take their words."""
        lowered = [word.lower() for word in sentence.words]
        for phrase in self.phrases:
            for start in _places(lowered, phrase):
                yield tuple(Part(t, sentence.words[t]) for t in range(start, start + len(phrase)))
        idle = {start for phrase in IDLE for start in _places(lowered, phrase)}
        for token, word in enumerate(lowered):
            if word in self.words:
                if token in idle:
                    continue
                yield (Part(token, sentence.words[token]),)
            elif split := split_word(sentence.words[token]):
                yield (Part(token, split.affix),)

    def _features(self, sentence: Sentence, cue: tuple[Part, ...]) -> list[str]:
        first, last = cue[0].token, cue[-1].token
        words = ["<2>", "<1>", *(word.lower() for word in sentence.words), "</1>", "</2>"]
        kind = " ".join(part.text.lower() for part in cue)
        a, b, c, d = words[first], words[first + 1], words[last + 3], words[last + 4]
        near = [
            f"{kind}:{name}"
            for name in (f"-1={b}", f"-2={a}", f"+1={c}", f"+2={d}", f"+={c} {d}", f"-={a} {b}")
        ]
        split = split_word(sentence.words[first]) if len(cue) == 1 and kind not in self.words else None
        if split:
            return ["an affix", *affix_features(sentence.words[first], split, self.known)]
        question = "?" in words[last + 3 : last + 7]
        return ["a word", f"kind={kind}", f"q={kind} {question}", f"-1={b}", f"+1={c}", f"b+={b} {c}",
                f"closed={kind in CLOSED}", f"tag question={question and c in {',', '?'}}",
                *near]  # fmt: skip


def _known(sentences: Iterable[Sentence]) -> frozenset[str]:
    return frozenset(word.lower() for sentence in sentences for word in (*sentence.words, *sentence.lemmas))


def _cues(sentences: Iterable[Sentence]) -> Iterator[tuple[Part, ...]]:
    for sentence in sentences:
        for negation in sentence.negations:
            yield negation.cue


def _is_run(cue: tuple[Part, ...]) -> bool:
    """Whether it is a phrase of neighbouring words."""
    return len(cue) > 1 and cue[-1].token - cue[0].token == len(cue) - 1


def _seen_alone(sentences: Iterable[Sentence]) -> frozenset[str]:
    found = set()
    for sentence in sentences:
        for negation in sentence.negations:
            if len(negation.cue) == 1 and negation.cue[0].text == sentence.words[negation.cue[0].token]:
                found.add(negation.cue[0].text.lower())
    return frozenset(found)


def _places(words: Sequence[str], phrase: tuple[str, ...]) -> Iterator[int]:
    for start in range(len(words) - len(phrase) + 1):
        if words[start] == phrase[0] and tuple(words[start : start + len(phrase)]) == phrase:
            yield start


def _paired(cues: list[tuple[Part, ...]], words: Sequence[str]) -> list[tuple[Part, ...]]:
    """Join a cue's first part with the next second part: neither with nor."""
    by_word: Mapping[int, tuple[Part, ...]] = {cue[0].token: cue for cue in cues if len(cue) == 1}
    joined: Collection[int] = set()
    found = []
    for cue in sorted(cues, key=lambda cue: cue[0].token):
        if cue[0].token in joined:
            continue
        second = SPLIT.get(cue[0].text.lower()) if len(cue) == 1 else None
        mate = next((t for t in sorted(by_word) if t > cue[0].token and words[t].lower() == second), None)
        if mate is not None:
            joined = {*joined, mate}
            cue = (*cue, *by_word[mate])
        found.append(cue)
    return found
