"""What one difference of scores means to people, told with where the number comes from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Self

from likewise.draw import Bounds, Estimate, Figure, ResultTable, Tabular
from likewise.evaluate.difference_pairs import LEVELS
from likewise.judging import DifferenceCurve, ForecastQuality

__all__ = ["DifferenceMeaning", "MetricCurve", "ToldDifferences"]


@dataclass(frozen=True, slots=True)
class MetricCurve:
    """The curve of one metric at one level, and what it was fitted on."""

    metric: str
    level: str
    settings: str
    """The metric's signature, without our version."""
    curve: DifferenceCurve
    human: str
    about: str
    """What the rated segments are."""
    languages: tuple[str, ...] = ()
    """`de-en`, or `en` where no source's language is told."""
    targets: tuple[str | None, ...] = ()
    """The languages of the candidates; None where a segment tells none."""
    systems: int | None = None
    segments: int | None = None
    """The fewest behind a system's score."""

    def as_dict(self) -> dict[str, Any]:
        """The curve as its JSON object."""
        return asdict(self)

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> Self:
        """The curve of its JSON object."""
        curve = dict(row["curve"])
        quality = ForecastQuality(**curve.pop("held_out"))
        lists = {name: tuple(values) for name, values in curve.items() if isinstance(values, list)}
        fitted = DifferenceCurve(**{**curve, **lists}, held_out=quality)
        return cls(
            **{**row, "languages": tuple(row["languages"]), "targets": tuple(row["targets"]), "curve": fitted}
        )

    def tell(self, difference: float) -> DifferenceMeaning:
        """What a difference means; there is no number beyond the differences that were seen."""
        value = self.curve.at(difference)
        if value is None:
            why = f"no difference above {self.curve.widest:.3g} was seen often enough"
            return DifferenceMeaning(self, abs(difference), None, None, why)
        return DifferenceMeaning(self, abs(difference), *value)

    def foreign(self, languages: Iterable[str]) -> list[str]:
        """Of these languages (`de-en`, or `en` alone) those that it was not fitted on, if that is known."""
        return [
            told
            for told in languages
            if self.languages and not any(_alike(told, one) for one in self.languages)
        ]

    @property
    def origin(self) -> str:
        """Where its numbers come from, and what they are not for."""
        curve, spoken = self.curve, f" ({', '.join(self.languages)})" if self.languages else ""
        of = f"{self.systems} systems" if self.systems else f"outputs for {curve.clusters:,} segments"
        ties = f", of which people tie {100 * curve.ties:.0f} % (a tie counts half)" if curve.ties else ""
        return (
            f"from {curve.pairs:,} pairs of {of}{ties}, rated by '{self.human}': {self.about}{spoken}\n"
            f"differences up to {curve.widest:.3g} were seen; not for other languages or kinds of text"
        )


@dataclass(frozen=True, repr=False)
class DifferenceMeaning(Tabular):
    """The chance that people prefer the one that scores better by so much; None where nothing is known."""

    fitted: MetricCurve
    difference: float
    chance: float | None
    ci: tuple[float, float] | None
    why: str = ""
    """Why there is no number."""

    @property
    def metric(self) -> str:
        """The metric's name."""
        return self.fitted.metric

    @property
    def level(self) -> str:
        """Between what the scores differ: `system`, `segment`."""
        return self.fitted.level

    @property
    def confidence(self) -> float:
        """That of the interval."""
        return self.fitted.curve.level

    def without_number(self, why: str) -> DifferenceMeaning:
        """The same without a number, for a reason."""
        return replace(self, chance=None, ci=None, why=why)

    def as_dict(self) -> dict[str, Any]:
        """The answer as its JSON object."""
        told = {"metric": self.metric, "level": self.level, "difference": self.difference}
        return {**told, **self.answer(), **self.source()}

    def answer(self) -> dict[str, Any]:
        """The chance alone, as its JSON object."""
        ci = None if self.ci is None else list(self.ci)
        return {"chance": self.chance, "ci": ci, "confidence": self.confidence, "why": self.why or None}

    def source(self) -> dict[str, Any]:
        """Where it comes from, as its JSON object."""
        fitted, curve = self.fitted, self.fitted.curve
        return {
            "range": [0.0, curve.widest], "pairs": curve.pairs, "systems": fitted.systems,
            "segments": fitted.segments, "human_ties": curve.ties, "shape": curve.shape,
            "signature": fitted.settings, "human": fitted.human, "about": fitted.about,
            "languages": list(fitted.languages),
        }  # fmt: skip

    @property
    def share(self) -> Estimate:
        """The chance in percent, with its interval."""
        ci = None if self.ci is None else (100 * self.ci[0], 100 * self.ci[1])
        return Estimate(None if self.chance is None else 100 * self.chance, ci, 0)

    def sentence(self) -> str:
        """The answer in words, with where it comes from."""
        apart = f"{self.difference:g} {self.metric} between {LEVELS[self.level]}"
        if self.chance is None or self.ci is None:
            answer = f"{apart}: no number, {self.why}"
        else:
            low, high = (f"{100 * end:.0f}" for end in self.ci)
            answer = (
                f"{apart}: people would prefer the better-scored one in {100 * self.chance:.0f} % of pairs "
                f"({100 * self.confidence:g} % interval: {low} to {high})"
            )
        return f"{answer}\n{self.fitted.origin}"

    def tables(self) -> Sequence[ResultTable]:
        """One row."""
        row = (self.metric, self.level, self.difference, Figure.of(self.chance), Bounds.of(self.ci),
               self.fitted.about)  # fmt: skip
        columns = ("metric", "level", "difference", "chance", f"{100 * self.confidence:g} % interval", "by")
        caption = (
            self.fitted.origin if self.chance is not None else f"no number: {self.why}\n{self.fitted.origin}"
        )
        return [ResultTable("People prefer the better-scored one", columns, [row], caption)]


@dataclass(frozen=True, repr=False)
class ToldDifferences(Tabular):
    """What a difference means by one or several models: pairs of other kinds may be seen otherwise."""

    answers: tuple[DifferenceMeaning, ...]

    def as_dict(self) -> dict[str, Any]:
        """The answers as a JSON object."""
        first = self.answers[0]
        told = {"metric": first.metric, "level": first.level, "difference": first.difference}
        return {**told, "answers": [one.as_dict() for one in self.answers]}

    def sentence(self) -> str:
        """The answers in words, each with where it comes from."""
        return "\n\n".join(one.sentence() for one in self.answers)

    def tables(self) -> Sequence[ResultTable]:
        """One row an answer."""
        first, *others = [table for one in self.answers for table in one.tables()]
        rows = [*first.rows, *(row for table in others for row in table.rows)]
        caption = "\n".join([first.caption, *(table.caption for table in others)])
        return [ResultTable(first.title, first.columns, rows, caption)]


def _alike(one: str, other: str) -> bool:
    """Whether two pairs of languages may be the same; a source that one of them does not tell may be any."""
    return one == other or one.endswith(f"-{other}") or other.endswith(f"-{one}")
