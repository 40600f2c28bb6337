"""NegationScores of the *SEM 2012 shared task (Morante and Blanco 2012, section 4), all rows.

Negations of a sentence are paired by their cues: equal cues first, then cues that share a word. A cue, scope,
event or whole negation is right when it is exactly that of the gold. In the plain rows a half-right answer is
a miss only (precision is then near 100 by construction); in the rows named `.._b` it counts against
precision too. "Cue match" rows want the cue right as well. Scope tokens are counted one by one. `punctuation`
says whether marks inside scopes count; the official cue-match row counts them, the fairer reading does not.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from likewise.draw import ResultTable, Tabular
from likewise.errors import InputError
from likewise.negation.resolution import Resolution
from likewise.negation.sentence import Negation, Part, Sentence

__all__ = ["HitCounts", "NegationScores", "score"]

ROWS = (
    "cues", "scopes", "scopes_no_cue", "tokens", "events", "full",
    "cues_b", "scopes_b", "scopes_no_cue_b", "events_b", "full_b",
)  # fmt: skip
"""`scopes` is the row "scopes (cue match)", `tokens` the row "scope tokens"."""

Pair = tuple[Negation | None, Negation | None]


@dataclass(slots=True)
class HitCounts:
    """Right, wrongly given and missed answers."""

    tp: int = 0
    fp: int = 0
    fn: int = 0

    @property
    def precision(self) -> float:
        """Percent of the answers given that are right; 100 where none was given and none missed."""
        return _percent(self.tp, self.tp + self.fp, self.fn == 0)

    @property
    def recall(self) -> float:
        """Percent of the gold that was found."""
        return _percent(self.tp, self.tp + self.fn, self.fp == 0)

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall."""
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0

    def as_dict(self) -> dict[str, float]:
        """The figures by name."""
        return {
            "precision": self.precision, "recall": self.recall, "f1": self.f1,
            "tp": self.tp, "fp": self.fp, "fn": self.fn,
        }  # fmt: skip


def _percent(part: int, whole: int, nothing_wrong: bool) -> float:
    return 100.0 * part / whole if whole else 100.0 * nothing_wrong


@dataclass(repr=False)
class NegationScores(Tabular):
    """Every row of the task, and the share of sentences without a fault."""

    rows: dict[str, HitCounts] = field(default_factory=lambda: {name: HitCounts() for name in ROWS})
    sentences: int = 0
    correct: int = 0
    negated: int = 0
    negated_correct: int = 0

    def __getitem__(self, name: str) -> HitCounts:
        return self.rows[name]

    def as_dict(self) -> dict[str, object]:
        """All rows by name, with counts."""
        return {
            **{name: counts.as_dict() for name, counts in self.rows.items()},
            "sentences": {
                "n": self.sentences, "correct": _percent(self.correct, self.sentences, True),
                "negated": self.negated,
                "negated_correct": _percent(self.negated_correct, self.negated, True),
            },
        }  # fmt: skip

    def tables(self) -> Sequence[ResultTable]:
        """A row for each row of the task."""
        rows = [(name, c.precision, c.recall, c.f1, c.tp, c.fp, c.fn) for name, c in self.rows.items()]
        heads = ("row", "precision", "recall", "F1", "right", "wrong", "missed")
        told = f"percent; {self.correct} of {self.sentences} sentences without a fault"
        return [ResultTable("Negation", heads, rows, told)]


def score(
    gold: Sequence[Sentence], system: Sequence[Sentence | Resolution], *, punctuation: bool = False
) -> NegationScores:
    """Hold the negations of the system against the gold, sentence by sentence."""
    if len(gold) != len(system):
        raise InputError(f"{len(system)} sentences, expected {len(gold)} as in the gold")
    scores = NegationScores()
    for number, (right, given) in enumerate(zip(gold, system, strict=True), 1):
        if right.words != given.words:
            raise InputError(f"sentence {number} has other words than the gold's")
        faultless = True
        for pair in _paired(right.negations, given.negations):
            faultless &= _count(scores, _stripped(pair[0], punctuation), _stripped(pair[1], punctuation))
        scores.sentences += 1
        scores.correct += faultless
        if right.negations:
            scores.negated += 1
            scores.negated_correct += faultless
    return scores


def _stripped(negation: Negation | None, punctuation: bool) -> Negation | None:
    if negation is None or punctuation:
        return negation
    scope = tuple(part for part in negation.scope if any(c.isalnum() for c in part.text))
    return Negation(negation.cue, scope, negation.event)


def _paired(gold: Sequence[Negation], system: Sequence[Negation]) -> Iterable[Pair]:
    """Each negation of either side once: with the other side's that has its cue, or with nothing."""
    free = list(system)
    partners: list[Negation | None] = []
    for right in gold:
        same = next((given for given in free if given.cue == right.cue), None)
        partners.append(same)
        if same is not None:
            _take(free, same)
    for place, right in enumerate(gold):
        if partners[place] is None:
            tokens = {part.token for part in right.cue}
            near = next((g for g in free if not tokens.isdisjoint(part.token for part in g.cue)), None)
            partners[place] = near
            if near is not None:
                _take(free, near)
    return [*zip(gold, partners, strict=True), *((None, given) for given in free)]


def _take(free: list[Negation], one: Negation) -> None:
    """Remove that very negation, not another that equals it."""
    del free[next(place for place, given in enumerate(free) if given is one)]


def _count(scores: NegationScores, gold: Negation | None, system: Negation | None) -> bool:
    """Add one pair to every row; whether it is faultless."""
    right = gold or Negation(())
    given = system or Negation(())
    cue = right.cue == given.cue
    scope = right.scope == given.scope
    event = right.event == given.event
    _add(scores, "cues", bool(right.cue), bool(given.cue), cue)
    _add(scores, "scopes", bool(right.scope), bool(given.scope), scope and cue)
    _add(scores, "scopes_no_cue", bool(right.scope), bool(given.scope), scope)
    _add(scores, "events", bool(right.event), bool(given.event), event)
    _add(scores, "full", gold is not None, system is not None, cue and scope and event)
    _tokens(scores["tokens"], right.scope, given.scope)
    return cue and scope and event


def _add(scores: NegationScores, row: str, wanted: bool, given: bool, right: bool) -> None:
    plain, strict = scores[row], scores[f"{row}_b"]
    if wanted and given and right:
        plain.tp += 1
        strict.tp += 1
        return
    plain.fn += wanted
    plain.fp += given and not wanted
    strict.fn += wanted
    strict.fp += given


def _tokens(counts: HitCounts, gold: Sequence[Part], system: Sequence[Part]) -> None:
    right, given = set(gold), set(system)
    counts.tp += len(right & given)
    counts.fp += len(given - right)
    counts.fn += len(right - given)
