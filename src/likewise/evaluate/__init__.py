"""Scoring and judging of segments: metrics and judge put to work together on records."""

from likewise.evaluate.agree import agree
from likewise.evaluate.candidates import fit_candidates, read_candidates
from likewise.evaluate.clusters import leave_one_out, ordered_pairs, score_cluster_file, score_clusters
from likewise.evaluate.compare import Comparison, Comparisons, compare
from likewise.evaluate.explain import explain, find_segment
from likewise.evaluate.fitted_metric import FittedPincSigmoidBLEU
from likewise.evaluate.judge import judge
from likewise.evaluate.judgement import Judgement
from likewise.evaluate.paraphrase_points import (
    HumanPoint,
    ParaphraseEvaluation,
    ParaphrasePoint,
    dump_outputs,
)
from likewise.evaluate.paraphrases import ParaphraseTest, evaluate_paraphrases
from likewise.evaluate.patterns import dimple
from likewise.evaluate.results import Scores
from likewise.evaluate.score import OnBatch, score
from likewise.evaluate.segment_scores import segment_writer

__all__ = [
    "Comparison",
    "Comparisons",
    "FittedPincSigmoidBLEU",
    "HumanPoint",
    "Judgement",
    "OnBatch",
    "ParaphraseEvaluation",
    "ParaphrasePoint",
    "ParaphraseTest",
    "Scores",
    "agree",
    "compare",
    "dimple",
    "dump_outputs",
    "evaluate_paraphrases",
    "explain",
    "find_segment",
    "fit_candidates",
    "judge",
    "leave_one_out",
    "ordered_pairs",
    "read_candidates",
    "score",
    "score_cluster_file",
    "score_clusters",
    "segment_writer",
]
