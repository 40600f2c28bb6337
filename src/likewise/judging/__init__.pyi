"""The public names of likewise.judging: what other rooms and users may use."""

from .agreement import (
    THRESHOLDS as THRESHOLDS,
    Agreement as Agreement,
    agree as agree,
    epsila as epsila,
    epsila_matrix as epsila_matrix,
    mean_spearman as mean_spearman,
    orientation as orientation,
    perfect_scores as perfect_scores,
    spearman_matrix as spearman_matrix,
    zscores as zscores,
)
from .alternative_annotator import (
    AlternativeTest as AlternativeTest,
    AnnotatorDuel as AnnotatorDuel,
    alternative_annotator_test as alternative_annotator_test,
)
from .candidate_pairs import (
    PairCounts as PairCounts,
    darr_counts as darr_counts,
    kendall_by_group as kendall_by_group,
    pair_counts as pair_counts,
)
from .clustering import clusters as clusters
from .combination import (
    CENTERS as CENTERS,
    SLOPES as SLOPES,
    Fitted as Fitted,
    Logistic as Logistic,
    cross_validated as cross_validated,
    fit as fit,
    oracle as oracle,
    product as product,
)
from .control_variate import (
    CorrelationEstimate as CorrelationEstimate,
    MeanEstimate as MeanEstimate,
    correlation_estimate as correlation_estimate,
    mean_estimate as mean_estimate,
    sample_bias as sample_bias,
)
from .correlation import (
    Correlation as Correlation,
    correlate as correlate,
    kendall as kendall,
    pearson as pearson,
    spearman as spearman,
)
from .difference_curve import (
    SHAPES as SHAPES,
    DifferenceCurve as DifferenceCurve,
    fit_difference_curve as fit_difference_curve,
)
from .forecasts import (
    ForecastQuality as ForecastQuality,
    calibration_error as calibration_error,
    forecast_quality as forecast_quality,
)
from .judges import (
    Between as Between,
    JudgePair as JudgePair,
    between as between,
    mean_agreement as mean_agreement,
    pairwise as pairwise,
)
from .kappa import (
    CategoryAgreement as CategoryAgreement,
    CategoryRate as CategoryRate,
    Coefficient as Coefficient,
    category_agreement as category_agreement,
)
from .levels import LevelShares as LevelShares, level_shares as level_shares
from .mcnemar_test import McNemar as McNemar, mcnemar as mcnemar
from .multiple_tests import benjamini_yekutieli as benjamini_yekutieli, holm as holm
from .preference import (
    SureAgreement as SureAgreement,
    preference_shares as preference_shares,
    sure_agreement as sure_agreement,
)
from .rater_ceiling import (
    BesidePerson as BesidePerson,
    HumanCeiling as HumanCeiling,
    human_ceiling as human_ceiling,
    null_correlation as null_correlation,
)
from .references import CurvePoint as CurvePoint, reference_curve as reference_curve
from .reliability import (
    LEVELS as LEVELS,
    Alpha as Alpha,
    DawidSkene as DawidSkene,
    cohen_kappa as cohen_kappa,
    dawid_skene as dawid_skene,
    fleiss_kappa as fleiss_kappa,
    krippendorff_alpha as krippendorff_alpha,
)
from .scale_mapping import MAPPINGS as MAPPINGS, on_human_scale as on_human_scale
from .significance import (
    FEW_SEGMENTS as FEW_SEGMENTS,
    Paired as Paired,
    approximate_randomisation as approximate_randomisation,
    bootstrap_deltas as bootstrap_deltas,
    confidence as confidence,
    few_segments as few_segments,
    paired_bootstrap as paired_bootstrap,
)
from .system_pairs import (
    order_confidences as order_confidences,
    pairwise_accuracy as pairwise_accuracy,
    soft_pairwise_accuracy as soft_pairwise_accuracy,
)
from .thresholds import Restricted as Restricted, restricted as restricted
from .tie_calibration import (
    PairAccuracy as PairAccuracy,
    accuracy_at as accuracy_at,
    pair_accuracy as pair_accuracy,
)
from .variance_parts import RatingVariance as RatingVariance, rating_variance as rating_variance
from .williams_t import Williams as Williams, williams as williams
