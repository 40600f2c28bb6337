"""Judging the judges: how well metrics follow people, agree with each other, and tell systems apart.

The room knows arrays only; what it needs from a metric is handed in (Chen and Dolan 2011; Packard 2012).
"""

from likewise.judging.agreement import (
    Agreement,
    agree,
    epsila,
    epsila_matrix,
    mean_spearman,
    orientation,
    perfect_scores,
    spearman_matrix,
    zscores,
)
from likewise.judging.clustering import clusters
from likewise.judging.combination import (
    Fitted,
    Logistic,
    cross_validated,
    fit,
    oracle,
    product,
)
from likewise.judging.correlation import Correlation, correlate, kendall, pearson, spearman
from likewise.judging.judges import Between, JudgePair, between, mean_agreement, pairwise
from likewise.judging.references import CurvePoint, reference_curve
from likewise.judging.reliability import (
    Alpha,
    DawidSkene,
    cohen_kappa,
    dawid_skene,
    fleiss_kappa,
    krippendorff_alpha,
)
from likewise.judging.significance import Paired, approximate_randomisation, paired_bootstrap
from likewise.judging.thresholds import Restricted, restricted
from likewise.judging.williams import Williams, williams

__all__ = [
    "Agreement",
    "Alpha",
    "Between",
    "Correlation",
    "CurvePoint",
    "DawidSkene",
    "Fitted",
    "JudgePair",
    "Logistic",
    "Paired",
    "Restricted",
    "Williams",
    "agree",
    "approximate_randomisation",
    "between",
    "clusters",
    "cohen_kappa",
    "correlate",
    "cross_validated",
    "dawid_skene",
    "epsila",
    "epsila_matrix",
    "fit",
    "fleiss_kappa",
    "kendall",
    "krippendorff_alpha",
    "mean_agreement",
    "mean_spearman",
    "oracle",
    "orientation",
    "paired_bootstrap",
    "pairwise",
    "pearson",
    "perfect_scores",
    "product",
    "reference_curve",
    "restricted",
    "spearman",
    "spearman_matrix",
    "williams",
    "zscores",
]
