"""What users import: `import likewise as lw`."""

from . import data as data, metrics as metrics
from .errors import (
    InputError as InputError,
    LikewiseError as LikewiseError,
    MissingPartError as MissingPartError,
    RefusedError as RefusedError,
    RowError as RowError,
)
from .evaluate import (
    agree as agree,
    alt_test as alt_test,
    combine_metrics as combine_metrics,
    compare as compare,
    diff as diff,
    diff_runs as diff_runs,
    difference as difference,
    dimple as dimple,
    evaluate_metric as evaluate_metric,
    evaluate_paraphrases as evaluate_paraphrases,
    explain as explain,
    fetch_verdicts as fetch_verdicts,
    fit_differences as fit_differences,
    gate as gate,
    judge as judge,
    leave_one_out as leave_one_out,
    ordered_pairs as ordered_pairs,
    plan_ratings as plan_ratings,
    rater_agreement as rater_agreement,
    read_gate_rules as read_gate_rules,
    read_judge as read_judge,
    score as score,
    score_clusters as score_clusters,
    sklearn_scorer as sklearn_scorer,
)
from .io import (
    clusters_of as clusters_of,
    dump_segments as dump_segments,
    read_clusters as read_clusters,
    read_parallel as read_parallel,
    read_patterns as read_patterns,
    read_ratings as read_ratings,
    read_scores as read_scores,
    read_segments as read_segments,
    segments_of as segments_of,
)
from .loading import load as load
from .records import (
    Cluster as Cluster,
    Description as Description,
    Pattern as Pattern,
    Rating as Rating,
    Segment as Segment,
)
from .report import save_report as save_report
from .text import tokenize as tokenize
from .version import __version__ as __version__
