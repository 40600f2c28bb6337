"""The papers' tables run anew: the MEANT family and what it is compared with, against people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from likewise.draw import Estimate, Figure, ResultTable, Tabular, bars
from likewise.evaluate import score_each
from likewise.metrics import Metric, available, get, resolve
from likewise.records import Segment
from likewise.study.meant.agreement_with_people import AGREEMENTS, human_agreement
from likewise.study.meant.printed import PRINTED
from likewise.text import looks_unsegmented

__all__ = ["MeantStudy", "meant_study", "study_metrics"]

_METRICS = (
    "meant", "umeant", "imeant", "xmeant", "xmeant-bitg",
    "bleu", "chrf", "nist", "ter", "wer", "per", "cder", "invwer",
)  # fmt: skip
_WITH_SOURCE = ("xmeant", "xmeant-bitg")
"""They read the source: a study of segments without one, or of unknown language, leaves them out."""


@dataclass(frozen=True, repr=False)
class MeantStudy(Tabular):
    """For each metric how it agrees with people, in up to four ways; error rates are turned round."""

    human: str
    n: int
    agreement: Mapping[str, Mapping[str, Mapping[str, Any]]]
    signatures: Mapping[str, str]
    remarks: Sequence[str] = ()

    def as_dict(self) -> dict[str, Any]:
        """The result as its JSON object."""
        printed = {name: {"gale_a": a, "gale_b": b} for name, (a, b) in PRINTED.items()}
        rows = {
            name: {**own, "signature": self.signatures[name], "printed": printed.get(name)}
            for name, own in self.agreement.items()
        }
        return {
            "human": self.human,
            "n": self.n,
            "metrics": rows,
            "printed": printed,
            "remarks": list(self.remarks),
        }

    def plot(self, *, standalone: bool = True) -> str:
        """Kendall by segment with intervals, as SVG."""
        rows = [(name, own["segment"]) for name, own in self.agreement.items()]
        rows.sort(key=lambda row: -row[1]["tau"])
        ends = [row.get("ci") or (None, None) for _, row in rows]
        return bars(
            [name for name, _ in rows], [row["tau"] for _, row in rows],
            [low for low, _ in ends], [high for _, high in ends],
            title=f"Kendall's tau-b with {self.human}, {self.n} rows", x_label="tau-b", decimals=3,
            standalone=standalone,
        )  # fmt: skip

    def tables(self) -> Sequence[ResultTable]:
        """A row a metric, those that follow people best first, with what the papers print."""
        ways = [way for way in AGREEMENTS if any(way in own for own in self.agreement.values())]
        rows = [
            (name, *(_estimate(own.get(way)) for way in ways),
             *(Figure.of(value, 2) for value in PRINTED.get(name, (None, None))))
            for name, own in sorted(self.agreement.items(), key=lambda row: -row[1]["segment"]["tau"])
        ]  # fmt: skip
        heads = ("metric", *ways, "GALE-A (paper)", "GALE-B (paper)")
        signatures = "\n".join(self.signatures.values())
        return [ResultTable(f"Kendall with {self.human}, {self.n} rows", heads, rows, signatures)]


def _estimate(row: Mapping[str, Any] | None) -> Estimate | None:
    """Kendall's tau with its interval."""
    return None if row is None else Estimate(row["tau"], tuple(row["ci"]) if "ci" in row else None, 3)


def study_metrics(segments: Sequence[Segment]) -> list[str]:
    """The metrics of the papers' tables that there are and that the segments allow."""
    sourced = all(one.source for one in segments) and (
        any(looks_unsegmented(one.source or "") for one in segments)
        or all(one.source_lang for one in segments)
    )
    return [name for name in _METRICS if name in available() and (sourced or name not in _WITH_SOURCE)]


def meant_study(
    segments: Sequence[Segment],
    human: str,
    metrics: Sequence[str | Metric] | None = None,
    *,
    bootstrap: int = 1000,
    seed: int = 12345,
) -> MeantStudy:
    """Score the segments by every metric and compare with people; chrF counts words too (chrF++)."""
    names = metrics or study_metrics(segments)
    chosen = [get("chrf", word_order=2) if name == "chrf" else name for name in names]
    scores = score_each(segments, resolve(chosen))
    people = [one.human[human] for one in segments]
    agreement: dict[str, Any] = {}
    for name, result in scores.metrics.items():
        assert result.segments is not None
        sign = -1.0 if name in {"ter", "wer", "per", "cder", "invwer"} else 1.0
        agreement[name] = human_agreement(
            (sign * result.segments).tolist(), people, [one.id for one in segments],
            [one.system for one in segments], bootstrap=bootstrap, seed=seed,
        )  # fmt: skip
    signatures = {name: str(result.signature) for name, result in scores.metrics.items()}
    return MeantStudy(human, len(segments), agreement, signatures, scores.warnings)
