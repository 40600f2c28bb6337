"""Paraphrase patterns scored (EP, EPR, DIMPLE), and the scores held against a recognition task.

After Shima & Mitamura 2011, section 3: does a better score of a set of patterns mean that more true
paraphrase pairs are recognised with it?
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from likewise.draw import Bounds, Figure, ResultTable, Tabular
from likewise.errors import RowError
from likewise.evaluate.run_numbers import check_numbers
from likewise.io import SentencePair
from likewise.judging import Correlation, correlate
from likewise.metrics import Intervals, MeanScores, PatternScores, bootstrap, mean, recognise, score_terms
from likewise.records import Pattern

__all__ = ["Dimple", "dimple", "intrinsic_against_extrinsic"]


@dataclass(frozen=True, slots=True, repr=False)
class Dimple(Tabular):
    """Scores at rank k of each term and their means."""

    k: int
    terms: Mapping[str, PatternScores]
    mean: MeanScores
    ci: Intervals | None

    def as_dict(self) -> dict[str, Any]:
        """The result as its JSON object."""
        terms = {source: {**asdict(term)} for source, term in self.terms.items()}
        for row in terms.values():
            row.pop("source")
        result: dict[str, Any] = {"k": self.k, "terms": terms, "mean": asdict(self.mean)}
        if self.ci is not None:
            result["ci"] = {name: list(interval) for name, interval in asdict(self.ci).items()}
        return result

    def tables(self) -> Sequence[ResultTable]:
        """The means of the terms with their intervals, then each term."""
        means = [
            (name.upper(), Figure.of(getattr(self.mean, name)), Bounds.of(getattr(self.ci, name, None)))
            for name in ("ep", "epr", "dimple")
        ]
        terms = [(t.source, t.n, *map(Figure.of, (t.ep, t.epr, t.dimple))) for t in self.terms.values()]
        title = f"Paraphrase patterns at k = {self.k}"
        return [
            ResultTable(title, ("score", "mean of the terms", "95 % interval"), means, f"{len(terms)} terms"),
            ResultTable("Terms", ("term", "patterns", "EP", "EPR", "DIMPLE"), terms),
        ]


def dimple(patterns: Iterable[Pattern], k: int = 10, *, samples: int = 1000, seed: int = 12345) -> Dimple:
    """EP, EPR and DIMPLE at k of every source term, their means, and bootstrap intervals over terms."""
    check_numbers(samples=samples, fewest=0, seed=seed)
    terms = score_terms(_patterns(patterns), k)
    interval = bootstrap(terms, samples, seed) if samples and len(terms) > 1 else None
    return Dimple(k, terms, mean(terms), interval)


def _patterns(patterns: Iterable[Pattern]) -> Iterator[Pattern]:
    for number, pattern in enumerate(patterns):
        if not isinstance(pattern, Pattern):
            found = f"expected a likewise.Pattern, found {type(pattern).__name__}"
            raise RowError(f"{found} (see lw.read_patterns)", row=number)
        yield pattern


def intrinsic_against_extrinsic(
    sets: Sequence[Sequence[Pattern]], pairs: Sequence[SentencePair], k: int = 10, *, seed: int = 12345
) -> dict[str, Correlation]:
    """Correlation of EP, EPR and DIMPLE with the share of true pairs recognised, over sets of patterns.

    A set holds the patterns of one term by one method; it is a point.
    """
    scores: dict[str, list[float]] = {"ep": [], "epr": [], "dimple": []}
    shares: list[float] = []
    for patterns in sets:
        for source, term in score_terms(patterns, k).items():
            paraphrases = [p.paraphrase for p in patterns if p.source == source and p.rank <= k]
            share = recognise(pairs, source, paraphrases).share
            if share is None:
                continue  # no true pair holds the term: the set says nothing about recognition
            shares.append(share)
            for name in scores:
                scores[name].append(getattr(term, name))
    return {
        name: correlate(values, shares, names=(name, "pairs recognised"), seed=seed)
        for name, values in scores.items()
    }
