"""Scoring and judging of segments: metrics and judge put to work together on records."""

from likewise.evaluate.agree import agree
from likewise.evaluate.clusters import leave_one_out, ordered_pairs, score_clusters
from likewise.evaluate.compare import compare
from likewise.evaluate.explain import explain
from likewise.evaluate.judge import judge
from likewise.evaluate.patterns import dimple
from likewise.evaluate.results import Scores
from likewise.evaluate.score import score

__all__ = [
    "Scores",
    "agree",
    "compare",
    "dimple",
    "explain",
    "judge",
    "leave_one_out",
    "ordered_pairs",
    "score",
    "score_clusters",
]
