"""The public names of likewise.metrics: what other rooms and users may use."""

from .base import (
    MeanMetric as MeanMetric,
    Metric as Metric,
    Score as Score,
    Signature as Signature,
)
from .batch import Batch as Batch, Ints as Ints, TextSets as TextSets
from .bleu import BLEU as BLEU, NgramMetric as NgramMetric, SourceBLEU as SourceBLEU
from .chrf import CHRF as CHRF
from .combined import (
    ArithmeticMean as ArithmeticMean,
    GeometricMean as GeometricMean,
    HarmonicMean as HarmonicMean,
    PincSigmoidBLEU as PincSigmoidBLEU,
)
from .ibleu import IBLEU as IBLEU
from .identify import (
    TIE as TIE,
    DescriptionIndex as DescriptionIndex,
    Identify as Identify,
    cluster_of as cluster_of,
)
from .negation import NegationAgreement as NegationAgreement
from .nist import NIST as NIST
from .patterns import (
    Intervals as Intervals,
    MeanScores as MeanScores,
    PatternScores as PatternScores,
    bootstrap as bootstrap,
    explain_terms as explain_terms,
    mean as mean,
    score_terms as score_terms,
)
from .pinc import PINC as PINC
from .recognition import recognise as recognise
from .registry import (
    available as available,
    get as get,
    metric_class as metric_class,
    required_fields as required_fields,
    resolve as resolve,
)
from .self_bleu import SelfBLEU as SelfBLEU
from .ter import TER as TER
from .verdict import (
    JudgedTexts as JudgedTexts,
    VerdictScore as VerdictScore,
    judged_texts as judged_texts,
    paired_outcomes as paired_outcomes,
)
from .word_errors import CDER as CDER, PER as PER, WER as WER, InvWER as InvWER
from .work_watch import Watcher as Watcher, watched as watched, work as work
