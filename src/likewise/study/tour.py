"""The whole loop on the embedded corpora: learn, generate, score, judge, report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from likewise import data
from likewise.evaluate import Judgement, Scores, compare, judge, score, score_clusters
from likewise.metrics import resolve
from likewise.metrics.meaning import MeaningDiff, diff_many
from likewise.records import Segment
from likewise.report import Explorer, Report, scores_report

__all__ = ["CRITERION", "ChangedOutputs", "Tour", "take_tour"]

Say = Callable[[str], None]

CRITERION = "overall"
"""The rating that the scores are held against."""
NOVELTIES = (0.2, 0.4, 0.6)
DEFAULT = 0.4
"""The novelty whose BLEU and PINC the result names."""
DIFFED = ("free", "broken")
"""Systems whose outputs are held against their sources by the meaning diff."""
PARTS = 2
"""A clip is paraphrased by a model that learned from the other parts of the corpus."""

_HOW = (
    f"novelty 0.2, 0.4 and 0.6 are a paraphraser that was just trained on the embedded clusters, in {PARTS} "
    "parts: each clip is paraphrased by a model that has not seen it. So small a corpus teaches few words."
)


@dataclass(frozen=True)
class ChangedOutputs:
    """What a system changed in the meaning of its sources: the mean score, and outputs by kind of change."""

    score: float
    same: int
    kinds: dict[str, int]
    worst: MeaningDiff

    @classmethod
    def of(cls, segments: Sequence[Segment]) -> ChangedOutputs:
        found = diff_many([(segment.source or "", segment.candidate) for segment in segments])
        kinds = Counter(kind for one in found for kind in {change.kind for change in one.changes})
        worst = min(found, key=lambda one: (not one.changes, one.score))
        mean = sum(one.score for one in found) / len(found)
        return cls(mean, sum(one.same for one in found), dict(kinds.most_common()), worst)

    def as_dict(self) -> dict[str, Any]:
        """The row as its JSON object."""
        return {"meaning": self.score, "same": self.same, "kinds": self.kinds}


@dataclass(frozen=True)
class Tour:
    """What the loop gave: our own outputs, scores of all systems and of people, the judgement, what two
    systems changed in meaning, the page."""

    own: list[Segment]
    scores: Scores
    people: Scores
    judgement: Judgement
    changed: dict[str, ChangedOutputs]
    report: Report

    def as_dict(self, report: str, seconds: float) -> dict[str, Any]:
        """The result as its JSON object, with where the page was written and how long all of it took."""
        assert self.scores.systems is not None
        ours = self.scores.systems[_system(DEFAULT)]
        return {
            "report": report,
            "system": _system(DEFAULT),
            "bleu": ours["bleu"].score,
            "pinc": ours["pinc"].score,
            "seconds": seconds,
            "note": data.NOTE,
            "systems": self.scores.as_dict()["systems"],
            "people": self.people.as_dict(),
            "judge": self.judgement.as_dict(),
            "diff": {name: row.as_dict() for name, row in self.changed.items()},
        }


def take_tour(*, seed: int = 12345, say: Say = lambda text: None) -> Tour:
    """Train a paraphraser on the embedded corpus, let it speak, score it, hold the scores against ratings.

    `say` is told what is being done.
    """
    metrics = resolve("bleu,pinc", {"lowercase": True})
    rated = data.outputs()
    own = _paraphrased(rated, seed, say)
    segments = [*rated, *own]
    say(f"scoring {len(segments)} outputs of four imaginary systems and ours (BLEU, PINC) with intervals")
    explorer = Explorer(metrics)
    scores = score(segments, metrics, by="system", bootstrap=1000, seed=seed, on_batch=explorer.add)
    people = score_clusters(data.clusters(), metrics)
    say(f"holding the scores against the ratings '{CRITERION}'")
    judgement = judge(rated, CRITERION, metrics, seed=seed, curve=True)
    say(f"looking for changes of meaning in the outputs of {' and '.join(DIFFED)}")
    changed = {name: ChangedOutputs.of([s for s in rated if s.system == name]) for name in DIFFED}
    compared = [s for s in segments if s.human or s.system == _system(DEFAULT)]
    page = scores_report(
        scores, explorer, title="A tour of Likewise", notes=[data.NOTE, _HOW],
        judgement=judgement, comparisons=compare(compared, metrics, seed=seed), people=people,
    )  # fmt: skip
    return Tour(own, scores, people, judgement, changed, page)


def _system(novelty: float) -> str:
    return f"novelty {novelty:g}"


def _paraphrased(rated: Sequence[Segment], seed: int, say: Say) -> list[Segment]:
    """The sources of the rated outputs in our own words, at each novelty, by models that do not know them."""
    from likewise.paraphrase import SMALL, train

    clusters = data.clusters()
    sources = {segment.id: replace(segment, human={}) for segment in rated}
    part_of = {cluster.id: place % PARTS for place, cluster in enumerate(clusters)}
    outputs: dict[tuple[float, str], Segment] = {}
    for part in range(PARTS):
        rest = [cluster for cluster in clusters if part_of[cluster.id] != part]
        say(f"training a paraphraser on {len(rest)} clips, then paraphrasing the others ({part + 1}/{PARTS})")
        model = train(rest, seed=seed, **SMALL)
        mine = [segment for segment in sources.values() if part_of[segment.id] == part]
        for novelty in NOVELTIES:
            said = model.stream([segment.source or "" for segment in mine], novelty=novelty)
            for segment, (best, *_) in zip(mine, said, strict=True):
                outputs[novelty, segment.id] = replace(segment, candidate=best.text, system=_system(novelty))
    return [outputs[novelty, identity] for novelty in NOVELTIES for identity in sources]
