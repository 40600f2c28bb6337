"""Translation tables: how likely words of two languages stand for each other, learnt from parallel text.

Lo et al. (2014, section 3.1) compare a word of the input with one of the output by the probabilities of
translation in both directions, t(e|f) and t(f|e), from IBM model 1. Here they come from the aligners of
`transduce`: IBM model 1, or the hidden Markov model that is learnt after it, whose links are more precise.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from likewise.data import path as data_path
from likewise.errors import InputError
from likewise.io import SEED, ModelCard, ModelFiles, Progress, SavedModel, dumps_arrays, fingerprint
from likewise.metrics.meant.phrase_form import FLOOR, Floats, Ints
from likewise.metrics.meant.word_lookup import HAN, table_words
from likewise.text import Tokenization, stem
from likewise.transduce import Bitext, Lexicon
from likewise.transduce.align import MODELS, fit_both

__all__ = ["TranslationTable", "load_table"]

SHIPPED = "translation-zh-en"
LEAST = 0.02
"""What sqrt(t(e|f) t(f|e)) must be for two words to be kept."""
_STEPS = 255 / -np.log(FLOOR)
"""Logarithms of probabilities lie on disk in steps of a 255th of the way down to the floor."""
Bytes = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class _Side:
    """The words of a language, how often each was seen, and its probability to stand alone,
    t(word | NULL)."""

    words: tuple[str, ...]
    counts: Ints
    alone: Floats

    @cached_property
    def ids(self) -> dict[str, int]:
        return {word: number for number, word in enumerate(self.words)}

    @cached_property
    def stems(self) -> dict[str, list[int]]:
        """Words by their stems: what an unknown form falls back on."""
        found: dict[str, list[int]] = {}
        for number, word in enumerate(self.words):
            found.setdefault(stem(word), []).append(number)
        return found

    @cached_property
    def longest(self) -> int:
        return max((len(word) for word in self.words), default=1)

    @cached_property
    def rarities(self) -> Floats:
        """How rare each word is: minus the log of its share, from 0 (as frequent as can be) to 1 (once)."""
        total = max(float(self.counts.sum()), 2.0)
        return np.asarray(np.log(total / np.maximum(self.counts, 1.0)) / np.log(total))

    def known(self, word: str) -> list[int]:
        """The numbers of a word: its own; of its parts, in Chinese; of words with its stem, elsewhere."""
        own = self.ids.get(word)
        if own is not None:
            return [own]
        if HAN.search(word):
            return self._parts(word)
        return self.stems.get(stem(word), []) if word.isalpha() else []

    def _parts(self, word: str) -> list[int]:
        """Cut from the left into the longest words that are known."""
        parts, at = list[int](), 0
        while at < len(word):
            size = next((n for n in range(self.longest, 0, -1) if word[at : at + n] in self.ids), 0)
            if size:
                parts.append(self.ids[word[at : at + size]])
            at += max(size, 1)
        return parts


class TranslationTable(SavedModel):
    """t(target | source) and t(source | target) of words that translate each other, and of NULL."""

    kind = "translation-table"

    def __init__(
        self, source: _Side, target: _Side, keys: Ints, forward: Floats, backward: Floats,
        settings: Mapping[str, Any], data: str = "",
    ) -> None:  # fmt: skip
        self.source, self.target, self.keys = source, target, keys
        self.forward, self.backward, self.settings, self.data = forward, backward, dict(settings), data

    def __len__(self) -> int:
        """Number of pairs of words."""
        return len(self.keys)

    @property
    def languages(self) -> tuple[str, str]:
        """Of the source and of the target."""
        return str(self.settings["source_lang"]), str(self.settings["target_lang"])

    @classmethod
    def fit(
        cls, examples: Iterable[tuple[str, str]], /, *, seed: int = SEED, progress: Progress | None = None,
        source_lang: str = "zh", target_lang: str = "en", aligner: str = "hmm", least: float = LEAST,
        dictionary: Iterable[tuple[str, str]] = (),
    ) -> Self:  # fmt: skip
        """Learn from pairs of a source and a target text. No chance is involved: the seed changes nothing.

        Entries of a `dictionary` are learnt from too, as short parallel texts of their own.
        """
        if aligner not in MODELS:
            raise InputError(f"{aligner}: expected one of {', '.join(MODELS)}", field="aligner")
        if not 0.0 < least < 1.0:
            raise InputError(f"expected a number between 0 and 1, not {least:g}", field="least")
        entries = list(dictionary)
        pairs = [*examples, *entries]
        if not pairs:
            raise InputError("no parallel texts to learn from")
        sides = [
            table_words([pair[side] for pair in pairs], lang)
            for side, lang in enumerate((source_lang, target_lang))
        ]
        lines = [(" ".join(one), " ".join(other)) for one, other in zip(*sides, strict=True)]
        bitext = Bitext.of(lines, Tokenization("whitespace", False), Tokenization("whitespace", False))
        bitext = bitext.usable()
        if not len(bitext):
            raise InputError(
                "no pair of these parallel texts can be aligned: all empty, too long or too unlike"
            )
        rounds, done = 8 if aligner != "ibm1" else 4, 0

        def advance(size: int) -> None:
            nonlocal done
            done += size
            if progress is not None:
                progress("aligning words", min(done / (rounds * max(len(bitext), 1)), 1.0))

        one, other = fit_both(bitext, model=aligner, progress=advance)
        settings = {
            "source_lang": source_lang, "target_lang": target_lang, "aligner": aligner, "least": least,
            "pairs": len(bitext), "entries": len(entries),
        }  # fmt: skip
        return cls._of(one.lexicon, other.lexicon, bitext, least, settings, fingerprint(pairs))

    @classmethod
    def _of(
        cls, forward: Lexicon, backward: Lexicon, bitext: Bitext, least: float,
        settings: Mapping[str, Any], data: str,
    ) -> Self:  # fmt: skip
        rows = np.repeat(np.arange(len(forward.totals)), np.diff(forward.starts)) - 1
        seen = rows >= 0
        sources, targets = rows[seen], forward.targets[seen].astype(np.int64)
        there = forward.probabilities[seen].astype(np.float64)
        size = forward.target.distinct
        keys = sources * size + targets
        back = _probabilities(backward, targets, sources)
        kept = np.sqrt(there * back) >= least
        keys, there, back = keys[kept], there[kept], back[kept]
        used = np.unique(keys // size), np.unique(keys % size)
        renamed = np.searchsorted(used[0], keys // size) * len(used[1]) + np.searchsorted(
            used[1], keys % size
        )
        order = np.argsort(renamed)
        # NULL of one direction tells how words of the other language stand alone.
        nulls = _row(backward, len(bitext.source.vocabulary)), _row(forward, len(bitext.target.vocabulary))
        sides = []
        for words, places, alone in zip((bitext.source, bitext.target), used, nulls, strict=True):
            counts = np.bincount(words.ids, minlength=words.distinct)[places]
            sides.append(_Side(tuple(words.vocabulary[p] for p in places), counts, alone[places]))
        forth, back = (_rounded(_steps(values[order])) for values in (there, back))
        sides = [_Side(side.words, side.counts, _rounded(_steps(side.alone))) for side in sides]
        return cls(sides[0], sides[1], renamed[order], forth, back, settings, data)

    def probabilities(self, source: Sequence[str], target: Sequence[str]) -> Floats:
        """sqrt(t(e|f) t(f|e)) for each word of the target (rows) and of the source (columns).

        Words are looked up as `table_words` gives them. One that is not there is as good as the best of what
        `known` finds in its place.
        """
        rows, columns = (
            [side.known(word) for word in words]
            for side, words in ((self.target, target), (self.source, source))
        )
        flat_rows, flat_columns = (
            np.array([n for own in cut for n in own], np.int64) for cut in (rows, columns)
        )
        found = np.zeros((len(target), len(source)))
        if not len(flat_rows) or not len(flat_columns) or not len(self.keys):
            return found
        keys = flat_columns[None, :] * len(self.target.words) + flat_rows[:, None]
        places = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        values = np.where(self.keys[places] == keys, self._means[places], 0.0)
        values = _best_of(values, rows)
        found[:] = _best_of(values.T, columns).T
        return found

    @cached_property
    def _means(self) -> Floats:
        means: Floats = np.sqrt(self.forward * self.backward)
        return means

    def alone(self, words: Sequence[str], *, source: bool) -> Floats:
        """t(word | NULL), at least the floor."""
        side = self.source if source else self.target
        rows = [side.known(word) for word in words]
        return np.array([max((float(side.alone[n]) for n in own), default=FLOOR) for own in rows])

    def rarities(self, words: Sequence[str], *, source: bool) -> Floats:
        """How rare words are, from 0 to 1; one that was never seen counts like one that was seen once."""
        side = self.source if source else self.target
        numbers = [side.ids.get(word) for word in words]
        return np.array([1.0 if n is None else float(side.rarities[n]) for n in numbers])

    def saved_settings(self) -> Mapping[str, Any]:
        return self.settings

    def saved_files(self) -> Mapping[str, bytes]:
        arrays: dict[str, npt.NDArray[Any]] = {
            # Gaps between sorted keys are small numbers, which pack well.
            "gaps": np.diff(self.keys, prepend=0).astype(np.uint32),
            "forward": _steps(self.forward), "backward": _steps(self.backward),
        }  # fmt: skip
        for name, side in (("source", self.source), ("target", self.target)):
            arrays[f"{name}_words"] = np.frombuffer("\n".join(side.words).encode("utf-8"), np.uint8)
            arrays[f"{name}_counts"] = side.counts.astype(np.uint32)
            arrays[f"{name}_alone"] = _steps(side.alone)
        return {"table.npz": dumps_arrays(arrays, pressed=True)}

    @classmethod
    def restored(cls, card: ModelCard, files: ModelFiles) -> Self:
        arrays = files.arrays("table.npz")
        source, target = (
            _Side(
                tuple(arrays[f"{name}_words"].tobytes().decode("utf-8").split("\n")),
                arrays[f"{name}_counts"].astype(np.int64),
                _rounded(arrays[f"{name}_alone"]),
            )
            for name in ("source", "target")
        )
        keys = np.cumsum(arrays["gaps"].astype(np.int64))
        if len(keys) and keys[-1] >= len(source.words) * len(target.words):
            raise ValueError("its parts do not fit together")
        forward, backward = (_rounded(arrays[name]) for name in ("forward", "backward"))
        return cls(source, target, keys, forward, backward, card.settings, card.data)


@lru_cache(maxsize=4)
def load_table(name: str) -> TranslationTable:
    """The table in a folder; `default` is the one of Chinese and English that comes with the package."""
    return TranslationTable.load(data_path(SHIPPED) if name == "default" else name)


def _probabilities(lexicon: Lexicon, sources: Ints, targets: Ints) -> Floats:
    """t(target | source) for pairs of ids, 0 for those that the lexicon does not have."""
    rows = np.repeat(np.arange(len(lexicon.totals)), np.diff(lexicon.starts)) - 1
    keys = rows * lexicon.target.distinct + lexicon.targets
    wanted = sources * lexicon.target.distinct + targets
    places = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    return np.where(keys[places] == wanted, lexicon.probabilities[places], 0.0).astype(np.float64)


def _row(lexicon: Lexicon, size: int) -> Floats:
    """t(word | NULL) of every target word."""
    targets, probabilities = lexicon.row(None)
    row = np.zeros(size)
    row[targets] = probabilities
    return row


def _best_of(values: Floats, places: Sequence[Sequence[int]]) -> Floats:
    """Rows put together: of those that one word stands for, the largest of each column; zeros for none."""
    sizes = np.array([len(own) for own in places])
    best = np.zeros((len(places), values.shape[1]))
    some = sizes > 0
    starts = np.concatenate(([0], np.cumsum(sizes[some])[:-1]))
    best[some] = np.maximum.reduceat(values, starts, axis=0)
    return best


def _steps(values: Floats) -> Bytes:
    return np.asarray(np.rint(-np.log(np.clip(values, FLOOR, 1.0)) * _STEPS), np.uint8)


def _rounded(steps: Bytes) -> Floats:
    return np.asarray(np.exp(-steps.astype(np.float64) / _STEPS))
