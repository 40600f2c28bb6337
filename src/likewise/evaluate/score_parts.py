"""Sums for all segments, and beside them for each system and each language where there are several."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError
from likewise.evaluate.accumulate import Accumulator
from likewise.metrics import Batch
from likewise.text import code_of

__all__ = ["UNNAMED", "WHOLE", "Part", "ScoreParts", "alike_names", "language_counts"]

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Part = tuple[str | None, str | None]
"""A system and a language; None is all of them."""
WHOLE: Part = (None, None)
UNNAMED = "und"
"""How segments are called that name no language, where others do."""


class ScoreParts:
    """The accumulators of each part of the segments, by metric.

    Languages are told apart from the moment that there are two: until then the one has the sums of all.
    """

    def __init__(self, fresh: Callable[[], dict[str, Accumulator]], *, by_system: bool) -> None:
        self.fresh, self.by_system = fresh, by_system
        self.parts: dict[Part, dict[str, Accumulator]] = {WHOLE: fresh()}
        self.languages: dict[str, None] = {}

    @property
    def systems(self) -> list[str]:
        """The systems, in their order."""
        return [system for system, language in self.parts if system is not None and language is None]

    @property
    def is_mixed(self) -> bool:
        """Whether there are several languages."""
        return len(self.languages) > 1

    def places(self, batch: Batch) -> dict[Part, Ints | None]:
        """Which segments of the batch belong to each part; None is all."""
        new = [code_of(lang) if lang else UNNAMED for lang in batch.languages]
        if not self.is_mixed and len(self.languages | dict.fromkeys(new)) > 1 and self.languages:
            self._split(next(iter(self.languages)))
        self.languages.update(dict.fromkeys(new))
        found: dict[Part, Ints | None] = {WHOLE: None}
        if not self.by_system and not self.is_mixed:
            return found
        lists: dict[Part, list[int]] = {}
        for place, segment in enumerate(batch.segments):
            if self.by_system:
                if segment.system is None:
                    message = f"segment '{segment.id}' names no system, expected one to score by system"
                    raise InputError(message, field="system")
                lists.setdefault((segment.system, None), []).append(place)
            if self.is_mixed:
                code = code_of(segment.lang) if segment.lang else UNNAMED
                for system in {None, segment.system if self.by_system else None}:
                    lists.setdefault((system, code), []).append(place)
        return found | {part: np.array(where, np.int64) for part, where in lists.items()}

    def _split(self, language: str) -> None:
        """Give the one language there was so far the sums of all."""
        for (system, _), by_metric in list(self.parts.items()):
            copies = {name: replace(a, segments=list(a.segments)) for name, a in by_metric.items()}
            self.parts[system, language] = copies

    def add(
        self, name: str, statistics: Floats, scores: Floats,
        places: dict[Part, Ints | None], blocks: Iterable[tuple[slice, Floats | None]],
    ) -> None:  # fmt: skip
        """Add a metric's statistics and scores of a batch to every part."""
        for block, weights in blocks:
            for part, where in places.items():
                if where is None:
                    self.parts[part][name].add(statistics[block], scores[block], weights)
                    continue
                inside = where[(where >= block.start) & (where < block.stop)]
                if len(inside):
                    drawn = None if weights is None else weights[inside - block.start]
                    accumulators = self.parts.setdefault(part, self.fresh())
                    accumulators[name].add(statistics[inside], scores[inside], drawn)

    def languages_of(self, part: Part) -> list[str]:
        """The languages of a part, in the order in which they were met."""
        if not self.is_mixed:
            return list(self.languages)
        return [language for language in self.languages if (part[0], language) in self.parts]

    def spoken(self, part: Part) -> list[str | None]:
        """The same as records have them: None where none is named."""
        codes = self.languages_of(part) if part[1] is None else [part[1]]
        return [None if code == UNNAMED else code for code in codes]

    def size(self, part: Part) -> int:
        """How many segments a part has."""
        return max((a.n for a in self.parts[part].values()), default=0)


def language_counts(counts: Iterable[tuple[str, int]], what: str = "segments") -> str:
    """Languages with their segments, in words: `2 languages (en: 3, zh: 2 segments)`."""
    rows = list(counts)
    named = ", ".join(f"{'none named' if code == UNNAMED else code}: {n}" for code, n in rows)
    return f"{len(rows)} languages ({named} {what})"


def alike_names(systems: Iterable[str]) -> list[str]:
    """That systems are called the same but for blanks."""
    by_form: dict[str, list[str]] = {}
    for name in systems:
        by_form.setdefault(" ".join(name.split()), []).append(name)
    return [
        f"the systems {' and '.join(map(repr, names))} differ by blanks alone: are they one?"
        for names in by_form.values()
        if len(names) > 1
    ]
