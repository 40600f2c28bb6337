"""Which words deny: a closed vocabulary, affixes and fixed phrases, each with a classifier of its uses.

`no doubt`, `did you not?` and `nothing but` hold the words but deny nothing; the classifier learns such uses
from the words around. Cues of several words (`neither .. nor`, `by no means`) come from a list of patterns
and from the training text.

Affixes are un-, in-, im-, ir-, il-, dis-, non- and -less. Whether one denies is asked of a dictionary in two
halves: what is left over is a word of the training text, or the word is in the list of `likewise.data`
(`affixes.txt`) under one of its forms.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy.typing as npt

from likewise.data import path as data_path
from likewise.negation.sentence import Part, Sentence
from likewise.text import HashedNames, hashes_of
from likewise.text.crf import CRF

__all__ = ["CueFinder", "Split", "affix_features", "remainder", "split_word"]

CLOSED = frozenset({
    "not", "no", "n't", "never", "nothing", "without", "none", "nor", "neither", "nobody", "nowhere",
    "cannot", "n’t", "noone", "nought", "naught", "nay",
})  # fmt: skip
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

_DENIES = 1
"""The label of a use that denies."""

_PREFIX = re.compile(r"(un|in|im|ir|il|dis|non)-?[a-z][a-z-]+$")
_LESS = re.compile(r"([a-z-]{2,})less(|ly|ness)$")
_NO_PREFIX = re.compile(r"(under|until|unless|unto$|uncles?$|uni(?![dmn])|int[eo](?!l|rm)|into|inch|iron)")
_ENDINGS = (
    "", "ly", "ness", "ity", "y", "ies", "s", "ed", "d", "ing", "ily", "iness", "edly", "ably", "ency",
    "ence",
)  # fmt: skip


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
        labels += [[_DENIES]] * len(told)
        model = CRF.fit(rows, labels, 2, l2=l2, minimum=1, steps=100)
        return CueFinder(model.pruned(0.0), words, phrases, known)

    def packed(self, place: str) -> tuple[dict[str, Any], dict[str, npt.NDArray[Any]]]:
        """Names for a JSON file, and arrays under names that begin with the place."""
        names = {"words": sorted(self.words), "phrases": [list(phrase) for phrase in self.phrases]}
        return names, {f"{place}.known": hashes_of(self.known), **self.model.packed(place)}

    @staticmethod
    def unpacked(place: str, names: Mapping[str, Any], arrays: Mapping[str, npt.NDArray[Any]]) -> CueFinder:
        """The finder that `packed` made names and arrays of."""
        _listed()  # the list belongs to the finder: no sentence shall wait for it
        phrases = tuple(map(tuple, names["phrases"]))
        known = HashedNames(arrays[f"{place}.known"])
        return CueFinder(CRF.unpacked(place, arrays), frozenset(names["words"]), phrases, known)

    def find(self, sentence: Sentence) -> list[tuple[Part, ...]]:
        """The cues of a sentence, in its order."""
        cues, taken = [], set[int]()
        for cue in self._candidates(sentence):
            if not taken.isdisjoint(part.token for part in cue):
                continue
            if self.model.marginals([self._features(sentence, cue)])[0, _DENIES] > 0.5:
                cues.append(cue)
                taken.update(part.token for part in cue)
        return sorted(_paired(cues, sentence.words), key=lambda cue: cue[0].token)

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
    cues = (
        (cue[0].text, sentence.words[cue[0].token])
        for sentence in sentences
        for cue in _cues([sentence])
        if len(cue) == 1
    )
    return frozenset(text.lower() for text, word in cues if text == word)


def _places(words: Sequence[str], phrase: tuple[str, ...]) -> Iterator[int]:
    for start in range(len(words) - len(phrase) + 1):
        if words[start] == phrase[0] and tuple(words[start : start + len(phrase)]) == phrase:
            yield start


def _paired(cues: list[tuple[Part, ...]], words: Sequence[str]) -> list[tuple[Part, ...]]:
    """Join a cue's first part with the next second part: neither with nor."""
    by_word: Mapping[int, tuple[Part, ...]] = {cue[0].token: cue for cue in cues if len(cue) == 1}
    joined: Collection[int] = set()
    paired = []
    for cue in sorted(cues, key=lambda cue: cue[0].token):
        if cue[0].token in joined:
            continue
        second = SPLIT.get(cue[0].text.lower()) if len(cue) == 1 else None
        mate = next((t for t in sorted(by_word) if t > cue[0].token and words[t].lower() == second), None)
        if mate is not None:
            joined = {*joined, mate}
            cue = (*cue, *by_word[mate])
        paired.append(cue)
    return paired


@dataclass(frozen=True, slots=True)
class Split:
    """A word cut in two: the affix as written, where it starts, and what is left."""

    affix: str
    start: int
    rest: str


def split_word(word: str) -> Split | None:
    """The cut that the word's letters allow; whether it denies anything is another question."""
    low = word.lower()
    if match := _LESS.match(low):
        start = len(match[1])
        return Split(word[start : start + 4], start, word[:start] + word[start + 4 :])
    if (match := _PREFIX.match(low)) and len(low) - len(match[1]) >= 3 and not _NO_PREFIX.match(low):
        return Split(word[: len(match[1])], 0, word[len(match[1]) :])
    return None


def remainder(word: str, affix: str) -> str:
    """What is left of the word without the affix, at its start or (for -less) before its ending."""
    if word.lower().startswith(affix.lower()):
        return word[len(affix) :]
    at = word.lower().rfind(affix.lower())
    return word if at < 0 else word[:at] + word[at + len(affix) :]


@cache
def _listed() -> Mapping[str, frozenset[str]]:
    rows: dict[str, frozenset[str]] = {}
    for line in Path(data_path("affixes.txt")).read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            affix, *stems = line.split()
            rows[affix] = frozenset(stems)
    return rows


def listed_words() -> list[str]:
    """The words of the list, each with its affix."""
    return [s + a if a == "less" else a + s for a, stems in _listed().items() for s in sorted(stems)]


def _in_list(affix: str, rest: str) -> bool:
    stems = _listed().get(affix, frozenset())
    for ending in _ENDINGS:
        if ending and not rest.endswith(ending):
            continue
        stem = rest[: len(rest) - len(ending)]
        if any(stem + more in stems for more in ("", "e", "le", "y", "t")):
            return True
    return False


def affix_features(word: str, split: Split, known: Collection[str]) -> list[str]:
    """What the classifier of affixes is told about a word besides its neighbours."""
    affix, rest = split.affix.lower(), split.rest.lower().lstrip("-")
    there = rest in known or rest + "e" in known
    stem = word.lower()[: split.start] if affix == "less" else rest
    # Whoever writes a hyphen after non- means it.
    listed = _in_list(affix, stem) or (affix == "non" and split.rest.startswith("-"))
    return [
        f"affix={affix}", f"listed={listed}", f"al={affix} {listed}", f"known={there}", f"ak={affix} {there}",
        f"lk={listed} {there}", f"word={word.lower()}", f"end={affix} {rest[-3:]}", f"end2={rest[-2:]}",
        f"start={rest[:2]}", f"long={affix} {min(len(rest), 9) // 3}",
    ]  # fmt: skip
