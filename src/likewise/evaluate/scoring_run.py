"""One scoring run: statistics of batches become sums, and these scores with what should be known of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError
from likewise.evaluate.accumulate import Accumulator, resample_weights
from likewise.evaluate.results import Scores
from likewise.evaluate.run_numbers import few_samples
from likewise.evaluate.score_parts import WHOLE, Part, ScoreParts, alike_names, language_counts
from likewise.metrics import Batch, Metric, required_fields

__all__ = ["OnBatch", "ScoringRun"]

Floats = npt.NDArray[np.float64]
OnBatch = Callable[[Batch, dict[str, Floats]], None]

_NAMED = 4
"""Systems that a note names."""


class ScoringRun:
    """The sums of one scoring run, and what is to be told of it."""

    def __init__(
        self,
        metrics: list[Metric],
        *,
        by: str | None = None,
        bootstrap: int = 0,
        keep_segments: bool = True,
        seed: int = 12345,
    ) -> None:
        self.metrics, self.by, self.samples, self.keep = metrics, by, bootstrap, keep_segments
        self.seed, self.rng = seed, np.random.default_rng(seed)
        self.needs_references = "references" in required_fields(metrics)
        self.remarks: dict[str, None] = {}
        self.parts = ScoreParts(self._fresh, by_system=by is not None)
        self.references: set[int] = set()
        self.pooled: dict[str, None] = {}
        self.answered: dict[str, tuple[int, int]] = {}
        self.empty, self.first_empty = 0, ""
        self.wordless, self.first_wordless = 0, ""

    def _fresh(self) -> dict[str, Accumulator]:
        return {m.name: Accumulator(m, self.samples, self.keep) for m in self.metrics}

    def add(self, batch: Batch, on_batch: OnBatch | None = None) -> None:
        """Score a batch; `on_batch` is told of its scores."""
        places = self.parts.places(batch)
        blocks: list[tuple[slice, Any]] = [(slice(0, len(batch)), None)]
        if self.samples:
            blocks = list(resample_weights(self.rng, batch, self.samples))
        scores: dict[str, Floats] = {}
        for metric in self.metrics:
            statistics = metric.statistics(batch)
            self.remarks.update(dict.fromkeys(metric.remarks(batch)))
            scores[metric.name] = metric.score_segments(statistics)
            self.parts.add(metric.name, statistics, scores[metric.name], places, blocks)
        self._note(batch)
        if self.by is None:
            self.pooled.update(dict.fromkeys(batch.systems))
        else:
            self._count(batch)
        if on_batch is not None:
            on_batch(batch, scores)

    def _count(self, batch: Batch) -> None:
        """How many segments each system answered, and the sum of their ids' hashes: equal for equal sets."""
        for segment in batch.segments:
            count, ids = self.answered.get(segment.system or "", (0, 0))
            self.answered[segment.system or ""] = count + 1, ids + hash(segment.id)

    def _note(self, batch: Batch) -> None:
        if self.needs_references and len(self.references) < 2:
            self.references.update(np.diff(batch.references.ends).tolist())
        for place in np.flatnonzero(batch.empty_candidates()):
            self.first_empty = self.first_empty or batch.segments[int(place)].id
            self.empty += 1
        for place in np.flatnonzero(batch.empty_references()) if self.needs_references else ():
            self.first_wordless = self.first_wordless or batch.segments[int(place)].id
            self.wordless += 1

    def result(self, level: float = 0.95, *, is_told: bool = True) -> Scores:
        """The scores of all batches; `is_told`: with what should be known of the corpus as a whole."""
        if not self.parts.size(WHOLE):
            raise InputError("there is no segment to score")
        systems = None
        if self.by is not None:
            systems = {name: self._apart((name, None), level) for name in self.parts.systems}
        notes = self._languages(apart=is_told)
        if is_told:
            notes = [
                *few_samples(self.samples),
                *alike_names([*self.pooled, *self.answered]),
                *self._pooled(),
                *self._unlike(),
                *notes,
                *self._corpus_remarks(),
            ]
        return replace(
            self._apart(WHOLE, level), systems=systems, warnings=(*self._warnings(), *notes)
        )  # fmt: skip

    def _apart(self, part: Part, level: float) -> Scores:
        """The scores of a part, and of its languages where there are several."""
        languages = None
        if self.parts.is_mixed:
            codes = self.parts.languages_of(part)
            languages = {code: self._scores((part[0], code), level) for code in codes}
        return replace(self._scores(part, level), languages=languages)

    def _scores(self, part: Part, level: float) -> Scores:
        sums = self.parts.parts[part]
        facts = {name: self._facts(a.metric, part) for name, a in sums.items()}
        return Scores(
            self.parts.size(part), {name: a.score(level=level, facts=facts[name]) for name, a in sums.items()}
        )

    def _facts(self, metric: Metric, part: Part) -> dict[str, Any]:
        """What the signature says of the data and the run."""
        facts = metric.facts(self.parts.spoken(part))
        if "references" in metric.needs():
            facts["references"] = next(iter(self.references)) if len(self.references) == 1 else "varying"
        if self.samples:
            facts |= {"bootstrap": self.samples, "seed": self.seed}
        return facts

    def _warnings(self) -> tuple[str, ...]:
        told = []
        if self.empty:
            many = "1 candidate is" if self.empty == 1 else f"{self.empty} candidates are"
            told.append(f"{many} empty and scored as such (first: segment '{self.first_empty}')")
        if self.wordless:
            many = "1 segment has" if self.wordless == 1 else f"{self.wordless} segments have"
            first = f"(first: segment '{self.first_wordless}')"
            told.append(f"{many} an empty reference, and the candidates are held against it {first}")
        return (*told, *self.remarks)

    def _pooled(self) -> list[str]:
        """That several systems went into one number."""
        if len(self.pooled) < 2:
            return []
        named = [f"'{name}'" for name in list(self.pooled)[:_NAMED]]
        more = ", .." if len(self.pooled) > _NAMED else ""
        systems = f"{len(self.pooled)} systems ({', '.join(named)}{more})"
        return [f"{systems} are pooled into one score; by='system' scores each apart (--by system)"]

    def _unlike(self) -> list[str]:
        """That systems answered different segments."""
        if len(set(self.answered.values())) < 2:
            return []
        counts = [f"'{name}' {count}" for name, (count, _) in list(self.answered.items())[:_NAMED]]
        more = ", .." if len(self.answered) > _NAMED else ""
        systems = f"the systems answered different segments ({', '.join(counts)}{more})"
        return [f"{systems}, so their scores cannot be compared"]

    def _languages(self, *, apart: bool) -> list[str]:
        """That there are several languages, and what becomes of them."""
        if not self.parts.is_mixed:
            return []
        counts = [(code, self.parts.size((None, code))) for code in self.parts.languages]
        told = "each is scored apart, and the score of all pools them"
        return [
            f"{language_counts(counts)}: {told if apart else 'held together, each cut by its own tokeniser'}"
        ]

    def _corpus_remarks(self) -> list[str]:
        """What should be known of the scores of all segments, or else of single systems or languages."""
        remarks = _remarks(self.parts.parts[WHOLE])
        for name in self.parts.systems if not remarks else ():
            remarks += [f"system '{name}': {text}" for text in _remarks(self.parts.parts[name, None])]
        for code in self.parts.languages if self.parts.is_mixed and not remarks else ():
            remarks += [f"language '{code}': {text}" for text in _remarks(self.parts.parts[None, code])]
        return remarks


def _remarks(by_metric: dict[str, Accumulator]) -> list[str]:
    sums = [(a.metric, a.totals) for a in by_metric.values() if a.totals is not None]
    return [text for metric, totals in sums for text in metric.corpus_remarks(totals)]
