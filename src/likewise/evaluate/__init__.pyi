"""The public names of likewise.evaluate: what other rooms and users may use."""

from .annotator_agreement import (
    DecisionAgreement as DecisionAgreement,
    FrameAgreement as FrameAgreement,
    SpanAgreement as SpanAgreement,
    frame_agreement as frame_agreement,
)
from .candidates import fit_candidates as fit_candidates, read_candidates as read_candidates
from .clusters import (
    leave_one_out as leave_one_out,
    ordered_pairs as ordered_pairs,
    score_cluster_file as score_cluster_file,
    score_clusters as score_clusters,
)
from .comparison import Comparison as Comparison, Comparisons as Comparisons, compare as compare
from .difference_meaning import (
    DifferenceMeaning as DifferenceMeaning,
    MetricCurve as MetricCurve,
    ToldDifferences as ToldDifferences,
)
from .evidence import explain as explain, find_segment as find_segment, worst_segments as worst_segments
from .fitted_metric import FittedPincSigmoidBLEU as FittedPincSigmoidBLEU
from .gate_rules import GateRule as GateRule, GateRules as GateRules, read_gate_rules as read_gate_rules
from .hmeant_scores import (
    HmeantResult as HmeantResult,
    HmeantSegment as HmeantSegment,
    HmeantSystem as HmeantSystem,
    hmeant as hmeant,
)
from .judge_replacement import (
    JudgeReplacement as JudgeReplacement,
    ReplacementSettings as ReplacementSettings,
    TestedJudge as TestedJudge,
    alt_test as alt_test,
)
from .judgement import Judgement as Judgement
from .llm_judge import (
    LanguageJudge as LanguageJudge,
    PositionBias as PositionBias,
    VerdictPlan as VerdictPlan,
    VerdictRun as VerdictRun,
    fetch_planned as fetch_planned,
    fetch_verdicts as fetch_verdicts,
    plan_verdicts as plan_verdicts,
    position_bias as position_bias,
    read_judge as read_judge,
)
from .meaning_diff import diff as diff
from .metric_agreement import agree as agree
from .metric_choice import USUAL as USUAL, fields_of as fields_of, usual_metrics as usual_metrics
from .metric_judge import judge as judge
from .metric_pairs import (
    GROUPINGS as GROUPINGS,
    MetricPairs as MetricPairs,
    PairAgreement as PairAgreement,
    SystemRanking as SystemRanking,
    pair_agreement as pair_agreement,
)
from .metric_plane import axis_label as axis_label, score_plane as score_plane
from .paraphrase_points import (
    MEASURES as MEASURES,
    NEAR as NEAR,
    HumanPoint as HumanPoint,
    ParaphraseEvaluation as ParaphraseEvaluation,
    ParaphrasePoint as ParaphrasePoint,
    dump_outputs as dump_outputs,
)
from .paraphrases import ParaphraseTest as ParaphraseTest, evaluate_paraphrases as evaluate_paraphrases
from .parse_files import ParseSettings as ParseSettings, format_of as format_of
from .parse_pairs import (
    ParsePairs as ParsePairs,
    dump_parse_scores as dump_parse_scores,
    pair_parses as pair_parses,
)
from .patterns import dimple as dimple
from .prediction_metric import (
    CombinedMetrics as CombinedMetrics,
    PredictionMetric as PredictionMetric,
    combine_metrics as combine_metrics,
    evaluate_metric as evaluate_metric,
)
from .quality_gate import (
    GateItem as GateItem,
    GateResult as GateResult,
    RuleResult as RuleResult,
    gate as gate,
)
from .rater_coefficients import (
    CriterionAgreement as CriterionAgreement,
    RaterAgreement as RaterAgreement,
    RaterPair as RaterPair,
    rater_agreement as rater_agreement,
)
from .rater_table import RaterTable as RaterTable, rater_tables as rater_tables
from .rating_plan import (
    QUANTITIES as QUANTITIES,
    JudgeShare as JudgeShare,
    PlannedInterval as PlannedInterval,
    RatingPlan as RatingPlan,
    plan_ratings as plan_ratings,
)
from .response_ratings import response_levels as response_levels
from .results import Scores as Scores
from .role_weights import find_role_weights as find_role_weights
from .run_changes import (
    ItemChange as ItemChange,
    MetricChange as MetricChange,
    RunChanges as RunChanges,
    diff_runs as diff_runs,
)
from .run_pair import RunPair as RunPair, pair_runs as pair_runs
from .score_differences import (
    COME_ALONG as COME_ALONG,
    ScoreDifferences as ScoreDifferences,
    difference as difference,
    differences_of as differences_of,
    fit_differences as fit_differences,
)
from .scorer import score as score, score_each as score_each
from .scoring_run import OnBatch as OnBatch
from .segment_scores import segment_writer as segment_writer
from .text_scorer import TextScorer as TextScorer, sklearn_scorer as sklearn_scorer
from .trainer_metrics import TrainerMetrics as TrainerMetrics
from .tuner_metric import tuning_objective as tuning_objective
