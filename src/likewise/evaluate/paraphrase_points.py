"""Points of paraphrase systems in the plane of BLEU and PINC, with their guards: table, plane, JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.draw import Estimate, ResultTable, Tabular, plane
from likewise.io import Source, write_text
from likewise.records import Segment

__all__ = ["MEASURES", "NEAR", "HumanPoint", "ParaphraseEvaluation", "ParaphrasePoint", "dump_outputs"]

Floats = npt.NDArray[np.float64]

MEASURES = (
    "bleu", "bleu_with_source", "pinc", "identified", "length_ratio", "near_copies", "verbatim",
)  # fmt: skip
NEAR = 20.0
"""An output whose PINC is below this is a near copy of its source."""


@dataclass(frozen=True, repr=False)
class ParaphrasePoint(Tabular):
    """One system at one setting: where it stands in the plane, and the guards.

    Shares (`identified`, `near_copies`, `verbatim`) are in percent; `verbatim` is None where no training
    texts were given. `segments` are the outputs, `scores` their own scores, in the same order.
    """

    name: str
    n: int
    bleu: float
    bleu_with_source: float
    pinc: float
    identified: float
    length_ratio: float
    near_copies: float
    verbatim: float | None = None
    novelty: float | None = None
    intervals: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    signatures: Mapping[str, str] = field(default_factory=dict)
    segments: Sequence[Segment] = field(default=(), repr=False)
    scores: Mapping[str, Floats] = field(default_factory=dict, repr=False)
    warnings: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """The point as its JSON object."""
        row: dict[str, Any] = {"system": self.name, "novelty": self.novelty}
        row |= {measure: getattr(self, measure) for measure in MEASURES}
        row["n"] = self.n
        if self.intervals:
            row["ci"] = {measure: list(bounds) for measure, bounds in self.intervals.items()}
        return row

    def cells(self) -> list[object]:
        """Its row in a table: name, size, measures with their intervals."""
        return [self.name, self.n, *(Estimate(getattr(self, m), self.intervals.get(m)) for m in MEASURES)]

    def tables(self) -> Sequence[ResultTable]:
        """One row."""
        return [ResultTable("Paraphrases", _heads(), [self.cells()], "\n".join(self.signatures.values()))]

    def rows(self) -> Iterator[dict[str, Any]]:
        """Each output with its source, references and scores: a segment as JSON, to be read or rated."""
        columns = {measure: values.tolist() for measure, values in self.scores.items()}
        for place, segment in enumerate(self.segments):
            row = segment.as_dict()
            if self.novelty is not None:
                row["novelty"] = self.novelty
            row["scores"] = {measure: values[place] for measure, values in columns.items()}
            yield row


@dataclass(frozen=True)
class HumanPoint:
    """Where people stand on the same clusters.

    BLEU is leave-one-out, PINC is over all ordered pairs of a cluster, and `identified` too: another person's
    description as the output, itself and the source left out (None where no cluster holds three texts).
    """

    bleu: float
    pinc: float
    identified: float | None
    n: int

    def as_dict(self) -> dict[str, Any]:
        """The point as its JSON object."""
        return {"bleu": self.bleu, "pinc": self.pinc, "identified": self.identified}


@dataclass(frozen=True, repr=False)
class ParaphraseEvaluation(Tabular):
    """Points of one or more systems with the people's point: a table, a plane, JSON."""

    points: tuple[ParaphrasePoint, ...]
    human: HumanPoint
    sentences_per_second: float | None = None

    def as_dict(self) -> dict[str, Any]:
        """The result as its JSON object."""
        return {
            "points": [point.as_dict() for point in self.points],
            "human": self.human.as_dict(),
            "sentences_per_second": self.sentences_per_second,
        }

    def table(self) -> tuple[list[str], list[list[Any]]]:
        """Column names, and a row for each point and for the people (None where there is no number)."""
        rows = [[p.name, p.n, *(getattr(p, measure) for measure in MEASURES)] for p in self.points]
        people = {"bleu": self.human.bleu, "pinc": self.human.pinc, "identified": self.human.identified}
        return _heads(), [*rows, ["people", self.human.n, *(people.get(measure) for measure in MEASURES)]]

    def plane_svg(self) -> str:
        """The BLEU/PINC plane, people in it, as SVG that stands alone."""
        names = [*(point.name for point in self.points), "people"]
        pinc = [*(point.pinc for point in self.points), self.human.pinc]
        bleu = [*(point.bleu for point in self.points), self.human.bleu]
        return plane(names, pinc, bleu, standalone=True)

    def tables(self) -> Sequence[ResultTable]:
        """A row for each point, and the people."""
        heads, rows = self.table()
        points = [point.cells() for point in self.points]
        speed = self.sentences_per_second
        return [
            ResultTable(
                "Paraphrases", heads, [*points, rows[-1]],
                f"{speed:.0f} sentences a second" if speed else "",
            )
        ]  # fmt: skip

    def drawings(self) -> str:
        """The plane."""
        return self.plane_svg()


def _heads() -> list[str]:
    return ["system", "n", *(measure.replace("_", " ") for measure in MEASURES)]


def dump_outputs(points: Iterable[ParaphrasePoint], path: Source) -> int:
    """Write every output of the points as JSON lines (segments with scores), whole or not at all."""
    count = 0
    with write_text(path) as stream:
        for point in points:
            for row in point.rows():
                stream.write(json.dumps(row, ensure_ascii=False) + "\n")
                count += 1
    return count
